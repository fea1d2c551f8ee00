/** Keywords of `option` that MuJoCo does not have: the attribute, the word that asks for the feature, and the name of its `Extension`. */
export const optionExtensions = [
  ['frictionmodel', 'tanh', 'TANH_FRICTION'],
  ['limitmodel', 'penalty', 'PENALTY_LIMITS'],
  ['meshmodel', 'triangles', 'TRIANGLES'],
  ['cgformula', 'polak-ribiere', 'POLAK_RIBIERE'],
  ['solverfallback', 'PGS', 'PGS_FALLBACK'],
  ['warmstartfrom', 'contacts', 'CONTACT_WARMSTART'],
] as const;

/** Numbers of `option` that MuJoCo does not have and the fields of Model that hold them. */
export const numericFields = [
  ['friction_smoothing', 'frictionSmoothing'],
  ['regularization', 'regularization'],
  ['max_constraint_vel', 'maxConstraintVel'],
  ['max_constraint_angvel', 'maxConstraintAngvel'],
] as const;

/** All such numbers: also stiffness and damping of equality constraints that have no `solref` of their own. */
export const numericExtensions = [
  ...numericFields.map(([attribute]) => attribute),
  'default_eq_stiffness',
  'default_eq_damping',
] as const;
