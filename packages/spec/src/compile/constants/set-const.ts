import { comPos, Data, enums, kinematics, type Model, makeData, tendon } from '@qpos/core';
import { ArgumentError } from '@qpos/core/errors';
import { requireModel } from '../../require-model.ts';
import { setBendingMetric } from './bending-metric.ts';
import { setFixed, setSameFrame } from './fixed.ts';
import { setReference } from './reference.ts';
import { setStatistic } from './statistic.ts';

const { EnableBit, SameFrame } = enums;

/**
 * Computes every constant of a Model that follows from others: subtree masses, inverse weights, lengths and inertias at `qpos0`,
 * statistics. Call it after you have changed masses, inertias, poses or `qpos0`.
 *
 * @param model The model, changed in place.
 * @param data A Data of the model, which is overwritten; a new one by default.
 * @see mj_setConst
 * @example
 * model.body('ball').mass = 3;
 * setConst(model);
 */
export function setConst(model: Model, data: Data = makeData(model)): void {
  requireModel(model);
  if (!(data instanceof Data)) throw new ArgumentError('a Data of the model is needed');
  const { enableflags } = model.opt;
  model.opt.enableflags &= ~EnableBit.SLEEP;
  setSameFrame(model);
  for (let b = 1; b < model.nbody; b++) {
    if (model.body_simple[b] > 0 && model.body_sameframe[b] !== SameFrame.BODY)
      throw new ArgumentError(
        `body ${b} was compiled as simple, but its inertial frame has moved`,
        'unsupported',
        "compile it with simple='false'",
      );
  }
  setFixed(model);
  setReference(model, data);
  setStatistic(model, data);
  if (model.ntendon > 0) setSpring(model, data);
  setBendingMetric(model);
  model.opt.enableflags = enableflags;
}

/** Rest lengths of tendons that were left to the spring reference. */
function setSpring(m: Model, d: Data): void {
  d.qpos.set(m.qpos_spring);
  kinematics(m, d);
  comPos(m, d);
  tendon(m, d);
  for (let t = 0; t < m.ntendon; t++) {
    const rest = m.tendon_lengthspring.subarray(2 * t, 2 * t + 2);
    if (rest[0] === -1 && rest[1] === -1) rest.fill(d.ten_length[t]);
  }
}
