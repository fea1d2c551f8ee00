import type { Data, Model } from '../kernel/model/classes.ts';

type Kernels = typeof import('../kernel/exports.ts');
/** Functions of the numeric core that take a model and its data and nothing else. */
type StageKernel = {
  [K in keyof Kernels]: Kernels[K] extends (m: Model, d: Data) => void ? K : never;
}[keyof Kernels];

interface StageRow {
  readonly part: string;
  readonly name: StageKernel;
  readonly title: string;
}

/**
 * The stages of a step in their order, which is that of `kernel/pipeline` (conformance/src/contracts/stages.test.ts compares the two):
 * what the profilers of studio and CLI and the benchmark run, and what ARCHITECTURE.md lists. Each function of the numeric core can be
 * repeated on data that a forward pass has filled, but for those of the integration, which move the state on.
 *
 * Left out is what most models do not do in a step: energy, the metric of the discrete integrator, waking and falling asleep.
 */
export const stageTable = [
  { part: 'position', name: 'kinematics', title: 'kinematics' },
  { part: 'position', name: 'comPos', title: 'centres of mass' },
  { part: 'position', name: 'camlight', title: 'cameras and lights' },
  { part: 'position', name: 'flex', title: 'flexes' },
  { part: 'position', name: 'tendon', title: 'tendons' },
  { part: 'position', name: 'makeM', title: 'inertia matrix' },
  { part: 'position', name: 'factorM', title: 'inertia factor' },
  { part: 'position', name: 'collision', title: 'collision' },
  { part: 'position', name: 'makeConstraint', title: 'constraint rows' },
  { part: 'position', name: 'transmission', title: 'transmissions' },
  { part: 'position', name: 'island', title: 'islands' },
  { part: 'position', name: 'projectConstraint', title: 'constraint inertia' },
  { part: 'sensor', name: 'sensorPos', title: 'position sensors' },
  { part: 'velocity', name: 'lengthVelocity', title: 'length velocities' },
  { part: 'velocity', name: 'comVel', title: 'body velocities' },
  { part: 'velocity', name: 'passive', title: 'passive forces' },
  { part: 'velocity', name: 'referenceConstraint', title: 'constraint reference' },
  { part: 'velocity', name: 'bias', title: 'bias forces' },
  { part: 'sensor', name: 'sensorVel', title: 'velocity sensors' },
  { part: 'actuation', name: 'fwdActuation', title: 'actuation' },
  { part: 'acceleration', name: 'fwdAcceleration', title: 'acceleration' },
  { part: 'constraint', name: 'fwdConstraint', title: 'constraint solver' },
  { part: 'sensor', name: 'sensorAcc', title: 'force sensors' },
  { part: 'integration', name: 'integrate', title: 'integration' },
] as const satisfies readonly StageRow[];

/** The parts of a step. */
export type StepPart = (typeof stageTable)[number]['part'];
