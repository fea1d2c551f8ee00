import { exp } from '@qpos/core/math';
import type { Kernel } from '../kernel/kernel.ts';
import { type Activation, Mlp, parameterCount } from '../network/mlp.ts';
import type { ActorCritic } from '../training/experience.ts';

/** What the networks of PPO take and give. */
export interface ActorCriticShape {
  readonly observations: number;
  /** Numbers that the critic sees beside the observation. */
  readonly privileged: number;
  readonly actions: number;
  readonly hidden: readonly number[];
  readonly activation: Activation;
}

/**
 * A policy, a normal distribution whose mean is a network of the observation and whose deviation is a parameter of its own, and a network
 * that judges. All parameters lie in one array, and so do their slopes.
 */
export class GaussianActorCritic implements ActorCritic {
  readonly policy: Mlp;
  readonly value: Mlp;
  readonly logDeviation: Float32Array;
  readonly parameters: Float32Array;
  protected readonly slopes: Float32Array;
  protected readonly deviationSlopes: Float32Array;
  protected readonly actions: number;
  readonly #inverse: Float64Array;

  /** `rows` is the most samples that go through at once. */
  constructor(kernel: Kernel, shape: ActorCriticShape, rows: number) {
    const { observations, privileged, actions, hidden, activation } = shape;
    const policySizes = [observations, ...hidden, actions];
    const valueSizes = [observations + privileged, ...hidden, 1];
    const [np, nv] = [parameterCount(policySizes), parameterCount(valueSizes)];
    const count = np + nv + actions;
    this.actions = actions;
    this.parameters = kernel.allocate(count);
    this.slopes = kernel.allocate(count);
    const part = (from: number, to: number): [Float32Array, Float32Array] => [
      this.parameters.subarray(from, to),
      this.slopes.subarray(from, to),
    ];
    this.policy = new Mlp(kernel, { sizes: policySizes, activation }, rows, ...part(0, np));
    this.value = new Mlp(kernel, { sizes: valueSizes, activation }, rows, ...part(np, np + nv));
    [this.logDeviation, this.deviationSlopes] = part(np + nv, count);
    this.#inverse = new Float64Array(actions);
  }

  /** 1 over the standard deviation of each action. */
  inverseDeviation(): Float64Array {
    for (let j = 0; j < this.actions; j++) this.#inverse[j] = exp(-(this.logDeviation[j] as number));
    return this.#inverse;
  }
}
