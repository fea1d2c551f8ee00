import { bits, type Enumeration, enumeration } from './types.ts';

// Functions are named by the files of `kernel/actuation` that they are in. They take (m, d, a), a an actuator; `next` also takes the
// address of the activation and its rate.

/** How controls become activations. */
export interface DynamicsRow {
  readonly doc: string;
  readonly file?: string;
  /** Writes the rates of the activations. */
  readonly rates?: string;
  /** An activation after the step; by Euler's rule if not given. */
  readonly next?: string;
}

export const dynamics: Readonly<Record<string, DynamicsRow>> = {
  NONE: { doc: 'no activation: the control acts' },
  INTEGRATOR: { doc: 'the integral of the control', file: 'filter.ts', rates: 'integratorRates' },
  FILTER: { doc: 'a first-order filter', file: 'filter.ts', rates: 'filterRate' },
  FILTEREXACT: {
    doc: 'a first-order filter, integrated exactly',
    file: 'filter.ts',
    rates: 'filterRate',
    next: 'exactNext',
  },
  MUSCLE: { doc: 'activation of a muscle', file: 'muscle-actuator.ts', rates: 'muscleRate' },
  DCMOTOR: {
    doc: 'current, temperature, friction and controller of a DC motor',
    file: 'dcmotor.ts',
    rates: 'dcmotorRates',
    next: 'dcmotorNext',
  },
  PID: { doc: 'setpoint and integral of a PID servo', file: 'pid.ts', rates: 'pidRates' },
  USER: { doc: "by the user's callback", file: 'user.ts', rates: 'userRates' },
};

/** How a control or an activation becomes a force, and how that force varies. */
export interface ForceRow {
  readonly doc: string;
  readonly file?: string;
  /** The gain, or the bias; 0 if not given. */
  readonly value?: string;
  /** For a gain: the force that it makes; gain times input if not given. */
  readonly force?: string;
  /** Derivatives of the force by velocity and by length; 0 if not given. */
  readonly byVelocity?: string;
  readonly byLength?: string;
  /** Whether it can have a term in the metric of the discrete integrator. */
  readonly metric?: boolean;
}

export const gains: Readonly<Record<string, ForceRow>> = {
  FIXED: { doc: 'a constant', file: 'affine.ts', value: 'fixedGain' },
  AFFINE: {
    doc: 'a constant, plus multiples of length and velocity',
    file: 'affine.ts',
    value: 'affineGain',
    byVelocity: 'affineGainByVelocity',
    byLength: 'affineGainByLength',
    metric: true,
  },
  MUSCLE: {
    doc: 'force, length and velocity curves of a muscle',
    file: 'muscle-actuator.ts',
    value: 'muscleActuatorGain',
    byVelocity: 'muscleGainByVelocity',
    byLength: 'muscleGainByLength',
    metric: true,
  },
  DCMOTOR: {
    doc: 'torque of a DC motor per volt or ampere',
    file: 'motor/force.ts',
    value: 'motorGain',
    force: 'motorForce',
    byVelocity: 'motorByVelocity',
    byLength: 'motorByLength',
    metric: true,
  },
  SO3: { doc: 'orientation servo, together with its bias', metric: true },
  PID: { doc: 'integral gain of a PID servo', file: 'pid.ts', force: 'pidForce' },
  USER: { doc: "by the user's callback", file: 'user.ts', value: 'userGain' },
};

export const biases: Readonly<Record<string, ForceRow>> = {
  NONE: { doc: 'none' },
  AFFINE: {
    doc: 'a constant, plus multiples of length and velocity',
    file: 'affine.ts',
    value: 'affineBias',
    byVelocity: 'affineBiasByVelocity',
    byLength: 'affineBiasByLength',
    metric: true,
  },
  MUSCLE: {
    doc: 'passive force of a muscle',
    file: 'muscle-actuator.ts',
    value: 'muscleActuatorBias',
    byLength: 'muscleBiasByLength',
    metric: true,
  },
  DCMOTOR: { doc: 'back-EMF of a DC motor', file: 'motor/bias.ts', value: 'motorBias', metric: true },
  SO3: {
    doc: 'orientation servo, together with its gain',
    file: 'affine.ts',
    byVelocity: 'affineBiasByVelocity',
    byLength: 'affineBiasByLength',
    metric: true,
  },
  USER: { doc: "by the user's callback", file: 'user.ts', value: 'userBias' },
};

const docs = (rows: Readonly<Record<string, { doc: string }>>): Record<string, string> =>
  Object.fromEntries(Object.entries(rows).map(([name, { doc }]) => [name, doc]));

export const actuatorEnums: readonly Enumeration[] = [
  enumeration(
    'TransmissionType',
    'What actuators act on.',
    {
      JOINT: 'a joint',
      JOINTINPARENT: 'a joint, its axis in the frame of the parent',
      SLIDERCRANK: 'a slider, by a crank',
      TENDON: 'a tendon',
      SITE: 'a site',
      BODY: 'the contacts of a body (adhesion)',
      SO3: 'the orientation of a ball joint or site',
    },
    { prefix: 'TRN' },
  ),
  enumeration('DynamicsType', 'Activation dynamics of actuators.', docs(dynamics), { prefix: 'DYN' }),
  enumeration('GainType', 'Gains of actuators.', docs(gains), { prefix: 'GAIN' }),
  enumeration('BiasType', 'Biases of actuators.', docs(biases), { prefix: 'BIAS' }),
  bits(
    'CtrlInput',
    'Inputs of an actuator with several controls: bits of `actuator_ctrlspec`.',
    {
      POS: 'setpoint of the length',
      VEL: 'setpoint of the velocity',
      FF: 'force that is added',
      VOLTAGE: 'voltage',
      NONE: 'no control',
    },
    { prefix: 'INPUT' },
  ),
  enumeration(
    'CtrlChart',
    'How the controls of an orientation servo give an orientation: `actuator_ctrlspec`.',
    { EXPMAP: 'a rotation vector', QUAT: 'a quaternion' },
    { prefix: 'CHART', first: 1 },
  ),
];
