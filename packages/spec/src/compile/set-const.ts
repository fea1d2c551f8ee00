import { comPos, type Data, enums, kinematics, type Model, makeData, tendon } from '@qpos/core';
import { setFixed, setSameFrame } from './const-fixed.ts';
import { setReference } from './const-reference.ts';
import { setStatistic } from './const-statistic.ts';

const { EnableBit, SameFrame } = enums;

/**
 * Computes every constant of a Model that follows from the others: subtree masses, inverse weights, lengths and inertias at
 * `qpos0`, statistics. Needed after masses, inertias, poses or the reference were changed. `data` is overwritten.
 */
export function setConst(model: Model, data: Data = makeData(model)): void {
  const { enableflags } = model.opt;
  model.opt.enableflags &= ~EnableBit.SLEEP;
  setSameFrame(model);
  for (let b = 1; b < model.nbody; b++) {
    if (model.body_simple[b] > 0 && model.body_sameframe[b] !== SameFrame.BODY)
      throw new RangeError(`body ${b} was compiled as simple, but its inertial frame has moved: use simple='false'`);
  }
  setFixed(model);
  setReference(model, data);
  setStatistic(model, data);
  if (model.ntendon > 0) setSpring(model, data);
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
