import type { f64 } from '../dialect.ts';
import type { CcdOptions } from '../geometry/convex/ccd-options.ts';
import type { Model } from '../model/classes.ts';
import { DSBL_MULTICCD, DSBL_NATIVECCD } from '../model/constants.ts';

/** Sets the options of convex collision detection to those of the model; `cutoff` is 0 where only contacts matter. */
export function setCcdOptions(m: Model, ccd: CcdOptions, cutoff: f64): void {
  ccd.cutoff = cutoff;
  ccd.tolerance = m.opt_ccd_tolerance;
  ccd.iterations = m.opt_ccd_iterations;
  ccd.multi = (m.opt_disableflags & DSBL_MULTICCD) === 0;
  ccd.portal = (m.opt_disableflags & DSBL_NATIVECCD) !== 0;
}
