import { differences, drivenTwin, loadOracle, modelTexts, type Oracle } from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import { Integrator } from '../../host/model/enums.ts';
import { step } from '../../index.ts';

/** Sums in the oracle's order; elementary functions may differ in the last digit, and the solver stops at its tolerance. */
const TOLERANCE = 1e-9;
const folders = ['integrator', 'smooth', 'actuation', 'tendon'];

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
}, 60_000);

/** Fields that differ after one of 10 steps from a random velocity. */
function wrongFields(xml: string, integrator: number): string[] {
  const twin = drivenTwin(oracle, xml, 11, { integrator });
  const { model, data, oracleData } = twin;
  const fields = ['qDeriv', integrator === Integrator.IMPLICIT ? 'qLU' : 'qH', 'qvel', 'qpos', 'act'];
  const wrong: string[] = [];
  for (let k = 0; k < 10; k++) {
    twin.drive();
    twin.call('mj_step');
    step(model, data);
    wrong.push(...differences(data, oracleData, fields, TOLERANCE));
  }
  twin.release();
  return wrong;
}

describe('derivatives by velocity', () => {
  test.each([
    ['implicit', Integrator.IMPLICIT],
    ['implicitfast', Integrator.IMPLICITFAST],
  ] as const)(
    '%s: qDeriv, its factor and the state equal the oracle on the models of this repository',
    (_, integrator) => {
      const wrong: string[] = [];
      for (const [name, xml] of folders.flatMap(modelTexts)) {
        const found = wrongFields(xml, integrator);
        if (found.length > 0) wrong.push(`${name}: ${found.join(', ')}`);
      }
      expect(wrong).toEqual([]);
    },
    120_000,
  );
});
