import { ArgumentError } from '@qpos/core/errors';
import { tanh } from '@qpos/core/math';
import type { Activation } from '../network/mlp.ts';
import { checkSettings } from '../training/arguments.ts';
import { readTensors, type Tensor, writeTensors } from './safetensors.ts';

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

const MOST_DEVIATIONS = 10;

/**
 * A trained policy: the action for an observation, without trainer, kernel or environment.
 *
 * @example
 * const trainer = ppo(await makeVec('InvertedPendulum-v5', { n: 4, autoreset: 'same-step' }));
 * const { policy } = trainer;
 * console.log(policy.act([0, 0.1, 0, 0]));
 */
export class Policy {
  /** What it is made of. */
  readonly parts: PolicyParts;
  readonly #values: readonly Float64Array[];
  readonly #action: Float64Array;

  /** @param parts Layers, normalisation and bounds. */
  constructor(parts: PolicyParts) {
    checkSettings('parts', parts);
    this.parts = parts;
    const first = Array.isArray(parts.layers) ? (parts.layers[0] as PolicyLayer | undefined) : undefined;
    if (first === undefined) throw new ArgumentError('a policy needs at least one layer');
    this.#values = [new Float64Array(first.inputs), ...parts.layers.map(({ outputs }) => new Float64Array(outputs))];
    this.#action = new Float64Array(parts.low.length);
  }

  /** Numbers of an observation. */
  get observationSize(): number {
    return (this.#values[0] as Float64Array).length;
  }

  /**
   * The most likely action.
   *
   * @param obs An observation.
   * @returns The action, in an array that the next call overwrites.
   */
  act(obs: ArrayLike<number>): Float64Array {
    const { layers, mean, deviation, low, high, squash } = this.parts;
    const input = this.#values[0] as Float64Array;
    if (obs.length !== input.length)
      throw new ArgumentError(`the policy takes observations of ${input.length} numbers, not ${obs.length}`);
    for (let k = 0; k < input.length; k++) {
      const z = ((obs[k] as number) - (mean[k] as number)) / (deviation[k] as number);
      input[k] = Math.min(Math.max(z, -MOST_DEVIATIONS), MOST_DEVIATIONS);
    }
    layers.forEach((layer, k) => {
      this.#apply(layer, this.#values[k] as Float64Array, this.#values[k + 1] as Float64Array, k < layers.length - 1);
    });
    const output = this.#values.at(-1) as Float64Array;
    for (let k = 0; k < this.#action.length; k++) {
      const [l, h] = [low[k] as number, high[k] as number];
      const x = output[k] as number;
      this.#action[k] = squash ? l + 0.5 * (h - l) * (tanh(x) + 1) : Math.min(Math.max(x, l), h);
    }
    return this.#action;
  }

  #apply({ inputs, outputs, weights, bias }: PolicyLayer, x: Float64Array, y: Float64Array, isHidden: boolean): void {
    for (let j = 0; j < outputs; j++) {
      let sum = bias[j] as number;
      for (let i = 0; i < inputs; i++) sum += (x[i] as number) * (weights[i * outputs + j] as number);
      if (!isHidden) y[j] = sum;
      else y[j] = this.parts.activation === 'tanh' ? tanh(sum) : Math.max(sum, 0);
    }
  }
}

/**
 * A policy as a file in the format safetensors, with its task, bounds and normalisation.
 *
 * @param policy The policy.
 * @returns The bytes.
 * @example
 * const trainer = ppo(await makeVec('InvertedPendulum-v5', { n: 4, autoreset: 'same-step' }));
 * const bytes = savePolicy(trainer.policy); // for a file pole.safetensors
 * console.log(bytes.length);
 */
export function savePolicy(policy: Policy): Uint8Array {
  if (!(policy instanceof Policy)) throw new ArgumentError('a Policy is needed', 'bad-argument', 'trainer.policy');
  const { parts } = policy;
  const tensors = new Map<string, { data: Tensor; shape: readonly number[] }>();
  parts.layers.forEach(({ inputs, outputs, weights, bias }, k) => {
    tensors.set(`layers.${k}.weight`, { data: weights, shape: [inputs, outputs] });
    tensors.set(`layers.${k}.bias`, { data: bias, shape: [outputs] });
  });
  for (const name of ['mean', 'deviation', 'low', 'high'] as const)
    tensors.set(name, { data: parts[name], shape: [parts[name].length] });
  const { task, activation, squash } = parts;
  return writeTensors({ tensors, metadata: { format: 'qpos-policy', task, activation, squash: String(squash) } });
}

/**
 * Reads a policy that `savePolicy` wrote.
 *
 * @param bytes The bytes of the file.
 * @returns The policy.
 * @example
 * const trainer = ppo(await makeVec('InvertedPendulum-v5', { n: 4, autoreset: 'same-step' }));
 * const policy = loadPolicy(savePolicy(trainer.policy));
 * console.log(policy.act([0, 0.1, 0, 0]));
 */
export function loadPolicy(bytes: Uint8Array): Policy {
  const { tensors, metadata } = readTensors(bytes);
  if (metadata['format'] !== 'qpos-policy')
    throw new ArgumentError('these tensors are not a policy of qpos', 'bad-argument', 'expected what savePolicy wrote');
  const take = <T extends Tensor>(name: string, type: new (n: number) => T, dimensions: number) => {
    const found = tensors.get(name);
    if (!(found?.data instanceof type) || found.shape.length !== dimensions)
      throw new ArgumentError(`the policy has no proper tensor '${name}'`);
    return { data: found.data as T, shape: found.shape };
  };
  const layers: PolicyLayer[] = [];
  for (let k = 0; tensors.has(`layers.${k}.weight`); k++) {
    const { data: weights, shape } = take(`layers.${k}.weight`, Float32Array, 2);
    const { data: bias } = take(`layers.${k}.bias`, Float32Array, 1);
    const [inputs = 0, outputs = 0] = shape;
    if (bias.length !== outputs || (k > 0 && inputs !== layers[k - 1]?.outputs))
      throw new ArgumentError(`layer ${k} of the policy does not fit the others`);
    layers.push({ inputs, outputs, weights, bias });
  }
  const vector = (name: string): Float64Array => take(name, Float64Array, 1).data;
  const parts: PolicyParts = {
    task: metadata['task'] ?? '',
    activation: metadata['activation'] === 'relu' ? 'relu' : 'tanh',
    squash: metadata['squash'] === 'true',
    layers,
    mean: vector('mean'),
    deviation: vector('deviation'),
    low: vector('low'),
    high: vector('high'),
  };
  const [first, last] = [layers[0], layers.at(-1)];
  const fits =
    first?.inputs === parts.mean.length &&
    first?.inputs === parts.deviation.length &&
    last?.outputs === parts.low.length &&
    last?.outputs === parts.high.length;
  if (!fits) throw new ArgumentError('the layers of the policy do not fit its observations and actions');
  return new Policy(parts);
}
