import { finite, PartsError } from '../errors.ts';
import type { NormalSource } from './random.ts';
import { type ReadErrors, readErrors, readTiming, type SignalErrors, type SignalTiming } from './signal-errors.ts';

/** Temperature at which devices are calibrated, °C. */
export const CALIBRATION_TEMPERATURE = 25;

/** Slots of the memory before the arrays. */
const LAST = 0; // time of the last reading
const TICKS = 1; // samples taken
const HEAD = 2;

/**
 * One signal of a device on its way out: sampled, disturbed, delayed. What it remembers is one array, so that it can be saved.
 *
 * The order is that of a device: scale and misalignment, bias, noise, deadband, saturation, quantisation.
 */
export class Channel {
  /** Everything it remembers: time, number of samples, the walk of the bias (n), the value that has arrived (n), samples under way. */
  readonly memory: Float64Array;
  readonly #n: number;
  readonly #errors: ReadErrors;
  readonly #timing: SignalTiming;
  readonly #slots: number;
  readonly #sample: Float64Array;

  constructor(name: string, n: number, errors: SignalErrors, timing: SignalTiming) {
    this.#timing = readTiming(timing);
    this.#errors = readErrors(name, errors, this.#timing, n);
    this.#n = n;
    this.#sample = new Float64Array(n);
    const { rate = 0, latency = 0 } = this.#timing;
    this.#slots = latency > 0 ? Math.ceil(latency * rate) + 1 : 0;
    this.memory = new Float64Array(HEAD + 2 * n + this.#slots * n);
    this.reset();
  }

  /** Forgets everything. */
  reset(): void {
    this.memory.fill(0);
    this.memory[LAST] = -Infinity;
  }

  /** Writes what the device says at a time to `out` at `at`, when the truth is `truth`. A time before the last starts anew. */
  read(
    out: Float64Array,
    at: number,
    truth: ArrayLike<number>,
    time: number,
    temperature: number,
    random: NormalSource,
  ): void {
    const m = this.memory;
    if (finite('time', time) < m[LAST]) this.reset();
    const { rate } = this.#timing;
    if (rate === undefined) {
      const dt = m[LAST] === -Infinity ? 0 : time - m[LAST];
      this.#take(truth, dt, temperature, random);
      m.set(this.#sample, HEAD + this.#n);
    } else {
      const due = Math.floor(time * rate + TICK_SLACK);
      if (m[LAST] === -Infinity || due > Math.floor(m[LAST] * rate + TICK_SLACK))
        this.#tick(truth, temperature, random, rate);
      this.#arrive(time, due, rate);
    }
    m[LAST] = time;
    for (let k = 0; k < this.#n; k++) out[at + k] = m[HEAD + this.#n + k];
  }

  /** Takes a sample, which arrives at once or is under way. */
  #tick(truth: ArrayLike<number>, temperature: number, random: NormalSource, rate: number): void {
    const m = this.memory;
    this.#take(truth, m[TICKS] === 0 ? 0 : 1 / rate, temperature, random);
    if (this.#slots === 0 || m[TICKS] === 0) m.set(this.#sample, HEAD + this.#n); // the first is what there is
    if (this.#slots > 0) {
      const slot = m[TICKS] % this.#slots;
      m.set(this.#sample, HEAD + 2 * this.#n + slot * this.#n);
    }
    m[TICKS]++;
  }

  /** Lets the newest sample arrive whose latency is over. */
  #arrive(time: number, due: number, rate: number): void {
    if (this.#slots === 0) return;
    const m = this.memory;
    const { latency = 0 } = this.#timing;
    // samples are 1/rate apart, the newest was due at due/rate
    const age = Math.max(0, Math.ceil((latency - (time - due / rate)) * rate - TICK_SLACK));
    const index = m[TICKS] - 1 - age;
    if (index < 0 || age >= this.#slots) return;
    const from = HEAD + 2 * this.#n + (index % this.#slots) * this.#n;
    for (let k = 0; k < this.#n; k++) m[HEAD + this.#n + k] = m[from + k];
  }

  /** A disturbed sample. */
  #take(truth: ArrayLike<number>, dt: number, temperature: number, random: NormalSource): void {
    const { noise, bias, biasWalk, biasPerKelvin, scaleError, scalePerKelvin, misalignment, deadband, range, resolution } = this.#errors; // biome-ignore format: one list
    const [n, m] = [this.#n, this.memory];
    const warmer = finite('temperature', temperature) - CALIBRATION_TEMPERATURE;
    const others = misalignment === 0 ? 0 : truth[0] + truth[1] + truth[2];
    for (let k = 0; k < n; k++) {
      if (Number.isNaN(truth[k])) throw new PartsError('bad-argument', 'the truth that a sensor measures is NaN');
      if (biasWalk[k] > 0) m[HEAD + k] += biasWalk[k] * Math.sqrt(dt) * random.normal();
      let x = truth[k] * (1 + scaleError[k] + scalePerKelvin * warmer);
      if (misalignment !== 0) x += misalignment * (others - truth[k]);
      x += bias[k] + m[HEAD + k] + biasPerKelvin[k] * warmer;
      if (noise[k] > 0) x += noise[k] * random.normal();
      if (Math.abs(x) < deadband) x = 0;
      x = Math.max(-range[k], Math.min(range[k], x));
      if (resolution[k] > 0 && Number.isFinite(x)) x = resolution[k] * Math.round(x / resolution[k]);
      this.#sample[k] = x;
    }
  }
}

const TICK_SLACK = 1e-6; // of a sample: times are sums of steps, and miss a tick by rounding
