import { type AlgorithmName, createTrainer, evaluate, resume, savePolicy } from '@qpos/learn';
import type { Json } from '../queue/job.ts';
import { type TaskArgs, withEnvironments } from './environments.ts';
import type { JobFunction } from './job-function.ts';

/** The arguments of a job that trains for a while. */
export interface TrainArgs extends TaskArgs {
  readonly algorithm: AlgorithmName;
  readonly settings: Readonly<Record<string, Json>>;
  readonly n: number;
  /** Steps from the very beginning, those of the checkpoint included. */
  readonly steps: number;
  /** Episodes of the evaluation at the end. */
  readonly episodes: number;
}

/** How it went. */
export interface Trained {
  readonly steps: number;
  readonly return: number;
  /** Bytes of the policy, which come first; the rest is the checkpoint. */
  readonly policyBytes: number;
}

const EVALUATED = 4; // environments

/** Trains on from a checkpoint, or from the beginning, and evaluates the policy: always the same episodes. */
export const trainJob: JobFunction = (args, blobs) => {
  const { algorithm, settings, n, steps, episodes, ...task } = args as unknown as TrainArgs;
  const { checkpoint } = blobs;
  return withEnvironments(task, n, async (env) => {
    const trainer =
      checkpoint === undefined
        ? createTrainer(algorithm, env, settings as never)
        : resume(checkpoint.bytes.slice(), env, { settings });
    const { steps: done } = await trainer.learn(steps);
    const [policy, saved] = [savePolicy(trainer.policy), trainer.save()];
    const { meanReturn } = await withEnvironments(task, EVALUATED, (judged) =>
      evaluate(trainer.policy, judged, { episodes }),
    );
    const bytes = new Uint8Array(policy.length + saved.length);
    bytes.set(policy);
    bytes.set(saved, policy.length);
    return { value: { steps: done, return: meanReturn, policyBytes: policy.length }, bytes };
  });
};
