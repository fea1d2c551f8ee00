import type { RandomGenerator } from '@qpos/batch';
import { exp } from '@qpos/core/math';

/** How candidates are drawn around a plan, and what becomes of the plan by their costs. */
export interface SamplingMethod {
  /** Draws the knots of all candidates, one after the other; the first is the plan itself. */
  draw(candidates: Float64Array, plan: Float64Array, scale: Float64Array, random: RandomGenerator): void;
  /** Changes the plan. */
  update(plan: Float64Array, candidates: Float64Array, costs: Float64Array): void;
  /** As the plan's knots move on in time by a part of their spacing. */
  shift?(knots: number): void;
}

/** What the methods are told. */
export interface SamplingSettings {
  /** Candidates of a plan. */
  readonly samples: number;
  /** Numbers of a plan. */
  readonly size: number;
  /** Deviation of the noise, of half the range of each control. */
  readonly noise: number;
  /** Candidates that CEM goes by. */
  readonly elites: number;
  /** How evenly MPPI weighs candidates, of the difference between the mean and the least cost. */
  readonly temperature: number;
}

/** Candidates with independent noise; the first without. */
function drawAround(
  candidates: Float64Array,
  plan: Float64Array,
  deviation: (i: number) => number,
  random: RandomGenerator,
): void {
  const size = plan.length;
  for (let c = 0; c * size < candidates.length; c++)
    for (let i = 0; i < size; i++) candidates[c * size + i] = plan[i] + (c === 0 ? 0 : deviation(i) * random.normal());
}

/** Index of the least cost; of equals the first. */
function best(costs: Float64Array): number {
  let at = 0;
  for (let c = 1; c < costs.length; c++) if (costs[c] < costs[at]) at = c;
  return at;
}

/**
 * The best of the candidates becomes the plan.
 *
 * @see Howell, Gileadi, Tunyasuvunakool, Zakka, Erez, Tassa: Predictive sampling (2022)
 */
export function predictiveSampling({ noise, size }: SamplingSettings): SamplingMethod {
  return {
    draw: (candidates, plan, scale, random) => drawAround(candidates, plan, (i) => noise * scale[i], random),
    update(plan, candidates, costs) {
      const first = best(costs) * size;
      plan.set(candidates.subarray(first, first + size));
    },
  };
}

const LEAST_DEVIATION = 0.1; // of the noise

/**
 * The mean of the best candidates becomes the plan, their deviations those of the next.
 *
 * @see Rubinstein: The cross-entropy method for combinatorial and continuous optimization (1999)
 */
export function crossEntropy({ noise, size, elites }: SamplingSettings): SamplingMethod {
  const deviation = new Float64Array(size).fill(noise);
  let scale = new Float64Array(size).fill(1);
  return {
    draw(candidates, plan, given, random) {
      scale = given as typeof scale;
      drawAround(candidates, plan, (i) => deviation[i] * scale[i], random);
    },
    update(plan, candidates, costs) {
      const order = Array.from(costs, (_, c) => c).sort((a, b) => costs[a] - costs[b] || a - b);
      const chosen = order.slice(0, elites).filter((c) => costs[c] < Number.POSITIVE_INFINITY);
      if (chosen.length === 0) return;
      for (let i = 0; i < size; i++) {
        let sum = 0;
        for (const c of chosen) sum += candidates[c * size + i];
        const mean = sum / chosen.length;
        let squares = 0;
        for (const c of chosen) squares += (candidates[c * size + i] - mean) ** 2;
        plan[i] = mean;
        const spread = Math.sqrt(squares / chosen.length) / (scale[i] > 0 ? scale[i] : 1);
        deviation[i] = Math.max(spread, LEAST_DEVIATION * noise);
      }
    },
    shift(knots) {
      // what enters at the end is as uncertain as at the beginning
      for (let i = 0; i < size; i++) deviation[i] += Math.min(knots, 1) * (noise - deviation[i]);
    },
  };
}

/**
 * All candidates, weighed by exp(-cost/temperature), become the plan.
 *
 * @see Williams, Wagener, Goldfain, Drews, Rehg, Boots, Theodorou: Information theoretic MPC (2017)
 */
export function pathIntegral({ noise, size, temperature }: SamplingSettings): SamplingMethod {
  return {
    draw: (candidates, plan, scale, random) => drawAround(candidates, plan, (i) => noise * scale[i], random),
    update(plan, candidates, costs) {
      const least = costs[best(costs)];
      if (!(least < Number.POSITIVE_INFINITY)) return;
      const finite = costs.filter((cost) => cost < Number.POSITIVE_INFINITY);
      const spread = finite.reduce((sum, cost) => sum + cost - least, 0) / finite.length;
      const weights = costs.map((cost) => (cost <= least ? 1 : exp(-(cost - least) / (temperature * spread))));
      const total = weights.reduce((sum, w) => sum + w, 0);
      plan.fill(0);
      for (let c = 0; c < costs.length; c++)
        for (let i = 0; i < size; i++) plan[i] += (weights[c] / total) * candidates[c * size + i];
    },
  };
}
