import { fieldTable } from '../table.ts';

/** What the stages compute, in the order of a step. */
export const derivedFields = fieldTable(`
  xpos               f64             nbody           3   positions of body frames
  xquat              f64             nbody           4   orientations of body frames, as quaternions
  xmat               f64             nbody           9   orientations of body frames, as matrices
  xipos              f64             nbody           3   centres of mass
  ximat              f64             nbody           9   orientations of the principal axes
  xanchor            f64             njnt            3   anchors of the joints
  xaxis              f64             njnt            3   axes of the joints
  geom_xpos          f64             ngeom           3   positions of geoms
  geom_xmat          f64             ngeom           9   orientations of geoms
  site_xpos          f64             nsite           3   positions of sites
  site_xmat          f64             nsite           9   orientations of sites
  cam_xpos           f64             ncam            3   positions of cameras
  cam_xmat           f64             ncam            9   orientations of cameras
  light_xpos         f64             nlight          3   positions of lights
  light_xdir         f64             nlight          3   directions of lights
  subtree_com        f64             nbody           3   centre of mass of each body with its descendants
  cdof               f64             nv              6   motion axis of each dof: rotation, translation; in the com frame of its tree
  cinert             f64             nbody           10  inertia of each body in the com frame of its tree
  flexvert_xpos      f64             nflexvert       3   positions of flex vertices
  flexelem_aabb      f64             nflexelem       6   bounding boxes of flex elements
  flexelem_krot      f64             nflexstiffness  1   rotated stiffness of flex elements
  flexedge_J         f64             nJfe            1   Jacobian of flex edge lengths
  flexedge_length    f64             nflexedge       1   lengths of flex edges
  flexvert_J         f64             nJfv            2   Jacobian of flex vertex strains
  flexvert_length    f64             nflexvert       2   strains at flex vertices
  bvh_aabb_dyn       f64             nbvhdynamic     6   bounding volumes of flexes: centre, half sizes
  ten_wrapadr        i32             ntendon         1   first point of each tendon's path in wrap_xpos
  ten_wrapnum        i32             ntendon         1   number of points of each tendon's path
  ten_J              f64             nJten           1   Jacobian of tendon lengths
  ten_length         f64             ntendon         1   tendon lengths
  wrap_obj           i32             nwrap           2   geom at each path point; -1: site, -2: pulley
  wrap_xpos          f64             nwrap           6   path points of tendons
  actuator_length    f64             nout            1   lengths of the transmissions
  moment_rownnz      i32             nout            1   entries of each row of the moment matrix
  moment_rowadr      i32             nout            1   first entry of each row of the moment matrix
  moment_colind      i32             nJmom           1   dofs of the moment matrix
  actuator_moment    f64             nJmom           1   moment arms: derivative of the lengths
  crb                f64             nbody           10  inertia of each body with its descendants, in the com frame of its tree
  M                  f64             nC              1   joint-space inertia matrix, lower triangle by rows
  qLD                f64             nC              1   factor LᵀDL of M
  qLDiagInv          f64             nv              1   inverse of the diagonal D
  bvh_active         u8              nbvh            1   bounding volumes that met another
  tree_awake         i32             ntree           1   tree is awake
  body_awake         i32 SleepState  nbody           1   sleep state of the body
  body_awake_ind     i32             nbody           1   bodies that are awake or static
  parent_awake_ind   i32             nbody           1   bodies whose parent is awake or static
  dof_awake_ind      i32             nv              1   dofs that are awake
  flexedge_velocity  f64             nflexedge       1   velocities of flex edge lengths
  ten_velocity       f64             ntendon         1   velocities of tendon lengths
  actuator_velocity  f64             nout            1   velocities of the transmissions
  cvel               f64             nbody           6   velocity of each body: rotation, translation; in the com frame of its tree
  cdof_dot           f64             nv              6   rate of cdof
  qfrc_bias          f64             nv              1   Coriolis, centrifugal and gravity forces
  qfrc_spring        f64             nv              1   spring forces
  qfrc_damper        f64             nv              1   damper forces
  qfrc_gravcomp      f64             nv              1   forces of gravity compensation
  qfrc_fluid         f64             nv              1   forces of the medium
  qfrc_adhesion      f64             nv              1   forces of adhesive contacts
  qfrc_passive       f64             nv              1   sum of all passive forces
  subtree_linvel     f64             nbody           3   velocity of each subtree's centre of mass
  subtree_angmom     f64             nbody           3   angular momentum of each subtree about its centre of mass
  qH                 f64             nC              1   M with implicit damping, factored
  qHDiagInv          f64             nv              1   inverse of the diagonal of its factor
  qDeriv             f64             nD              1   derivative of the smooth forces by velocity
  qLU                f64             nD              1   factor of M - h·qDeriv
  actuator_force     f64             nout            1   actuator forces
  qfrc_actuator      f64             nv              1   actuator forces on the dofs
  qfrc_smooth        f64             nv              1   all forces but those of constraints
  qacc_smooth        f64             nv              1   acceleration without constraints
  qfrc_constraint    f64             nv              1   constraint forces on the dofs
  qfrc_inverse       f64             nv              1   force that explains qacc, by inverse dynamics
  cacc               f64             nbody           6   acceleration of each body in the com frame of its tree
  cfrc_int           f64             nbody           6   force of each body on its parent, in the com frame of its tree
  cfrc_ext           f64             nbody           6   external force on each body, in the com frame of its tree
  flexvert_conage    i32             nflexvert       1   steps since a flex vertex touched
  flexvert_lambda    f64             nflexvert       1   contact multipliers of flex vertices
  energy             f64             1               2   potential and kinetic energy
  solver_fwdinv      f64             1               2   differences of forward and inverse dynamics: constraint, applied
  solver_niter       i32             nislandstat     1   iterations per island
  solver_nnz         i32             nislandstat     1   entries of the Hessian or of A + R per island
`);
