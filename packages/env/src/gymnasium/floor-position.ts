import type { TaskContext } from '../env/task.ts';

/** Tells where the root is on the floor, as Gymnasium does. */
export function describeFloorPosition({ data, info }: TaskContext): void {
  const x = data.qpos[0] as number;
  const y = data.qpos[1] as number;
  info['x_position'] = x;
  info['y_position'] = y;
  info['distance_from_origin'] = Math.sqrt(x * x + y * y);
}
