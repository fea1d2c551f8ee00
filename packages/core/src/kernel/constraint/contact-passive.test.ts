import {
  callOracle,
  compareData,
  copyState,
  loadOracle,
  loadOracleXml,
  makeRandom,
  modelFromOracle,
  type Oracle,
  relativeError,
  toleranceOf,
} from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import { forward, makeData, step } from '../../index.ts';

const sheet = (name: string, place: string, contact: string, elasticity: string): string =>
  `<flexcomp name="${name}" type="grid" dim="2" count="4 4 1" spacing=".1 .1 .1" radius=".015" mass=".3" ${place}>
    ${elasticity}<contact selfcollide="none" ${contact}/></flexcomp>`;
const elastic = '<elasticity young="1e4" poisson=".2" thickness=".01" elastic2d="both" damping=".001"/>';
const model = (body: string, solver = 'CG'): string =>
  `<mujoco><option integrator="discrete" solver="${solver}" tolerance="1e-14" iterations="500"/><worldbody>${body}</worldbody></mujoco>`;

const fixed = '<geom size=".15"/><geom type="plane" size="0 0 1" pos="0 0 .14"/>';
const scenes: Record<string, string> = {
  'a sheet on fixed geoms': model(fixed + sheet('a', 'pos="0 0 .16"', 'passive="true"', elastic)),
  'a sheet on fixed geoms, by Newton': model(fixed + sheet('a', 'pos="0 0 .16"', 'passive="true"', elastic), 'Newton'),
  'two sheets with constraints, by Newton in fronts': model(
    sheet('a', 'pos="0 0 .16"', 'passive="true"', `${elastic.replace('both', 'bend')}<edge equality="true"/>`) +
      sheet('b', 'pos=".213 .211 .187"', '', '<edge equality="true"/>'),
    'Newton',
  ),
  'a sheet without elasticity': model(fixed + sheet('a', 'pos="0 0 .16"', 'passive="true"', '')),
  'two sheets, one of which wants it': model(
    sheet('a', 'pos="0 0 .16"', 'passive="true"', elastic) + sheet('b', 'pos=".013 .011 .185"', '', elastic),
  ),
  'within the margin and in the gap': model(
    fixed + sheet('a', 'pos="0 0 .17"', 'passive="true" margin=".01" gap=".02"', elastic),
  ),
  'with a body that moves it is not passive': model(
    `<body><freejoint/><geom size=".15"/></body>${sheet('a', 'pos="0 0 .16"', 'passive="true"', elastic)}`,
  ),
};

describe('passive contacts of flexes', () => {
  let oracle: Oracle;
  beforeAll(async () => {
    oracle = await loadOracle();
  });

  test.each(Object.keys(scenes))('%s: every field as the oracle has it', (name) => {
    const { model: theirs, data } = loadOracleXml(oracle, scenes[name] as string);
    const m = modelFromOracle(theirs);
    const d = makeData(m);
    const random = makeRandom(2);
    for (let round = 0; round < 3; round++) {
      const qvel = data['qvel'] as Float64Array;
      const qpos = data['qpos'] as Float64Array;
      for (let i = 0; i < qvel.length; i++) qvel[i] = random.uniform(-0.1, 0.1);
      for (let i = 0; i < qpos.length; i++) qpos[i] = (qpos[i] as number) + random.uniform(-0.003, 0.003);
      copyState(data, d);
      callOracle(oracle, 'mj_forward', theirs, data);
      forward(m, d);
      expect(d.ncon).toBeGreaterThan(0);
      for (const [field, error] of Object.entries(compareData(d, data)))
        expect(error, `${field} in round ${round}`).toBeLessThanOrEqual(toleranceOf(field));
    }
    for (let s = 0; s < 20; s++) callOracle(oracle, 'mj_step', theirs, data);
    step(m, d, 20);
    expect(relativeError(d.qpos, data['qpos'] as Float64Array)).toBeLessThan(1e-6);
    data.delete();
    theirs.delete();
  });
});
