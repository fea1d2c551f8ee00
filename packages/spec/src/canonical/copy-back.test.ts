import { ArgumentError } from '@qpos/core';
import { describe, expect, test } from 'vitest';
import { copyBack } from '../decompile/index.ts';
import { compile, parseModel } from '../index.ts';

const XML = `<mujoco><default><geom friction=".5 .1 .1"/><default class="red"><geom rgba="1 0 0 1"/></default></default>
  <worldbody><body name="b" pos="0 0 1" euler="10 20 30"><joint name="j" damping="1" range="-10 20"/><geom name="g" size=".3" class="red"/>
    <frame name="f" pos="1 0 0"><geom name="h" type="box" size=".1 .2 .3" pos=".5 0 0"/></frame><site name="s"/></body>
    <body name="c"><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/><joint/></body></worldbody>
  <tendon><fixed name="t"><joint joint="j" coef="1"/></fixed></tendon>
  <actuator><position name="a" joint="j" kp="3"/></actuator></mujoco>`;

/** Poses of geoms and bodies pass through quaternions that are normalised again. */
const TOLERANCE = 1e-14;

const CHANGES: readonly (readonly [field: string, at: number, value: number])[] = [
  ['body_pos', 3, 7.123456789012345],
  ['geom_size', 0, 0.7123456789012345],
  ['geom_friction', 0, 2.1],
  ['geom_pos', 3, 4.3],
  ['geom_rgba', 0, 0.25],
  ['jnt_range', 0, -1 / 3],
  ['dof_damping', 0, 5.5],
  ['body_mass', 2, 9.1],
  ['actuator_gainprm', 0, 8.7],
  ['tendon_stiffness', 0, 3.3],
];

describe('copyBack', () => {
  test('a Spec gets the numbers of its model, with all their digits, and compiles to them', () => {
    const spec = parseModel(XML);
    const model = compile(spec);
    const fields = model as unknown as Record<string, Float64Array>;
    for (const [field, at, value] of CHANGES) (fields[field] as Float64Array)[at] = value;
    model.opt.timestep = 0.0123456789;
    const copy = copyBack(spec, model);
    const again = compile(copy);
    expect(again.opt.timestep).toBe(0.0123456789);
    const got = again as unknown as Record<string, Float64Array>;
    for (const [field, at, value] of CHANGES)
      expect(Math.abs(((got[field] as Float64Array)[at] as number) - value), field).toBeLessThan(TOLERANCE);
    expect(again.body_quat.every((x, k) => Math.abs(x - (model.body_quat[k] as number)) < TOLERANCE)).toBe(true);
  });

  test('names, classes and frames stay, and the Spec that was given too', () => {
    const spec = parseModel(XML);
    const before = JSON.stringify(spec.worldbody);
    const model = compile(spec);
    model.geom_size[0] = 2;
    const copy = copyBack(spec, model);
    expect(JSON.stringify(spec.worldbody)).toBe(before);
    expect(copy.defaults.children.some((child) => 'class' in child && child.class === 'red')).toBe(true);
    expect(JSON.stringify(copy.worldbody)).toContain('"frame"');
    expect(compile(copy).nsite).toBe(1);
  });

  test('a model of another Spec is refused', () => {
    const other = compile(parseModel('<mujoco/>'));
    expect(() => copyBack(parseModel(XML), other)).toThrow(ArgumentError);
  });
});
