// @cold

import { rnePostConstraint } from '../inertia/post-constraint.ts';
import { subtreeVel } from '../kinematics/subtree-velocity.ts';
import type { Data, Model } from '../model/classes.ts';

// What a stage computes only if a sensor asks for it, once per step.

/** Velocities and angular momenta of subtrees. @reads flg_subtreevel */
export function needSubtreeVelocities(m: Model, d: Data): void {
  if (d.flg_subtreevel === 0) subtreeVel(m, d);
}

/** Accelerations of bodies and the forces between them. @reads flg_rnepost */
export function needAccelerations(m: Model, d: Data): void {
  if (d.flg_rnepost === 0) rnePostConstraint(m, d);
}
