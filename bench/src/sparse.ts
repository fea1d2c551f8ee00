import { callOracle, loadOracleXml, startOracle } from '@qpos/conformance';
import { collision, makeData, step } from '@qpos/core';
import { loadModel } from 'qpos';
import { block, median, quartileSpread } from './measure.ts';
import type { Row, SuiteOptions } from './rows.ts';
import { sparse } from './scenes.ts';

const COUNTS = [500, 1000, 2000] as const;

/** Bodies whose collisions are found in one block. */
const BODIES = 20_000;

/** Rounds before those that count. */
const WARM_UP = 5;

/** The scene with an arena that the oracle can allocate: its own estimate is too large for many bodies. */
const withArena = (count: number): string => sparse(count).replace('<worldbody>', '<size memory="200M"/><worldbody>');

/** Functions that find the collisions of `count` bodies that are apart: the oracle's and ours. */
async function makeFinders(count: number): Promise<(() => void)[]> {
  const xml = withArena(count);
  const oracle = await startOracle();
  const theirs = loadOracleXml(oracle, xml);
  callOracle(oracle, 'mj_step', theirs.model, theirs.data);
  const find = oracle.mj['mj_collision'] as (m: object, d: object) => void;
  const model = loadModel(xml);
  const data = makeData(model);
  step(model, data);
  return [() => find(theirs.model, theirs.data), () => collision(model, data)];
}

/** How the time of collision grows when a scene of bodies that are apart is doubled, in each engine by itself. */
export async function* sparseSuite({ scene, rounds, progress }: SuiteOptions): AsyncIterable<Row> {
  const doublings = COUNTS.slice(1).map((n, k) => ({ name: `collision of bodies apart, ${COUNTS[k]} to ${n}`, k }));
  const wanted = doublings.filter(({ name }) => scene.test(name));
  if (wanted.length === 0) return;
  const finders: (() => void)[][] = [];
  for (const count of COUNTS) {
    progress(`${count} bodies apart`);
    finders.push(await makeFinders(count));
  }
  // all sizes take turns, so that a noisy machine disturbs all alike
  const round = (): number[][] =>
    finders.map((sides, k) => {
      const calls = Math.round(BODIES / (COUNTS[k] ?? 1));
      return sides.map((find) => block(find, calls) / calls);
    });
  for (let k = 0; k < WARM_UP; k++) round();
  const times = Array.from({ length: rounds }, round);
  for (const { name, k } of wanted) {
    const growth = (side: 0 | 1): number[] =>
      times.map((t) => (t[k + 1]?.[side] ?? Number.NaN) / (t[k]?.[side] ?? Number.NaN));
    const [oracle, ours] = [median(growth(0)), median(growth(1))];
    const spread = quartileSpread(growth(1));
    yield { name, unit: 'x', oracle, ours, ratio: ours / oracle, spread, limits: [{ of: 'ours', most: 2.3 }] };
  }
}
