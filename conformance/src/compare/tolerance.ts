/**
 * What "equal" means for a field. Every bound is relative to the larger of 1 and the field's largest entry.
 * - exact: integers, flags and bytes.
 * - smooth: sums of products in f64, in another order at worst.
 * - rows: constraint rows, which divide by small numbers on the way.
 * - solver: an iterative solver stops at a tolerance of 1e-8 of its own.
 */
export const tolerances = { exact: 0, model: 1e-9, smooth: 1e-10, rows: 1e-9, solver: 1e-6 } as const;
export type ToleranceClass = keyof typeof tolerances;

const solverFields =
  /^(qacc|qacc_warmstart|qfrc_constraint|qfrc_inverse|efc_force|efc_state|iefc_force|iefc_state|iacc|ifrc_constraint|efc_b|cacc|cfrc_int|cfrc_ext|solver_.*|contact\.H|sensordata|act_dot|qDeriv|qLU|qH|qHDiagInv|flexvert_lambda)$/;
const rowFields =
  /^(efc_|iefc_|island_|map_|tendon_efcadr|dof_island|tree_island|ne|nf|nl|nefc|nJ|nA|nY|nisland|nidof|contact\.(mu|efc_address|exclude)|iacc_smooth|ifrc_smooth)/;

/** How closely a field of Data must agree. */
export function toleranceOf(field: string): number {
  if (solverFields.test(field)) return tolerances.solver;
  if (rowFields.test(field)) return tolerances.rows;
  return tolerances.smooth;
}
