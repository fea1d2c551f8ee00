import type { RandomGenerator } from '@qpos/env';
import type { Activation } from '../network/mlp.ts';
import type { Tensor } from '../policy/safetensors.ts';
import type { CollectorOptions } from '../training/collector.ts';
import type { RemoteEnvs } from '../training/environment.ts';
import type { Episode } from '../training/episodes.ts';
import {
  Experience,
  type ExperienceSource,
  normaliserArrays,
  normaliserNumbers,
  restoreNormalisers,
} from '../training/experience.ts';
import { type Collected, readCollected, writeActor, writeCollect } from './collect.ts';

interface RemoteOptions extends CollectorOptions {
  readonly seed: number;
  readonly hidden: readonly number[];
  readonly activation: Activation;
}

const STREAM = 3; // of the actors' random numbers; 0 to 2 are taken
const SEEDS = 2 ** 31;

/** An actor: environments elsewhere that collect together. */
interface Actor {
  readonly index: number;
  /** What it goes on from; empty before its first rollout. */
  state: Uint8Array;
  /** What it is at. */
  collected: Promise<{ readonly actor: Actor; readonly bytes: Uint8Array }> | undefined;
}

/**
 * Samples that actors elsewhere collect, put together in the order of the actors: the same bytes whoever did the work. With
 * `isAsynchronous`, an update takes the half of the actors that is ready first, and the others go on meanwhile.
 */
export class RemoteCollector extends Experience implements ExperienceSource {
  ended: readonly Episode[] = [];
  readonly #env: RemoteEnvs;
  readonly #options: RemoteOptions;
  readonly #actors: readonly Actor[];
  /** Actors whose samples make an update. */
  readonly #taken: number;

  constructor(env: RemoteEnvs, options: RemoteOptions) {
    const { actors, privilegedSize } = env;
    const taken = env.isAsynchronous ? Math.ceil(actors / 2) : actors;
    const size = {
      steps: options.horizon,
      environments: (taken * env.n) / actors,
      observationSize: env.singleObservationSpace.size,
      privilegedSize,
      actionSize: env.singleActionSpace.size,
    };
    super(size, env.isAsynchronous);
    this.#env = env;
    this.#options = options;
    this.#taken = taken;
    this.#actors = Array.from({ length: actors }, (_, index) => ({
      index,
      state: new Uint8Array(0),
      collected: undefined,
    }));
  }

  async collect({ parameters }: { readonly parameters: Float32Array }, random: RandomGenerator): Promise<void> {
    this.#start(parameters, random.integers(SEEDS));
    const ready = new Map<Actor, Collected>();
    while (ready.size < this.#taken) {
      const waiting = this.#actors.flatMap((a) => (a.collected === undefined || ready.has(a) ? [] : [a.collected]));
      const { actor, bytes } = await Promise.race(waiting);
      ready.set(actor, readCollected(bytes));
    }
    const taken = [...ready].sort(([a], [b]) => a.index - b.index);
    taken.forEach(([actor, collected], place) => {
      actor.collected = undefined;
      actor.state = collected.state;
      collected.mergeInto(this.normalisers);
      this.#put(collected, place);
    });
    this.ended = taken.flatMap(([, { episodes }]) => episodes);
  }

  /** Gives every actor that has nothing to do a rollout with the policy as it is. */
  #start(parameters: Float32Array, draw: number): void {
    const { seed, horizon, gamma, normaliseObservations, normaliseRewards, hidden, activation } = this.#options;
    const shape = {
      observations: this.observationSize,
      privileged: this.privilegedSize,
      actions: this.actionSize,
      hidden,
      activation,
    };
    const options = { horizon, gamma, normaliseObservations, normaliseRewards };
    const idle = this.#actors.filter(({ collected }) => collected === undefined);
    const each = this.#env.n / this.#env.actors;
    const pieces = idle.map(({ index, state }) =>
      writeActor({ seed: seed + index * each, stream: { seed: draw, keys: [STREAM, index] }, state }),
    );
    const shared = writeCollect({ shape, options }, parameters, this.normalisers);
    this.#env.run('collect', shared, pieces).forEach((done, k) => {
      const actor = idle[k] as Actor;
      actor.collected = done.then((bytes) => ({ actor, bytes }));
      actor.collected.catch(() => {
        actor.collected = undefined; // whoever waits for it is told; another call tries again
      });
    });
  }

  /** Puts the samples of an actor beside those of the others: rows of its environments, step by step. */
  #put({ arrays }: Collected, place: number): void {
    const { horizon } = this.#options;
    const each = this.#env.n / this.#env.actors;
    const total = this.trajectories.environments;
    for (const [name, to] of Object.entries(this.#samples())) {
      const from = arrays[name] as Float64Array;
      const width = to.length / this.count;
      for (let step = 0; step < horizon; step++) {
        const rows = from.subarray(step * each * width, (step + 1) * each * width);
        (to as Float64Array).set(rows, (step * total + place * each) * width);
      }
    }
  }

  #samples(): Record<string, Tensor> {
    const { observations, criticObservations, actions, logDensities, values, trajectories, isValid } = this;
    const { rewards, nextValues, ends } = trajectories;
    return {
      observations,
      ...(this.privilegedSize > 0 && { criticObservations }),
      actions,
      logDensities,
      values,
      rewards,
      nextValues,
      ends,
      isValid,
    };
  }

  arrays(): Record<string, Tensor> {
    const states = Object.fromEntries(this.#actors.map(({ index, state }) => [`actor${index}`, state]));
    return { ...normaliserArrays(this.normalisers), ...states };
  }

  numbers(): Record<string, number> {
    const sizes = Object.fromEntries(this.#actors.map(({ index, state }) => [`actor${index}`, state.length]));
    return { ...normaliserNumbers(this.normalisers), ...sizes };
  }

  restoreNumbers(numbers: Readonly<Record<string, number>>): void {
    restoreNormalisers(this.normalisers, numbers);
    for (const actor of this.#actors) actor.state = new Uint8Array(numbers[`actor${actor.index}`] ?? 0);
  }
}
