import type { Model } from '@qpos/core';

/** A body that moves freely: its number, and where its geom, positions and velocities are. */
export interface FreeBody {
  readonly id: number;
  readonly geom: number;
  readonly qposadr: number;
  readonly dofadr: number;
}

/** The free body whose geom and joint have its name. */
export function freeBody(model: Model, name: string): FreeBody {
  const joint = model.joint(name).id;
  return {
    id: model.body(name).id,
    geom: model.geom(name).id,
    qposadr: model.jnt_qposadr[joint] as number,
    dofadr: model.jnt_dofadr[joint] as number,
  };
}

/** Positions and controls of a keyframe, which stay when the model is changed. */
export interface Posture {
  readonly qpos: Float64Array;
  readonly ctrl: Float64Array;
}

/** The posture of a keyframe. */
export function posture(model: Model, name: string): Posture {
  const { qpos, ctrl } = model.key(name);
  return { qpos: qpos.slice(), ctrl: ctrl.slice() };
}
