import type { ControlTask, Cost, PlannerOptions } from '@qpos/control';
import { numberOption } from '../commands/shared.ts';
import { UsageError } from '../io.ts';

/** What is to be planned, and how. */
export interface PlanRequest {
  readonly task: ControlTask;
  readonly goal: readonly number[];
  /** Simulated time. */
  readonly seconds: number;
  readonly planner: PlannerOptions;
  /** `name=number` of each weight that is changed. */
  readonly weights: readonly string[];
}

/** One row of the table: when, what the plan cost, and how far the goal is. */
export interface PlanRow {
  readonly time: number;
  readonly before: number;
  readonly cost: number;
  readonly distance: number;
}

/** What came of it. */
export interface PlanResult {
  readonly task: string;
  readonly cost: Cost;
  readonly rows: readonly PlanRow[];
  readonly distance: number;
  readonly plans: number;
  /** Simulated seconds, and seconds by the clock. */
  readonly time: number;
  readonly wall: number;
}

/** Sets the weights of `--weight name=number`. */
export function setWeights(cost: Cost, weights: readonly string[]): void {
  for (const text of weights) {
    const [name = '', value = ''] = text.split('=');
    if (value === '') throw new UsageError(`--weight is name=number, not '${text}'`);
    cost.setWeight(name, numberOption('--weight', value));
  }
}
