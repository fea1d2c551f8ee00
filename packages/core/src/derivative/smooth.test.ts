import fs from 'node:fs';
import path from 'node:path';
import {
  callOracle,
  copyState,
  loadOracle,
  loadOracleXml,
  makeDrive,
  makeRandom,
  modelFromOracle,
  type Oracle,
  type OracleStruct,
  relativeError,
} from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeData, step } from '../index.ts';
import { Integrator } from '../model/enums.ts';

/** Sums in the oracle's order; elementary functions may differ in the last digit, and the solver stops at its tolerance. */
const TOLERANCE = 1e-9;
const models = path.resolve(import.meta.dirname, '../../../../conformance/models');
/** A servo at the bound of its torque: whether the clamped norm reaches the bound is a matter of the last digit. */
const onTheEdge = new Set(['orientation.xml', 'so3-site.xml']);
const folders = ['integrator', 'smooth', 'actuation', 'tendon'];

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
}, 60_000);

/** Names of fields that differ after each of 10 steps from a random velocity. */
function wrongFields(xml: string, integrator: number): string[] {
  const { model, data } = loadOracleXml(oracle, xml);
  Object.assign(model['opt'] as object, { integrator, tolerance: 1e-14 }); // solutions to the last digits
  const ours = modelFromOracle(model);
  const d = makeData(ours);
  const random = makeRandom(11);
  const qvel = data['qvel'] as Float64Array;
  for (let i = 0; i < qvel.length; i++) qvel[i] = random.uniform(-1, 1);
  const drive = makeDrive(model);
  const wrong = new Map<string, number>();
  for (let k = 0; k < 10; k++) {
    drive(data);
    copyState(data, d);
    callOracle(oracle, 'mj_step', model, data);
    step(ours, d);
    for (const name of ['qDeriv', integrator === Integrator.IMPLICIT ? 'qLU' : 'qH', 'qvel', 'qpos', 'act']) {
      const e = relativeError(
        (d as never as Record<string, Float64Array>)[name] as Float64Array,
        data[name] as Float64Array,
      );
      if (!(e <= TOLERANCE)) wrong.set(name, Math.max(e, wrong.get(name) ?? 0));
    }
  }
  (data as OracleStruct).delete();
  (model as OracleStruct).delete();
  return [...wrong].map(([name, e]) => `${name} ${e.toExponential(1)}`);
}

describe('derivatives by velocity', () => {
  test.each([
    ['implicit', Integrator.IMPLICIT],
    ['implicitfast', Integrator.IMPLICITFAST],
  ] as const)(
    '%s: qDeriv, its factor and the state equal the oracle on the models of this repository',
    (_, integrator) => {
      const wrong: string[] = [];
      for (const folder of folders) {
        const dir = path.join(models, folder);
        if (!fs.existsSync(dir)) continue;
        for (const file of fs.readdirSync(dir).filter((f) => f.endsWith('.xml') && !onTheEdge.has(f))) {
          const found = wrongFields(fs.readFileSync(path.join(dir, file), 'utf8'), integrator);
          if (found.length > 0) wrong.push(`${folder}/${file}: ${found.join(', ')}`);
        }
      }
      expect(wrong).toEqual([]);
    },
    120_000,
  );
});
