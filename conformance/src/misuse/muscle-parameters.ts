import { constantArm, HillMuscle, JointMuscle } from '@qpos/parts/muscles';
import * as k from './kinds.ts';

const muscle = (): HillMuscle => new HillMuscle();
const CURVES = {
  length: [
    'activeForceLength',
    'activeForceLengthSlope',
    'passiveEnergy',
    'passiveForceLength',
    'passiveForceLengthSlope',
  ],
  velocity: ['forceVelocity', 'forceVelocitySlope'],
  force: ['velocityOfForce'],
  strain: ['tendonEnergy', 'tendonForce', 'tendonForceSlope'],
};

/** What the parameters of the functions of `@qpos/parts/muscles` take. */
export const MUSCLES: Readonly<Record<string, k.Kind>> = {
  ...Object.fromEntries(
    Object.entries(CURVES).flatMap(([name, curves]) => curves.map((curve) => [`${curve}.${name}`, k.real])),
  ),
  'ActivationDynamics.parameters': k.settings(),
  'HillMuscle.parameters': k.settings(),
  'constantArm.arm': k.value(() => 0.04, 'number', 'negative', 'fraction', 'huge'),
  'polynomialArm.coefficients': k.numbersIn(3),
  'splineArm.angles': k.value(() => [0, 1]),
  'splineArm.arms': k.value(() => [0.04, 0.04]),
  'JointMuscle.muscle': k.value(muscle),
  'JointMuscle.arms': k.value(() => [constantArm(0.04)]),
  'JointMuscle.restLength': k.value(() => 0.3, 'number', 'fraction', 'huge'),
  'MuscleGroup.muscles': k.value(() => [new JointMuscle(muscle(), [constantArm(0.04)], 0.3)], 'array'),
  'MuscleGroup.joints': k.value(() => 1),
  'antagonists.out': k.numbersOut(2),
  'antagonists.command': k.value(() => 0.5, 'number', 'negative', 'fraction', 'huge'),
  'antagonists.cocontraction': k.value(() => 0.5, 'number', 'fraction', 'huge'),
};
