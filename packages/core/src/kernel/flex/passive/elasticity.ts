import type { Data, Model } from '../../model/classes.ts';
import { DSBL_DAMPER, DSBL_SPRING, OBJ_FLEX, S_AWAKE } from '../../model/constants.ts';
import { sleepState, someAsleep } from '../../sleep/state.ts';
import { bendForces } from './bend.ts';
import { edgeForces } from './edges.ts';
import { interpolatedForces } from './interpolated.ts';
import { shellBendForces } from './shell-bend.ts';
import { stretchForces } from './stretch.ts';

/** Elastic and damping forces of the flexes that are awake, and of the springs and dampers along their edges. */
export function flexForces(m: Model, d: Data): void {
  const springs = (m.opt_disableflags & DSBL_SPRING) === 0;
  const dampers = (m.opt_disableflags & DSBL_DAMPER) === 0;
  const filter = someAsleep(m, d);
  for (let f = 0; f < m.nflex; f++) {
    if (m.flex_dim[f] === 1 || m.flex_rigid[f] !== 0) continue;
    if (filter && sleepState(m, d, OBJ_FLEX, f) !== S_AWAKE) continue;
    if (m.flex_interp[f] !== 0) {
      interpolatedForces(m, d, f, springs, dampers);
      if (springs) shellBendForces(m, d, f);
    } else {
      bendForces(m, d, f, springs, dampers);
      stretchForces(m, d, f, springs, dampers);
    }
  }
  for (let f = 0; f < m.nflex; f++) {
    if (m.flex_rigid[f] !== 0) continue;
    if (filter && sleepState(m, d, OBJ_FLEX, f) !== S_AWAKE) continue;
    edgeForces(m, d, f, springs, dampers);
  }
}
