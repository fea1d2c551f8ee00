import { exp } from '@qpos/core/math';
import type { Trajectories } from './advantages.ts';

/** What the samples are judged by: values and log-densities of the policy that learns, and of the one that acted. */
export interface OffPolicySamples {
  readonly trajectories: Trajectories;
  /** Log-density of each action under the policy that learns. */
  readonly logDensities: Float64Array;
  /** Log-density of each action under the policy that took it. */
  readonly behaviour: Float64Array;
}

/**
 * V-trace: targets of the values, and advantages, from samples of another policy. Importance weights are cut off at 1, so that old samples
 * count less and never more. With λ = 1 it is the published form; where both policies are the same, the advantages
 * towards the targets are those of generalised advantage estimation.
 *
 *     ρ = min(1, π/μ)    δ = ρ (r + γ V' - V)    v - V = δ + γ λ ρ (v' - V')    A = ρ (r + γ v' - V)
 *
 * @see Espeholt et al., IMPALA: Scalable Distributed Deep-RL with Importance Weighted Actor-Learner Architectures (2018), §4.1
 */
export function vtrace(
  targets: Float64Array,
  advantages: Float64Array,
  samples: OffPolicySamples,
  gamma: number,
  lambda: number,
): void {
  const { trajectories, logDensities, behaviour } = samples;
  const { steps, environments, rewards, values, nextValues, ends } = trajectories;
  for (let e = 0; e < environments; e++) {
    let correction = 0; // v' - V' of the step that follows in the same episode
    for (let k = steps - 1; k >= 0; k--) {
      const at = k * environments + e;
      const weight = Math.min(1, exp((logDensities[at] as number) - (behaviour[at] as number)));
      const later = ends[at] ? 0 : correction;
      const surprise = (rewards[at] as number) + gamma * (nextValues[at] as number) - (values[at] as number);
      correction = weight * (surprise + gamma * lambda * later);
      targets[at] = (values[at] as number) + correction;
      advantages[at] = weight * (surprise + gamma * later);
    }
  }
}
