import { enums, forward } from 'qpos';
import { beforeAll, expect, test } from 'vitest';
import { modelTexts } from '../compare/driven-twin.ts';
import { makeTwin } from '../compare/smooth-fields.ts';
import { loadOracle, type Oracle } from '../oracle/oracle.ts';

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
}, 60_000);

const { EULER, DISCRETE } = enums.Integrator;
const { EQUALITY, CONTACT } = enums.DisableBit;

test.each([
  ['constraint/strain.xml', EULER],
  ['constraint/strain.xml', DISCRETE],
  ['dof/trilinear-strain.xml', EULER],
  ['element/nodes-strain.xml', DISCRETE],
  ['elasticity/solid.xml', EULER],
  ['elasticity/bend-discrete.xml', DISCRETE],
])(
  '%s, integrator %d, friction loss at every other dof and nothing else: islands and accelerations of the oracle',
  (name, integrator) => {
    const [folder = '', file = ''] = name.split('/');
    const [, xml = ''] = modelTexts(`flex/${folder}`).find(([path]) => path.endsWith(`/${file}`)) ?? [];
    const twin = makeTwin(oracle, xml, { integrator, disableflags: EQUALITY | CONTACT, tolerance: 1e-14 });
    const { model, data, oracleModel, oracleData } = twin;
    const theirs = oracleModel['dof_frictionloss'] as Float64Array;
    for (let i = 0; i < model.nv; i += 2) {
      theirs[i] = 0.1;
      model.dof_frictionloss[i] = 0.1;
    }
    twin.call('mj_forward');
    forward(model, data);
    expect(data.nf).toBeGreaterThan(10);
    expect(data.nisland).toBe(oracleData['nisland']);
    expect(data.tree_island).toEqual(oracleData['tree_island']);
    expect(data.efc_island.subarray(0, data.nefc)).toEqual(oracleData['efc_island']);
    for (let i = 0; i < model.nv; i++)
      expect(data.qacc[i]).toBeCloseTo((oracleData['qacc'] as Float64Array)[i] as number, 9);
    twin.release();
  },
);
