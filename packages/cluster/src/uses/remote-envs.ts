import { makeVec } from '@qpos/env';
import { privilegedSize, type RemoteEnvs, type WorkKind } from '@qpos/learn';
import { ClusterError, checkSettings, checkWhole } from '../errors.ts';
import { checkTaskOptions } from '../jobs/environments.ts';
import type { WorkArgs } from '../jobs/work-job.ts';
import type { Json } from '../queue/job.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { checkQueue } from './check-queue.ts';

/** How environments are shared out. Everything else is an option of the task. */
export interface RemoteEnvsOptions {
  /** How many environments. */
  readonly n: number;
  /**
   * Groups of them that collect samples for PPO, each a job of every update: `n` divided by it is whole. The result depends on it, and
   * not on how many machines there are; by default 8, or fewer where that does not divide `n`.
   */
  readonly actors?: number;
  /**
   * Whether PPO goes on with the half of the actors that is ready first, and corrects what older policies collected (V-trace). Faster
   * where machines differ; the result then depends on them.
   */
  readonly asynchronous?: boolean;
  /** Ends the work; what waits for it fails with the code `cancelled`. */
  readonly signal?: AbortSignal;
  /** An option of the task. */
  readonly [option: string]: unknown;
}

const ACTORS = 8;

function countActors(n: number, wanted: number | undefined): number {
  if (wanted === undefined) return Array.from({ length: ACTORS }, (_, k) => ACTORS - k).find((k) => n % k === 0) ?? 1;
  checkWhole('actors', wanted, 1);
  if (n % wanted !== 0)
    throw new ClusterError('bad-argument', `${n} environments cannot be shared out evenly among ${wanted} actors`);
  return wanted;
}

/**
 * Environments of a task on all machines of a queue, for `ppo`, `ars`, `cem`, `createTrainer` and `resume`. Weights are the same to the bit
 * whatever the number of machines and whatever becomes of them, unless `asynchronous` is set.
 *
 * @param queue Where they run.
 * @param task The id of the task.
 * @param options How many, in how many groups, and options of the task.
 * @returns The environments.
 * @example
 * const queue = local({ workers: 2 });
 * const envs = await remoteEnvs(queue, 'InvertedPendulum-v5', { n: 4 });
 * console.log((await ars(envs, { directions: 2 }).learn(200)).episodes);
 * await queue.close();
 */
export async function remoteEnvs(queue: JobQueue, task: string, options: RemoteEnvsOptions): Promise<RemoteEnvs> {
  checkQueue(queue);
  checkSettings('options', options);
  const { n, actors: wanted, asynchronous: isAsynchronous = false, signal, ...rest } = options;
  checkWhole('n', n, 1);
  checkTaskOptions(rest);
  const actors = countActors(n, wanted);
  const example = await makeVec(task, { ...rest, n: 1, autoreset: 'same-step' });
  const { singleObservationSpace, singleActionSpace, metadata } = example;
  const facts = { n, actors, isAsynchronous, singleObservationSpace, singleActionSpace, metadata };
  const privileged = privilegedSize(example);
  await example.close();
  const args = { task, options: rest as Record<string, Json>, n: n / actors };
  return {
    ...facts,
    privilegedSize: privileged,
    run: (work, shared, pieces) => runPieces(queue, { ...args, work }, shared, pieces, signal),
  };
}

/** Pieces of work as jobs; their bytes are in the store as long as they are needed. */
function runPieces(
  queue: JobQueue,
  args: WorkArgs & { readonly work: WorkKind },
  shared: Uint8Array,
  pieces: readonly Uint8Array[],
  signal: AbortSignal | undefined,
): readonly Promise<Uint8Array>[] {
  const settle: { resolve(bytes: Uint8Array): void; reject(error: unknown): void }[] = [];
  const results = pieces.map(
    (_, k) =>
      new Promise<Uint8Array>((resolve, reject) => {
        settle[k] = { resolve, reject };
      }),
  );
  const work = async (): Promise<void> => {
    const hashes = await Promise.all([shared, ...pieces].map((bytes) => queue.store.put(bytes)));
    const [common = '', ...own] = hashes;
    const jobs = own.map((piece) => ({ kind: 'work', args: { ...args }, blobs: { shared: common, piece } }));
    try {
      for await (const outcome of queue.submit(jobs, signal === undefined ? {} : { signal })) {
        if (outcome.error === undefined) settle[outcome.index]?.resolve(outcome.bytes);
        else settle[outcome.index]?.reject(outcome.error);
      }
    } finally {
      for (const hash of hashes) await queue.store.release(hash);
    }
  };
  work().catch((error) => {
    for (const { reject } of settle) reject(error);
  });
  return results;
}
