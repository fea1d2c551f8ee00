import type { RunningStatistics, VectorEnv } from '@qpos/env';
import type { Kernel } from '../kernel/kernel.ts';
import { Mlp, type MlpShape } from '../network/mlp.ts';
import { EpisodeCounter } from './episodes.ts';
import { normalise } from './normalise.ts';

/** What became of candidates. */
export interface PopulationResult {
  /** Mean return of each candidate's episodes. */
  readonly returns: Float64Array;
  /** Episodes in the order of their ends. */
  readonly episodes: EpisodeCounter['ended'];
  /** Steps of all environments together, those that waited for others included. */
  readonly steps: number;
}

/** Has candidates played, here or elsewhere. */
export interface PopulationPlayer {
  /** Episodes that were asked for so far. */
  asked: number;
  /** As `Population.play`. */
  play(
    candidates: readonly Float32Array[],
    episodes: number,
    bonus: number,
    normaliser: RunningStatistics | undefined,
    seen: RunningStatistics,
  ): PopulationResult | Promise<PopulationResult>;
}

/**
 * Plays candidates, each a set of parameters of one network, for one or more episodes. An environment that is done with one takes the
 * next, so that it does not matter how long episodes are; which candidate plays where depends on the episodes alone.
 */
export class Population implements PopulationPlayer {
  asked = 0;
  readonly shape: MlpShape;
  readonly #env: VectorEnv;
  readonly #networks: readonly Mlp[];
  readonly #inputs: readonly Float32Array[];
  readonly #sent: Float64Array;

  constructor(kernel: Kernel, env: VectorEnv, shape: MlpShape) {
    const size = shape.sizes[0] as number;
    this.shape = shape;
    this.#env = env;
    this.#networks = Array.from({ length: env.n }, () => new Mlp(kernel, shape, 1));
    this.#inputs = this.#networks.map(() => kernel.allocate(size));
    this.#sent = new Float64Array(env.n * env.singleActionSpace.size);
  }

  /**
   * Plays `episodes` of each candidate, with rewards less `bonus` a step (for staying alive, which else hides what is earned). `seen`
   * takes every observation; `normaliser` brings them into the range of the networks. Without a seed the environments go on with their
   * random numbers.
   */
  play(
    candidates: readonly Float32Array[],
    episodes: number,
    bonus: number,
    normaliser: RunningStatistics | undefined,
    seen: RunningStatistics,
    seed?: number,
  ): PopulationResult {
    const env = this.#env;
    const { n } = env;
    const size = env.singleObservationSpace.size;
    const count = candidates.length * episodes;
    const returns = new Float64Array(candidates.length);
    const counter = new EpisodeCounter(n, env.metadata.autoreset);
    const playing = new Int32Array(n); // by environment: the number of its episode; those beyond the last do not count
    let taken = 0;
    const take = (e: number): void => {
      playing[e] = taken;
      const candidate = candidates[Math.floor(taken++ / episodes)];
      if (candidate !== undefined) this.#networks[e]?.parameters.set(candidate);
    };
    for (let e = 0; e < n; e++) take(e);
    this.asked += count;
    let { obs } = env.reset(seed === undefined ? {} : { seed });
    let [done, steps] = [0, 0];
    while (done < count) {
      for (let e = 0; e < n; e++) {
        if ((playing[e] as number) < count && counter.idle[e] === 0) seen.add(obs, e * size);
        this.#act(e, obs, normaliser);
      }
      const result = env.step(this.#sent);
      steps += n;
      for (let e = 0; e < n; e++) {
        if ((playing[e] as number) >= count) continue;
        const isOver = result.terminated[e] === 1 || result.truncated[e] === 1;
        const isStep = counter.add(e, result.rewards[e] as number, isOver);
        if (!isStep || !isOver) continue;
        const { return: sum, length } = counter.ended.at(-1) ?? { return: 0, length: 0 };
        const candidate = Math.floor((playing[e] as number) / episodes);
        returns[candidate] = (returns[candidate] as number) + (sum - bonus * length) / episodes;
        done++;
        take(e);
      }
      obs = result.obs;
    }
    return { returns, episodes: counter.ended, steps };
  }

  #act(e: number, obs: Float64Array, normaliser: RunningStatistics | undefined): void {
    const { low, high, size } = this.#env.singleActionSpace;
    const input = this.#inputs[e] as Float32Array;
    for (let k = 0; k < input.length; k++) input[k] = obs[e * input.length + k] as number;
    if (normaliser !== undefined) normalise(input, 1, normaliser);
    const outputs = (this.#networks[e] as Mlp).forward(input, 1);
    for (let k = 0; k < size; k++)
      this.#sent[e * size + k] = Math.min(Math.max(outputs[k] as number, low[k] as number), high[k] as number);
  }
}
