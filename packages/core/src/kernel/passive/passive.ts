import { passiveContactForce } from '../constraint/contact-passive.ts';
import type { i32 } from '../dialect.ts';
import type { Data, Model } from '../model/classes.ts';
import { CALLBACK_PASSIVE, CALLBACK_PLUGIN_PASSIVE, DSBL_DAMPER, DSBL_SPRING } from '../model/constants.ts';
import { hostCallback } from '../model/host.ts';
import { addDofs, addToDofs, zeroDofs } from '../sleep/dof-vectors.ts';
import { someAsleep } from '../sleep/state.ts';
import { adhesion } from './adhesion.ts';
import { fluid } from './fluid.ts';
import { hasSmoothFriction, smoothFriction } from './friction-loss.ts';
import { gravcomp } from './gravcomp.ts';
import { hasPenaltyLimits, penaltyLimits } from './limit-penalty.ts';
import { springDamper } from './spring-damper.ts';

/**
 * Passive forces, and their sum. Without springs and dampers there are no others either.
 *
 * @reads nefmcon qfrc_spring qfrc_damper qfrc_gravcomp qfrc_fluid qfrc_adhesion qfrc_passive
 * @writes qfrc_spring qfrc_damper qfrc_gravcomp qfrc_fluid qfrc_adhesion qfrc_passive
 * @see mj_passive
 */
export function passive(m: Model, d: Data): void {
  zeroDofs(m, d, d.qfrc_spring);
  zeroDofs(m, d, d.qfrc_damper);
  zeroDofs(m, d, d.qfrc_gravcomp);
  zeroDofs(m, d, d.qfrc_fluid);
  zeroDofs(m, d, d.qfrc_adhesion);
  zeroDofs(m, d, d.qfrc_passive);
  if ((m.opt_disableflags & DSBL_SPRING) !== 0 && (m.opt_disableflags & DSBL_DAMPER) !== 0) return;

  springDamper(m, d);
  if (d.nefmcon > 0) passiveContactForce(d);
  if (hasSmoothFriction(m)) smoothFriction(m, d);
  if (hasPenaltyLimits(m)) penaltyLimits(m, d);
  const compensated = gravcomp(m, d);
  const immersed = fluid(m, d);
  const sticky = adhesion(m, d);

  addDofs(m, d, d.qfrc_passive, d.qfrc_spring, d.qfrc_damper);
  if (immersed) addToDofs(m, d, d.qfrc_passive, d.qfrc_fluid);
  if (sticky) addToDofs(m, d, d.qfrc_passive, d.qfrc_adhesion);
  if (compensated) addGravcomp(m, d);
  if ((m.callbackMask & CALLBACK_PLUGIN_PASSIVE) !== 0) hostCallback(CALLBACK_PLUGIN_PASSIVE, m, d, 0);
  if ((m.callbackMask & CALLBACK_PASSIVE) !== 0) hostCallback(CALLBACK_PASSIVE, m, d, 0);
}

/** Gravity compensation is passive unless the actuators of the joint provide it. @reads nv_awake dof_awake_ind */
function addGravcomp(m: Model, d: Data): void {
  const filter = someAsleep(m, d);
  const nv: i32 = filter ? d.nv_awake : m.nv;
  for (let k = 0; k < nv; k++) {
    const i = filter ? d.dof_awake_ind[k] : k;
    if (m.jnt_actgravcomp[m.dof_jntid[i]] === 0) d.qfrc_passive[i] += d.qfrc_gravcomp[i];
  }
}
