import type { MjbFindings } from './compare-mjb.ts';

/** Constants of flexes, and what follows from them: their sums are taken in another order here, and the last bits differ. */
const FLEX_CONSTANTS = new Set(['flex_stiffness', 'flex_bending', 'flexedge_invweight0', 'efm0_L', 'body_inertia']);

/** Models whose files differ in other fields, and why. */
const exceptions: Readonly<Record<string, { reason: string; fields: RegExp }>> = {
  'menagerie/robotiq_2f85/2f85.xml': { reason: 'order of a hull (ADR 10)', fields: /^mesh_/ },
  'menagerie/robotiq_2f85/scene.xml': { reason: 'order of a hull (ADR 10)', fields: /^mesh_/ },
  'mujoco/model/tendon_arm/arm26.xml': {
    reason: 'found by simulating: the last bits of a long run',
    fields: /^actuator_lengthrange$/,
  },
};

/** Fields that differ and should not. */
export function unexpectedFields(path: string, { fields, nflex }: MjbFindings): string[] {
  const known = exceptions[path]?.fields;
  return fields.filter((name) => !(known?.test(name) || (nflex > 0 && FLEX_CONSTANTS.has(name))));
}
