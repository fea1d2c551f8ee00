import { enums, forward, makeData, step } from '@qpos/core';
import { addBody, addGeom, compile, createSpec, parseMjcf, writeMjcf } from '@qpos/spec';
import { describe, expect, test } from 'vitest';
import { addJoint, fixedJoint, freeJoint, JointLimits, JointMotor, planarJoint, prismaticJoint, revoluteJoint, universalJoint } from './index.ts'; // biome-ignore format: one list

const ball = (spec: ReturnType<typeof createSpec>, joint: Parameters<typeof addJoint>[1]) =>
  addGeom(addJoint(spec, joint), { size: [0.1], pos: [0.2, 0, 0] });

describe('addJoint', () => {
  test('a universal joint is two hinges, a planar one two slides and a hinge', () => {
    const spec = createSpec();
    ball(spec, universalJoint({ child: 'a' }));
    ball(spec, planarJoint({ child: 'b', parent: 'a' }));
    const { HINGE, SLIDE } = enums.JointType;
    expect([...compile(spec).jnt_type]).toEqual([HINGE, HINGE, SLIDE, SLIDE, HINGE]);
  });

  test("a free joint is the engine's own in the world, and slides and a ball elsewhere", () => {
    const spec = createSpec();
    ball(spec, freeJoint({ child: 'a' }));
    ball(spec, freeJoint({ child: 'b', parent: 'a' }));
    const { FREE, SLIDE, BALL } = enums.JointType;
    expect([...compile(spec).jnt_type]).toEqual([FREE, SLIDE, SLIDE, SLIDE, BALL]);
  });

  test('limits become ranges, in degrees or radians as the Spec has them', () => {
    for (const angle of ['radian', 'degree'] as const) {
      const spec = createSpec();
      spec.compiler.angle = angle;
      ball(spec, revoluteJoint({ child: 'a', limits: JointLimits.symmetric(0.5) }));
      ball(spec, prismaticJoint({ child: 'b', limits: new JointLimits(-0.1, Infinity) }));
      const model = compile(spec);
      expect(model.jnt_range[0]).toBeCloseTo(-0.5, 15);
      expect(model.jnt_range[1]).toBeCloseTo(0.5, 15);
      expect([model.jnt_range[2], model.jnt_range[3]]).toEqual([-0.1, 1e10]);
    }
  });

  test('a motor becomes an actuator with the same force', () => {
    const motors = [
      new JointMotor({ mode: 'position', kp: 20, kd: 2, maxForce: 3 }),
      new JointMotor({ mode: 'velocity', kd: 4 }),
      new JointMotor({ mode: 'torque', gearRatio: 5, maxForce: 100 }),
    ];
    for (const motor of motors) {
      const spec = createSpec();
      ball(spec, revoluteJoint({ child: 'arm', motor, damping: 0.3 }));
      const model = compile(spec);
      const data = makeData(model);
      for (const [q, v, target] of [
        [0.1, 0.2, 0.5],
        [-0.4, 1, -0.1],
        [0, 0, 2],
      ] as const) {
        data.qpos[0] = q;
        data.qvel[0] = v;
        data.ctrl[0] = target;
        motor.target = target;
        forward(model, data);
        expect(data.qfrc_actuator[0]).toBeCloseTo(motor.force(q, v), 12);
        expect(data.qfrc_passive[0]).toBeCloseTo(-0.3 * v, 12);
      }
    }
  });

  test('a body that is there moves below its parent with everything it has', () => {
    const spec = createSpec();
    addGeom(addBody(spec.worldbody, { name: 'tool', euler: [0, 0, 90], pos: [9, 9, 9] }), { size: [0.1], name: 'tip' });
    ball(spec, revoluteJoint({ child: 'arm' }));
    addJoint(spec, fixedJoint({ child: 'tool', parent: 'arm', parentAnchor: { pos: [0.5, 0, 0] } }));
    const model = compile(spec);
    const b = model.body('tool').id;
    expect(model.body_parentid[b]).toBe(model.body('arm').id);
    expect([...model.body_pos.subarray(3 * b, 3 * b + 3)]).toEqual([0.5, 0, 0]);
    expect([...model.body_quat.subarray(4 * b, 4 * b + 4)]).toEqual([1, 0, 0, 0]);
    expect(model.geom('tip').id).toBeGreaterThanOrEqual(0);
  });

  test('the Spec can be written and read again', () => {
    const spec = createSpec();
    ball(
      spec,
      universalJoint({
        child: 'a',
        motor: new JointMotor({ mode: 'position' }),
        limits: [JointLimits.symmetric(1), undefined],
      }),
    );
    const again = compile(parseMjcf(writeMjcf(spec)));
    const data = makeData(again);
    step(again, data, 10);
    expect([again.nv, again.nu]).toEqual([2, 1]);
  });

  test.each([
    ['no Spec', () => addJoint({} as never, fixedJoint()), 'bad-argument'],
    ['no joint', () => addJoint(createSpec(), {} as never), 'bad-argument'],
    ['an unknown parent', () => addJoint(createSpec(), fixedJoint({ parent: 'nobody' })), 'unknown-name'],
    [
      'a second joint',
      () => {
        const spec = createSpec();
        addJoint(spec, revoluteJoint());
        addJoint(spec, revoluteJoint());
      },
      'bad-argument',
    ],
    [
      'a loop',
      () => {
        const spec = createSpec();
        addBody(addBody(spec.worldbody, { name: 'child' }), { name: 'below' });
        addJoint(spec, revoluteJoint({ parent: 'below' }));
      },
      'bad-argument',
    ],
    ['a motor without an axis', () => fixedJoint({ motor: new JointMotor() }), 'bad-argument'],
  ])('%s is refused', (_, make, code) => {
    // biome-ignore format: a table
    expect(make).toThrow(expect.objectContaining({ name: 'PartsError', code }));
  });
});
