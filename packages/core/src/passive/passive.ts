import { add, addTo, zero } from '../math/dense.ts';
import { CALLBACK_PASSIVE, CALLBACK_PLUGIN_PASSIVE, DSBL_DAMPER, DSBL_SPRING } from '../model/constants.ts';
import { hostCallback } from '../model/host.ts';
import type { Data, Model } from '../model/kernel.ts';
import { adhesion } from './adhesion.ts';
import { fluid } from './fluid.ts';
import { hasSmoothFriction, smoothFriction } from './friction-loss.ts';
import { gravcomp } from './gravcomp.ts';
import { hasPenaltyLimits, penaltyLimits } from './limit-penalty.ts';
import { springDamper } from './spring-damper.ts';

/**
 * Passive forces, and their sum. Without springs and dampers there are no others either.
 *
 * @reads qfrc_spring qfrc_damper qfrc_gravcomp qfrc_fluid qfrc_adhesion qfrc_passive
 * @writes qfrc_spring qfrc_damper qfrc_gravcomp qfrc_fluid qfrc_adhesion qfrc_passive
 * @see mj_passive
 */
export function passive(m: Model, d: Data): void {
  const nv = m.nv;
  zero(d.qfrc_spring, 0, nv);
  zero(d.qfrc_damper, 0, nv);
  zero(d.qfrc_gravcomp, 0, nv);
  zero(d.qfrc_fluid, 0, nv);
  zero(d.qfrc_adhesion, 0, nv);
  zero(d.qfrc_passive, 0, nv);
  if ((m.opt_disableflags & DSBL_SPRING) !== 0 && (m.opt_disableflags & DSBL_DAMPER) !== 0) return;

  springDamper(m, d);
  if (hasSmoothFriction(m)) smoothFriction(m, d);
  if (hasPenaltyLimits(m)) penaltyLimits(m, d);
  const compensated = gravcomp(m, d);
  const immersed = fluid(m, d);
  const sticky = adhesion(m, d);

  add(d.qfrc_passive, 0, d.qfrc_spring, 0, d.qfrc_damper, 0, nv);
  if (immersed) addTo(d.qfrc_passive, 0, d.qfrc_fluid, 0, nv);
  if (sticky) addTo(d.qfrc_passive, 0, d.qfrc_adhesion, 0, nv);
  if (compensated) addGravcomp(m, d);
  if ((m.callbackMask & CALLBACK_PLUGIN_PASSIVE) !== 0) hostCallback(CALLBACK_PLUGIN_PASSIVE, m, d, 0);
  if ((m.callbackMask & CALLBACK_PASSIVE) !== 0) hostCallback(CALLBACK_PASSIVE, m, d, 0);
}

/** Gravity compensation is passive unless the actuators of the joint provide it. */
function addGravcomp(m: Model, d: Data): void {
  for (let i = 0; i < m.nv; i++) if (m.jnt_actgravcomp[m.dof_jntid[i]] === 0) d.qfrc_passive[i] += d.qfrc_gravcomp[i];
}
