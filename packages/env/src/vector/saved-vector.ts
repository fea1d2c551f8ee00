import { readSaved, refuseSaved, writeSaved } from '../saved/container.ts';
import type { AutoresetMode } from './vector-env.ts';

/** The state of environments side by side. */
export interface VectorState {
  readonly autoreset: AutoresetMode;
  /** Whether there was a reset. */
  readonly isReset: boolean;
  /** 1 for each environment whose episode is over. */
  readonly isOver: Uint8Array;
  /** What each environment saved. */
  readonly envs: readonly Uint8Array[];
}

/** The state as bytes, which do not tell how many workers there were. */
export function writeVector({ autoreset, isReset, isOver, envs }: VectorState): Uint8Array {
  return writeSaved('vector', { autoreset, isReset }, [isOver, ...envs]);
}

/** Reads the state of n environments. */
export function readVector(bytes: Uint8Array, n: number, autoreset: AutoresetMode): VectorState {
  const { facts, parts } = readSaved(bytes, 'vector');
  const [isOver = new Uint8Array(0), ...envs] = parts;
  if (envs.length !== n) throw refuseSaved(`these bytes are of ${envs.length} environments; here are ${n}`);
  if (facts['autoreset'] !== autoreset)
    throw refuseSaved(`the saved environments reset by '${String(facts['autoreset'])}', these by '${autoreset}'`);
  return { autoreset, isReset: facts['isReset'] === true, isOver, envs };
}
