/** Fields of Data in the order in which a step writes them; the first that differs tells which stage is at fault. */
const order = (
  'xpos xquat xmat xipos ximat xanchor xaxis geom_xpos geom_xmat site_xpos site_xmat subtree_com cdof cinert ' +
  'flexvert_xpos flexelem_aabb flexelem_krot bvh_aabb_dyn flexedge_length flexedge_J flexvert_length flexvert_J ' +
  'ten_J ten_length crb M qLD qLDiagInv ncon contact.dist contact.pos contact.frame contact.geom ' +
  'ne nf nl nefc nJ efc_type efc_id efc_J_rownnz efc_J_colind efc_J efc_pos efc_diagA efc_KBIP efc_D efc_R ' +
  'nisland tree_island dof_island island_nv actuator_length actuator_moment ' +
  'flexedge_velocity efc_vel efc_aref cvel qfrc_spring qfrc_damper qfrc_passive qfrc_bias energy ' +
  'efm_active efm_K_rownnz efm_K_rowadr efm_K_colind efm_K_val efm_dofid efm_L efm_c efm_ck efm_diag efm_sdiag ' +
  'actuator_force qfrc_actuator qfrc_smooth qacc_smooth efc_state efc_force qfrc_constraint qacc'
).split(' ');

const place = new Map(order.map((name, k) => [name, k]));

/** Names sorted by the stage that writes them; those of no listed stage last. */
export function inStageOrder(names: readonly string[]): string[] {
  const at = (name: string): number => place.get(name) ?? order.length;
  return [...names].sort((a, b) => at(a) - at(b));
}
