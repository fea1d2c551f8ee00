import type { Env } from '../env/env.ts';
import { Delay } from '../wrappers/delay.ts';
import { Noise } from '../wrappers/noise.ts';

/** What makes a simulation less perfect than it is; every task of `qpos/` has these options. */
export const simToRealOptions = {
  /** Whether each episode has a model of its own: masses, friction, servos. */
  randomise: true,
  /** Standard deviation of the noise on observations. */
  observation_noise: 0.01,
  /** Least and most steps by which actions are late. */
  latency: [0, 1] as [number, number],
};

/** Wraps an environment with the noise and latency of its options. */
export function simToReal(env: Env, o: typeof simToRealOptions): Env {
  const noisy = o.observation_noise > 0 ? new Noise(env, { observation: o.observation_noise }) : env;
  return o.latency[1] > 0 ? new Delay(noisy, { action: o.latency }) : noisy;
}
