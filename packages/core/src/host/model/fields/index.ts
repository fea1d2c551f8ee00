import { constraintFields } from './data/constraint.ts';
import { contactFields } from './data/contact.ts';
import { derivedFields } from './data/derived.ts';
import { diagnosticsFields } from './data/diagnostics.ts';
import { stateFields } from './data/state.ts';
import { actuatorFields } from './model/actuator.ts';
import { bodyFields } from './model/body.ts';
import { cameraFields } from './model/camera.ts';
import { contactPairFields } from './model/contact-pair.ts';
import { dofFields } from './model/dof.ts';
import { equalityFields } from './model/equality.ts';
import { flexFields } from './model/flex.ts';
import { generalFields } from './model/general.ts';
import { geomFields } from './model/geom.ts';
import { hfieldFields } from './model/hfield.ts';
import { jointFields } from './model/joint.ts';
import { lightFields } from './model/light.ts';
import { materialFields } from './model/material.ts';
import { meshFields } from './model/mesh.ts';
import { modelScalars, optionFields, optionScalars, statisticFields, statisticScalars } from './model/options.ts';
import { referenceFields } from './model/reference.ts';
import { sensorFields } from './model/sensor.ts';
import { siteFields } from './model/site.ts';
import { skinFields } from './model/skin.ts';
import { tendonFields, wrapFields } from './model/tendon.ts';
import { textureFields } from './model/texture.ts';
import { treeFields } from './model/tree.ts';
import { volumeFields } from './model/volume.ts';
import { actuationScratch } from './scratch/actuation.ts';
import { collisionScratch } from './scratch/collision.ts';
import { constraintScratch } from './scratch/constraint.ts';
import { derivativeScratch } from './scratch/derivative.ts';
import { flexScratch } from './scratch/flex.ts';
import { integrateScratch } from './scratch/integrate.ts';
import { ipcScratch } from './scratch/ipc.ts';
import { sensorScratch } from './scratch/sensor.ts';
import { smoothScratch } from './scratch/smooth.ts';
import { solverScratch } from './scratch/solver.ts';
import type { FieldRow, ScalarRow } from './types.ts';

export { dataScalars, dynamicSizes, internalScalars } from './data/scalars.ts';
export { namedKinds } from './kinds.ts';
export { optionVectorDefaults } from './model/options.ts';
export { derivedSizes, modelSizes } from './model/sizes.ts';
export { visualGroups } from './model/visual.ts';

/** Every array of Model, in the order of MuJoCo's binary files, which `mjb/` relies on. */
export const modelFields: readonly FieldRow[] = [
  ...optionFields,
  ...statisticFields,
  ...referenceFields,
  ...bodyFields,
  ...volumeFields,
  ...jointFields,
  ...dofFields,
  ...treeFields,
  ...geomFields,
  ...siteFields,
  ...cameraFields,
  ...lightFields,
  ...flexFields,
  ...meshFields,
  ...skinFields,
  ...hfieldFields,
  ...textureFields,
  ...materialFields,
  ...contactPairFields,
  ...equalityFields,
  ...tendonFields,
  ...wrapFields,
  ...actuatorFields,
  ...sensorFields,
  ...generalFields,
];

export { isPart } from '../layout.ts';

/** Every number of Model that may change. */
export const modelScalarFields: readonly ScalarRow[] = [...optionScalars, ...statisticScalars, ...modelScalars];

/** Working memory of the stages: arrays of Data that MuJoCo does not have. */
export const scratchFields: readonly FieldRow[] = [
  ...smoothScratch,
  ...flexScratch,
  ...ipcScratch,
  ...collisionScratch,
  ...constraintScratch,
  ...solverScratch,
  ...actuationScratch,
  ...sensorScratch,
  ...integrateScratch,
  ...derivativeScratch,
];

/** Every array of Data. */
export const dataFields: readonly FieldRow[] = [
  ...stateFields,
  ...derivedFields,
  ...contactFields,
  ...constraintFields,
  ...scratchFields,
  ...diagnosticsFields,
];

/** Row counts that are neither a Model size nor dynamic: name and value. */
export const fixedRows: Readonly<Record<string, number>> = { nwarning: 7, nislandstat: 20 };
