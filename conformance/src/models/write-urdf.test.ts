import fs from 'node:fs';
import path from 'node:path';
import { forward, loadModel, type Model, makeData, parseMjcf } from 'qpos';
import { writeUrdf } from 'qpos/decompile';
import { describe, expect, test } from 'vitest';
import { loadOracle, loadOracleXml } from '../oracle/oracle.ts';
import { readField, relativeError } from '../oracle/transfer.ts';
import { root } from '../root.ts';
import { makeRandom } from './random-tree.ts';

/** Anchors beside the body's frame, a chain of every kind of joint, shapes in odd poses, a joint that follows another, a mesh of a file. */
const ROBOT = `<mujoco model="robot"><compiler angle="radian"/><asset><mesh name="part" file="part.obj" scale="2 1 1"/></asset>
  <worldbody><geom name="floor" type="plane" size="1 1 .1"/><geom name="post" type="box" size=".1 .2 .3" pos="1 2 3" euler=".1 .2 .3"/>
    <body name="base" pos=".1 .2 .3" euler=".3 .2 .1"><joint name="turn" pos=".1 0 .2" axis="0 .6 .8" range="-1 2" damping=".3" frictionloss=".1"/>
      <geom name="rod" type="capsule" size=".05" fromto="0 0 0 .3 .1 .2"/><geom name="seen" type="cylinder" size=".1 .2" contype="0" conaffinity="0" rgba="1 0 0 1"/>
      <body name="slider" pos=".3 0 0" quat="1 .2 .3 .4"><joint name="slide" type="slide" pos=".2 .1 0" axis="1 0 0" range="0 .5" actuatorfrcrange="-3 3"/>
        <geom name="block" type="mesh" mesh="part" pos=".1 .1 .1" euler=".5 0 0"/>
        <body name="tip" pos="0 0 .1"><geom name="tip" size=".02"/></body>
        <body name="ball" pos="0 .2 0"><joint name="ball" type="ball"/><geom name="ball" type="ellipsoid" size=".1 .2 .3"/></body></body>
      <body name="follower" pos="0 .4 0"><joint name="follow" axis="0 0 1"/><geom name="arm" type="box" size=".1 .1 .1" mass="2"/></body></body>
    <body name="loose" pos="2 0 1"><freejoint name="free"/><inertial pos=".1 0 0" mass="3" fullinertia=".3 .4 .5 .01 .02 .03"/><geom name="shell" size=".1"/></body>
  </worldbody>
  <equality><joint joint1="follow" joint2="turn" polycoef=".1 .5 0 0 0"/></equality>
  <actuator><motor joint="turn"/></actuator></mujoco>`;
const PART = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n';
const files = { 'part.obj': PART };

/** Poses and forces that two models have in common at the same positions and velocities, by the names of bodies. */
function motionOf(model: Model, seed: number): Map<string, number[]> {
  const data = makeData(model);
  const random = makeRandom(seed);
  data.qvel.set(Array.from({ length: model.nv }, () => random.uniform(-1, 1)));
  forward(model, data);
  const found = new Map<string, number[]>();
  for (let b = 1; b < model.nbody; b++) {
    const { name } = model.body(b);
    found.set(name, [
      model.body_mass[b] as number,
      ...data.xipos.subarray(3 * b, 3 * b + 3),
      ...data.cvel.subarray(6 * b, 6 * b + 6),
    ]);
  }
  found.set('bias', Array.from(data.qfrc_bias));
  found.set('passive', Array.from(data.qfrc_passive));
  return found;
}

function compare(a: Map<string, number[]>, b: Map<string, number[]>): void {
  expect([...a.keys()].sort()).toEqual([...b.keys()].sort());
  for (const [name, values] of a)
    expect(relativeError(Float64Array.from(b.get(name) as number[]), Float64Array.from(values)), name).toBeLessThan(
      1e-9,
    );
}

describe('URDF that is written', () => {
  test('moves like the model, read here', () => {
    const warnings: string[] = [];
    const spec = parseMjcf(ROBOT, { files });
    const text = writeUrdf(spec, { onWarning: ({ message }) => warnings.push(message) });
    compare(motionOf(loadModel(ROBOT, { files }), 3), motionOf(loadModel(text, { files, file: 'robot.urdf' }), 3));
    expect(warnings).toEqual([
      'geom floor has a shape that URDF does not know',
      'geom ball has a shape that URDF does not know',
      'URDF has no actuator: 1 left out',
    ]);
  });

  test('is read by MuJoCo to the same model', async () => {
    const oracle = await loadOracle();
    const text = writeUrdf(
      parseMjcf(ROBOT.replace(/<geom name="block"[^>]*>/, '<geom size=".1"/>').replace(/<asset>.*?<\/asset>/, '')),
    );
    const ours = loadModel(text, { file: 'robot.urdf' });
    const { model, data } = loadOracleXml(oracle, text);
    for (const name of [
      'body_mass',
      'body_pos',
      'body_inertia',
      'jnt_range',
      'jnt_axis',
      'geom_pos',
      'geom_size',
      'dof_damping',
      'eq_data',
    ])
      expect(
        relativeError(
          (ours as unknown as Record<string, Float64Array>)[name] as Float64Array,
          Float64Array.from(readField(model, name) as Float64Array),
        ),
        name,
      ).toBeLessThan(1e-12);
    data.delete();
    model.delete();
  });

  test.each(['arm.xml', 'double-pendulum.xml', 'cheetah.xml'])('%s: what is lost is said', (name) => {
    const text = fs.readFileSync(path.join(root, 'models', name), 'utf8');
    const warnings: string[] = [];
    const urdf = writeUrdf(parseMjcf(text), { onWarning: ({ message }) => warnings.push(message) });
    expect(urdf).toContain('<robot ');
    expect(warnings.length).toBeGreaterThan(0);
  });
});
