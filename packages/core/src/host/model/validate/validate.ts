import { checkSettings } from '../../arguments.ts';
import { arrayRules, scalarRules } from '../generated/rules.ts';
import { checkModel } from '../handle.ts';
import type { Model } from '../model.ts';
import { DEFAULT_MODEL_LIMITS, type ModelLimits } from './limits.ts';
import { checkRule, checkScalar, readRules } from './rules.ts';
import { checkActuators } from './structures/actuators.ts';
import { checkGeomData, checkImages, checkSkins } from './structures/assets.ts';
import { checkEqualities } from './structures/equalities.ts';
import { checkFlexes } from './structures/flexes.ts';
import { checkHistories } from './structures/history.ts';
import { checkHulls } from './structures/hull.ts';
import { checkPlugins, checkTuples } from './structures/objects.ts';
import { checkSensors } from './structures/sensors.ts';
import { checkSparsity } from './structures/sparsity.ts';
import { checkTendons } from './structures/tendons.ts';
import { checkTree } from './structures/tree.ts';
import { checkVolumes } from './structures/volumes.ts';

/** The structures that rules of the field table name, in an order in which each relies on those before. */
const structures: Readonly<Record<string, (m: Model) => void>> = {
  tree: checkTree,
  sparsity: checkSparsity,
  hull: checkHulls,
  volume: checkVolumes,
  geom: checkGeomData,
  image: checkImages,
  skin: checkSkins,
  tendon: checkTendons,
  equality: checkEqualities,
  actuator: checkActuators,
  sensor: checkSensors,
  history: checkHistories,
  plugin: checkPlugins,
  tuple: checkTuples,
  flex: checkFlexes,
};

const scalars = readRules(scalarRules);
const arrays = readRules(arrayRules);

/**
 * Checks every index, count, address and enumeration value of a Model by the rules of the field table, in time linear in its size. A model
 * that passes can be simulated without reading or writing outside of its own memory. `restoreModel` does this to what it is given; call it
 * yourself after you changed index fields.
 *
 * @param model The model.
 * @param limits What its numbers may ask for, where that is not `DEFAULT_MODEL_LIMITS`.
 * @throws FieldError The first wrong value: field, row and what it should be.
 * @see mj_validateReferences
 * @example
 * model.geom_bodyid[0] = model.nbody;
 * try {
 *   validateModel(model);
 * } catch (error) {
 *   if (error instanceof FieldError) console.log(error.message); // geom_bodyid[0] is 2, but other fields imply 0
 * }
 */
export function validateModel(model: Model, limits: Partial<ModelLimits> = {}): void {
  checkSettings('limits', limits);
  checkModel(model);
  const all = { ...DEFAULT_MODEL_LIMITS, ...limits };
  for (const rule of scalars) checkScalar(model, rule, all);
  for (const rule of arrays) checkRule(model, rule, all);
  for (const check of Object.values(structures)) check(model);
}
