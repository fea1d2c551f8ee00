import type { TaskContext } from '../env/task.ts';

/** Moves the targets of the first `count` servos by `scale` times the action, within their ranges. */
export function moveTargets({ data, model }: TaskContext, action: Float64Array, scale: number, count: number): void {
  const range = model.actuator_ctrlrange;
  for (let k = 0; k < count; k++) {
    const target = (data.ctrl[k] as number) + scale * (action[k] as number);
    data.ctrl[k] = Math.max(range[2 * k] as number, Math.min(range[2 * k + 1] as number, target));
  }
}
