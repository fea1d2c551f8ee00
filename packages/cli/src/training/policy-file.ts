import fs from 'node:fs';
import type { VectorEnv } from '@qpos/env';
import { loadPolicy, type Policy } from '@qpos/learn';
import { UsageError } from '../io.ts';

/** The bytes of a file that an option names. */
export function readBytes(option: string, file: string): Uint8Array {
  try {
    return fs.readFileSync(file);
  } catch (cause) {
    throw new UsageError(`${option}: '${file}' cannot be read: ${(cause as NodeJS.ErrnoException).code ?? cause}`);
  }
}

/** A policy in a file. */
export function readPolicy(file: string): Policy {
  const bytes = readBytes('--policy', file);
  try {
    return loadPolicy(bytes);
  } catch (error) {
    throw new UsageError(
      `--policy: '${file}' is no policy: ${(error as Error).message}`,
      'qpos train writes policy.safetensors into its folder',
    );
  }
}

/** Refuses a policy of other sizes than those of the task. */
export function checkPolicy(policy: Policy, env: VectorEnv, task: string): void {
  const here = [env.singleObservationSpace.size, env.singleActionSpace.size];
  const there = [policy.observationSize, policy.parts.low.length];
  if (here.join() === there.join()) return;
  throw new UsageError(
    `the policy takes ${there[0]} observations and gives ${there[1]} actions; ${task} has ${here[0]} and ${here[1]}`,
    policy.parts.task === '' ? undefined : `it was trained for ${policy.parts.task}`,
  );
}
