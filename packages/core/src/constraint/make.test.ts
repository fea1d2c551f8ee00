import {
  callOracle,
  compareRows,
  loadOracle,
  loadOracleXml,
  modelFromOracle,
  type Oracle,
  type OracleStruct,
} from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Model } from '../index.ts';
import { constraintScenes } from './scenes.testing.ts';

/** Rows are equal to the bit, except where an angle is computed and its last bit may differ. */
const ROUNDING = 1e-15;

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
});

/** A scene in the oracle at a state with some velocity, after a few steps and `forward`, and our copy of its model. */
function prepare(xml: string, steps: number): { m: Model; model: OracleStruct; data: OracleStruct } {
  const { model, data } = loadOracleXml(oracle, xml);
  const qvel = data['qvel'] as Float64Array;
  for (let i = 0; i < qvel.length; i++) qvel[i] = 0.3 * Math.sin(1 + 2 * i);
  for (let k = 0; k < steps; k++) callOracle(oracle, 'mj_step', model, data);
  callOracle(oracle, 'mj_forward', model, data);
  return { m: modelFromOracle(model), model, data };
}

describe('makeConstraint', () => {
  for (const [name, scene] of Object.entries(constraintScenes)) {
    test.each(['dense', 'sparse'])(`${name}, %s: rows equal the oracle's`, (jacobian) => {
      for (const cone of ['pyramidal', 'elliptic'])
        for (const steps of [0, 5, 40]) {
          const { m, data } = prepare(scene(`jacobian="${jacobian}" cone="${cone}"`), steps);
          expect(data['nefc'], 'the scene has rows').toBeGreaterThan(0);
          expect(compareRows(m, data, jacobian === 'sparse').filter((x) => x.error > ROUNDING)).toEqual([]);
        }
    });
  }
});
