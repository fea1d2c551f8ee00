import { ArgumentError } from '@qpos/core/errors';
import { checkSettings } from '../training/arguments.ts';
import { inference, type PolicyLayer, type PolicyParts } from './inference.ts';
import { readTensors, type Tensor, writeTensors } from './safetensors.ts';

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
  readonly #act: (obs: ArrayLike<number>) => Float64Array;

  /** @param parts Layers, normalisation and bounds. */
  constructor(parts: PolicyParts) {
    checkSettings('parts', parts);
    if (!Array.isArray(parts.layers) || parts.layers.length === 0)
      throw new ArgumentError('a policy needs at least one layer');
    this.parts = parts;
    this.#act = inference(parts);
  }

  /** Numbers of an observation. */
  get observationSize(): number {
    return this.parts.mean.length;
  }

  /**
   * The most likely action.
   *
   * @param obs An observation.
   * @returns The action, in an array that the next call overwrites.
   */
  act(obs: ArrayLike<number>): Float64Array {
    return this.#act(obs);
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
