import { fixedJoint, Imu, JointCoupling, makeBodyState, sphereMass, TendonConstraint } from '@qpos/parts';
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

const coupling = k.value(() => new JointCoupling({ hinge: 1 }));
const joint = (name: string): k.Kind => k.text(name);
const cgConfig = k.settings();

const joints: Readonly<Record<string, k.Kind>> = {
  'addJoint.joint': k.value(() => fixedJoint()),
  'JointLimits.lower': k.value(() => -1, 'negative', 'fraction', 'number'),
  'JointLimits.upper': k.value(() => 1, 'number', 'negative', 'fraction', 'huge'),
  'JointLimits.symmetric.extent': amount,
  'JointLimits.criticallyDamped.lower': k.value(() => -1, 'negative', 'fraction', 'number'),
  'JointLimits.criticallyDamped.upper': k.value(() => 1, 'number', 'negative', 'fraction', 'huge'),
  'JointLimits.criticallyDamped.stiffness': amount,
  'JointLimits.criticallyDamped.mass': amount,
  'JointMotor.of.preset': k.value(() => 'hobbyServo'),
  'PneumaticCylinder.options': k.value(() => ({ area: 1, maxPressure: 1 })),
  'AdhesionActuator.options': k.value(() => ({ attachTime: 1, releaseTime: 1, shearRatio: 1 })),
  'customActuator.force': k.callback,
  'CgSolver.config': cgConfig,
  'solveContacts.W': k.value(() => [1, 0, 0, 0, 1, 0, 0, 0, 1]),
  'solveContacts.b': vector,
  'solveContacts.friction': k.numbersIn(1),
  'solveContacts.config': cgConfig,
  'JointCoupling.coefficients': k.value(() => ({ a: 1 })),
  'CouplingGroup.couplings': k.value((scene) => [coupling.good(scene)]),
  'CouplingGroup.config': cgConfig,
  'mimicCoupling.leader': joint('a'),
  'mimicCoupling.follower': joint('b'),
  'mimicCoupling.multiplier': k.value(() => 1, 'number', 'negative', 'fraction', 'huge'),
  'gearCoupling.input': joint('a'),
  'gearCoupling.output': joint('b'),
  'gearCoupling.ratio': k.value(() => 2, 'number', 'huge'),
  'gearCoupling.kind': k.value(() => 'reverse'),
  'differentialCoupling.output': joint('c'),
  'differentialCoupling.inputs': k.value(() => ['a', 'b']),
  'differentialCoupling.weights': k.numbersIn(2),
  'addCoupling.coupling': coupling,
  'TendonConstraint.arms': k.value(() => ({ a: 1 })),
  'TendonNetwork.tendons': k.value(() => ({ a: new TendonConstraint({ a: 1 }) })),
  'JointSystem.bodies': k.value(() => ({ child: { mass: sphereMass(1, 1) } }), 'object'),
  'JointSystem.joints': k.value(() => [], 'array'),
};

const sensors: Readonly<Record<string, k.Kind>> = {
  'allanDeviation.samples': k.numbersIn(4),
  'allanDeviation.cluster': k.whole,
  'attach.sensor': k.value(() => new Imu()),
  'SensorObservation.placements': k.value(() => [{ sensor: new Imu(), site: 's' }], 'array'),
  'Magnetometer.fieldAt.declination': k.value(() => 1, 'number', 'negative', 'fraction', 'huge'),
  'Magnetometer.fieldAt.inclination': k.value(() => 1, 'number', 'negative', 'fraction', 'huge'),
  'Magnetometer.fieldAt.intensity': amount,
  'Magnetometer.heading.values': vector,
};

/** What the parameters of the functions of `@qpos/parts` take, by library. */
export const PARTS: Readonly<Record<string, k.Kind>> = {
  ...bodies,
  ...joints,
  ...sensors,
  ...MUSCLES,
  ...CABLES,
  ...SOFT,
};
