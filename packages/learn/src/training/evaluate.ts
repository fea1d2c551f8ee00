import { ArgumentError } from '@qpos/core/errors';
import type { VectorEnv } from '@qpos/env';
import { checkFunction, checkTraining } from './arguments.ts';
import { breathe } from './breathe.ts';
import { EpisodeCounter } from './episodes.ts';

/** Whatever chooses actions: a `Policy`, a network from elsewhere, a function of your own. */
export interface Actor {
  /**
   * The action for an observation.
   *
   * @param obs The observation.
   * @returns The action, or a promise of it.
   */
  act(obs: ArrayLike<number>): ArrayLike<number> | Promise<ArrayLike<number>>;
}

/** How a policy is evaluated. */
export interface EvaluationOptions {
  /** How many episodes, shared out evenly among the environments; 10 by default. */
  readonly episodes?: number;
  /** Seed of the environments. */
  readonly seed?: number;
  /** Ends the evaluation early; what has ended by then counts. */
  readonly signal?: AbortSignal;
}

/** How a policy did. */
export interface Evaluation {
  /** Return of each episode. */
  readonly returns: readonly number[];
  /** Steps of each. */
  readonly lengths: readonly number[];
  /** Mean of the returns; NaN if no episode has ended. */
  readonly meanReturn: number;
  /** Their standard deviation. */
  readonly deviation: number;
}

const DEFAULT_EPISODES = 10;
const DEFAULT_SEED = 1000;
const PAUSE = 20; // milliseconds between two chances for timers and signals

/**
 * Plays a policy and tells its returns. The same policy, environments and seed give the same numbers.
 *
 * @param policy What chooses the actions.
 * @param env Environments of the task, as `makeVec` makes them.
 * @param options How many episodes, the seed, a signal to stop.
 * @returns Returns and lengths, episode by episode.
 * @example
 * const vec = await makeVec('InvertedPendulum-v5', { n: 4, autoreset: 'same-step' });
 * const { meanReturn, deviation } = await evaluate(ppo(vec).policy, vec, { episodes: 8, seed: 7 });
 * console.log(meanReturn, deviation);
 */
export async function evaluate(policy: Actor, env: VectorEnv, options: EvaluationOptions = {}): Promise<Evaluation> {
  checkFunction('policy.act', policy?.act);
  const { episodes = DEFAULT_EPISODES, seed = DEFAULT_SEED, signal } = checkTraining(env, options);
  if (!Number.isSafeInteger(episodes) || episodes < 1)
    throw new ArgumentError(`cannot evaluate ${episodes} episodes`, 'bad-argument', 'a whole number from 1 on');
  if (env.metadata.autoreset === 'disabled')
    throw new ArgumentError("evaluate needs environments that reset themselves: autoreset 'same-step' or 'next-step'");
  const { n, singleObservationSpace, singleActionSpace } = env;
  const counters = Array.from({ length: n }, () => new EpisodeCounter(1, env.metadata.autoreset));
  // an environment that is quick to end its episodes plays no more of them than the others
  const isDone = (e: number): boolean => (counters[e]?.ended.length ?? 0) >= Math.ceil((episodes - e) / n);
  const observation = new Float64Array(singleObservationSpace.size);
  const actions = new Float64Array(n * singleActionSpace.size);
  let { obs } = env.reset({ seed });
  let rested = performance.now();
  const members = counters.map((_, e) => e);
  while (!members.every(isDone) && !signal?.aborted) {
    for (const e of members) {
      for (let k = 0; k < observation.length; k++) observation[k] = obs[e * observation.length + k] as number;
      actions.set(await policy.act(observation), e * singleActionSpace.size);
    }
    const result = await env.stepAsync(actions);
    for (const e of members)
      if (!isDone(e))
        counters[e]?.add(0, result.rewards[e] as number, result.terminated[e] === 1 || result.truncated[e] === 1);
    obs = result.obs;
    if (performance.now() - rested > PAUSE) {
      await breathe();
      rested = performance.now();
    }
  }
  return summarise(counters.flatMap(({ ended }) => ended));
}

function summarise(ended: readonly { readonly return: number; readonly length: number }[]): Evaluation {
  const returns = ended.map((episode) => episode.return);
  const mean = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;
  const meanReturn = mean(returns);
  const deviation = Math.sqrt(mean(returns.map((r) => (r - meanReturn) ** 2)));
  return { returns, lengths: ended.map(({ length }) => length), meanReturn, deviation };
}
