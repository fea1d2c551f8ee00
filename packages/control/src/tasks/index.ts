import { armReach } from './arm-reach.ts';
import { cartpole } from './cartpole.ts';
import { handCube } from './hand-cube.ts';
import { humanoidStand } from './humanoid.ts';
import { quadrupedStand, quadrupedWalk } from './quadruped.ts';
import type { ControlTask } from './task.ts';

/**
 * Tasks that planners can be tried on, with their models.
 *
 * @example
 * for (const { name, description } of Object.values(controlTasks)) console.log(name, description);
 */
export const controlTasks = {
  cartpole,
  'quadruped-stand': quadrupedStand,
  'quadruped-walk': quadrupedWalk,
  'humanoid-stand': humanoidStand,
  'arm-reach': armReach,
  'hand-cube': handCube,
} satisfies Readonly<Record<string, ControlTask>>;
