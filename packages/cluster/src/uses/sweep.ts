import { type ClusterError, checkSettings } from '../errors.ts';
import type { Trained } from '../jobs/train-job.ts';
import type { Job, Json } from '../queue/job.ts';
import type { JobQueue, SubmitOptions } from '../queue/job-queue.ts';
import { checkQueue } from './check-queue.ts';
import { type CheckedPlan, checkPlan, drawSettings, perturb, type SweepPlan, sweepStream } from './sweep-plan.ts';

export type { HalvingRule, PopulationRule, SettingChoice, SweepPlan } from './sweep-plan.ts';

/** One trial of a sweep. */
export interface Trial {
  /** Its number. */
  readonly index: number;
  /** Its settings, as they are now. */
  readonly settings: Readonly<Record<string, Json>>;
  /** Steps that it has trained. */
  readonly steps: number;
  /** Mean return of its policy; NaN if it has failed. */
  readonly return: number;
  /** Rounds that it took part in. */
  readonly rounds: number;
  /** Why it failed, if it did. */
  readonly error: string | undefined;
}

/** How a sweep went. */
export interface SweepResult {
  /** All trials, the best first: those that went on longest, then those with the highest return. */
  readonly trials: readonly Trial[];
  /** The best policy, for `loadPolicy`; empty if all failed. */
  readonly policy: Uint8Array;
}

/** How a sweep is watched. */
export interface SweepOptions extends Pick<SubmitOptions, 'signal'> {
  /** Called after each round, with all trials. */
  readonly onRound?: (round: number, rounds: number, trials: readonly Trial[]) => void;
  /** Called after each trial of a round. */
  readonly onProgress?: SubmitOptions['onProgress'];
}

interface Member {
  readonly index: number;
  settings: Record<string, Json>;
  checkpoint: Uint8Array;
  policy: Uint8Array;
  steps: number;
  return: number;
  rounds: number;
  error: ClusterError | undefined;
}

const worth = ({ return: earned, error }: Member): number =>
  error !== undefined || Number.isNaN(earned) ? Number.NEGATIVE_INFINITY : earned;
const byWorth = (a: Member, b: Member): number => worth(b) - worth(a) || a.index - b.index;

/**
 * Trains with many settings at once, and stops poor trials early: by successive halving, or by population-based training. Each
 * trial and each round is a job of its own; the result is the same for any number of machines.
 *
 * @param queue Where the trials train.
 * @param plan The task, the settings and what they may be, which trials go on.
 * @param options Progress, and a signal to stop.
 * @returns All trials in order, and the best policy.
 * @see Jamieson, Talwalkar, Non-stochastic Best Arm Identification and Hyperparameter Optimization (2016)
 * @see Jaderberg et al., Population Based Training of Neural Networks (2017)
 * @example
 * const queue = local({ workers: 2 });
 * const plan: SweepPlan = {
 *   task: 'InvertedPendulum-v5',
 *   steps: 900,
 *   trials: 3,
 *   settings: { horizon: 32, hidden: { values: [[8], [16]] }, learningRate: { from: 1e-4, to: 1e-2, scale: 'log' } },
 * };
 * const { trials } = await sweep(queue, plan);
 * console.log(trials[0]?.settings, trials[0]?.return);
 * await queue.close();
 */
export async function sweep(queue: JobQueue, plan: SweepPlan, options: SweepOptions = {}): Promise<SweepResult> {
  checkQueue(queue);
  checkSettings('options', options);
  const checked = checkPlan(plan);
  const draws = sweepStream(checked.seed, 0);
  const members: Member[] = Array.from({ length: checked.trials }, (_, index) => ({
    index,
    settings: drawSettings(checked.settings, draws),
    checkpoint: new Uint8Array(0),
    policy: new Uint8Array(0),
    steps: 0,
    return: Number.NaN,
    rounds: 0,
    error: undefined,
  }));
  let alive = members;
  const { rule } = checked;
  for (let round = 1; round <= rule.rounds; round++) {
    await trainRound(queue, checked, alive, stepsOf(checked, round), options);
    const last = round === rule.rounds;
    alive = alive.filter(({ error }) => error === undefined).sort(byWorth);
    if (!last && rule.method === 'halving') alive = alive.slice(0, Math.max(1, Math.round(alive.length * rule.keep)));
    if (!last && rule.method === 'population') replaceWorst(alive, checked, round, rule.replace);
    options.onRound?.(round, rule.rounds, ordered(members).map(trialOf));
  }
  const sorted = ordered(members);
  return { trials: sorted.map(trialOf), policy: sorted[0]?.policy ?? new Uint8Array(0) };
}

/** Steps after a round: the last has them all; by halving, each has 1 / keep times those of the one before. */
function stepsOf({ rule, steps }: CheckedPlan, round: number): number {
  const part = rule.method === 'halving' ? rule.keep ** (rule.rounds - round) : round / rule.rounds;
  return Math.max(1, Math.round(steps * part));
}

async function trainRound(
  queue: JobQueue,
  plan: CheckedPlan,
  members: readonly Member[],
  steps: number,
  { signal, onProgress }: SweepOptions,
): Promise<void> {
  const { task, options, algorithm, n, episodes, seed } = plan;
  const kept: string[] = [];
  const jobs: Job[] = [];
  for (const { settings, checkpoint } of members) {
    const args = { task, options, algorithm, n, steps, episodes, settings: { ...settings, seed } };
    if (checkpoint.length === 0) jobs.push({ kind: 'train', args });
    else {
      const hash = await queue.store.put(checkpoint);
      kept.push(hash);
      jobs.push({ kind: 'train', args, blobs: { checkpoint: hash } });
    }
  }
  try {
    for await (const outcome of queue.submit(jobs, { ...(signal && { signal }), ...(onProgress && { onProgress }) })) {
      const member = members[outcome.index] as Member;
      member.rounds++;
      if (outcome.error !== undefined) {
        member.error = outcome.error;
        continue;
      }
      const { steps: done, return: earned, policyBytes } = outcome.value as unknown as Trained;
      member.steps = done;
      member.return = earned ?? Number.NaN; // JSON has no NaN
      member.policy = outcome.bytes.slice(0, policyBytes);
      member.checkpoint = outcome.bytes.slice(policyBytes);
    }
  } finally {
    for (const hash of kept) await queue.store.release(hash);
  }
}

/** The worst go on from the best, with settings that are changed a little. */
function replaceWorst(sorted: readonly Member[], plan: CheckedPlan, round: number, part: number): void {
  const count = Math.floor(sorted.length * part);
  const random = sweepStream(plan.seed, round);
  for (let k = 0; k < count; k++) {
    const [good, bad] = [sorted[k] as Member, sorted[sorted.length - 1 - k] as Member];
    bad.checkpoint = good.checkpoint;
    bad.settings = perturb(good.settings, plan.settings, random);
  }
}

const ordered = (members: readonly Member[]): Member[] =>
  members.toSorted((a, b) => b.rounds - a.rounds || byWorth(a, b));

const trialOf = ({ index, settings, steps, return: earned, rounds, error }: Member): Trial => ({
  index,
  settings,
  steps,
  return: error === undefined ? earned : Number.NaN,
  rounds,
  error: error?.message,
});
