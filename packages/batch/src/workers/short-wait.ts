/** Milliseconds to look for a change: some hand-overs. */
const MOMENT = 0.05;
/** Looks between two readings of the clock. */
const LOOKS = 50;
/** Most times that are left out after one in vain. */
const MOST = 256;

/**
 * Looks for a change for a moment before a thread goes to sleep: to be woken takes longer. Only where that pays: after it was in vain it is left out once,
 * then twice, four times and so on, since on a busy machine it keeps the thread from running that would make the change.
 */
export class ShortWait {
  #left = 0;
  #pause = 1;

  /** Whether a word has another value within a moment; false at once if it is not looked at this time. */
  sees(words: Int32Array, index: number, value: number): boolean {
    if (this.#left > 0) {
      this.#left--;
      return false;
    }
    const end = performance.now() + MOMENT;
    do {
      for (let k = 0; k < LOOKS; k++) {
        if (Atomics.load(words, index) === value) continue;
        this.#pause = 1;
        return true;
      }
    } while (performance.now() < end);
    this.#left = this.#pause;
    this.#pause = Math.min(2 * this.#pause, MOST);
    return false;
  }
}
