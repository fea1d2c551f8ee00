import { fieldTable } from '../table.ts';

/** Constraint rows, their dual, islands and the effective metric. */
export const constraintFields = fieldTable(`
  efc_type           i32 ConstraintType   nefc       1  kind of row
  efc_id             i32                  nefc       1  object that the row comes from
  efc_J_rownnz       i32                  nefc       1  entries of each row of J
  efc_J_rowadr       i32                  nefc       1  first entry of each row of J
  efc_J_rowsuper     i32                  nefc       1  following rows with the same columns
  efc_J_colind       i32                  nJ         1  columns of J
  efc_J              f64                  nJ         1  constraint Jacobian
  efc_pos            f64                  nefc       1  violation, or distance
  efc_margin         f64                  nefc       1  distance at which the row becomes active
  efc_frictionloss   f64                  nefc       1  bound of a friction force
  efc_diagA          f64                  nefc       1  approximate diagonal of the inverse constraint inertia
  efc_KBIP           f64                  nefc       4  stiffness, damping, impedance, derivative of the impedance
  efc_D              f64                  nefc       1  constraint mass
  efc_R              f64                  nefc       1  inverse constraint mass
  tendon_efcadr      i32                  ntendon    1  limit row of each tendon, or -1
  efc_vel            f64                  nefc       1  velocity along the row
  efc_aref           f64                  nefc       1  reference acceleration
  efc_b              f64                  nefc       1  J·qacc_smooth - aref
  efc_state          i32 ConstraintState  nefc       1  state of the row
  efc_force          f64                  nefc       1  constraint force
  efc_Y_rownnz       i32                  nefc       1  entries of each row of Y
  efc_Y_rowadr       i32                  nefc       1  first entry of each row of Y
  efc_Y_colind       i32                  nY         1  columns of Y
  efc_Y              f64                  nY         1  J times the inverse root of M
  efc_AR_rownnz      i32                  nefc       1  entries of each row of A + R
  efc_AR_rowadr      i32                  nefc       1  first entry of each row of A + R
  efc_AR_colind      i32                  nA         1  columns of A + R
  efc_AR             f64                  nA         1  J·M⁻¹·Jᵀ + R
  tree_island        i32                  ntree      1  island of each tree, or -1
  island_ntree       i32                  nisland    1  number of trees
  island_itreeadr    i32                  nisland    1  first tree in island order
  map_itree2tree     i32                  ntree      1  tree of each place in island order
  dof_island         i32                  nv         1  island of each dof, or -1
  island_nv          i32                  nisland    1  number of dofs
  island_idofadr     i32                  nisland    1  first dof in island order
  island_dofadr      i32                  nisland    1  first dof in global order
  map_dof2idof       i32                  nv         1  place of each dof in island order
  map_idof2dof       i32                  nv         1  dof of each place in island order
  ifrc_smooth        f64                  nidof      1  qfrc_smooth in island order
  iacc_smooth        f64                  nidof      1  qacc_smooth in island order
  iacc               f64                  nidof      1  qacc in island order
  efc_island         i32                  nefc       1  island of each row
  island_ne          i32                  nisland    1  number of equality rows
  island_nf          i32                  nisland    1  number of friction loss rows
  island_nefc        i32                  nisland    1  number of rows
  island_iefcadr     i32                  nisland    1  first row in island order
  map_efc2iefc       i32                  nefc       1  place of each row in island order
  map_iefc2efc       i32                  nefc       1  row of each place in island order
  iefc_type          i32                  nefc       1  efc_type in island order
  iefc_id            i32                  nefc       1  efc_id in island order
  iefc_frictionloss  f64                  nefc       1  efc_frictionloss in island order
  iefc_D             f64                  nefc       1  efc_D in island order
  iefc_R             f64                  nefc       1  efc_R in island order
  iefc_aref          f64                  nefc       1  efc_aref in island order
  iefc_state         i32                  nefc       1  efc_state in island order
  iefc_force         f64                  nefc       1  efc_force in island order
  ifrc_constraint    f64                  nidof      1  qfrc_constraint in island order
  efm_c              f64                  nv         1  correction of the smooth force by the effective metric
  efm_K_rownnz       i32                  nv         1  entries of each row of the metric
  efm_K_rowadr       i32                  nv         1  first entry of each row of the metric
  efm_K_colind       i32                  nefmK      1  columns of the metric
  efm_K_val          f64                  nefmK      1  entries of the metric
  efm_dofid          i32                  nefmdof    1  dofs with a metric of their own
  efm_L              f64                  nefmL      1  factor of the metric
  efm_aid            i32                  nactuator  1  actuators in the metric
  efm_ak             f64                  nactuator  1  stiffness and damping weight of these actuators
  efm_as             f64                  nactuator  1  spring part of these actuators
  efm_ca             f64                  nv         1  force correction by actuators
  efm_ck             f64                  nv         1  force correction by stiffness
  efm_con_ind        i32                  nefmcon    1  contacts in the metric
  efm_con_val        f64                  nefmcon    1  weights of these contacts
  efm_diag           f64                  nv         1  diagonal joint terms of the metric
  efm_fluid          f64                  nC         1  fluid drag in the metric
  efm_sdiag          f64                  nv         1  diagonal spring terms of the metric
  efm_tid            i32                  ntendon    1  tendons in the metric
  efm_tk             f64                  ntendon    1  stiffness and damping weight of these tendons
  efm_ts             f64                  ntendon    1  spring part of these tendons
`);
