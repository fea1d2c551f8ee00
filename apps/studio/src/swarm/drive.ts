import type { Model } from '@qpos/core';
import type { FieldRows, Fleet } from './fleet.ts';

/** What moves the environments of a swarm. */
export interface Drive {
  readonly model: Model;
  /** Fields of Data that `after` reads. */
  readonly fields: readonly string[];
  /** Time steps from one action to the next. */
  readonly steps: number;
  /** Environments that were started over. */
  readonly restarts: number;
  /** Sets controls, and states where an environment starts over. */
  before(fleet: Fleet): Promise<void>;
  /** Looks at what came of it. */
  after(rows: FieldRows): void;
  /** Starts all environments over. */
  reset(): void;
}

/** When environments start over: each after the same time, but not all at once. */
export class Lives {
  readonly #left: Float64Array;
  readonly #seconds: number;

  constructor(n: number, seconds: number) {
    this.#seconds = seconds;
    this.#left = new Float64Array(n);
    this.reset();
  }

  /** Gives all another first life, some of them short. */
  reset(): void {
    for (let e = 0; e < this.#left.length; e++) this.#left[e] = this.#seconds * (0.5 + Math.random());
  }

  /** Lets time go by in an environment; true if its life is over, and the next one begins. */
  pass(e: number, seconds: number): boolean {
    this.#left[e] = (this.#left[e] ?? 0) - seconds;
    if ((this.#left[e] ?? 0) > 0) return false;
    this.renew(e);
    return true;
  }

  renew(e: number): void {
    this.#left[e] = this.#seconds;
  }
}

/** A number of the normal distribution. */
export const gaussian = (): number =>
  Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
