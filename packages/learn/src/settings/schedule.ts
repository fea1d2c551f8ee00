/** A number that stays, or goes from one to another in a straight line over the steps that `learn` was asked for. */
export type Schedule = number | { readonly from: number; readonly to: number };

/** The value after `steps` of `total`. */
export function valueAt(schedule: Schedule, steps: number, total: number): number {
  if (typeof schedule === 'number') return schedule;
  return schedule.to + (schedule.from - schedule.to) * Math.max(0, 1 - steps / total);
}
