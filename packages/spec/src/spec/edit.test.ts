import { describe, expect, test } from 'vitest';
import { parseMjcf } from '../mjcf/parse.ts';
import { writeMjcf } from '../mjcf/write.ts';
import {
  addActuator,
  addBody,
  addDefault,
  addEquality,
  addFixedTendon,
  addFrame,
  addGeom,
  addJoint,
  addKey,
  addSensor,
  attachModel,
  setDefault,
} from './add.ts';
import { createSpec } from './create.ts';
import { copySpec, findElement, removeElement } from './edit.ts';
import { expandSpec } from './expand.ts';
import type { BodyNode, Spec } from './types.ts';
import { walkTree } from './walk.ts';

function arm(): Spec {
  const spec = createSpec({ model: 'arm' });
  const visual = addDefault(spec.defaults, 'visual');
  setDefault(visual, 'geom', { contype: 0, conaffinity: 0 });
  const upper = addBody(spec.worldbody, { name: 'upper', pos: [0, 0, 1] });
  addJoint(upper, { name: 'shoulder', type: 'hinge', axis: [0, 1, 0] });
  addGeom(upper, { type: 'capsule', fromto: [0, 0, 0, 0, 0, 1], size: [0.1] });
  const lower = addBody(addFrame(upper, { pos: [0, 0, 1] }), { name: 'lower' });
  addJoint(lower, { name: 'elbow' });
  addGeom(lower, { size: [0.1], class: 'visual' });
  addFixedTendon(spec, { name: 'cord', path: [{ kind: 'fixedJoint', joint: 'elbow', coef: 1 }] });
  addActuator(spec, 'motor', { name: 'pull', tendon: 'cord' });
  addActuator(spec, 'position', { name: 'turn', joint: 'shoulder', kp: 10 });
  addSensor(spec, 'jointpos', { joint: 'elbow' });
  addSensor(spec, 'actuatorfrc', { actuator: 'pull' });
  addEquality(spec, 'weld', { body1: 'upper' });
  addKey(spec, { name: 'home', qpos: [0, 0] });
  return spec;
}

describe('a Spec built in code', () => {
  test('is the same when written and read', () => {
    const text = writeMjcf(arm());
    expect(writeMjcf(parseMjcf(text, { mode: 'strict' }))).toBe(text);
  });

  test('unknown attributes are refused with a hint', () => {
    expect(() => addGeom(createSpec().worldbody, { sise: [1] } as object)).toThrow(/did you mean 'size'/);
  });

  test('find', () => {
    const spec = arm();
    expect(findElement(spec, 'body', 'lower')).toMatchObject({ kind: 'body' });
    expect(findElement(spec, 'actuator', 'pull')).toMatchObject({ kind: 'motor' });
    expect(findElement(spec, 'body', 'world')).toBe(spec.worldbody);
    expect(findElement(spec, 'geom', 'lower')).toBeUndefined();
  });

  test('remove takes along what depends on it', () => {
    const spec = arm();
    const lower = findElement(spec, 'body', 'lower');
    expect(lower !== undefined && removeElement(spec, lower)).toBe(true);
    expect(spec.tendons).toHaveLength(0);
    expect(spec.actuators.map((a) => a.name)).toEqual(['turn']);
    expect(spec.sensors).toHaveLength(0);
    expect(spec.equalities).toHaveLength(1);
    expect(lower !== undefined && removeElement(spec, lower)).toBe(false);
  });

  test('copySpec shares nothing that can be edited', () => {
    const spec = arm();
    const text = writeMjcf(spec);
    const copy = copySpec(spec);
    expect(writeMjcf(copy)).toBe(text);
    const body = findElement(copy, 'body', 'upper') as { pos: number[] };
    body.pos[2] = 9;
    copy.actuators.pop();
    expect(writeMjcf(spec)).toBe(text);
  });

  test('attachModel', () => {
    const scene = createSpec();
    attachModel(scene, addFrame(scene.worldbody, { pos: [1, 0, 0] }), arm(), { prefix: 'left/', body: 'upper' });
    attachModel(scene, scene.worldbody, arm(), { prefix: 'right/' });
    const flat = expandSpec(scene);
    expect(flat.actuators.map((a) => a.name)).toEqual(['left/pull', 'left/turn', 'right/pull', 'right/turn']);
    expect(scene.models.map((m) => m.name)).toEqual(['arm', 'arm1']);
  });
});

test('ten thousand levels: build, copy, find, write', () => {
  const spec = createSpec();
  let node: BodyNode = spec.worldbody;
  for (let i = 0; i < 10_000; i++) node = addBody(node, { name: `b${i}` });
  const copy = copySpec(spec);
  expect(findElement(copy, 'body', 'b9999')).toBeDefined();
  let count = 0;
  walkTree(parseMjcf(writeMjcf(copy), { limits: { depth: 20_000 } }).worldbody, () => {
    count++;
    return true;
  });
  expect(count).toBe(10_000);
});
