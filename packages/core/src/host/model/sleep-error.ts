import { QposError } from '../errors/qpos-error.ts';
import type { Data } from './data.ts';
import { SleepPolicy } from './enums.ts';
import type { Model } from './model.ts';
import { idToName } from './named.ts';

/**
 * Trees that should start asleep (`sleep="init"`) move in the initial state, or touch one that is awake.
 *
 * @example
 * try {
 *   resetData(model, data);
 * } catch (error) {
 *   if (error instanceof SleepError) console.log(model.body(error.body).name);
 * }
 */
export class SleepError extends QposError<'sleep'> {
  static override readonly name: string = 'SleepError';
  /** The root body of the first such tree. */
  readonly body: number;

  /**
   * @param model The model.
   * @param data The Data after a reset.
   * @param count How many trees cannot sleep.
   */
  constructor(model: Model, data: Data, count: number) {
    const isRestless = (tree: number): boolean =>
      model.tree_sleep_policy[tree] === SleepPolicy.INIT && (data.tree_asleep[tree] as number) < 0;
    const tree = Array.from(data.tree_asleep.keys()).find(isRestless) as number;
    const body = model.tree_bodyadr[tree] as number;
    const name = idToName(model, 'body', body) ?? '';
    super(
      'sleep',
      `${count} tree(s) with sleep='init' cannot sleep in the initial state; the first is that of body '${name}' (${body})`,
    );
    this.body = body;
  }
}
