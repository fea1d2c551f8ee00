import { ArgumentError } from '@qpos/core/errors';
import { tanh } from '@qpos/core/math';
import type { Activation } from '../network/mlp.ts';

/** A layer of a policy: weights by inputs × outputs, row by row. */
export interface PolicyLayer {
  /** How many numbers go in. */
  readonly inputs: number;
  /** How many come out. */
  readonly outputs: number;
  /** The weight of input i for output j at `i * outputs + j`. */
  readonly weights: Float32Array;
  /** What is added to each output. */
  readonly bias: Float32Array;
}

/** What a policy is made of. */
export interface PolicyParts {
  /** The task it was trained for. */
  readonly task: string;
  /** Layers, first to last. */
  readonly layers: readonly PolicyLayer[];
  /** What follows each layer but the last. */
  readonly activation: Activation;
  /** Whether actions are squashed into their bounds by tanh, rather than cut off there. */
  readonly squash: boolean;
  /** Mean by which observations are normalised. */
  readonly mean: Float64Array;
  /** Standard deviation by which observations are normalised. */
  readonly deviation: Float64Array;
  /** Lower bounds of the actions. */
  readonly low: Float64Array;
  /** Upper bounds of the actions. */
  readonly high: Float64Array;
}

const MOST_DEVIATIONS = 10; // normalised numbers are cut off here

/** The most likely action for an observation, as a function; its result is an array that the next call overwrites. */
export function inference(parts: PolicyParts): (obs: ArrayLike<number>) => Float64Array {
  const { layers, mean, deviation, low, high, activation, squash } = parts;
  const values = [new Float64Array(mean.length), ...layers.map(({ outputs }) => new Float64Array(outputs))];
  const [input, output] = [values[0] as Float64Array, values.at(-1) as Float64Array];
  const clamp = (x: number, least: number, most: number): number => Math.min(Math.max(x, least), most);
  return (obs) => {
    if (obs.length !== input.length)
      throw new ArgumentError(`the policy takes observations of ${input.length} numbers, not ${obs.length}`);
    for (let k = 0; k < input.length; k++)
      input[k] = clamp(
        ((obs[k] as number) - (mean[k] as number)) / (deviation[k] as number),
        -MOST_DEVIATIONS,
        MOST_DEVIATIONS,
      );
    for (let k = 0; k < layers.length; k++) {
      const { inputs, outputs, weights, bias } = layers[k] as PolicyLayer;
      const [x, y] = [values[k] as Float64Array, values[k + 1] as Float64Array];
      for (let j = 0; j < outputs; j++) {
        let sum = bias[j] as number;
        for (let i = 0; i < inputs; i++) sum += (x[i] as number) * (weights[i * outputs + j] as number);
        if (k < layers.length - 1) sum = activation === 'tanh' ? tanh(sum) : Math.max(sum, 0);
        y[j] = sum;
      }
    }
    for (let k = 0; k < output.length; k++) {
      const [l, h, x] = [low[k] as number, high[k] as number, output[k] as number];
      output[k] = squash ? l + 0.5 * (h - l) * (tanh(x) + 1) : clamp(x, l, h);
    }
    return output;
  };
}
