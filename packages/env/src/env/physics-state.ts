import { applySnapshot, type Data, type Model, poseFields, snapshotSize, takeSnapshot } from '@qpos/core';
import type { SavedNumbers } from '../saved/numbers.ts';

/**
 * What steps compute and tasks read before the next one, such as the position of a body from which a velocity follows. It belongs to the
 * state before the last step, so it cannot be computed again. Contacts and constraint rows are not among it.
 */
const COMPUTED = [
  ...poseFields,
  'flexvert_xpos',
  'subtree_com',
  'subtree_linvel',
  'subtree_angmom',
  'cinert',
  'cvel',
  'cacc',
  'cfrc_int',
  'cfrc_ext',
  'ten_length',
  'ten_velocity',
  'actuator_length',
  'actuator_velocity',
  'actuator_force',
  'qfrc_bias',
  'qfrc_passive',
  'qfrc_actuator',
  'qfrc_constraint',
  'qacc_smooth',
  'sensordata',
  'energy',
] as const satisfies readonly (keyof Data)[];

/** Everything that later steps depend on, and what tasks may read before them. */
export function savePhysics(model: Model, data: Data): Float64Array {
  const size = snapshotSize(model);
  const numbers = new Float64Array(COMPUTED.reduce((sum, name) => sum + data[name].length, size));
  takeSnapshot(model, data, numbers.subarray(0, size));
  let at = size;
  for (const name of COMPUTED) {
    numbers.set(data[name], at);
    at += data[name].length;
  }
  return numbers;
}

/** Goes on from what `savePhysics` saved. */
export function loadPhysics(model: Model, data: Data, saved: SavedNumbers): void {
  const snapshot = new Float64Array(snapshotSize(model));
  saved.into(snapshot);
  applySnapshot(model, data, snapshot);
  for (const name of COMPUTED) saved.into(data[name]);
}
