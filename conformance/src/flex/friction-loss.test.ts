import { enums, forward } from 'qpos';
import { beforeAll, expect, test } from 'vitest';
import { modelTexts } from '../compare/driven-twin.ts';
import { makeTwin } from '../compare/smooth-fields.ts';
import { makeRandom } from '../models/random-tree.ts';
import { loadOracle, type Oracle } from '../oracle/oracle.ts';
import { relativeError } from '../oracle/transfer.ts';

/** Solutions end with the solver's tolerance, which is set to 1e-14. */
const TOLERANCE = 1e-9;

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
}, 60_000);

const { NEWTON, CG } = enums.Solver;

test.each([
  ['bend-discrete.xml', NEWTON],
  ['bend-discrete.xml', CG],
  ['solid.xml', NEWTON],
  ['solid.xml', CG],
])('friction loss at some dofs of the vertices of %s, solver %d: the accelerations of the oracle', (name, solver) => {
  const [, xml = ''] = modelTexts('flex/elasticity').find(([file]) => file.endsWith(`/${name}`)) ?? [];
  const options = { integrator: enums.Integrator.DISCRETE, solver, tolerance: 1e-14, iterations: 500 };
  const twin = makeTwin(oracle, xml, options);
  const { model, data, oracleModel, oracleData } = twin;
  const random = makeRandom(3);
  const theirs = oracleModel['dof_frictionloss'] as Float64Array;
  for (let i = 0; i < model.nv; i++) {
    theirs[i] = random.chance(0.5) ? random.uniform(0, 1) : 0;
    model.dof_frictionloss[i] = theirs[i] as number;
    data.qvel[i] = random.uniform(-1, 1);
  }
  (oracleData['qvel'] as Float64Array).set(data.qvel);
  twin.call('mj_forward');
  forward(model, data);
  expect(data.nf).toBeGreaterThan(10);
  expect(data.nefc).toBe(oracleData['nefc']);
  expect(relativeError(data.qacc, oracleData['qacc'] as Float64Array)).toBeLessThan(TOLERANCE);
  twin.release();
});
