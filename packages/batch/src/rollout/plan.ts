import { ArgumentError, enums, type Model, stateSize } from '@qpos/core';
import { BatchError } from '../errors.ts';
import type { RolloutArrays, RolloutPlan, Tiled } from '../share/rollouts.ts';
import { canShare } from '../workers/platform.ts';
import type { WorkerFactory } from '../workers/thread.ts';
import type { RolloutPool } from './pool.ts';
import { commonCount, countRows, countSteps, type Flat, flatten, type RolloutInput, tiled } from './tensors.ts';

const { FULLPHYSICS, CTRL, USER } = enums.StateBit;

/** What a rollout starts from, and how it is made. Inputs of one row, or of one step, are repeated. */
export interface RolloutOptions {
  /** States that trajectories start from (`StateBit.FULLPHYSICS`): [nbatch or 1] x nstate. */
  readonly initialState: RolloutInput;
  /** Controls of each step: [nbatch or 1] x [nstep or 1] x ncontrol; none by default. */
  readonly control?: RolloutInput;
  /** What a control consists of: a sum of `StateBit` values out of `StateBit.USER`; `StateBit.CTRL` by default. */
  readonly controlSpec?: number;
  /** How many steps; as many as the controls have by default. */
  readonly nstep?: number;
  /** Accelerations that the solver starts from in the first step: [nbatch or 1] x nv; 0 by default. */
  readonly initialWarmstart?: RolloutInput;
  /** Receives the states, nbatch x nstep x nstate; made if it is not given. */
  readonly state?: Float64Array;
  /** Receives sensor readings, nbatch x nstep x nsensordata; made if it is not given. */
  readonly sensordata?: Float64Array;
  /** Rows that a worker takes at a time: max(1, nbatch / (10 workers)) by default. */
  readonly chunkSize?: number;
  /** Threads beside this one: as many as the machine has by default, 0 for none. The results do not depend on it. */
  readonly workers?: number | 'auto';
  /** Workers that are kept between rollouts. */
  readonly pool?: RolloutPool;
  /** A module that exports `callbacks` or `plugins` of the model, by its address. */
  readonly module?: URL | string;
  /** Makes the workers of a page whose content security policy does not allow those that are made from text. */
  readonly worker?: WorkerFactory;
  /** Called now and then with the rows that are done. */
  readonly onProgress?: (progress: RolloutProgress) => void;
  /** Ends the rollout early: it then fails with the code `aborted`. */
  readonly signal?: AbortSignal;
}

/** How far a rollout is. */
export interface RolloutProgress {
  /** Rows that are done. */
  readonly done: number;
  /** Rows in all. */
  readonly total: number;
  /** Time steps that were made. */
  readonly steps: number;
}

/** Trajectories. */
export interface RolloutResult {
  /** States after each step, nbatch x nstep x nstate. */
  readonly state: Float64Array;
  /** Sensor readings of each step, nbatch x nstep x nsensordata. */
  readonly sensordata: Float64Array;
  /** How many trajectories. */
  readonly nbatch: number;
  /** How many steps each has. */
  readonly nstep: number;
  /** Numbers of a state. */
  readonly nstate: number;
}

/** A rollout whose inputs fit together. */
export interface PlannedRollout {
  readonly nbatch: number;
  readonly arrays: RolloutArrays & { readonly state: Float64Array; readonly sensordata: Float64Array };
  readonly plan: RolloutPlan;
  readonly options: RolloutOptions;
}

/** Finds how many rows and steps there are, and checks that everything fits together. */
export function planRollout(models: readonly Model[], options: RolloutOptions): PlannedRollout {
  const model = checkModels(models, options);
  const { controlSpec = CTRL, nstep: wanted } = options;
  if (wanted !== undefined && (!Number.isInteger(wanted) || wanted < 1))
    throw new ArgumentError(`nstep must be a whole number of at least 1, not ${wanted}`);
  const nstate = stateSize(model, FULLPHYSICS);
  const ncontrol = stateSize(model, controlSpec);
  const initial = flatten('initialState', options.initialState);
  const warm =
    options.initialWarmstart === undefined ? undefined : flatten('initialWarmstart', options.initialWarmstart);
  const control = options.control === undefined ? undefined : flatten('control', options.control);
  const rows = { initialState: countRows(initial, nstate), initialWarmstart: warm && countRows(warm, model.nv) };
  const known = commonCount('nbatch', { ...rows, model: models.length });
  const [controlRows, controlSteps] = control === undefined ? [1, 1] : countSteps(control, ncontrol, known, wanted);
  const nbatch = commonCount('nbatch', { ...rows, control: controlRows, model: models.length });
  const nstep = commonCount('nstep', { control: controlSteps, nstep: wanted });
  if (wanted !== undefined && nstep !== wanted)
    throw new ArgumentError(`nstep is ${wanted}, but control has ${controlSteps} steps`);
  return {
    nbatch,
    plan: { nstep, controlSpec },
    options,
    arrays: {
      first: 0,
      initialState: tiledRows(initial, rows.initialState, nstate),
      initialWarmstart: warm && tiledRows(warm, rows.initialWarmstart ?? 1, model.nv),
      control: control && tiled(control.data, controlRows, controlSteps, ncontrol),
      state: output('state', options.state, nbatch * nstep * nstate),
      sensordata: output('sensordata', options.sensordata, nbatch * nstep * model.nsensordata),
    },
  };
}

const tiledRows = ({ data }: Flat, rows: number, width: number): Tiled => tiled(data, rows, 1, width);

function checkModels(models: readonly Model[], { controlSpec = CTRL, chunkSize, signal }: RolloutOptions): Model {
  const [model] = models;
  if (model?.backendName === undefined) throw new ArgumentError('a Model is needed, or several');
  if (!Number.isInteger(controlSpec) || (controlSpec & ~USER) !== 0)
    throw new ArgumentError('controlSpec can only have bits of StateBit.USER');
  if (chunkSize !== undefined && (!Number.isInteger(chunkSize) || chunkSize < 1))
    throw new ArgumentError(`chunkSize must be a whole number of at least 1, not ${chunkSize}`);
  if (signal?.aborted) throw aborted();
  const sizes = (m: Model): string =>
    [m.backendName, stateSize(m, FULLPHYSICS), stateSize(m, controlSpec), m.nv, m.nsensordata, m.nbody, m.ngeom].join();
  if (models.some((m) => sizes(m) !== sizes(model)))
    throw new ArgumentError('the models of a rollout must have the same sizes', 'wrong-model');
  return model;
}

/** The error of a rollout that was ended by its signal. */
export const aborted = (): BatchError => new BatchError('aborted', 'the rollout was aborted');

function output(name: string, given: Float64Array | undefined, length: number): Float64Array {
  if (given !== undefined) {
    if (!(given instanceof Float64Array) || given.length !== length)
      throw new ArgumentError(`${name} must be a Float64Array of ${length} numbers`);
    return given;
  }
  return new Float64Array(canShare() ? new SharedArrayBuffer(8 * length) : new ArrayBuffer(8 * length));
}
