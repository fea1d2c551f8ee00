import { runWork, type WorkKind } from '@qpos/learn';
import { type TaskArgs, withEnvironments } from './environments.ts';
import type { JobBlobs, JobFunction } from './job-function.ts';

/** The arguments of a job that works for a trainer. */
export interface WorkArgs extends TaskArgs {
  readonly work: WorkKind;
  /** Environments of an actor. */
  readonly n: number;
}

/** A piece of work of a trainer: `RemoteEnvs.run`. */
export const workJob: JobFunction = async (args, blobs) => {
  const { work, n, ...task } = args as unknown as WorkArgs;
  const bytes = (name: string): Uint8Array => (blobs[name] as JobBlobs[string]).bytes.slice();
  const [shared, piece] = [bytes('shared'), bytes('piece')];
  const count = work === 'play' ? 1 : n;
  return { bytes: await withEnvironments(task, count, (env) => runWork(work, () => env, n, shared, piece)) };
};
