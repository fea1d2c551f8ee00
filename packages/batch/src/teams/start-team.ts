import type { Model } from '@qpos/core';
import type { BatchOptions } from '../batch.ts';
import type { Column } from '../columns.ts';
import type { CheckedOptions } from '../options.ts';
import { checkRewardModule, loadRewardModule, type RewardModule } from '../share/reward-module.ts';
import { checkSendable } from '../start.ts';
import { canShare } from '../workers/platform.ts';
import { SeparateEngines, SharedEngines } from './engines.ts';
import { LocalTeam } from './local-team.ts';
import { MessageTeam } from './message-team.ts';
import { SharedTeam } from './shared-team.ts';
import type { Team } from './team.ts';
import type { WorkerTeamOptions } from './worker-team.ts';

/** Starts the threads of a batch and waits for them. */
export async function startTeam(
  model: Model,
  { reward, worker }: Pick<BatchOptions, 'reward' | 'worker'>,
  { n, workers, oneMemory, assignment }: CheckedOptions,
  columns: readonly Column[],
): Promise<Team> {
  if (workers === 0) {
    const module = await localModule(reward);
    return new LocalTeam(model, { ...assignment, first: 0, end: n }, columns, module);
  }
  checkSendable(model, reward);
  const options: WorkerTeamOptions = {
    n,
    workers,
    columns,
    factory: worker,
    engines: oneMemory ? new SharedEngines(model) : new SeparateEngines(model),
    start: { rewardModule: reward === undefined ? undefined : String(reward), assignment },
  };
  return (canShare() ? new SharedTeam(options) : new MessageTeam(options)).begin();
}

async function localModule(reward: BatchOptions['reward']): Promise<RewardModule> {
  if (reward === undefined) return {};
  if (typeof reward === 'string' || reward instanceof URL) return loadRewardModule(String(reward));
  return checkRewardModule(reward, 'reward');
}
