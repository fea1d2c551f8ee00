import { lineariseSteps, type RolloutPool } from '@qpos/batch';
import { type Data, enums, type Model } from '@qpos/core';
import { ControlError, checkPair, checkPositive, checkSettings } from '../errors.ts';
import { inputsOf, partOf } from '../state/full-state.ts';
import type { LinearStep } from './lqr.ts';

/**
 * Parts that columns are found in, each with a step of its own to begin with and a message to a thread: more are worth it for models whose columns
 * take long. They are the same for any number of threads, so that results are.
 */
const [PARTS, MORE_PARTS, MANY_DOFS] = [2, 4, 64];

/** How a step is linearised on several threads. */
export interface ParallelTransitionOptions {
  /** Central differences, which cost twice as much and are more accurate; true by default. */
  readonly centred?: boolean;
  /** Size of the differences; 1e-6 by default. */
  readonly eps?: number;
  /** Workers that are kept between calls; some are started and ended by default. */
  readonly pool?: RolloutPool;
  /** Threads beside this one, if no pool is given: as many as the machine has by default, 0 for none. The result does not depend on it. */
  readonly workers?: number | 'auto';
}

/**
 * A and B of a step by differences whose columns are found on several threads, for models whose steps take long. Controls are nudged within their
 * ranges. The Data is not changed.
 *
 * @param model The model; one with delays is refused.
 * @param data Its Data, in the state to linearise at.
 * @param options Size of the differences, and the threads.
 * @returns The matrices, stored by rows.
 * @example
 * const { A, B } = await parallelTransition(model, data, { workers: 1 });
 * const n = 2 * model.nv + model.na;
 * console.log(A.length === n * n, B.length === n * model.nu);
 */
export async function parallelTransition(
  model: Model,
  data: Data,
  options: ParallelTransitionOptions = {},
): Promise<LinearStep> {
  checkPair(model, data);
  checkSettings('options', options);
  const { eps = 1e-6, centred = true, pool, workers = 'auto' } = options;
  checkPositive('eps', eps);
  if (model.nhistory > 0) throw new ControlError('unsupported', 'derivatives of a step do not support delays');
  const controlSpec = inputsOf(model, data);
  const control = partOf(model, data, controlSpec);
  const { A, B } = await lineariseSteps(model, {
    initialState: partOf(model, data, enums.StateBit.FULLPHYSICS),
    initialWarmstart: data.qacc_warmstart.slice(),
    ...(control.length > 0 && { control, controlSpec }),
    method: 'fd',
    centred,
    eps,
    parts: model.nv < MANY_DOFS ? PARTS : MORE_PARTS,
    workers,
    ...(pool !== undefined && { pool }),
  });
  return { A, B };
}
