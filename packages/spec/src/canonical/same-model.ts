import type { Model } from '@qpos/core';
import { ArgumentError } from '@qpos/core/errors';

/** Sizes and lists of ids that two models from one Spec share. */
const SIZES = [
  ...([
    'nq',
    'nv',
    'nu',
    'na',
    'nbody',
    'njnt',
    'ngeom',
    'nsite',
    'ncam',
    'nlight',
    'nflex',
    'nmesh',
    'nskin',
    'nhfield',
  ] as const),
  ...([
    'ntex',
    'nmat',
    'npair',
    'nexclude',
    'neq',
    'ntendon',
    'nwrap',
    'nsensor',
    'nnumericdata',
    'nkey',
    'nnames',
  ] as const),
] as const;
const IDS = ['body_parentid', 'jnt_type', 'jnt_bodyid', 'geom_bodyid', 'geom_type', 'names'] as const;

/** Whether two models have the same objects: their numbers may differ. */
export function isSameModel(a: Model, b: Model): boolean {
  if (SIZES.some((size) => a[size] !== b[size])) return false;
  return IDS.every((field) => {
    const [x, y] = [a[field], b[field]] as [ArrayLike<number>, ArrayLike<number>];
    for (let k = 0; k < x.length; k++) if (x[k] !== y[k]) return false;
    return true;
  });
}

/** Refuses a model that was not compiled from the Spec that `compiled` comes from. */
export function requireSameModel(model: Model, compiled: Model): void {
  if (!isSameModel(model, compiled))
    throw new ArgumentError('the model was not compiled from this Spec, or the Spec was edited since', 'wrong-model');
}
