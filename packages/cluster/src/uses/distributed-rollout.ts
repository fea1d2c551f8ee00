import type { RolloutOptions, RolloutResult } from '@qpos/batch';
import { planRollout } from '@qpos/batch/threads';
import { enums, type Model, saveModel, stateSize } from '@qpos/core';
import { ClusterError, checkSettings, checkWhole } from '../errors.ts';
import type { RolloutArgs } from '../jobs/rollout-job.ts';
import type { Job } from '../queue/job.ts';
import type { JobQueue, SubmitOptions } from '../queue/job-queue.ts';
import type { Hash } from '../store/blob-store.ts';
import { checkQueue } from './check-queue.ts';

/** What trajectories start from, and how they are shared out. */
export interface DistributedRolloutOptions
  extends Pick<RolloutOptions, 'initialState' | 'control' | 'controlSpec' | 'nstep' | 'initialWarmstart'>,
    SubmitOptions {
  /** Trajectories of one job; by default as many as have some 20,000 steps together. */
  readonly rows?: number;
}

const STEPS = 20_000;

/** Numbers of rows `first` to `end`; a single row that is repeated is the same for all. */
const part = (values: Float64Array, stride: number, width: number, first: number, end: number): Uint8Array => {
  const from = stride === 0 ? values.subarray(0, width) : values.subarray(first * stride, end * stride);
  return new Uint8Array(Float64Array.from(from).buffer);
};

/**
 * Trajectories from given initial states with given controls, on all machines of a queue: `rollout` for Monte Carlo studies, parameter
 * sweeps (a model for each row) and system identification. The numbers are those of `rollout`, to the bit.
 *
 * @param queue Where it is done.
 * @param model The model, or one for each row, all of the same sizes.
 * @param options Where to start, the controls, how many steps; progress, and a signal to stop.
 * @returns States and sensor readings.
 * @example
 * const queue = local({ workers: 2 });
 * const { FULLPHYSICS } = enums.StateBit;
 * const initialState = new Float64Array(stateSize(model, FULLPHYSICS));
 * getState(model, data, initialState, FULLPHYSICS);
 * const { state, nbatch } = await distributedRollout(queue, model, { initialState, nstep: 20 });
 * console.log(nbatch, state.length);
 * await queue.close();
 */
export async function distributedRollout(
  queue: JobQueue,
  model: Model | readonly Model[],
  options: DistributedRolloutOptions,
): Promise<RolloutResult> {
  checkQueue(queue);
  checkSettings('options', options);
  const { onProgress, signal, rows: wanted, ...inputs } = options;
  const models = Array.isArray(model) ? (model as readonly Model[]) : [model as Model];
  const { nbatch, plan, arrays } = planRollout(models, inputs);
  if (models.some(({ callbacks, nplugin }) => nplugin > 0 || Object.keys(callbacks ?? {}).length > 0))
    throw new ClusterError('bad-argument', 'a model with callbacks or plugins cannot be sent to other machines', {
      hint: 'write a job function of your own (jobs) that makes the model',
    });
  const { nstep, controlSpec } = plan;
  const rows = wanted === undefined ? Math.max(1, Math.floor(STEPS / nstep)) : checkWhole('rows', wanted, 1);
  const first = models[0] as Model;
  const [nstate, ncontrol] = [stateSize(first, enums.StateBit.FULLPHYSICS), stateSize(first, controlSpec)];
  const kept: Hash[] = [];
  const keep = async (bytes: Uint8Array): Promise<Hash> => {
    const hash = await queue.store.put(bytes);
    kept.push(hash);
    return hash;
  };
  try {
    const hashes: Hash[] = [];
    for (const m of models) hashes.push(await keep(saveModel(m)));
    const jobs: Job[] = [];
    for (let from = 0; from < nbatch; from += rows) {
      const end = Math.min(nbatch, from + rows);
      const { initialState, initialWarmstart, control } = arrays;
      const controlSteps = control?.stepStride === 0 ? 1 : nstep;
      const controlRows = control?.rowStride === 0 ? 1 : end - from;
      const used = hashes.length === 1 ? hashes : hashes.slice(from, end);
      const args: RolloutArgs = {
        rows: end - from,
        nstep,
        controlSpec,
        controlShape: control === undefined ? null : [controlRows, controlSteps, ncontrol],
        models: used.length,
      };
      const blobs: Record<string, Hash> = Object.fromEntries(used.map((hash, k) => [`model${k}`, hash]));
      blobs['initialState'] = await keep(part(initialState.values, initialState.rowStride, nstate, from, end));
      if (initialWarmstart !== undefined)
        blobs['initialWarmstart'] = await keep(
          part(initialWarmstart.values, initialWarmstart.rowStride, first.nv, from, end),
        );
      if (control !== undefined)
        blobs['control'] = await keep(part(control.values, control.rowStride, controlSteps * ncontrol, from, end));
      jobs.push({ kind: 'rollout', args: { ...args }, blobs });
    }
    for await (const outcome of queue.submit(jobs, { ...(onProgress && { onProgress }), ...(signal && { signal }) })) {
      if (outcome.error !== undefined) throw outcome.error;
      const from = outcome.index * rows;
      const count = Math.min(nbatch, from + rows) - from;
      const numbers = new Float64Array(outcome.bytes.slice().buffer);
      arrays.state.set(numbers.subarray(0, count * nstep * nstate), from * nstep * nstate);
      arrays.sensordata.set(numbers.subarray(count * nstep * nstate), from * nstep * first.nsensordata);
    }
    return { state: arrays.state, sensordata: arrays.sensordata, nbatch, nstep, nstate };
  } finally {
    for (const hash of kept) await queue.store.release(hash);
  }
}
