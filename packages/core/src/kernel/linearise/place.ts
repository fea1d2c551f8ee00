// @cold

import { collision } from '../collision/collision.ts';
import { makeConstraint } from '../constraint/make.ts';
import { makeM } from '../inertia/mass-matrix.ts';
import { comPos } from '../kinematics/com.ts';
import { kinematics } from '../kinematics/kinematics.ts';
import { tendon } from '../kinematics/tendon.ts';
import { transmission } from '../kinematics/transmission.ts';
import type { Data, Model } from '../model/classes.ts';

/** What forces need of the position: all of `fwdPosition` but factors, islands, flexes, and what only pictures need. */
export function place(m: Model, d: Data): void {
  kinematics(m, d);
  comPos(m, d);
  tendon(m, d);
  makeM(m, d);
  collision(m, d);
  makeConstraint(m, d);
  transmission(m, d);
}
