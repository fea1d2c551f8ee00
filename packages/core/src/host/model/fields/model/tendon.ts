import { fieldTable } from '../table.ts';

/** Tendons and their wrapping paths. */
export const tendonFields = fieldTable(`
  tendon_adr            i32  ntendon  1             first element of its path {@tendon_num nwrap}
  tendon_num            i32  ntendon  1             number of path elements {>=1}
  tendon_matid          i32  ntendon  1             material, or -1 {<nmat|-1}
  tendon_actuatorid     i32  ntendon  1             an actuator that drives it, or -1 {<nactuator|-1|-2}
  tendon_group          i32  ntendon  1             group for visibility {any}
  tendon_treenum        i32  ntendon  1             number of kinematic trees it spans {is tendon}
  tendon_treeid         i32  ntendon  2             the first two of them, or -1 {is tendon}
  ten_J_rownnz          i32  ntendon  1             entries of each row of its Jacobian {>=0}
  ten_J_rowadr          i32  ntendon  1             first entry of each row of its Jacobian {@ten_J_rownnz nJten}
  ten_J_colind          i32  nJten    1             dofs of its Jacobian {is tendon}
  tendon_limited        u8   ntendon  1             has limits {flag}
  tendon_actfrclimited  u8   ntendon  1             total actuator force is limited {flag}
  tendon_width          f64  ntendon  1             width for drawing
  tendon_solref_lim     f64  ntendon  2             reference of the limit
  tendon_solimp_lim     f64  ntendon  5             impedance of the limit
  tendon_solref_fri     f64  ntendon  2             reference of friction loss
  tendon_solimp_fri     f64  ntendon  5             impedance of friction loss
  tendon_range          f64  ntendon  2             limits of the length
  tendon_actfrcrange    f64  ntendon  2             range of the total actuator force
  tendon_margin         f64  ntendon  1             distance from a limit at which it becomes active
  tendon_stiffness      f64  ntendon  1             spring stiffness
  tendon_stiffnesspoly  f64  ntendon  2             higher stiffness coefficients
  tendon_damping        f64  ntendon  1             viscous damping
  tendon_dampingpoly    f64  ntendon  2             higher damping coefficients
  tendon_armature       f64  ntendon  1             inertia along its length
  tendon_frictionloss   f64  ntendon  1             dry friction
  tendon_lengthspring   f64  ntendon  2             lengths between which the spring is slack
  tendon_length0        f64  ntendon  1             length at qpos0
  tendon_invweight0     f64  ntendon  1             inverse inertia at qpos0
  tendon_user           f64  ntendon  nuser_tendon  user numbers
  tendon_rgba           f32  ntendon  4             colour without a material
`);

/** Elements of the paths of all tendons. */
export const wrapFields = fieldTable(`
  wrap_type         i32 WrapType  nwrap         1         kind of path element
  wrap_objid        i32           nwrap         1         its joint, site or geom {is tendon}
  wrap_prm          f64           nwrap         1         divisor, coefficient, or side site {is tendon}
`);
