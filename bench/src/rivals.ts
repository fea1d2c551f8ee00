import { makeData } from '@qpos/core';
import { loadModel } from 'qpos';
import { alternate, median, quartileSpread } from './measure.ts';
import { drifts, settled } from './rivals/accuracy.ts';
import type { Box, Rival, World } from './rivals/bodies.ts';
import { makeCannon } from './rivals/cannon.ts';
import { makeMujoco } from './rivals/mujoco.ts';
import { makeRapier } from './rivals/rapier.ts';
import type { Row, SuiteOptions } from './rows.ts';
import { binPlanes, heap } from './scenes.ts';

const TIMESTEP = 0.004;
const SETTLE = 500; // steps, two seconds
const names = ['oracle', 'qpos', 'qpos, js back end', 'Rapier', 'cannon-es'] as const;

/** The world in every engine, in the order of `names`. */
async function everyEngine(world: World, settle = 0): Promise<Rival[]> {
  const { theirs, wasm, js } = await makeMujoco(world, settle);
  const others = [await makeRapier(world), makeCannon(world)];
  for (const rival of others) for (let k = 0; k < settle; k++) rival.step();
  return [theirs, wasm, js, ...others];
}

/** A book thrown with a twist: it spins about its middle axis, which is not stable. */
const book: Box = { half: [0.1, 0.2, 0.05], pos: [0, 0, 0], quat: [1, 0, 0, 0], spin: [9, 0.1, 0.1] };

/** What each engine loses of the book's energy and momentum in five seconds. */
async function bookDrifts(): Promise<ReturnType<typeof drifts>[]> {
  const engines = await everyEngine({ boxes: [book], timestep: TIMESTEP, gravity: 0, planes: [] });
  return engines.map((rival) => drifts(rival, book, 1250));
}

/** The boxes of a heap where they start. */
function heapBoxes(count: number): Box[] {
  const { qpos0 } = loadModel(heap(count));
  const part = (from: number, n: number): number[] => Array.from(qpos0.subarray(from, from + n));
  return Array.from({ length: count }, (_, b) => ({
    half: [0.1, 0.1, 0.1],
    pos: part(7 * b, 3) as [number, number, number],
    quat: part(7 * b + 3, 4) as [number, number, number, number],
  }));
}

/** Heaps of boxes in game engines: `ours` is the named engine's time, and how rigid its boxes stay is beside it. */
export async function* rivalSuite({ scene, rounds, ms, progress }: SuiteOptions): AsyncIterable<Row> {
  progress('energy of a tumbling box');
  const lost = await bookDrifts();
  for (const count of [30, 100, 300]) {
    const title = `heap of ${count} boxes`;
    if (!scene.test(title)) continue;
    progress(`${title}: settling`);
    const world = { boxes: heapBoxes(count), timestep: TIMESTEP, gravity: 9.81, planes: binPlanes(count) };
    const engines = await everyEngine(world, SETTLE);
    progress(title);
    const times = alternate(
      engines.map((e) => e.step),
      { rounds, ms },
    );
    const gauge = loadModel(heap(count));
    const data = makeData(gauge);
    for (const [k, name] of names.entries()) {
      const ratios = times.map((t) => (t[k] ?? Number.NaN) / (t[0] ?? Number.NaN));
      yield {
        name: `${title}: ${name}`,
        oracle: median(times.map((t) => t[0] ?? Number.NaN)),
        ours: median(times.map((t) => t[k] ?? Number.NaN)),
        ratio: median(ratios),
        spread: quartileSpread(ratios),
        accuracy: { ...settled(engines[k] as Rival, gauge, data), ...(lost[k] as (typeof lost)[number]) },
      };
    }
  }
}
