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
  relativeError,
} from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import { collision, type Data, forward, inverse, type Model, makeConstraint, makeData, step } from '../index.ts';
import { EnableBit, Integrator } from '../model/enums.ts';

/** Forces are sums over all dofs; the solver's tolerance is set to 1e-14. */
const TOLERANCE = 1e-8;
const models = path.resolve(import.meta.dirname, '../../../../conformance/models');
const onTheEdge = new Set(['orientation.xml', 'so3-site.xml']);
const integrators = ['EULER', 'IMPLICIT', 'IMPLICITFAST', 'DISCRETE'] as const;

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
}, 60_000);

/** The largest difference of inverse dynamics from the oracle's, at accelerations of a forward pass, of a step, and of nothing. */
function worst(xml: string, options: Record<string, number>): number {
  const { model, data } = loadOracleXml(oracle, xml);
  const opt = model['opt'] as { enableflags: number };
  const enableflags = opt.enableflags | (options['enableflags'] ?? 0);
  Object.assign(opt, { tolerance: 1e-14, ...options, enableflags });
  const m = modelFromOracle(model);
  const d = makeData(m);
  const random = makeRandom(5);
  const qvel = data['qvel'] as Float64Array;
  for (let i = 0; i < qvel.length; i++) qvel[i] = random.uniform(-1, 1);
  const drive = makeDrive(model);
  let error = 0;
  for (let k = 0; k < 3; k++) {
    drive(data);
    copyState(data, d);
    callOracle(oracle, 'mj_forward', model, data);
    forward(m, d);
    const qacc = data['qacc'] as Float64Array;
    for (let i = 0; k === 1 && i < qacc.length; i++) qacc[i] = random.uniform(-3, 3);
    d.qacc.set(data['qacc'] as Float64Array);
    callOracle(oracle, 'mj_inverse', model, data);
    inverse(m, d);
    error = Math.max(error, relativeError(d.qfrc_inverse, data['qfrc_inverse'] as Float64Array));
    copyState(data, d);
    callOracle(oracle, 'mj_step', model, data);
    step(m, d);
    error = Math.max(error, relativeError(d.solver_fwdinv, data['solver_fwdinv'] as Float64Array));
  }
  data.delete();
  model.delete();
  return error;
}

describe('inverse dynamics', () => {
  test.each(integrators)(
    '%s: equals the oracle, continuous and discrete, with and without the comparison in a step',
    (name) => {
      const wrong: string[] = [];
      for (const folder of ['integrator', 'actuation']) {
        const dir = path.join(models, folder);
        for (const file of fs.readdirSync(dir).filter((f) => f.endsWith('.xml') && !onTheEdge.has(f)))
          for (const flags of [EnableBit.FWDINV, EnableBit.FWDINV | EnableBit.INVDISCRETE]) {
            const e = worst(fs.readFileSync(path.join(dir, file), 'utf8'), {
              integrator: Integrator[name],
              enableflags: flags,
            });
            if (!(e <= TOLERANCE)) wrong.push(`${folder}/${file} flags ${flags}: ${e.toExponential(1)}`);
          }
      }
      expect(wrong).toEqual([]);
    },
    120_000,
  );

  test('the constraint inertia of the dual solvers is not computed', () => {
    const file = path.join(models, 'integrator/tendons-and-servos.xml');
    const { model, data } = loadOracleXml(oracle, fs.readFileSync(file, 'utf8'));
    Object.assign(model['opt'] as object, { integrator: Integrator.DISCRETE, noslip_iterations: 1 });
    const m = modelFromOracle(model);
    const d = makeData(m);
    callOracle(oracle, 'mj_inverse', model, data);
    inverse(m, d);
    expect(d.nefc).toBeGreaterThan(0);
    expect([d.nA, d.nY]).toEqual([data['nA'], data['nY']]);
    data.delete();
    model.delete();
  });

  test.each<[string, (m: Model, d: Data) => void, string[]]>([
    ['go with its rows in inverse dynamics', inverse, ['mj_inverse']],
    ['go with its contacts', collision, ['mj_collision']],
    ['stay for new rows of the same contacts', makeConstraint, ['mj_makeConstraint']],
  ])('the islands of the last forward pass %s', (_, run, theirs) => {
    const file = path.join(models, 'constraint/islands.xml');
    const { model, data } = loadOracleXml(oracle, fs.readFileSync(file, 'utf8'));
    const m = modelFromOracle(model);
    const d = makeData(m);
    forward(m, d);
    expect(d.nisland).toBeGreaterThan(0);
    run(m, d);
    for (const name of ['mj_forward', ...theirs]) callOracle(oracle, name, model, data);
    expect([d.nisland, d.nidof]).toEqual([data['nisland'], data['nidof']]);
    data.delete();
    model.delete();
  });
});
