import { forward, makeData } from '@qpos/core';
import { loadModel } from '@qpos/spec';
import * as bodies from '../../bodies/index.ts';
import type { Random } from '../random.ts';
import { type Calls, call, pick, pose, quaternion, size, vector } from './call.ts';

const model = loadModel(`<mujoco><worldbody>
  <body name="free"><freejoint/><geom name="g" size="0.1"/></body>
  <body name="arm" pos="1 0 0"><joint name="hinge" axis="0 1 0"/><geom size="0.05" fromto="0 0 0 0 0 -0.4" type="capsule"/></body>
</worldbody><actuator><motor joint="hinge"/></actuator></mujoco>`);
const data = makeData(model);
forward(model, data);

const body = (r: Random) => pick(r, ['free', 'arm', 1, 2]);
const state = (r: Random) => bodies.makeBodyState(pose(r), { angular: r.numbers(3), linear: r.numbers(3) });
const solid = (r: Random) => bodies.boxMass(size(r), r.numbers(3).map((x) => 0.1 + Math.abs(x))); // biome-ignore format: one line
const methods = Object.keys(bodies.INTEGRATION_ORDERS) as bodies.IntegrationMethod[];

const action = (r: Random): bodies.Action =>
  pick(r, [
    { type: 'controls', controls: r.numbers(1) },
    { type: 'joints', commands: [{ joint: 'hinge', type: pick(r, ['effort', 'velocity', 'position']), value: r.number(-9, 9) }] },
    { type: 'forces', forces: [{ body: body(r), force: vector(r), torque: vector(r), point: vector(r) }] },
  ] as bodies.Action[]); // biome-ignore format: one line each

/** Calls of `@qpos/parts/bodies`. */
export const bodiesCalls: Calls = {
  applyAction: (r) =>
    call((m, d, a) => [bodies.applyAction(m, d, a), d.qfrc_applied, d.xfrc_applied], model, data, action(r)),
  bodyId: (r) => call(bodies.bodyId, Math.floor(size(r))),
  jointId: (r) => call(bodies.jointId, Math.floor(size(r))),
  BodyIntegrator: (r) =>
    call((p, o) => new bodies.BodyIntegrator(p, o), solid(r), { method: pick(r, methods), gravity: vector(r) }),
  'BodyIntegrator.step': (r) => {
    const integrator = new bodies.BodyIntegrator(solid(r), { method: pick(r, methods) });
    return call(
      (s, dt, n) => [integrator.step(s, dt, n), s],
      state(r),
      r.number(0, 0.01),
      1 + Math.floor(r.number(0, 3)),
    );
  },
  composeMass: (r) => call(bodies.composeMass, [{ mass: solid(r), pose: pose(r) }, { mass: solid(r) }]),
  makeMass: (r) => {
    const a = size(r);
    return call(bodies.makeMass, size(r), [a, 0, 0, 0, a * r.number(1, 1.5), 0, 0, 0, a * r.number(1, 1.5)], vector(r));
  },
  principalInertia: (r) => call(bodies.principalInertia, bodies.composeMass([{ mass: solid(r), pose: pose(r) }])),
  massOfBody: (r) => call(bodies.massOfBody, model, body(r)),
  setStateOfBody: (r) =>
    call(
      (m, d, b, s) => [bodies.setStateOfBody(m, d, b, s), d.qpos],
      model,
      makeData(model),
      pick(r, ['free', 1]),
      state(r),
    ),
  stateOfBody: (r) => call(bodies.stateOfBody, model, data, body(r)),
  stateOfJoint: () => call(bodies.stateOfJoint, model, data, 'hinge' as string | number),
  composePoses: (r) => call(bodies.composePoses, pose(r), pose(r)),
  invertPose: (r) => call(bodies.invertPose, pose(r)),
  makePose: (r) => call(bodies.makePose, vector(r), quaternion(r)),
  poseDifference: (r) => call(bodies.poseDifference, pose(r), pose(r)),
  transformPoint: (r) => call(bodies.transformPoint, pose(r), vector(r)),
  transformVector: (r) => call(bodies.transformVector, pose(r), vector(r)),
  makeBodyState: (r) => call(bodies.makeBodyState, pose(r), { angular: vector(r), linear: vector(r) }),
  makeTwist: (r) => call(bodies.makeTwist, vector(r), vector(r)),
  pointVelocity: (r) => call(bodies.pointVelocity, state(r), vector(r)),
  configOf: () => call(bodies.configOf, model),
  configure: (r) => call(bodies.configure, model, { timestep: r.number(1e-4, 0.01), gravity: vector(r) }),
  makeConfig: (r) => call(bodies.makeConfig, { timestep: size(r), gravity: vector(r) }),
  boxMass: (r) => call(bodies.boxMass, size(r), [size(r), size(r), size(r)]),
  capsuleMass: (r) => call(bodies.capsuleMass, size(r), size(r), size(r)),
  cylinderMass: (r) => call(bodies.cylinderMass, size(r), size(r), size(r)),
  ellipsoidMass: (r) => call(bodies.ellipsoidMass, size(r), [size(r), size(r), size(r)]),
  massOf: (r) => call(bodies.massOf, size(r), size(r)),
  sphereMass: (r) => call(bodies.sphereMass, size(r), size(r)),
};
