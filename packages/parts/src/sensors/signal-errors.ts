import { bound, finite, notNegative, numbers, PartsError, positive, settings } from '../errors.ts';

/** One number for all axes, or one for each. */
export type PerAxis = number | ArrayLike<number>;

/** What a real device does to a signal. Everything is nothing by default. */
export interface SignalErrors {
  /** Standard deviation of the white noise of each sample. */
  readonly noise?: PerAxis;
  /** White noise as a density, in units/√Hz, in place of `noise`; needs `rate`. Each sample has the deviation density·√rate. */
  readonly noiseDensity?: PerAxis;
  /** Constant that is added. */
  readonly bias?: PerAxis;
  /** Random walk of the bias, in units/s/√Hz: after a time t its deviation is this times √t. */
  readonly biasWalk?: PerAxis;
  /** Bias for each kelvin above 25 °C. */
  readonly biasPerKelvin?: PerAxis;
  /** Relative error of the scale: 0.01 reads 1 % too much. */
  readonly scaleError?: PerAxis;
  /** Relative error of the scale for each kelvin above 25 °C. */
  readonly scalePerKelvin?: number;
  /** Share of each axis that the others see: the cross-axis sensitivity. Three axes only. */
  readonly misalignment?: number;
  /** Values nearer to zero than this read as zero. */
  readonly deadband?: number;
  /** Largest value of either sign. */
  readonly range?: PerAxis;
  /** Step between two values that it can tell apart. */
  readonly resolution?: PerAxis;
}

/** When a device measures and when its readings arrive. */
export interface SignalTiming {
  /** Samples in a second; every reading is a sample by default. */
  readonly rate?: number;
  /** Seconds from a sample to its arrival; 0 by default. Needs `rate`. */
  readonly latency?: number;
}

/** Errors of a signal of n axes, checked and complete. */
export interface ReadErrors {
  readonly noise: Float64Array;
  readonly bias: Float64Array;
  readonly biasWalk: Float64Array;
  readonly biasPerKelvin: Float64Array;
  readonly scaleError: Float64Array;
  readonly scalePerKelvin: number;
  readonly misalignment: number;
  readonly deadband: number;
  readonly range: Float64Array;
  readonly resolution: Float64Array;
}

function perAxis(name: string, x: PerAxis | undefined, n: number, missing = 0): Float64Array {
  if (x === undefined) return new Float64Array(n).fill(missing);
  if (typeof x === 'number') return new Float64Array(n).fill(finite(name, x));
  return numbers(name, x, n);
}

function amounts(name: string, x: PerAxis | undefined, n: number): Float64Array {
  const all = perAxis(name, x, n);
  for (const value of all) notNegative(name, value);
  return all;
}

/** Errors from what a user gave. */
export function readErrors(name: string, errors: SignalErrors, { rate }: SignalTiming, n: number): ReadErrors {
  const e = settings(name, errors);
  if (e.noiseDensity !== undefined && (rate === undefined || e.noise !== undefined))
    throw new PartsError('bad-argument', `${name}: a noise density needs a rate, and no noise beside it`);
  const density = amounts(`${name}.noiseDensity`, e.noiseDensity, n);
  const misalignment = e.misalignment ?? 0;
  if (misalignment !== 0 && n !== 3) throw new PartsError('bad-argument', `${name}: misalignment is for three axes`);
  const range = e.range === undefined ? new Float64Array(n).fill(Infinity) : amounts(`${name}.range`, e.range, n);
  return {
    noise:
      rate === undefined || e.noiseDensity === undefined
        ? amounts(`${name}.noise`, e.noise, n)
        : density.map((d) => d * Math.sqrt(rate)),
    bias: perAxis(`${name}.bias`, e.bias, n),
    biasWalk: amounts(`${name}.biasWalk`, e.biasWalk, n),
    biasPerKelvin: perAxis(`${name}.biasPerKelvin`, e.biasPerKelvin, n),
    scaleError: perAxis(`${name}.scaleError`, e.scaleError, n),
    scalePerKelvin: finite(`${name}.scalePerKelvin`, e.scalePerKelvin ?? 0),
    misalignment: finite(`${name}.misalignment`, misalignment),
    deadband: bound(`${name}.deadband`, e.deadband ?? 0),
    range,
    resolution: amounts(`${name}.resolution`, e.resolution, n),
  };
}

/** Rate and latency from what a user gave. */
export function readTiming(timing: SignalTiming): SignalTiming {
  const { rate, latency = 0 } = timing;
  if (rate !== undefined) positive('rate', rate);
  notNegative('latency', latency);
  if (latency > 0 && rate === undefined) throw new PartsError('bad-argument', 'a latency needs a rate');
  if (latency * (rate ?? 0) > 1e6) throw new PartsError('bad-argument', 'a latency of more than a million samples');
  return rate === undefined ? {} : { rate, latency };
}
