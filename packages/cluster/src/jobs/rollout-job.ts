import { rollout } from '@qpos/batch';
import { type Model, restoreModel } from '@qpos/core';
import type { JobBlobs, JobFunction } from './job-function.ts';

/** The arguments of a job that makes trajectories. */
export interface RolloutArgs {
  readonly rows: number;
  readonly nstep: number;
  readonly controlSpec: number;
  /** Rows and steps of the controls, numbers of each; 1 where they are repeated. */
  readonly controlShape: readonly [number, number, number] | null;
  /** Models: one, or one for each row. */
  readonly models: number;
}

const MOST_MODELS = 16;
const models = new Map<string, Model>();

const numbers = (bytes: Uint8Array): Float64Array => new Float64Array(bytes.slice().buffer);

/** A model by its hash, kept for the next job. */
function modelOf({ hash, bytes }: JobBlobs[string]): Model {
  const model = models.get(hash) ?? restoreModel(bytes.slice());
  models.delete(hash);
  models.set(hash, model);
  const [oldest] = models.keys();
  if (models.size > MOST_MODELS && oldest !== undefined) models.delete(oldest);
  return model;
}

/** States and sensor readings of some rows, one after the other. */
export const rolloutJob: JobFunction = async (args, blobs) => {
  const { nstep, controlSpec, controlShape, models: count } = args as unknown as RolloutArgs;
  const used: Model[] = [];
  for (let k = 0; k < count; k++) used.push(modelOf(blobs[`model${k}`] as JobBlobs[string]));
  const { initialState, control, initialWarmstart } = blobs;
  const { state, sensordata } = await rollout(count === 1 ? (used[0] as Model) : used, {
    initialState: numbers((initialState as JobBlobs[string]).bytes),
    ...(control && controlShape && { control: { data: numbers(control.bytes), shape: controlShape } }),
    ...(initialWarmstart && { initialWarmstart: numbers(initialWarmstart.bytes) }),
    nstep,
    controlSpec,
    workers: 0,
  });
  const result = new Float64Array(state.length + sensordata.length);
  result.set(state);
  result.set(sensordata, state.length);
  return { bytes: new Uint8Array(result.buffer) };
};
