import type { SyncVectorEnv } from '../vector/sync-vector-env.ts';
import type { AutoresetMode } from '../vector/vector-env.ts';

/** Makes environments of a registered task side by side in this thread. */
export type LocalMaker = (
  id: string,
  options: Readonly<Record<string, unknown>>,
  n: number,
  autoreset: AutoresetMode,
) => SyncVectorEnv;

// A worker runs a program that was bundled, and the module with a user's task imports this package from elsewhere: two copies, each with
// tasks of its own. They meet here.
const KEY = Symbol.for('@qpos/env local maker');
const place = globalThis as { [KEY]?: LocalMaker };

/** Offers the tasks of this copy of the package. */
export function offerLocalMaker(maker: LocalMaker): void {
  place[KEY] = maker;
}

/** What makes environments in the copy in which a task was registered last, if there was one. */
export const offeredMaker = (): LocalMaker | undefined => place[KEY];
