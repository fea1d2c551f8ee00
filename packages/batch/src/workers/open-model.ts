import { cloneModel, type Model, restoreModel } from '@qpos/core';
import { modelAt } from '@qpos/core/threads';
import type { RewardModule } from '../share/reward-module.ts';

/** The model of a worker. */
export interface OpenModel {
  readonly model: Model;
  /** Whether it is the one in shared memory, which nobody may change. */
  readonly lent: boolean;
}

/** Opens a model that was sent, by its bytes or its address in shared memory: a copy where fields, callbacks or plugins are to be set. */
export function openModel(
  sent: Uint8Array | number,
  { callbacks, plugins }: RewardModule,
  setsFields: boolean,
): OpenModel {
  if (typeof sent !== 'number') return { model: restoreModel(sent, plugins), lent: false };
  const model = modelAt(sent);
  if (callbacks === undefined && model.nplugin === 0 && !setsFields) return { model, lent: true };
  const copy = cloneModel(model);
  if (copy.nplugin > 0) copy.plugins = plugins ?? [];
  return { model: copy, lent: false };
}
