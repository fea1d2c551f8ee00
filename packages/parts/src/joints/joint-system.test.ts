import { forward, makeData, step } from '@qpos/core';
import { addInertial, compile, createSpec } from '@qpos/spec';
import { describe, expect, test } from 'vitest';
import { boxMass, makeBodyState, type Pose } from '../bodies/index.ts';
import { addJoint, cylindricalJoint, fixedJoint, freeJoint, type Joint, type JointOptions, JointSystem, planarJoint, prismaticJoint, revoluteJoint, sphericalJoint, universalJoint } from './index.ts'; // biome-ignore format: one list

const HALF = [0.05, 0.1, 0.2];
const BOX = boxMass(1.5, HALF);
const PLACE: JointOptions = {
  child: 'b',
  parent: 'a',
  parentAnchor: { pos: [0.2, 0, 0], quat: [1, 0.2, 0.1, 0] },
  childAnchor: [-0.2, 0.1, 0],
};
const JOINTS: Joint[] = [
  fixedJoint(PLACE),
  revoluteJoint({ ...PLACE, axis: [1, 1, 0] }),
  prismaticJoint({ ...PLACE, axis: [1, 0, 1] }),
  universalJoint(PLACE),
  cylindricalJoint(PLACE),
  planarJoint(PLACE),
  sphericalJoint(PLACE),
  freeJoint(PLACE),
];

describe('bodies held by joints', () => {
  test.each(JOINTS)('a $kind joint moves its bodies as the engine does, closer with smaller steps', (joint) => {
    const apart = (h: number): number => {
      const first = revoluteJoint({ child: 'a', axis: [0, 1, 0], childAnchor: [-0.3, 0, 0] });
      const spec = createSpec();
      for (const j of [first, joint])
        addInertial(addJoint(spec, j), {
          pos: [0, 0, 0],
          mass: BOX.mass,
          diaginertia: [BOX.inertia[0], BOX.inertia[4], BOX.inertia[8]],
        });
      const model = compile(spec);
      model.opt.timestep = h;
      const data = makeData(model);
      forward(model, data);
      const place = (b: number): Pose => ({
        pos: data.xpos.slice(3 * b, 3 * b + 3),
        quat: data.xquat.slice(4 * b, 4 * b + 4),
      });
      const bodies = {
        a: { mass: BOX, state: makeBodyState(place(1)) },
        b: { mass: BOX, state: makeBodyState(place(2)) },
      };
      const system = new JointSystem(bodies, [first, joint], { solver: { tolerance: 1e-12, maxIterations: 100 } });
      for (let t = 0; t < 0.3 - h / 2; t += h) {
        expect(system.step(h).converged).toBe(true);
        step(model, data);
      }
      forward(model, data);
      expect(system.error()).toBeLessThan(100 * h * h); // what a step adds over what the next takes away
      return Math.hypot(...system.state('b').pose.pos.map((x, k) => x - data.xpos[6 + k]));
    };
    const [coarse, fine] = [apart(0.004), apart(0.002)];
    expect(coarse).toBeLessThan(0.02);
    expect(fine).toBeLessThan(0.75 * coarse + 1e-12);
  });

  test('a closed loop stays closed: a four-bar linkage', () => {
    const bar = (x: number): { mass: typeof BOX; state: ReturnType<typeof makeBodyState> } => ({
      mass: BOX,
      state: makeBodyState({ pos: [x, 0, 0] }),
    });
    const bodies = { left: bar(0), top: { mass: BOX, state: makeBodyState({ pos: [0.5, 0, 0.5] }) }, right: bar(1) };
    const axis = [0, 1, 0];
    const system = new JointSystem(bodies, [
      revoluteJoint({ child: 'left', axis, childAnchor: [0, 0, -0.5], parentAnchor: { pos: [0, 0, -0.5] } }),
      revoluteJoint({ parent: 'left', child: 'top', axis, parentAnchor: { pos: [0, 0, 0.5] }, childAnchor: [-0.5, 0, 0] }),
      revoluteJoint({ parent: 'top', child: 'right', axis, parentAnchor: { pos: [0.5, 0, 0] }, childAnchor: [0, 0, 0.5] }),
      revoluteJoint({ child: 'right', axis, childAnchor: [0, 0, -0.5], parentAnchor: { pos: [1, 0, -0.5] } }),
    ], { gravity: [3, 0, -9.81] }); // biome-ignore format: a list of joints
    for (let k = 0; k < 400; k++) system.step(0.001);
    expect(system.error()).toBeLessThan(1e-4);
    const tilt = system.state('left').pose.quat[2];
    expect(tilt).toBeGreaterThan(0.05); // the parallelogram leans over
    expect(system.state('right').pose.quat[2]).toBeCloseTo(tilt, 4);
    expect(system.state('top').pose.quat[2]).toBeCloseTo(0, 4);
  });

  test('without gravity a linkage keeps its momentum', () => {
    const bodies = {
      a: { mass: BOX, state: makeBodyState({}, { linear: [1, 0, 0] }) },
      b: { mass: BOX, state: makeBodyState({ pos: [0.4, 0, 0] }) },
    };
    const joint = sphericalJoint({
      parent: 'a',
      child: 'b',
      parentAnchor: { pos: [0.2, 0, 0] },
      childAnchor: [-0.2, 0, 0],
    });
    const system = new JointSystem(bodies, [joint], { gravity: [0, 0, 0] });
    for (let k = 0; k < 200; k++) system.step(0.001);
    const [a, b] = [system.state('a'), system.state('b')];
    for (let k = 0; k < 3; k++) expect(a.twist.linear[k] + b.twist.linear[k]).toBeCloseTo(k === 0 ? 1 : 0, 9);
  });

  test.each([
    ['a joint of a body that is not there', () => new JointSystem({}, [fixedJoint()]), 'unknown-name'],
    ['no joints', () => new JointSystem({}, 3 as never), 'bad-argument'],
    [
      'the state of a body that is not there',
      () => new JointSystem({ a: { mass: BOX } }, []).state('b'),
      'unknown-name',
    ],
    ['a step of no size', () => new JointSystem({ a: { mass: BOX } }, []).step(0), 'bad-argument'],
  ])('%s is refused', (_, make, code) => {
    expect(make).toThrow(expect.objectContaining({ name: 'PartsError', code }));
  });
});
