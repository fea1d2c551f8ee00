import { makeData, step } from '@qpos/core';
import { describe, expect, test } from 'vitest';
import { parseMjcf } from '../mjcf/parse.ts';
import { addActuator, addBody, addFreeJoint, addGeom } from '../spec/add.ts';
import { findElement, removeElement } from '../spec/edit.ts';
import type { Spec } from '../spec/types.ts';
import { compile } from './compile.ts';
import { recompile } from './recompile.ts';

const XML = `<mujoco><worldbody>
  <body name="ball" pos="0 0 1"><freejoint/><geom size=".1"/></body>
  <body name="arm"><joint name="shoulder" axis="0 1 0"/><joint axis="1 0 0"/><geom size=".1"/>
    <body pos="0 0 1"><joint type="ball"/><geom size=".1"/></body></body>
  <body name="hand" mocap="true"/></worldbody>
  <actuator><motor name="m" joint="shoulder"/><intvelocity joint="shoulder" actrange="-1 1"/></actuator></mujoco>`;

/** A model that has moved. */
function moved() {
  const spec = parseMjcf(XML);
  const model = compile(spec);
  const data = makeData(model);
  data.ctrl.set([0.3, -0.2]);
  data.mocap_pos.set([1, 2, 3]);
  for (let i = 0; i < model.nv; i++) data.qvel[i] = i / 10;
  step(model, data, 20);
  return { spec, model, data };
}

const body = (spec: Spec, name: string) =>
  findElement(spec, 'body', name) as NonNullable<ReturnType<typeof findElement>>;

describe('recompile', () => {
  test('without an edit keeps every number of the state', () => {
    const { spec, model, data } = moved();
    const again = recompile(spec, model, data);
    expect(again.data.time).toBe(data.time);
    for (const field of ['qpos', 'qvel', 'act', 'ctrl', 'mocap_pos', 'mocap_quat'] as const) {
      expect(again.data[field], field).toEqual(data[field]);
    }
    step(model, data);
    step(again.model, again.data);
    expect(again.data.qpos).toEqual(data.qpos);
  });

  test('what was there keeps its state, what is new starts at its reference', () => {
    const { spec, model, data } = moved();
    const first = addBody(spec.worldbody, { name: 'new', pos: [5, 0, 0] });
    spec.worldbody.children.unshift(spec.worldbody.children.pop() as never);
    addFreeJoint(first);
    addGeom(first, { size: [0.2] });
    addActuator(spec, 'motor', { joint: 'shoulder', name: 'late' });
    const after = recompile(spec, model, data);
    expect([...after.data.qpos.subarray(0, 3)]).toEqual([5, 0, 0]);
    expect(after.data.qpos.subarray(7)).toEqual(data.qpos);
    expect(after.data.qvel.subarray(6)).toEqual(data.qvel);
    expect([...after.data.ctrl]).toEqual([0.3, -0.2, 0]);
    expect(after.data.act).toEqual(data.act);
    expect([...after.data.mocap_pos]).toEqual([1, 2, 3]);
  });

  test('what is removed leaves the rest as it was', () => {
    const { spec, model, data } = moved();
    removeElement(spec, body(spec, 'ball') as never);
    const after = recompile(spec, model, data);
    expect(after.data.qpos).toEqual(data.qpos.subarray(7));
    expect(after.data.qvel).toEqual(data.qvel.subarray(6));
  });

  test('a joint of another type starts anew', () => {
    const { spec, model, data } = moved();
    const joint = findElement(spec, 'joint', 'shoulder') as { type?: string };
    joint.type = 'ball';
    spec.actuators.length = 0;
    const arm = body(spec, 'arm') as { children: { kind: string; name?: string }[] };
    arm.children = arm.children.filter((c) => c.kind !== 'joint' || c.name === 'shoulder');
    const after = recompile(spec, model, data);
    expect([...after.data.qpos.subarray(7, 11)]).toEqual([1, 0, 0, 0]);
    expect(after.data.qpos.subarray(0, 7)).toEqual(data.qpos.subarray(0, 7));
  });
});
