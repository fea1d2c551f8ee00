import type { RandomGenerator } from '@qpos/env';

/** Transitions drawn from the buffer, a row each, in memory of the kernel where networks read them. */
export interface ReplayBatch {
  readonly rows: number;
  readonly observations: Float32Array;
  readonly nextObservations: Float32Array;
  readonly actions: Float32Array;
  readonly rewards: Float32Array;
  /** 1 where the episode terminated with the step, so that nothing follows. */
  readonly terminated: Float32Array;
}

/** The last transitions, each an observation, an action, a reward, and what followed. The oldest make room for new ones. */
export class ReplayBuffer {
  readonly capacity: number;
  /** How many there are. */
  size = 0;
  /** Where the next one goes. */
  next = 0;
  readonly #observationSize: number;
  readonly #actionSize: number;
  readonly #observations: Float32Array;
  readonly #nextObservations: Float32Array;
  readonly #actions: Float32Array;
  readonly #rewards: Float32Array;
  readonly #terminated: Float32Array;

  constructor(capacity: number, observationSize: number, actionSize: number) {
    this.capacity = capacity;
    this.#observationSize = observationSize;
    this.#actionSize = actionSize;
    this.#observations = new Float32Array(capacity * observationSize);
    this.#nextObservations = new Float32Array(capacity * observationSize);
    this.#actions = new Float32Array(capacity * actionSize);
    this.#rewards = new Float32Array(capacity);
    this.#terminated = new Float32Array(capacity);
  }

  /** Takes a transition of environment e: row e of each array. */
  add(
    e: number,
    observations: ArrayLike<number>,
    actions: ArrayLike<number>,
    reward: number,
    nextObservations: ArrayLike<number>,
    isTerminated: boolean,
  ): void {
    const [at, n, m] = [this.next, this.#observationSize, this.#actionSize];
    for (let k = 0; k < n; k++) {
      this.#observations[at * n + k] = observations[e * n + k] as number;
      this.#nextObservations[at * n + k] = nextObservations[e * n + k] as number;
    }
    for (let k = 0; k < m; k++) this.#actions[at * m + k] = actions[e * m + k] as number;
    this.#rewards[at] = reward;
    this.#terminated[at] = isTerminated ? 1 : 0;
    this.next = (at + 1) % this.capacity;
    this.size = Math.min(this.size + 1, this.capacity);
  }

  /** Fills a batch with transitions drawn at random, any of them as likely as the others. */
  sample(batch: ReplayBatch, random: RandomGenerator): void {
    const [n, m] = [this.#observationSize, this.#actionSize];
    for (let i = 0; i < batch.rows; i++) {
      const at = random.integers(this.size);
      for (let k = 0; k < n; k++) {
        batch.observations[i * n + k] = this.#observations[at * n + k] as number;
        batch.nextObservations[i * n + k] = this.#nextObservations[at * n + k] as number;
      }
      for (let k = 0; k < m; k++) batch.actions[i * m + k] = this.#actions[at * m + k] as number;
      batch.rewards[i] = this.#rewards[at] as number;
      batch.terminated[i] = this.#terminated[at] as number;
    }
  }

  /** The arrays that a checkpoint holds: the part that is in use. */
  arrays(): Readonly<Record<string, Float32Array>> {
    const part = (array: Float32Array, width: number): Float32Array => array.subarray(0, this.size * width);
    return {
      replayObservations: part(this.#observations, this.#observationSize),
      replayNextObservations: part(this.#nextObservations, this.#observationSize),
      replayActions: part(this.#actions, this.#actionSize),
      replayRewards: part(this.#rewards, 1),
      replayTerminated: part(this.#terminated, 1),
    };
  }
}
