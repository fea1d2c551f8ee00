import type { Data, Model } from '@qpos/core';
import type { TaskContext } from '../env/task.ts';
import { append } from '../measures/vectors.ts';

/** All parts but the position on the floor: Gymnasium's default. */
export const humanoidObservationOptions = {
  exclude_current_positions_from_observation: true,
  include_cinert_in_observation: true,
  include_cvel_in_observation: true,
  include_qfrc_actuator_in_observation: true,
  include_cfrc_ext_in_observation: true,
};
type HumanoidObservationOptions = typeof humanoidObservationOptions;

const ROOT_DOFS = 6;

/** The number of observations. */
export function humanoidSize({ nq, nv, nbody }: Model, o: HumanoidObservationOptions): number {
  return (
    nq +
    nv -
    (o.exclude_current_positions_from_observation ? 2 : 0) +
    (o.include_cinert_in_observation ? 10 * (nbody - 1) : 0) +
    (o.include_cvel_in_observation ? 6 * (nbody - 1) : 0) +
    (o.include_qfrc_actuator_in_observation ? nv - ROOT_DOFS : 0) +
    (o.include_cfrc_ext_in_observation ? 6 * (nbody - 1) : 0)
  );
}

/** Positions, velocities, then of each body but the world inertia and velocity, motor torques, and contact forces of each body. */
export function observeHumanoid(data: Data, o: HumanoidObservationOptions, out: Float64Array): void {
  let at = append(out, 0, data.qpos, o.exclude_current_positions_from_observation ? 2 : 0);
  at = append(out, at, data.qvel);
  if (o.include_cinert_in_observation) at = append(out, at, data.cinert, 10);
  if (o.include_cvel_in_observation) at = append(out, at, data.cvel, 6);
  if (o.include_qfrc_actuator_in_observation) at = append(out, at, data.qfrc_actuator, ROOT_DOFS);
  if (o.include_cfrc_ext_in_observation) append(out, at, data.cfrc_ext, 6);
}

/** Tells how long the tendons are and how fast they change. */
export function describeTendons({ data, info }: TaskContext): void {
  info['tendon_length'] = data.ten_length;
  info['tendon_velocity'] = data.ten_velocity;
}
