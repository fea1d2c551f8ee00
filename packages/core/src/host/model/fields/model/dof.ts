import { fieldTable } from '../table.ts';

/** Degrees of freedom. */
export const dofFields = fieldTable(`
  dof_bodyid        i32  nv  1  body that it moves {is tree}
  dof_jntid         i32  nv  1  joint that it belongs to {is tree}
  dof_parentid      i32  nv  1  next dof toward the root, or -1 {is tree}
  dof_treeid        i32  nv  1  kinematic tree {is tree}
  dof_Madr          i32  nv  1  address of the diagonal in the legacy order of M {is sparsity}
  dof_simplenum     i32  nv  1  following dofs, itself included, whose M block is diagonal {is sparsity}
  dof_solref        f64  nv  2  reference of friction loss
  dof_solimp        f64  nv  5  impedance of friction loss
  dof_frictionloss  f64  nv  1  dry friction
  dof_armature      f64  nv  1  inertia of the drive
  dof_damping       f64  nv  1  viscous damping
  dof_dampingpoly   f64  nv  2  higher damping coefficients
  dof_invweight0    f64  nv  1  diagonal of the inverse of M at qpos0
  dof_M0            f64  nv  1  diagonal of M at qpos0
  dof_length        f64  nv  1  length that turns the dof's velocity into one of a point
`);
