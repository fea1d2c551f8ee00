import { makeBodyState, sphereMass } from '@qpos/parts';
import { CABLES } from './cable-parameters.ts';
import * as k from './kinds.ts';
import { MUSCLES } from './muscle-parameters.ts';
import { SOFT } from './soft-parameters.ts';

const vector = k.numbersIn(3);
const pose = k.settings();
const amount = k.value(() => 1, 'number', 'fraction', 'huge');

const bodies: Readonly<Record<string, k.Kind>> = {
  'makePose.pos': vector,
  'makePose.quat': k.numbersIn(4),
  'composePoses.outer': pose,
  'composePoses.inner': pose,
  'invertPose.pose': pose,
  'transformPoint.pose': pose,
  'transformPoint.point': vector,
  'transformVector.pose': pose,
  'transformVector.vector': vector,
  'poseDifference.to': pose,
  'poseDifference.from': pose,
  'makeTwist.angular': vector,
  'makeTwist.linear': vector,
  'makeBodyState.pose': pose,
  'makeBodyState.twist': pose,
  'pointVelocity.state': k.value(() => makeBodyState()),
  'pointVelocity.point': vector,
  'makeMass.mass': amount,
  'makeMass.inertia': k.value(() => [1, 1, 1]),
  'makeMass.com': vector,
  'composeMass.parts': k.value(() => [{ mass: sphereMass(1, 1) }]),
  'principalInertia.properties': k.value(() => sphereMass(1, 1)),
  'sphereMass.mass': amount,
  'sphereMass.radius': amount,
  'ellipsoidMass.mass': amount,
  'ellipsoidMass.radii': vector,
  'boxMass.mass': amount,
  'boxMass.half': vector,
  'cylinderMass.mass': amount,
  'cylinderMass.radius': amount,
  'cylinderMass.half': amount,
  'capsuleMass.mass': amount,
  'capsuleMass.radius': amount,
  'capsuleMass.half': amount,
  'massOf.density': amount,
  'massOf.volume': amount,
  'bodyId.index': k.index(),
  'jointId.index': k.index(),
  'BodyIntegrator.properties': k.value(() => sphereMass(1, 1)),
  'applyAction.action': k.value(() => ({ type: 'controls', controls: [0] })),
  'setStateOfBody.body': k.text('ball'),
  'setStateOfBody.state': k.value(() => makeBodyState()),
  'stateOfJoint.joint': k.index(),
  'makeConfig.config': pose,
  'configure.config': pose,
};

/** What the parameters of the functions of `@qpos/parts` take, by library. */
export const PARTS: Readonly<Record<string, k.Kind>> = { ...bodies, ...MUSCLES, ...CABLES, ...SOFT };
