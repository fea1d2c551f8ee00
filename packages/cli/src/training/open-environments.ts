import type { MadeVectorEnv } from '@qpos/env';
import type { RemoteEnvs } from '@qpos/learn';
import { clusterQueue, type QueueOptions } from '../cluster/queue-option.ts';
import { numberOption } from '../commands/shared.ts';
import type { Io } from '../io.ts';
import { colors, count } from '../output/terminal.ts';
import type { RunFacts } from './run-folder.ts';

/** Where environments run: here, or on a cluster. */
export interface EnvironmentOptions extends QueueOptions {
  readonly workers: string;
  readonly asynchronous: boolean;
}

/** Environments to learn from, and how many threads or machines run them. */
interface Opened {
  readonly envs: MadeVectorEnv | RemoteEnvs;
  readonly where: string;
  close(): Promise<void>;
}

async function openHere(facts: RunFacts, o: EnvironmentOptions): Promise<Opened> {
  const { makeVec } = await import('@qpos/env'); // other commands start without it
  const workers = o.workers === 'auto' ? 'auto' : numberOption('--workers', o.workers, { whole: true });
  const envs = await makeVec(facts.task, { ...facts.options, autoreset: 'same-step', n: facts.n, workers });
  return { envs, where: count(Math.max(1, envs.workers), 'thread'), close: () => envs.close() };
}

async function openCluster(io: Io, facts: RunFacts, o: EnvironmentOptions): Promise<Opened> {
  const { remoteEnvs } = await import('@qpos/cluster');
  const queue = await clusterQueue(o);
  try {
    const { workers } = await queue.stats();
    if (workers.length === 0)
      io.stderr.write(
        `${colors(io.stderr).yellow('no worker is connected')}: start some with qpos worker --redis ...\n`,
      );
    const { actors } = facts;
    const groups = { ...(actors !== undefined && { actors }), asynchronous: o.asynchronous };
    const envs = await remoteEnvs(queue, facts.task, { ...facts.options, n: facts.n, ...groups });
    return { envs, where: count(workers.length, 'worker'), close: () => queue.close() };
  } catch (error) {
    await queue.close();
    throw error;
  }
}

/** Environments for a training, on threads of this machine or on a cluster. */
export const openEnvironments = (io: Io, facts: RunFacts, o: EnvironmentOptions): Promise<Opened> =>
  o.redis === undefined ? openHere(facts, o) : openCluster(io, facts, o);
