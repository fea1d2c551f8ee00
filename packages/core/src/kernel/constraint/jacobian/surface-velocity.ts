// @cold

import { type f64, type i32, scratchF64 } from '../../dialect.ts';
import { mulMatVec3 } from '../../math/mat3.ts';
import { addTo3, addToScl3, cross3, sub3, zero3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { isPyramidal } from './mode.ts';

const relative = scratchF64(6); // geom 2 minus geom 1: linear, angular
const linear = scratchF64(3);
const angular = scratchF64(3);
const arm = scratchF64(3);
const swept = scratchF64(3);
const slip = scratchF64(6); // in the contact frame

/**
 * Adds the velocity of moving surfaces (conveyor belts) to the contact rows, tangentially and about the normal.
 *
 * @reads ncon contact_efc_address contact_pos contact_frame contact_friction contact_geom contact_dim geom_xpos geom_xmat
 * @writes efc_vel
 * @see mj_addSurfaceVel
 */
export function addSurfaceVelocity(m: Model, d: Data): void {
  if (m.flg_surfacevel === 0) return;
  const pyramidal = isPyramidal(m);
  for (let c = 0; c < d.ncon; c++) {
    const adr = d.contact_efc_address[c];
    if (adr < 0) continue;
    zero3(relative, 0);
    zero3(relative, 3);
    const moving1 = addSide(m, d, c, d.contact_geom[2 * c], -1);
    const moving2 = addSide(m, d, c, d.contact_geom[2 * c + 1], 1);
    if (!moving1 && !moving2) continue;

    mulMatVec3(slip, 0, d.contact_frame, 9 * c, relative, 0);
    mulMatVec3(slip, 3, d.contact_frame, 9 * c, relative, 3);
    slip[0] = 0; // a surface does not push
    slip[4] = 0; // nor roll
    slip[5] = 0;
    const dim = d.contact_dim[c];
    if (dim === 1 || !pyramidal) {
      for (let k = 0; k < dim; k++) d.efc_vel[adr + k] += slip[k];
    } else {
      for (let k = 1; k < dim; k++) {
        const along: f64 = d.contact_friction[5 * c + k - 1] * slip[k];
        d.efc_vel[adr + 2 * k - 2] += along;
        d.efc_vel[adr + 2 * k - 1] -= along;
      }
    }
  }
}

/** Adds the surface velocity of one geom at the contact point, in world axes; false if its surface is at rest. */
function addSide(m: Model, d: Data, c: i32, g: i32, sign: f64): boolean {
  if (g < 0) return false;
  let moving = false;
  for (let k = 0; k < 6; k++) if (m.geom_surfacevel[6 * g + k] !== 0) moving = true;
  if (!moving) return false;
  mulMatVec3(linear, 0, d.geom_xmat, 9 * g, m.geom_surfacevel, 6 * g);
  mulMatVec3(angular, 0, d.geom_xmat, 9 * g, m.geom_surfacevel, 6 * g + 3);
  sub3(arm, 0, d.contact_pos, 3 * c, d.geom_xpos, 3 * g);
  cross3(swept, 0, angular, 0, arm, 0);
  addTo3(linear, 0, swept, 0);
  addToScl3(relative, 0, linear, 0, sign);
  addToScl3(relative, 3, angular, 0, sign);
  return true;
}
