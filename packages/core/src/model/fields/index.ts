import { actuatorFields } from './actuator.ts';
import { bodyFields } from './body.ts';
import { cameraFields } from './camera.ts';
import { contactPairFields } from './contact-pair.ts';
import { constraintFields } from './data-constraint.ts';
import { contactFields } from './data-contact.ts';
import { derivedFields } from './data-derived.ts';
import { diagnosticsFields } from './data-diagnostics.ts';
import { stateFields } from './data-state.ts';
import { dofFields } from './dof.ts';
import { equalityFields } from './equality.ts';
import { flexFields } from './flex.ts';
import { generalFields } from './general.ts';
import { geomFields } from './geom.ts';
import { hfieldFields } from './hfield.ts';
import { jointFields } from './joint.ts';
import { lightFields } from './light.ts';
import { materialFields } from './material.ts';
import { meshFields } from './mesh.ts';
import { modelScalars, optionFields, optionScalars, statisticFields, statisticScalars } from './options.ts';
import { actuationScratch } from './scratch-actuation.ts';
import { collisionScratch } from './scratch-collision.ts';
import { constraintScratch } from './scratch-constraint.ts';
import { derivativeScratch } from './scratch-derivative.ts';
import { integrateScratch } from './scratch-integrate.ts';
import { sensorScratch } from './scratch-sensor.ts';
import { smoothScratch } from './scratch-smooth.ts';
import { solverScratch } from './scratch-solver.ts';
import { sensorFields } from './sensor.ts';
import { siteFields } from './site.ts';
import { skinFields } from './skin.ts';
import { tendonFields } from './tendon.ts';
import { textureFields } from './texture.ts';
import { treeFields } from './tree.ts';
import type { FieldRow, ScalarRow } from './types.ts';

export { dataScalars, dynamicSizes } from './data-scalars.ts';
export { namedKinds } from './kinds.ts';
export { optionVectorDefaults } from './options.ts';
export { derivedSizes, modelSizes } from './sizes.ts';
export { visualGroups } from './visual.ts';

/** Every array of Model. */
export const modelFields: readonly FieldRow[] = [
  ...optionFields,
  ...statisticFields,
  ...bodyFields,
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
