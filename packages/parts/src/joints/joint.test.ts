import { enums, forward, integratePos, makeData, objectVelocity, step } from '@qpos/core';
import { addGeom, compile, createSpec } from '@qpos/spec';
import { describe, expect, test } from 'vitest';
import { composePoses, invertPose, type Pose, poseDifference, transformVector } from '../bodies/index.ts';
import { random } from '../testing/random.ts';
import {
  addJoint,
  cylindricalJoint,
  fixedJoint,
  freeJoint,
  type Joint,
  type JointOptions,
  planarJoint,
  prismaticJoint,
  revoluteJoint,
  sphericalJoint,
  universalJoint,
} from './index.ts';

const { number, numbers } = random(11);

const PLACE: JointOptions = {
  child: 'child',
  parentAnchor: { pos: [0.1, -0.2, 0.3], quat: [0.8, 0.1, -0.3, 0.4] },
  childAnchor: [0.05, 0.1, -0.15],
};
const AXIS = [1, 2, -0.5];
const KINDS: Record<Joint['kind'], (options: JointOptions) => Joint> = {
  fixed: (o) => fixedJoint(o),
  revolute: (o) => revoluteJoint({ ...o, axis: AXIS }),
  prismatic: (o) => prismaticJoint({ ...o, axis: AXIS }),
  universal: (o) => universalJoint({ ...o, axis: AXIS, axis2: [0, 1, 1] }),
  cylindrical: (o) => cylindricalJoint({ ...o, axis: AXIS }),
  planar: (o) => planarJoint({ ...o, axis: AXIS }),
  spherical: (o) => sphericalJoint(o),
  free: (o) => freeJoint(o),
};
const ALL = Object.keys(KINDS) as Joint['kind'][];
/** Degrees of freedom and positions of each kind, as every textbook has them. */
const SIZES = { fixed: [0, 0], revolute: [1, 1], prismatic: [1, 1], universal: [2, 2], cylindrical: [2, 2], planar: [3, 3], spherical: [3, 4], free: [6, 7] }; // biome-ignore format: a table

const distance = (a: Pose, b: Pose): number => Math.hypot(...poseDifference(a, b));
const randomPositions = (joint: Joint): Float64Array => joint.integrate(joint.neutral(), numbers(joint.nv), 1);

/** S·v: angular and linear velocity of the child in the parent. */
function velocityOf(joint: Joint, q: Float64Array, v: Float64Array): number[] {
  const S = joint.motionSubspace(q);
  return [0, 1, 2, 3, 4, 5].map((r) => v.reduce((sum, x, k) => sum + S[joint.nv * r + k] * x, 0));
}

describe.each(ALL)('a %s joint', (kind) => {
  const joint = KINDS[kind](PLACE);

  test('has its degrees of freedom', () => {
    expect([joint.nv, joint.nq]).toEqual(SIZES[kind]);
    expect(joint.constrained).toBe(6 - joint.nv);
  });

  test('at neutral positions has its anchors together and no rotation', () => {
    const { pos, quat } = composePoses(joint.transform(joint.neutral()), { pos: PLACE.childAnchor as number[] });
    const anchor = joint.parentAnchor;
    expect(distance({ pos, quat }, anchor)).toBeLessThan(1e-15);
  });

  test('moves as its motion subspace says', () => {
    for (let k = 0; k < 20; k++) {
      const [q, v, h] = [randomPositions(joint), numbers(joint.nv), 1e-5];
      const [before, after] = [joint.transform(joint.integrate(q, v, -h)), joint.transform(joint.integrate(q, v, h))];
      const change = poseDifference(after, before).map((x) => x / (2 * h));
      const angular = transformVector(joint.transform(q), change.subarray(0, 3)); // out of the frame of the child
      const wanted = velocityOf(joint, q, v);
      for (let i = 0; i < 3; i++) expect(angular[i]).toBeCloseTo(wanted[i] as number, 4);
      for (let i = 0; i < 3; i++) expect(change[3 + i]).toBeCloseTo(wanted[3 + i] as number, 8);
    }
  });

  test('integration and difference undo each other', () => {
    for (let k = 0; k < 20; k++) {
      const [q, v] = [randomPositions(joint), numbers(joint.nv)];
      const back = joint.difference(joint.integrate(q, v, 1), q);
      for (let i = 0; i < joint.nv; i++) expect(back[i]).toBeCloseTo(v[i], 12);
    }
  });

  test('has positions, velocities and their difference as the engine has them', () => {
    const spec = createSpec();
    addGeom(addJoint(spec, joint), { size: [0.1] });
    const model = compile(spec);
    expect([model.nq, model.nv]).toEqual([joint.nq, joint.nv]);
    if (joint.nv === 0) return;
    const [q, v, h] = [randomPositions(joint), numbers(joint.nv), 0.3];
    const moved = Float64Array.from(q);
    integratePos(model, moved, v, h);
    const ours = joint.integrate(q, v, h);
    for (let i = 0; i < joint.nq; i++) expect(ours[i]).toBeCloseTo(moved[i], 15);
  });

  test.each(['the world', 'a moving body'])('simulated below %s, follows its own kinematics', (where) => {
    const spec = createSpec();
    const parent = where === 'the world' ? {} : { parent: 'base' };
    if (where !== 'the world') addGeom(addJoint(spec, freeJoint({ child: 'base' })), { size: [0.2] });
    addGeom(addJoint(spec, KINDS[kind]({ ...PLACE, ...parent })), { size: [0.1], pos: [0.1, 0.2, 0.3] });
    const model = compile(spec);
    const data = makeData(model);
    data.qvel.set(numbers(model.nv));
    const child = model.body('child').id;
    const first = model.nq - joint.nq;
    for (let k = 0; k < 300; k++) {
      step(model, data);
      forward(model, data);
      const q = data.qpos.subarray(first);
      const inWorld = (b: number): Pose => ({
        pos: data.xpos.slice(3 * b, 3 * b + 3),
        quat: data.xquat.slice(4 * b, 4 * b + 4),
      });
      const base = inWorld(model.body_parentid[child]);
      expect(distance(composePoses(base, joint.transform(q)), inWorld(child))).toBeLessThan(1e-9);
      if (where !== 'the world') continue;
      const velocity = new Float64Array(6);
      objectVelocity(model, data, enums.ObjType.XBODY, child, velocity);
      const wanted = velocityOf(joint, q, data.qvel);
      for (let i = 0; i < 6; i++) expect(Math.abs(velocity[i] - (wanted[i] as number))).toBeLessThan(1e-9);
    }
  });
});

test('random joints and positions never give NaN', () => {
  for (let k = 0; k < 200; k++) {
    const kind = ALL[k % ALL.length] as Joint['kind'];
    const joint = KINDS[kind]({
      parentAnchor: { pos: numbers(3), quat: numbers(4) },
      childAnchor: numbers(3),
      damping: number(0, 2),
    });
    const [q, v] = [randomPositions(joint), numbers(joint.nv)];
    const { pos, quat } = joint.transform(q);
    for (const x of [...pos, ...quat, ...joint.motionSubspace(q), ...joint.forces(q, v)])
      expect(Number.isFinite(x)).toBe(true);
    const none = composePoses({ pos, quat }, invertPose({ pos, quat }));
    expect(Math.hypot(...none.pos)).toBeLessThan(1e-14);
  }
});

test.each([
  ['an axis without direction', () => revoluteJoint({ axis: [0, 0, 0] })],
  ['parallel axes', () => universalJoint({ axis: [1, 0, 0], axis2: [-2, 0, 0] })],
  ['positions of another size', () => planarJoint().transform([0, 0])],
  ['a quaternion without direction', () => sphericalJoint().transform([0, 0, 0, 0])],
  ['NaN', () => prismaticJoint().transform([Number.NaN])],
  ['limits of a ball', () => sphericalJoint({ limits: [undefined] })],
  ['negative damping', () => revoluteJoint({ damping: -1 })],
])('%s is refused', (_, make) => {
  expect(make).toThrow(expect.objectContaining({ name: 'PartsError', code: 'bad-argument' }));
});
