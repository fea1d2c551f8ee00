import { enums } from '@qpos/core';

const { Extension } = enums;

/** Keywords of `option` that MuJoCo does not have: the attribute, the word that asks for the feature, and its bit of `extensionFlags`. */
export const optionExtensions = [
  ['frictionmodel', 'tanh', Extension.TANH_FRICTION],
  ['limitmodel', 'penalty', Extension.PENALTY_LIMITS],
  ['meshmodel', 'triangles', Extension.TRIANGLES],
  ['cgformula', 'polak-ribiere', Extension.POLAK_RIBIERE],
  ['solverfallback', 'PGS', Extension.PGS_FALLBACK],
  ['warmstartfrom', 'contacts', Extension.CONTACT_WARMSTART],
] as const;
