import { differences, lazyFields, loadOracle, type Oracle, randomTwin, smoothFields } from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import { forward, forwardSkip, rnePostConstraint, step, step1, step2, subtreeVel } from '../../index.ts';

/** Both engines sum in the same order; what is left are last digits of elementary functions, and what a step makes of them. */
const TOLERANCE = 1e-10;

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
}, 60_000);

describe('forward', () => {
  test('all smooth fields equal the oracle on 300 random trees, and after 10 steps', () => {
    const wrong: string[] = [];
    for (let seed = 1; seed <= 300; seed++) {
      const twin = randomTwin(oracle, seed, 16);
      const { model, data, oracleData } = twin;
      for (const name of ['mj_forward', 'mj_subtreeVel', 'mj_rnePostConstraint']) twin.call(name);
      forward(model, data);
      subtreeVel(model, data);
      rnePostConstraint(model, data);
      const fields = [...smoothFields, ...lazyFields];
      wrong.push(...differences(data, oracleData, fields, TOLERANCE).map((w) => `tree ${seed}: ${w}`));
      for (let k = 0; k < 10; k++) twin.call('mj_step');
      step(model, data, 10);
      wrong.push(...differences(data, oracleData, smoothFields, TOLERANCE).map((w) => `tree ${seed}, 10 steps: ${w}`));
      twin.release();
    }
    expect(wrong).toEqual([]);
  });

  test('skipping stages whose results are there changes nothing', () => {
    const { model, data, release } = randomTwin(oracle, 7);
    forward(model, data);
    const before = data.block.bytes.slice();
    forwardSkip(model, data, 1);
    forwardSkip(model, data, 2, true);
    expect(Buffer.compare(data.block.bytes, before)).toBe(0);
    release();
  });

  test('step1 and step2 make a step', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const one = randomTwin(oracle, seed);
      const two = randomTwin(oracle, seed);
      one.model.opt.integrator = 0;
      two.model.opt.integrator = 0;
      step(one.model, one.data, 3);
      for (let k = 0; k < 3; k++) {
        step1(two.model, two.data);
        step2(two.model, two.data);
      }
      expect(Buffer.compare(two.data.block.bytes, one.data.block.bytes)).toBe(0);
      one.release();
      two.release();
    }
  });
});
