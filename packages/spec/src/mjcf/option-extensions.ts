/** Keywords of `option` that MuJoCo does not have: the attribute, the word that asks for the feature, and the name of its `Extension`. */
export const optionExtensions = [
  ['frictionmodel', 'tanh', 'TANH_FRICTION'],
  ['limitmodel', 'penalty', 'PENALTY_LIMITS'],
  ['meshmodel', 'triangles', 'TRIANGLES'],
  ['cgformula', 'polak-ribiere', 'POLAK_RIBIERE'],
  ['solverfallback', 'PGS', 'PGS_FALLBACK'],
  ['warmstartfrom', 'contacts', 'CONTACT_WARMSTART'],
] as const;
