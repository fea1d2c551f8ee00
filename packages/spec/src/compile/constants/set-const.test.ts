import { callOracle, compareModel, loadOracle, loadOracleXml, type Oracle, type OracleStruct } from '@qpos/conformance';
import type { Model } from '@qpos/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadModel } from '../load.ts';
import { setConst } from './set-const.ts';

const XML = `<mujoco><worldbody>
  <body name="a"><freejoint/><geom size=".1"/><geom size=".2" pos="0 0 1" contype="0"/></body>
  <body name="b" pos="1 0 0"><joint name="h" axis="0 1 0"/><geom type="capsule" size=".1" fromto="0 0 0 0 0 1"/><site name="s"/>
    <body pos="0 0 1"><joint name="k" type="slide" axis="1 0 0"/><geom size=".1"/></body></body>
  </worldbody>
  <tendon><fixed name="t"><joint joint="h" coef="1"/><joint joint="k" coef="2"/></fixed></tendon>
  <actuator><motor joint="h"/><position tendon="t" kp="3"/></actuator></mujoco>`;

/** Largest error of a field of Model after both engines were edited alike and found their constants anew. */
const TOLERANCE = 1e-12;

describe('setConst after an edit', () => {
  let oracle: Oracle;
  beforeAll(async () => {
    oracle = await loadOracle();
  });

  const edits: [string, (set: (field: string, index: number, value: number) => void) => void][] = [
    ['masses and inertias', (set) => [1, 2, 3].forEach((b) => void set('body_mass', b, 2 * b))],
    ['gravity compensation', (set) => set('body_gravcomp', 2, 0.5)],
    ['adhesion', (set) => set('geom_adhesion', 0, 1)],
    ['surface velocity', (set) => set('geom_surfacevel', 3, 0.2)],
    ['reference pose', (set) => set('qpos0', 7, 0.3)],
    ['armature and damping', (set) => set('dof_armature', 6, 0.7)],
    ['a frame', (set) => set('geom_pos', 5, 0.1)],
  ];

  test.each(edits)('of %s gives what the oracle gives', (_name, edit) => {
    const model = loadModel(XML);
    const { model: reference, data } = loadOracleXml(oracle, XML);
    const write = (target: Model | OracleStruct) => (field: string, index: number, value: number) => {
      (target as unknown as Record<string, Float64Array>)[field][index] = value;
    };
    edit(write(model));
    edit(write(reference));
    setConst(model);
    callOracle(oracle, 'mj_setConst', reference, data);
    const errors = Object.entries(compareModel(model, reference)).filter(([, error]) => !(error <= TOLERANCE));
    expect(errors).toEqual([]);
    reference.delete();
    data.delete();
  });

  test('features that an edit brings or takes are noticed', () => {
    const model = loadModel(XML);
    expect([model.ngravcomp, model.flg_gravcomp, model.flg_adhesion, model.flg_surfacevel]).toEqual([0, 0, 0, 0]);
    model.body_gravcomp[1] = 1;
    model.geom_adhesion[0] = 1;
    model.geom_surfacevel[0] = 1;
    setConst(model);
    expect([model.ngravcomp, model.flg_gravcomp, model.flg_adhesion, model.flg_surfacevel]).toEqual([1, 1, 1, 1]);
    model.body_gravcomp[1] = 0;
    setConst(model);
    expect([model.ngravcomp, model.flg_gravcomp]).toEqual([0, 0]);
  });
});
