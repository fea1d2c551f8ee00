import type { enums, Model } from '@qpos/core';
import { bound, count, numbers, oneOf, positive, settings } from '../errors.ts';
import { checkModel } from './model-checks.ts';

/** In the order of `enums.Integrator`. */
const INTEGRATORS = ['Euler', 'RK4', 'implicit', 'implicitfast', 'discrete', 'implicitspringdamper'] as const;
/** In the order of `enums.Solver`. */
const SOLVERS = ['PGS', 'CG', 'Newton'] as const;

/** Acceleration of gravity in the world, m/s². */
export type Gravity = Float64Array;

/** How constraints are solved. */
export interface SolverConfig {
  /** Which solver; Newton by default. */
  readonly solver: (typeof SOLVERS)[number];
  /** Most iterations; 100 by default. */
  readonly iterations: number;
  /** Stops when an iteration improves less; 1e-8 by default. */
  readonly tolerance: number;
  /** Iterations against slip; 0 by default. */
  readonly noslipIterations: number;
}

/** How many simulations run at once: the settings of `BatchSim`. */
export interface ParallelConfig {
  /** Number of environments; 1 by default. */
  readonly n: number;
  /** Number of workers, or as many as suits the machine; `auto` by default. */
  readonly workers: number | 'auto';
}

/** How a model is simulated. */
export interface SimulationConfig {
  /** Size of a step in seconds; 0.002 by default. */
  readonly timestep: number;
  /** Acceleration of gravity; 0 0 -9.81 by default. */
  readonly gravity: Gravity;
  /** How the engine integrates; Euler by default. */
  readonly integrator: (typeof INTEGRATORS)[number];
  /** How constraints are solved. */
  readonly solver: SolverConfig;
  /** How many simulations run at once. */
  readonly parallel: ParallelConfig;
}

/** What a configuration is made from: everything that is not given has its default. */
export interface SimulationConfigInput {
  /** Size of a step in seconds. */
  readonly timestep?: number;
  /** Acceleration of gravity. */
  readonly gravity?: ArrayLike<number>;
  /** How the engine integrates. */
  readonly integrator?: SimulationConfig['integrator'];
  /** How constraints are solved. */
  readonly solver?: Partial<SolverConfig>;
  /** How many simulations run at once. */
  readonly parallel?: Partial<ParallelConfig>;
}

/**
 * A configuration, checked and complete.
 *
 * @param config What differs from the defaults.
 * @returns The whole configuration.
 * @example
 * const config = makeConfig({ timestep: 0.001, solver: { solver: 'CG' } });
 * console.log(config.solver.iterations); // 100
 */
export function makeConfig(config: SimulationConfigInput = {}): SimulationConfig {
  const { timestep = 0.002, gravity = [0, 0, -9.81], integrator = 'Euler', solver = {}, parallel = {} } = settings(
    'config',
    config,
  ); // biome-ignore format: one list
  return {
    timestep: positive('timestep', timestep),
    gravity: numbers('gravity', gravity, 3),
    integrator: oneOf('integrator', integrator, INTEGRATORS),
    solver: solverConfig(settings('solver', solver)),
    parallel: parallelConfig(settings('parallel', parallel)),
  };
}

function solverConfig(given: Partial<SolverConfig>): SolverConfig {
  const { solver = 'Newton', iterations = 100, tolerance = 1e-8, noslipIterations = 0 } = given;
  return {
    solver: oneOf('solver.solver', solver, SOLVERS),
    iterations: count('solver.iterations', iterations, 0),
    tolerance: bound('solver.tolerance', tolerance),
    noslipIterations: count('solver.noslipIterations', noslipIterations, 0),
  };
}

function parallelConfig({ n = 1, workers = 'auto' }: Partial<ParallelConfig>): ParallelConfig {
  return {
    n: count('parallel.n', n),
    workers: workers === 'auto' ? workers : count('parallel.workers', workers, 0),
  };
}

/**
 * The configuration that a model has.
 *
 * @param model The model.
 * @returns Its options, with one simulation at once.
 * @example
 * console.log(configOf(model).timestep); // 0.002
 */
export function configOf(model: Model): SimulationConfig {
  checkModel(model);
  const { timestep, gravity, integrator, solver, iterations, tolerance, noslip_iterations } = model.opt;
  return makeConfig({
    timestep,
    gravity,
    integrator: INTEGRATORS[integrator],
    solver: { solver: SOLVERS[solver], iterations, tolerance, noslipIterations: noslip_iterations },
  });
}

/**
 * Gives a model a configuration.
 *
 * @param model The model, whose options are set.
 * @param config What to set; what is not given gets its default.
 * @example
 * configure(model, { ...configOf(model), timestep: 0.001 });
 */
export function configure(model: Model, config: SimulationConfigInput): void {
  checkModel(model);
  const { timestep, gravity, integrator, solver } = makeConfig(config);
  model.opt.timestep = timestep;
  model.opt.gravity.set(gravity);
  model.opt.integrator = INTEGRATORS.indexOf(integrator) as enums.Integrator;
  model.opt.solver = SOLVERS.indexOf(solver.solver) as enums.Solver;
  model.opt.iterations = solver.iterations;
  model.opt.tolerance = solver.tolerance;
  model.opt.noslip_iterations = solver.noslipIterations;
}
