import type { RunningStatistics } from '@qpos/env';
import type { Mlp } from '../network/mlp.ts';
import type { TaskFacts } from '../training/environment.ts';
import type { PolicyParts } from './inference.ts';
import { Policy } from './policy.ts';

const EPSILON = 1e-8; // as where the trainers normalise

/**
 * The policy that a network is: its first outputs are the actions (others, such as deviations, are left out), observations are normalised
 * by what was seen, and `squash` says whether tanh brings actions into their bounds.
 */
export function policyOf(
  network: Mlp,
  { mean, variance }: RunningStatistics,
  env: TaskFacts,
  squash: boolean = false,
): Policy {
  const { sizes, activation } = network.shape;
  const { low, high, size } = env.singleActionSpace;
  const last = network.layers.length - 1;
  const layers: PolicyParts['layers'] = network.layers.map(({ weights, bias }, k) => {
    const [inputs, all] = [sizes[k] as number, sizes[k + 1] as number];
    const outputs = k === last ? size : all;
    const kept = Float32Array.from(
      { length: inputs * outputs },
      (_, at) => weights[Math.floor(at / outputs) * all + (at % outputs)] as number,
    );
    return { inputs, outputs, weights: kept, bias: Float32Array.from(bias.subarray(0, outputs)) };
  });
  return new Policy({
    task: env.metadata.id ?? '',
    activation,
    squash,
    layers,
    mean: Float64Array.from(mean),
    deviation: Float64Array.from(variance, (v) => Math.sqrt(v + EPSILON)),
    low: Float64Array.from(low),
    high: Float64Array.from(high),
  });
}
