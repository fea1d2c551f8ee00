import { ArgumentError } from '@qpos/core/errors';
import type { MadeVectorEnv } from '@qpos/env';
import { makeKernel } from '../kernel/select.ts';
import type { WorkKind } from '../training/environment.ts';
import { readSnapshot } from '../training/snapshot.ts';
import { collect } from './collect.ts';
import { play } from './play.ts';

/** Environments of the task, so many side by side, which reset by `same-step`; they may be used again. */
export type WorkEnvs = (n: number) => MadeVectorEnv | Promise<MadeVectorEnv>;

/**
 * Does a piece of work for a trainer elsewhere: the other end of `RemoteEnvs.run`. A pure function of its bytes and the task.
 *
 * @param kind What to do.
 * @param envs Gives environments of the task.
 * @param n How many of them an actor has; candidates are played in one.
 * @param shared Bytes that all pieces have in common.
 * @param piece The bytes of this piece.
 * @returns The result, as bytes.
 * @example
 * // environments elsewhere, as `@qpos/cluster` has them, without the elsewhere
 * const run: RemoteEnvs['run'] = (kind, shared, pieces) =>
 *   pieces.map((piece) => runWork(kind, (n) => makeVec('Hopper-v5', { n, autoreset: 'same-step' }), 4, shared, piece));
 * console.log(run.length);
 */
export async function runWork(
  kind: WorkKind,
  envs: WorkEnvs,
  n: number,
  shared: Uint8Array,
  piece: Uint8Array,
): Promise<Uint8Array> {
  if (kind !== 'play' && kind !== 'collect')
    throw new ArgumentError(`there is no work '${String(kind)}'`, 'unknown-name', 'play or collect');
  if (typeof envs !== 'function') throw new ArgumentError('envs must be a function that gives environments');
  if (!Number.isSafeInteger(n) || n < 1) throw new ArgumentError(`${String(n)} is no number of environments`);
  const [common, own] = [readSnapshot(shared), readSnapshot(piece)];
  const env = await envs(kind === 'play' ? 1 : n);
  return kind === 'play' ? play(makeKernel(), env, common, own) : collect(makeKernel(), env, common, own);
}
