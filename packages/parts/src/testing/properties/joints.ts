import { createSpec } from '@qpos/spec';
import { boxMass, makeBodyState } from '../../bodies/index.ts';
import * as joints from '../../joints/index.ts';
import type { Random } from '../random.ts';
import { type Calls, call, pick, pose, size, vector } from './call.ts';

type Options = joints.UniversalJointOptions & joints.AxisJointOptions;
const KINDS = {
  cylindricalJoint: joints.cylindricalJoint,
  fixedJoint: joints.fixedJoint,
  freeJoint: joints.freeJoint,
  planarJoint: joints.planarJoint,
  prismaticJoint: joints.prismaticJoint,
  revoluteJoint: joints.revoluteJoint,
  sphericalJoint: joints.sphericalJoint,
  universalJoint: joints.universalJoint,
} as const;

/** A joint of every kind, with all that it does at random positions. */
const kinds: Calls = Object.fromEntries(
  Object.entries(KINDS).map(([name, make]) => [
    name,
    (r) =>
      call(
        (options: Options) => {
          const joint = make(options);
          const q = r.numbers(joint.nq).map((x) => x || 1);
          const [v, dt] = [r.numbers(joint.nv), r.number()];
          const next = joint.integrate(q, v, dt);
          return [joint.transform(q), joint.motionSubspace(q), next, joint.difference(next, q)];
        },
        { parentAnchor: pose(r), childAnchor: vector(r), damping: size(r) },
      ),
  ]),
);

const actuator = (r: Random): [number, number, number, number] => [
  r.number(-2, 2),
  r.number(-9, 9),
  r.number(-9, 9),
  r.number(0, 0.1),
];
const positions = (r: Random) => ({ a: r.number(-3, 3), b: r.number(-3, 3) });
const limits = (r: Random) =>
  new joints.JointLimits(-size(r), size(r), pick(r, [{}, { stop: { stiffness: size(r), damping: size(r) } }]));

function positive(r: Random, n: number): Float64Array {
  const B = r.numbers(n * n);
  return Float64Array.from({ length: n * n }, (_, k) => {
    const [i, j] = [Math.floor(k / n), k % n];
    let sum = i === j ? 0.1 : 0;
    for (let l = 0; l < n; l++) sum += (B[i * n + l] as number) * (B[j * n + l] as number);
    return sum;
  });
}

/** What every joint can do, with one of each kind. */
const methods: Calls = Object.fromEntries(
  Object.entries(KINDS).flatMap(([name, make]) => {
    const joint = make({ damping: 1 });
    const q = (r: Random) => r.numbers(joint.nq);
    const v = (r: Random) => r.numbers(joint.nv);
    const of = (method: string): string => `${name}().${method}`;
    return [
      [of('transform'), (r: Random) => call((p) => joint.transform(p), q(r))],
      [of('motionSubspace'), (r: Random) => call((p) => joint.motionSubspace(p), q(r))],
      [of('difference'), (r: Random) => call((to, from) => joint.difference(to, from), q(r), q(r))],
      [of('integrate'), (r: Random) => call((p, w, dt) => joint.integrate(p, w, dt), q(r), v(r), r.number())],
      [of('forces'), (r: Random) => call((p, w) => joint.forces(p, w), q(r), v(r))],
    ];
  }),
);

/** Calls of `@qpos/parts/joints`. */
export const jointsCalls: Calls = {
  ...kinds,
  ...methods,
  AdhesionActuator: (r) => {
    const times = { attachTime: r.number(0.01, 1), releaseTime: r.number(0.01, 1) };
    return call((o) => new joints.AdhesionActuator(o), {
      ...times,
      ...pick(r, Object.values(joints.ADHESION_PRESETS)),
    });
  },
  'AdhesionActuator.step': (r) => {
    const pad = new joints.AdhesionActuator(joints.ADHESION_PRESETS.gecko);
    return call((u, x, v, dt) => [pad.step(u, x, v, dt), pad.maxShear, pad.reset()], ...actuator(r));
  },
  customActuator: () =>
    call(
      (f) => joints.customActuator(f).step(1, 2, 3, 0.1),
      (u: number, x: number) => u - x,
    ),
  IntegratedVelocityActuator: (r) =>
    call((o) => new joints.IntegratedVelocityActuator(o), {
      kp: size(r),
      kd: size(r),
      range: [-size(r), size(r)] as const,
    }),
  'IntegratedVelocityActuator.step': (r) => {
    const a = new joints.IntegratedVelocityActuator({ kp: size(r) });
    return call((u, x, v, dt) => [a.step(u, x, v, dt), a.target, a.reset()], ...actuator(r));
  },
  PneumaticCylinder: (r) => call((o) => new joints.PneumaticCylinder(o), { area: size(r), maxPressure: size(r) }),
  'PneumaticCylinder.step': (r) => {
    const a = new joints.PneumaticCylinder(joints.CYLINDER_PRESETS.hydraulic);
    return call((u, x, v, dt) => [a.step(u, x, v, dt), a.pressure, a.reset()], ...actuator(r));
  },
  addJoint: (r) =>
    call(
      (spec, joint) => joints.addJoint(spec, joint) && undefined,
      createSpec() as unknown as joints.SpecLike,
      KINDS.universalJoint({ child: 'a', parentAnchor: pose(r) }),
    ),
  CgSolver: (r) => call((c) => new joints.CgSolver(c), pick(r, Object.values(joints.CG_PRESETS))),
  'CgSolver.solve': (r) => {
    const solver = new joints.CgSolver({ preconditioner: pick(r, ['none', 'jacobi', 'block-jacobi'] as const) });
    return call(
      (A, b, blocks) => [solver.solve(A, b, blocks), solver.statistics, solver.reset()],
      positive(r, 6),
      r.numbers(6),
      [3, 3],
    );
  },
  solveContacts: (r) => call(joints.solveContacts, positive(r, 6), r.numbers(6), [size(r), size(r)]),
  addCoupling: () =>
    call(
      (spec, coupling, name) => {
        joints.addJoint(spec, joints.revoluteJoint({ child: 'x', name: 'a' }));
        joints.addJoint(spec, joints.revoluteJoint({ child: 'y', name: 'b' }));
        return joints.addCoupling(spec, coupling, name);
      },
      createSpec() as unknown as joints.SpecLike,
      joints.mimicCoupling('a', 'b'),
      'pair',
    ),
  CouplingGroup: (r) => call((c) => new joints.CouplingGroup(c), [joints.gearCoupling('a', 'b', 1 + size(r))]),
  'CouplingGroup.solve': (r) => {
    const group = new joints.CouplingGroup([joints.gearCoupling('a', 'b', r.number(1, 10))]);
    const state = { positions: positions(r), velocities: positions(r), inverseInertia: { a: size(r), b: size(r) } };
    return call((s, dt) => group.solve(s, dt), state, r.number(1e-4, 0.1));
  },
  differentialCoupling: (r) =>
    call(joints.differentialCoupling, 'c', ['a', 'b'] as const, pick(r, ['average', 'difference'] as const), {
      compliance: size(r),
    }),
  gearCoupling: (r) =>
    call(joints.gearCoupling, 'a', 'b', 1 + size(r), pick(r, ['reduction', 'overdrive', 'reverse'] as const)),
  JointCoupling: (r) => call((c, o) => new joints.JointCoupling(c, o), positions(r), { baumgarte: r.number(0, 1) }),
  'JointCoupling.error': (r) => call((p) => new joints.JointCoupling({ a: 1, b: -2 }).error(p), positions(r)),
  'JointCoupling.rate': (r) => call((p) => new joints.JointCoupling({ a: 1, b: -2 }).rate(p), positions(r)),
  mimicCoupling: (r) => call(joints.mimicCoupling, 'a', 'b', r.number(-3, 3)),
  JointSystem: (r) =>
    call((b, j) => new joints.JointSystem(b, j), { a: { mass: boxMass(size(r), [1, 1, 1]), state: makeBodyState() } }, [
      joints.sphericalJoint({ child: 'a' }),
    ]),
  'JointSystem.step': (r) => {
    const system = new joints.JointSystem({ a: { mass: boxMass(size(r), [0.2, 0.3, 0.4]) } }, [
      joints.revoluteJoint({ child: 'a', childAnchor: [0.1, 0, 0.4] }),
    ]);
    return call((dt) => [system.step(dt), system.error(), system.state('a')], r.number(1e-4, 0.02));
  },
  'JointSystem.state': () =>
    call((name) => new joints.JointSystem({ a: { mass: boxMass(1, [1, 1, 1]) } }, []).state(name), 'a'),
  JointLimits: (r) =>
    call((l, u, o) => new joints.JointLimits(l, u, o), -size(r), size(r), { restitution: r.number() }),
  'JointLimits.symmetric': (r) => call(joints.JointLimits.symmetric, size(r)),
  'JointLimits.unlimited': () => call(() => joints.JointLimits.unlimited().clamp(3)),
  'JointLimits.criticallyDamped': (r) => call(joints.JointLimits.criticallyDamped, -size(r), size(r), size(r), size(r)),
  'JointLimits.state': (r) => call((x) => limits(r).state(x), r.number(-9, 9)),
  'JointLimits.clamp': (r) => call((x) => limits(r).clamp(x), r.number(-9, 9)),
  'JointLimits.force': (r) => call((x, v) => limits(r).force(x, v), r.number(-9, 9), r.number(-9, 9)),
  'JointLimits.reboundVelocity': (r) =>
    call((x, v) => limits(r).reboundVelocity(x, v), r.number(-9, 9), r.number(-9, 9)),
  JointMotor: (r) =>
    call((o) => new joints.JointMotor(o), {
      mode: pick(r, ['torque', 'velocity', 'position'] as const),
      kp: size(r),
      gearRatio: size(r),
    }),
  'JointMotor.of': (r) =>
    call(joints.JointMotor.of, pick(r, Object.keys(joints.MOTOR_PRESETS) as joints.MotorPreset[])),
  'JointMotor.force': (r) =>
    call((x, v) => joints.JointMotor.of('hobbyServo', { target: 1 }).force(x, v), r.number(-9, 9), r.number(-9, 9)),
  'JointMotor.maxForceAt': (r) => call((v) => joints.JointMotor.of('hobbyServo').maxForceAt(v), r.number(-9, 9)),
  TendonConstraint: (r) =>
    call((a, o) => new joints.TendonConstraint(a, o), positions(r), { stiffness: size(r), slack: r.number(0, 1) }),
  'TendonConstraint.length': (r) =>
    call((p) => new joints.TendonConstraint({ a: 0.1, b: -0.2 }).length(p), positions(r)),
  'TendonConstraint.tension': (r) =>
    call((p, v) => new joints.TendonConstraint({ a: 0.1, b: -0.2 }).tension(p, v), positions(r), positions(r)),
  TendonNetwork: () => call((t) => new joints.TendonNetwork(t), { t: new joints.TendonConstraint({ a: 0.1 }) }),
  'TendonNetwork.torques': (r) => {
    const network = new joints.TendonNetwork({
      s: new joints.TendonConstraint({ a: 0.1 }),
      t: new joints.TendonConstraint({ a: -0.1, b: 0.2 }),
    });
    return call((p, v) => network.torques(p, v), positions(r), positions(r));
  },
};
