/** An episode that has ended. */
export interface Episode {
  /** Sum of its rewards. */
  readonly return: number;
  /** Its steps. */
  readonly length: number;
}

/** Returns and lengths of the episodes that go on in environments side by side, and which step only resets. */
export class EpisodeCounter {
  /** Episodes that ended since `begin`. */
  ended: Episode[] = [];
  /** By environment: sum of rewards and length of its episode, and whether its next step only resets. */
  readonly sums: Float64Array;
  readonly lengths: Float64Array;
  readonly idle: Uint8Array;
  readonly #isNextStep: boolean;

  constructor(n: number, autoreset: string) {
    this.sums = new Float64Array(n);
    this.lengths = new Float64Array(n);
    this.idle = new Uint8Array(n);
    this.#isNextStep = autoreset === 'next-step';
  }

  /** Forgets the episodes that have ended. */
  begin(): void {
    this.ended = [];
  }

  /** Takes a step of environment e; false where it was only a reset. */
  add(e: number, reward: number, isOver: boolean): boolean {
    const wasIdle = this.idle[e] === 1;
    this.idle[e] = isOver && this.#isNextStep ? 1 : 0;
    if (wasIdle) return false;
    this.sums[e] = (this.sums[e] as number) + reward;
    this.lengths[e] = (this.lengths[e] as number) + 1;
    if (!isOver) return true;
    this.ended.push({ return: this.sums[e] as number, length: this.lengths[e] as number });
    this.sums[e] = 0;
    this.lengths[e] = 0;
    return true;
  }

  /** Starts over, as after a reset of all environments. */
  clear(): void {
    this.sums.fill(0);
    this.lengths.fill(0);
    this.idle.fill(0);
  }
}
