import { enums } from 'qpos';

const { Integrator, Solver, Cone } = enums;

/** Options that a scene sets over those of its file. */
interface SceneOptions {
  readonly integrator?: number;
  readonly solver?: number;
  readonly cone?: number;
  readonly noslip_iterations?: number;
}

export interface Scene {
  readonly name: string;
  /** Path of the model, from the root of the repository; it needs no other file. */
  readonly file: string;
  readonly options?: SceneOptions;
  /** Driven steps; the state is saved after half of them. */
  readonly steps: number;
}

const STEPS = 1000;
/** Of scenes whose thousand steps take seconds on the js back end. */
const FEW_STEPS = 400;

const bundled = (name: string, options?: SceneOptions, variant?: string): Scene => ({
  name: variant === undefined ? name : `${name} (${variant})`,
  file: `models/${name}.xml`,
  ...(options === undefined ? {} : { options }),
  steps: STEPS,
});

const heavy = (name: string): Scene => ({ ...bundled(name), steps: FEW_STEPS });

const conformance = (file: string): Scene => ({ name: file, file: `conformance/models/${file}.xml`, steps: STEPS });

/**
 * What the golden hashes cover. Together: contacts of primitives, meshes and a height field; equality, limits, friction; islands, sleep and
 * waking; tendons with wrapping, muscles, DC motors, delays, adhesion; fluid forces; every integrator, solver and cone; no-slip.
 */
export const SCENES: readonly Scene[] = [
  bundled('humanoid'),
  bundled('humanoid', { solver: Solver.CG, cone: Cone.ELLIPTIC }, 'CG, elliptic'),
  bundled('humanoid', { solver: Solver.PGS, noslip_iterations: 3 }, 'PGS, no-slip'),
  bundled('humanoid', { integrator: Integrator.IMPLICIT, cone: Cone.ELLIPTIC }, 'implicit, elliptic'),
  bundled('quadruped', { solver: Solver.PGS, cone: Cone.ELLIPTIC }, 'PGS, elliptic'),
  bundled('ant'),
  bundled('cheetah', { integrator: Integrator.SPRINGDAMPER }, 'spring-damper'),
  bundled('terrain'),
  heavy('meshes'),
  heavy('marble-run'),
  heavy('tower'),
  heavy('arm'),
  bundled('hand'),
  bundled('muscle-arm'),
  bundled('car'),
  bundled('drone'),
  bundled('swimmer'),
  bundled('tippe-top'),
  bundled('slider-crank'),
  bundled('adhesion-wall'),
  bundled('conveyor'),
  conformance('constraint/islands'),
  conformance('constraint/connect-and-weld'),
  conformance('tendon/wrap-sphere-inside'),
  conformance('sleep/wake-by-contact'),
  conformance('sleep/asleep-discrete'),
  conformance('integrator/tendons-and-servos'),
  conformance('actuation/dynamics/dcmotor-cogging-lugre'),
  conformance('actuation/dynamics/delay-cubic'),
  conformance('sensor/history/history-runge-kutta'),
];
