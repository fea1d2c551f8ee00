import { RandomGenerator, RunningStatistics } from '@qpos/env';
import type { MlpShape } from '../network/mlp.ts';
import type { RemoteEnvs } from '../training/environment.ts';
import type { PopulationPlayer, PopulationResult } from '../training/population.ts';
import { readPlayed, writeCandidate, writePlay } from './play.ts';

const EPISODES = 2; // the stream of random numbers that seeds episodes; 0 and 1 are those of the trainer
const SEEDS = 2 ** 31;

/** Has candidates played elsewhere. What each earns depends on its parameters and on which candidate it is, never on who plays it. */
export class RemotePopulation implements PopulationPlayer {
  asked = 0;
  readonly #env: RemoteEnvs;
  readonly #shape: MlpShape;
  readonly #seed: number;

  constructor(env: RemoteEnvs, shape: MlpShape, seed: number) {
    this.#env = env;
    this.#shape = shape;
    this.#seed = seed;
  }

  async play(
    candidates: readonly Float32Array[],
    episodes: number,
    bonus: number,
    normaliser: RunningStatistics | undefined,
    seen: RunningStatistics,
  ): Promise<PopulationResult> {
    const size = this.#shape.sizes[0] as number;
    const shared = writePlay({ shape: this.#shape, bonus, isNormalised: normaliser !== undefined }, normaliser);
    const pieces = candidates.map((candidate, c) =>
      writeCandidate(
        candidate,
        Array.from({ length: episodes }, (_, k) => this.#seedOf(this.asked + c * episodes + k)),
      ),
    );
    const played = (await Promise.all(this.#env.run('play', shared, pieces))).map((bytes) =>
      readPlayed(bytes, episodes, size),
    );
    this.asked += candidates.length * episodes;
    const part = new RunningStatistics(size, 0);
    for (const result of played) {
      part.load(result.seen);
      seen.merge(part);
    }
    const ended = played.flatMap(({ episodes: pairs }) =>
      Array.from({ length: episodes }, (_, k) => ({
        return: (pairs[2 * k] as number) + bonus * (pairs[2 * k + 1] as number),
        length: pairs[2 * k + 1] as number,
      })),
    );
    const mean = ({ episodes: pairs }: { readonly episodes: Float64Array }): number =>
      pairs.filter((_, k) => k % 2 === 0).reduce((sum, earned) => sum + earned / episodes, 0);
    return {
      returns: Float64Array.from(played, mean),
      episodes: ended,
      steps: ended.reduce((sum, { length }) => sum + length, 0),
    };
  }

  /** The seed of an episode, by its number. */
  #seedOf(episode: number): number {
    return new RandomGenerator(this.#seed, [EPISODES, episode]).integers(SEEDS);
  }
}
