import { ClusterError } from '../errors.ts';

/** Where the keys of everything here begin in Redis. */
export const PREFIX = 'qpos';

const NAME = /^[\w.-]{1,64}$/;

/** The queue of a version: workers of another one do not see it. */
export function queueName(name: string, version: string): string {
  if (typeof name !== 'string' || !NAME.test(name))
    throw new ClusterError('bad-argument', `'${String(name)}' is no name for a queue`, {
      hint: 'letters, digits, dots, dashes and underscores',
    });
  return `${name}@${version}`;
}

/** The key under which a worker tells that it lives. */
export const workerKey = (queue: string, id: string): string => `${PREFIX}:worker:${queue}:${id}`;
