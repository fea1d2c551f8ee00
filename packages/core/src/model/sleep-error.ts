import type { Data } from './data.ts';
import { SleepPolicy } from './enums.ts';
import type { Model } from './model.ts';
import { idToName } from './named.ts';

/** Trees that are to start asleep move in the initial state, or touch one that stays awake. */
export class SleepError extends Error {
  static override readonly name = 'SleepError';
  readonly code = 'sleep';
  /** The root body of the first of them. */
  readonly body: number;

  override get name(): string {
    return SleepError.name;
  }

  constructor(model: Model, data: Data, count: number) {
    const restless = (tree: number): boolean =>
      model.tree_sleep_policy[tree] === SleepPolicy.INIT && (data.tree_asleep[tree] as number) < 0;
    const tree = Array.from(data.tree_asleep.keys()).find(restless) as number;
    const body = model.tree_bodyadr[tree] as number;
    super(
      `${count} tree(s) with sleep='init' cannot sleep in the initial state, the first is that of body '${idToName(model, 'body', body) ?? ''}' (${body})`,
    );
    this.body = body;
  }
}
