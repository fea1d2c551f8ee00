import { RandomGenerator } from '@qpos/batch';
import type { ResetOptions } from '../env/env.ts';
import { randomNumbers, type SavedNumbers } from '../saved/numbers.ts';
import { anySeed } from '../spaces/space.ts';

/** Random numbers of a wrapper: they follow from the seed of the environment, and leave its own as they are. */
export class OwnStream {
  readonly #key: number;
  #random: RandomGenerator | undefined;

  /** @param key Sets the wrapper apart from others. */
  constructor(key: number) {
    this.#key = key;
  }

  /** Starts anew if the reset has a seed, which the environment inside has checked. */
  reset(options: ResetOptions | undefined): RandomGenerator {
    if (options?.seed !== undefined || this.#random === undefined)
      this.#random = new RandomGenerator(options?.seed ?? anySeed(), [this.#key]);
    return this.#random;
  }

  save(): number[] {
    return randomNumbers(this.random);
  }

  load(saved: SavedNumbers): void {
    this.#random = saved.random();
  }

  get random(): RandomGenerator {
    this.#random ??= new RandomGenerator(anySeed(), [this.#key]);
    return this.#random;
  }
}
