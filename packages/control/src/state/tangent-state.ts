import { type Data, enums, type Model } from '@qpos/core';
import { subQuat } from '@qpos/core/math';

/** Numbers of a state in tangent space: positions (nv), velocities (nv), activations (na). */
export const tangentSize = (model: Model): number => 2 * model.nv + model.na;

/** A state that others are compared with. */
export interface StateReference {
  /** Positions, nq. */
  readonly qpos: Float64Array;
  /** Velocities, nv. */
  readonly qvel: Float64Array;
  /** Activations, na. */
  readonly act: Float64Array;
}

/** A copy of the state of a Data. */
export function referenceOf(data: Data): StateReference {
  return { qpos: data.qpos.slice(), qvel: data.qvel.slice(), act: data.act.slice() };
}

const [from, to, turn] = [new Float64Array(4), new Float64Array(4), new Float64Array(3)];

/** res[0 ... nv) = qpos ⊖ reference: angles and lengths subtracted, rotations as the vector that turns one into the other. */
export function positionDifference(
  res: Float64Array,
  model: Model,
  qpos: ArrayLike<number>,
  reference: ArrayLike<number>,
): void {
  for (let j = 0; j < model.njnt; j++) {
    const type = model.jnt_type[j];
    let q = model.jnt_qposadr[j];
    let i = model.jnt_dofadr[j];
    const straight = type === enums.JointType.FREE ? 3 : type === enums.JointType.BALL ? 0 : 1;
    for (let k = 0; k < straight; k++) res[i++] = qpos[q] - reference[q++];
    if (type !== enums.JointType.FREE && type !== enums.JointType.BALL) continue;
    for (let k = 0; k < 4; k++) {
      from[k] = reference[q + k];
      to[k] = qpos[q + k];
    }
    subQuat(turn, to, from);
    for (let k = 0; k < 3; k++) res[i + k] = turn[k];
  }
}

/** res = state ⊖ reference, in tangent space. */
export function stateDifference(
  res: Float64Array,
  model: Model,
  state: StateReference,
  reference: StateReference,
): void {
  const { nv, na } = model;
  positionDifference(res, model, state.qpos, reference.qpos);
  for (let i = 0; i < nv; i++) res[nv + i] = state.qvel[i] - reference.qvel[i];
  for (let i = 0; i < na; i++) res[2 * nv + i] = state.act[i] - reference.act[i];
}
