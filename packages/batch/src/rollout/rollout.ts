import type { Model } from '@qpos/core';
import { checkSettings } from '../start.ts';
import { planRollout, type RolloutOptions, type RolloutResult } from './plan.ts';
import { RolloutPool } from './pool.ts';

/**
 * Trajectories from given initial states with given controls, on all cores: `mujoco.rollout`. Each row starts from its state, applies a
 * control before each step, and stores state and sensors after it. After a warning, as for bad numbers, the rest of a row repeats what there is.
 *
 * @param model The model, or one for each row, all of the same sizes.
 * @param options Where to start, the controls, and how many steps.
 * @returns States and sensor readings.
 * @see mujoco.rollout
 * @example
 * const { FULLPHYSICS } = enums.StateBit;
 * const initialState = new Float64Array(stateSize(model, FULLPHYSICS));
 * getState(model, data, initialState, FULLPHYSICS);
 * const control = Array.from({ length: 8 }, (_, row) => [Array(model.nu).fill(0.01 * row)]); // 8 rows of one step, repeated
 * const { state, nbatch, nstate } = await rollout(model, { initialState, control, nstep: 20, workers: 2 });
 * console.log(nbatch, state.length === 8 * 20 * nstate);
 */
export async function rollout(model: Model | readonly Model[], options: RolloutOptions): Promise<RolloutResult> {
  checkSettings('options', options);
  const models = Array.isArray(model) ? (model as readonly Model[]) : [model as Model];
  const planned = planRollout(models, options);
  const { pool, workers, worker, module } = options;
  if (pool !== undefined) return pool.run(models, planned);
  const own = await RolloutPool.create(models, {
    workers: workers === undefined || workers === 'auto' ? 'auto' : workers,
    most: planned.nbatch,
    ...(module !== undefined && { module }),
    ...(worker !== undefined && { worker }),
  });
  try {
    return await own.run(models, planned);
  } finally {
    await own.close();
  }
}
