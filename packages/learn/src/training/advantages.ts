/** What a rollout recorded, a row for each step and a column for each environment. */
export interface Trajectories {
  readonly steps: number;
  readonly environments: number;
  readonly rewards: Float64Array;
  readonly values: Float64Array;
  /** Value of the observation that a step led to; 0 where the episode terminated. */
  readonly nextValues: Float64Array;
  /** 1 where an episode ended with the step, for whatever reason. */
  readonly ends: Uint8Array;
}

/**
 * Generalised advantage estimation: `δ = r + γ V' - V`, `A = δ + γ λ A'`, with nothing from beyond the end of an episode.
 *
 * @see Schulman, Moritz, Levine, Jordan, Abbeel, High-Dimensional Continuous Control Using Generalized Advantage Estimation (2016)
 */
export function advantages(result: Float64Array, t: Trajectories, gamma: number, lambda: number): void {
  const { steps, environments, rewards, values, nextValues, ends } = t;
  for (let e = 0; e < environments; e++) {
    let later = 0;
    for (let k = steps - 1; k >= 0; k--) {
      const at = k * environments + e;
      const surprise = (rewards[at] as number) + gamma * (nextValues[at] as number) - (values[at] as number);
      later = surprise + (ends[at] ? 0 : gamma * lambda * later);
      result[at] = later;
    }
  }
}
