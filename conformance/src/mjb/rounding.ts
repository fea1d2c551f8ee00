import type { MjbFindings } from './compare-mjb.ts';

/** Fields that may differ, and by how much at most (`compare-mjb.ts` says how that is measured). */
type Bounds = Readonly<Record<string, number>>;

/** Constants of flexes, and what follows from them: their sums are taken in another order here, and the last bits differ. */
const FLEX_CONSTANTS: Bounds = {
  flex_stiffness: 2e-15,
  flex_bending: 5e-16,
  flexedge_invweight0: 1e-15,
  efm0_L: 1e-15,
  body_inertia: 5e-16,
};

/** Hulls with the same vertices and facets in another order (ADR 10): shares of the numbers that differ, and normals that point elsewhere. */
const HULL_ORDER: Bounds = {
  mesh_extrema: 0.08,
  mesh_graph: 0.31,
  mesh_polynormal: 2,
  mesh_polyvertadr: 0.45,
  mesh_polyvertnum: 0.2,
  mesh_polyvert: 0.44,
  mesh_polymap: 0.44,
};

/** Models whose files differ in other fields. */
const exceptions: Readonly<Record<string, Bounds>> = {
  'menagerie/robotiq_2f85/2f85.xml': HULL_ORDER,
  'menagerie/robotiq_2f85/scene.xml': HULL_ORDER,
  // found by simulating: the last bits of a long run
  'mujoco/model/tendon_arm/arm26.xml': { actuator_lengthrange: 2e-15 },
};

/** Fields that differ and should not, or by more than is known. */
export function unexpectedFields(path: string, { fields, nflex }: MjbFindings): string[] {
  const bounds: Bounds = { ...exceptions[path], ...(nflex > 0 ? FLEX_CONSTANTS : {}) };
  return [...fields].filter(([name, difference]) => difference > (bounds[name] ?? -1)).map(([name]) => name);
}
