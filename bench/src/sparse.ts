import { callOracle, loadOracle, loadOracleXml } from '@qpos/conformance';
import { collision, makeData, step } from '@qpos/core';
import { loadModel } from 'qpos';
import { block, median, quartileSpread } from './measure.ts';
import type { Row, SuiteOptions } from './rows.ts';
import { sparse } from './scenes.ts';

const COUNTS = [500, 1000, 2000] as const;

/** Bodies whose collisions are found in one block. */
const BODIES = 20_000;

/** The scene with an arena that the oracle can allocate: its own estimate is too large for many bodies. */
const withArena = (count: number): string => sparse(count).replace('<worldbody>', '<size memory="200M"/><worldbody>');

/** A function that finds the collisions of `count` bodies that are apart, in either engine. */
async function makeFinders(count: number): Promise<{ theirs(): void; ours(): void }> {
  const xml = withArena(count);
  const oracle = await loadOracle();
  const theirs = loadOracleXml(oracle, xml);
  callOracle(oracle, 'mj_step', theirs.model, theirs.data);
  const find = oracle.mj['mj_collision'] as (m: object, d: object) => void;
  const model = loadModel(xml);
  const data = makeData(model);
  step(model, data);
  return { theirs: () => find(theirs.model, theirs.data), ours: () => collision(model, data) };
}

/** How the time of collision grows when a scene of bodies that are apart is doubled, in each engine by itself. */
export async function* sparseSuite({ scene, rounds, progress }: SuiteOptions): AsyncIterable<Row> {
  const names = COUNTS.slice(1).map((n, k) => `collision of bodies apart, ${COUNTS[k]} to ${n}`);
  if (!names.some((n) => scene.test(n))) return;
  const times = new Map<number, [number, number][]>();
  for (const count of COUNTS) {
    progress(`${count} bodies apart`);
    const { theirs, ours } = await makeFinders(count);
    const calls = Math.round(BODIES / count);
    const both = (): [number, number] => [block(theirs, calls) / calls, block(ours, calls) / calls];
    for (let k = 0; k < 5; k++) both();
    times.set(
      count,
      Array.from({ length: rounds }, () => both()),
    );
  }
  for (const [k, name] of names.entries()) {
    const few = times.get(COUNTS[k] ?? 0) ?? [];
    const many = times.get(COUNTS[k + 1] ?? 0) ?? [];
    const growth = (side: 0 | 1): number => median(many.map((t) => t[side])) / median(few.map((t) => t[side]));
    yield {
      name,
      unit: 'x',
      oracle: growth(0),
      ours: growth(1),
      ratio: growth(1) / growth(0),
      spread: quartileSpread(many.map((t, i) => t[1] / (few[i]?.[1] ?? Number.NaN))),
      limits: [{ of: 'ours', most: 2.3 }],
    };
  }
}
