import { RunningStatistics, type VectorEnv } from '@qpos/env';
import type { Kernel } from '../kernel/kernel.ts';
import { type MlpShape, parameterCount } from '../network/mlp.ts';
import { Population } from '../training/population.ts';
import { readSnapshot, restoreArray, type Snapshot, writeSnapshot } from '../training/snapshot.ts';

/** What all candidates of a generation have in common. */
export interface PlaySettings {
  readonly shape: MlpShape;
  readonly bonus: number;
  readonly isNormalised: boolean;
}

/** What became of one candidate: two numbers, return and length, for each episode, and statistics of what it saw. */
export interface Played {
  readonly episodes: Float64Array;
  readonly seen: Float64Array;
}

/** The settings, and what observations are normalised by, as bytes. */
export const writePlay = (settings: PlaySettings, normaliser: RunningStatistics | undefined): Uint8Array =>
  writeSnapshot({
    algorithm: 'play',
    arrays: normaliser === undefined ? {} : { normaliser: normaliser.save() },
    rest: settings,
  });

/** A candidate and a seed for each of its episodes, as bytes. */
export const writeCandidate = (candidate: Float32Array, seeds: readonly number[]): Uint8Array =>
  writeSnapshot({ algorithm: 'candidate', arrays: { candidate }, rest: { seeds } });

/** Plays a candidate's episodes, one after another, in an environment of its own. */
export function play(kernel: Kernel, env: VectorEnv, shared: Snapshot, piece: Snapshot): Uint8Array {
  const { shape, bonus, isNormalised } = shared.rest as PlaySettings;
  const { seeds } = piece.rest as { readonly seeds: readonly number[] };
  const size = shape.sizes[0] as number;
  const normaliser = new RunningStatistics(size);
  if (isNormalised) {
    const saved = new Float64Array(2 * size + 1);
    restoreArray(saved, shared, 'normaliser');
    normaliser.load(saved);
  }
  const candidate = new Float32Array(parameterCount(shape.sizes));
  restoreArray(candidate, piece, 'candidate');
  const population = new Population(kernel, env, shape);
  const seen = new RunningStatistics(size, 0);
  const episodes = new Float64Array(2 * seeds.length);
  seeds.forEach((seed, k) => {
    const played = population.play([candidate], 1, 0, isNormalised ? normaliser : undefined, seen, seed);
    const { return: sum = 0, length = 0 } = played.episodes[0] ?? {};
    episodes[2 * k] = sum - bonus * length;
    episodes[2 * k + 1] = length;
  });
  return writeSnapshot({ algorithm: 'played', arrays: { episodes, seen: seen.save() }, rest: {} });
}

/** Reads what `play` wrote. */
export function readPlayed(bytes: Uint8Array, episodes: number, size: number): Played {
  const snapshot = readSnapshot(bytes);
  const played = { episodes: new Float64Array(2 * episodes), seen: new Float64Array(2 * size + 1) };
  for (const [name, array] of Object.entries(played)) restoreArray(array, snapshot, name);
  return played;
}
