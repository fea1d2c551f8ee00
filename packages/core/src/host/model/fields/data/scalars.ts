import { dynamicSizeTable, scalarTable } from '../table.ts';

/** Row counts that grow at run time; each is also a scalar of Data that holds the valid count. */
export const dynamicSizes = dynamicSizeTable(`
  ncon           16   contacts
  nefc           32   constraint rows
  nJ             256  stored elements of the constraint Jacobian
  nY             0    stored elements of efc_Y
  nA             0    stored elements of efc_AR
  nefmK          0    stored elements of the effective metric
  nefmL          0    stored elements of the factor of the effective metric
  nefmdof        0    dofs with an effective metric of their own
  nefmcon        0    contacts in the effective metric
  nflexpair      0    pairs of points that flexes couple
  nflexplace     0    places of the elastic terms of flexes
  ncandidate     0    geom pairs that may touch
  nbodypair      0    body pairs that may touch
  nfound         0    contacts of a flex with one body or flex
  nipcbody       0    bodies, where contacts of sheets never penetrate (the flag ipc)
  nipcdof        0    dofs of a step in which they do not
  nipcpoint      0    vertices of flexes in such a step
  nipcpair       0    pairs of features that may touch in it
  nipcslot       0    slots of the hash table of the pairs
  nipccorner     0    corners of fixed geoms that sheets may touch
  nipcedge       0    edges of such geoms
  nblockcol      64   columns of the blocks of constraint rows
  nblockJ        256  values of the blocks of constraint rows
  nhessian       0    stored elements of the Hessian of the solver
  nclique        0    cliques of groups of dofs
  ncliquemember  0    groups of the cliques
  nfrontint      0    integers of the symbolic factorisation of the Hessian
  nfrontreal     0    numbers that its numeric factorisation works on
  nplace         0    places of the blocks in the fronts
`);

/** Single numbers of Data. */
export const dataScalars = scalarTable(`
  time               f64  0  simulation time
  ne                 i32  0  equality rows
  nf                 i32  0  friction loss rows
  nl                 i32  0  limit rows
  nisland            i32  0  constraint islands
  nidof              i32  0  dofs in islands
  efm_active         i32  0  the effective metric is in use
  nefmA              i32  0  actuators in the effective metric
  nefmT              i32  0  tendons in the effective metric
  metricTerms        i32  0  the effective metric is more than M
  metricFlex         i32  0  what of the flexes is in the effective metric
  ntree_awake        i32  0  awake trees
  nbody_awake        i32  0  awake or static bodies
  nparent_awake      i32  0  bodies whose parent is awake
  nv_awake           i32  0  awake dofs
  flg_energypos      i32  0  potential energy is up to date
  flg_energyvel      i32  0  kinetic energy is up to date
  flg_subtreevel     i32  0  subtree velocities are up to date
  flg_rnepost        i32  0  post-constraint accelerations and forces are up to date
  maxuse_con         i32  0  most contacts so far
  maxuse_efc         i32  0  most constraint rows so far
  solverUnconverged  i32  0  islands whose last solve ended before it converged
  contactsKept       i32  0  contacts whose forces are kept for the next step
  rkTime             f64  0  time at the start of a Runge-Kutta step
  rkUnconverged      i32  0  islands whose solve ended before it converged, in the stages of a Runge-Kutta step so far
  rkStage            i32  0  Runge-Kutta stage of an environment on a GPU; -1 where it rests until the next step
`);

/** Scalars that steer the stages or count their working memory: MuJoCo does not have them, and the public Model and Data hide them. */
export const internalScalars: readonly string[] = [
  'callbackMask',
  'metricTerms',
  'metricFlex',
  'solverUnconverged',
  'contactsKept',
  'rkTime',
  'rkUnconverged',
  'rkStage',
  'nflexpair',
  'nflexplace',
  'ncandidate',
  'nbodypair',
  'nfound',
  'nipcbody',
  'nipcdof',
  'nipcpoint',
  'nipcpair',
  'nipcslot',
  'nipccorner',
  'nipcedge',
  'nblockcol',
  'nblockJ',
  'nhessian',
  'nclique',
  'ncliquemember',
  'nfrontint',
  'nfrontreal',
  'nplace',
];
