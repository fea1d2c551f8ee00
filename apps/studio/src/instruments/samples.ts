/** Curves of a run over time. */
export interface Curves {
  readonly times: Float64Array;
  /** Numbers of the steps. */
  readonly steps: Float64Array;
  readonly values: readonly Float64Array[];
}

/** What the worker has evaluated of a run: a number for each curve and step, in whatever order it comes. */
export class Samples {
  readonly #width: number;
  #times: Float64Array;
  #values: Float64Array[];
  #known: Uint8Array;
  #base = 0; // number of the step in the first place
  #first = 0;
  #count = 0;

  /** @param width How many curves there are. */
  constructor(width: number) {
    this.#width = width;
    this.#times = new Float64Array(0);
    this.#values = Array.from({ length: width }, () => new Float64Array(0));
    this.#known = new Uint8Array(0);
  }

  get width(): number {
    return this.#width;
  }

  /** How many steps the run has, and the number of the first one that is still known. */
  get count(): number {
    return this.#count;
  }
  get first(): number {
    return this.#first;
  }

  /** Takes rows over: the number of the step, its time, and the values. The run now has `count` steps from `first` on. */
  add(rows: Float64Array, first: number, count: number): void {
    if (first + count < this.#first + this.#count) this.#forget(first + count);
    this.#first = first;
    this.#count = count;
    this.#makeRoom();
    const stride = this.#width + 2;
    for (let at = 0; at + stride <= rows.length; at += stride) {
      const place = (rows[at] as number) - this.#base;
      if (place < 0 || place >= this.#known.length) continue;
      this.#known[place] = 1;
      this.#times[place] = rows[at + 1] as number;
      for (let c = 0; c < this.#width; c++) (this.#values[c] as Float64Array)[place] = rows[at + 2 + c] as number;
    }
  }

  /** Steps from this number on were dropped. */
  #forget(step: number): void {
    this.#known.fill(0, Math.max(0, step - this.#base));
  }

  /** Keeps the steps that there are, with as much room behind them. */
  #makeRoom(): void {
    const end = this.#first + this.#count;
    if (this.#first >= this.#base && end <= this.#base + this.#known.length) return;
    const room = Math.max(1024, 2 * this.#count);
    const from = Math.max(0, this.#first - this.#base);
    const moved = <T extends Float64Array | Uint8Array>(old: T, next: T): T => {
      if (this.#first >= this.#base) next.set(old.subarray(from, Math.min(old.length, from + next.length)));
      return next;
    };
    this.#times = moved(this.#times, new Float64Array(room));
    this.#values = this.#values.map((old) => moved(old, new Float64Array(room)));
    this.#known = moved(this.#known, new Uint8Array(room));
    this.#base = this.#first;
  }

  /** Values at a step, or undefined while they are not known. */
  at(step: number, curve: number): number | undefined {
    const place = step - this.#base;
    return this.#known[place] === 1 ? this.#values[curve]?.[place] : undefined;
  }

  /** The curves from `from` on, `width` of them, at the steps that are known. */
  curves(from = 0, width = this.#width): Curves {
    const start = this.#first - this.#base;
    const places: number[] = [];
    for (let place = start; place < start + this.#count; place++) if (this.#known[place] === 1) places.push(place);
    const pick = (all: Float64Array): Float64Array => Float64Array.from(places, (place) => all[place] ?? 0);
    return {
      times: pick(this.#times),
      steps: Float64Array.from(places, (place) => place + this.#base),
      values: this.#values.slice(from, from + width).map(pick),
    };
  }
}

/** The step nearest to a time, among ascending times; -1 if there is none. */
export function nearest(times: ArrayLike<number>, time: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  if (low > 0 && Math.abs((times[low - 1] ?? 0) - time) <= Math.abs((times[low] ?? 0) - time)) return low - 1;
  return times.length === 0 ? -1 : low;
}

/** The value of a curve at a time, between two of its samples; undefined outside of it. */
export function valueAt(times: ArrayLike<number>, values: ArrayLike<number>, time: number): number | undefined {
  const n = times.length;
  if (n === 0 || time < (times[0] ?? 0) || time > (times[n - 1] ?? 0)) return undefined;
  const near = nearest(times, time);
  const next = (times[near] ?? 0) < time ? near + 1 : near;
  const before = Math.max(0, next - 1);
  const span = (times[next] ?? 0) - (times[before] ?? 0);
  if (next === before || span <= 0) return values[next];
  const part = (time - (times[before] ?? 0)) / span;
  return (1 - part) * (values[before] ?? 0) + part * (values[next] ?? 0);
}
