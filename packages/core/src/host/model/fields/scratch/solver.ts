import { fieldTable } from '../table.ts';

/**
 * Working memory of `solver` whose size depends on the model. Rows and dofs are in the order of the islands; where there
 * are none, in their own order. A block is a run of rows that share their columns (a contact, an equality, a limit).
 */
export const solverScratch = fieldTable(`
  solverD              f64  nefc           1   inverse regulariser of a row
  solverAref           f64  nefc           1   reference acceleration of a row
  solverFloss          f64  nefc           1   friction loss of a row
  solverBound          f64  nefc           1   half width of the quadratic zone of a friction loss row
  solverForce          f64  nefc           1   force of a row
  solverState          i32  nefc           1   state of a row
  solverOldState       i32  nefc           1   state of a row in the iteration before
  solverJar            f64  nefc           1   J·qacc - aref
  solverJsmooth        f64  nefc           1   J·qacc_smooth - aref
  solverJv             f64  nefc           1   J·search
  solverQuad           f64  nefc           3   cost of a row along the search direction
  solverWeight         f64  nefc           1   working memory of the dual solvers
  solverCurvature      f64  nefc           1   inverse of solverWeight
  solverPrevious       f64  nefc           1   working memory of the dual solvers
  solverMomentum       f64  nefc           1   working memory of the dual solvers
  solverRow            i32  nefc           1   rows of the island that the dual solver works on
  solverDiag           i32  nefc           1   where the diagonal element of a row of efc_AR is
  solverVisit          i32  nefc           1   order in which the dual solver visits the blocks of rows
  keptGeom             i32  ncon           2   geoms of a contact whose forces are kept
  keptCell             i32  ncon           3   cell of a grid that it was in
  keptForce            f64  ncon           10  its forces
  blockRow             i32  nefc           1   first row of a block
  blockRows            i32  nefc           1   rows of a block
  blockKind            i32  nefc           1   kind of a block (BLOCK_*)
  blockContact         i32  nefc           1   contact of a block, or -1
  blockWidth           i32  nefc           1   columns of a block
  blockColadr          i32  nefc           1   where the columns of a block start in blockCol
  blockJadr            i32  nefc           1   where the values of a block start in blockJ, row by row
  blockRun             i32  nefc           1   blocks of one row and equal width that follow each other in memory, from this one on
  blockCol             i32  nblockcol      1   columns of the blocks
  blockJ               f64  nblockJ        1   values of the blocks
  solverAcc            f64  nv             1   qacc
  solverAccSmooth      f64  nv             1   qacc_smooth
  solverFrcSmooth      f64  nv             1   qfrc_smooth
  solverFrcConstraint  f64  nv             1   qfrc_constraint
  solverMa             f64  nv             1   M·qacc
  solverMv             f64  nv             1   M·search
  solverGrad           f64  nv             1   gradient of the cost
  solverMgrad          f64  nv             1   preconditioned gradient
  solverSearch         f64  nv             1   search direction
  solverGradOld        f64  nv             1   gradient in the iteration before
  solverMgradOld       f64  nv             1   preconditioned gradient in the iteration before
  solverBuffer         f64  nv             1   columns of one block
  blockScaled          f64  nv             12  rows of one block, weighted
  solverMnnz           i32  nv             1   M in the order of the islands: row counts
  solverMadr           i32  nv             1   M in the order of the islands: row addresses
  solverMind           i32  nC             1   M in the order of the islands: columns
  solverM              f64  nC             1   M in the order of the islands
  solverLD             f64  nC             1   factor of M in the order of the islands
  solverLDiagInv       f64  nv             1   inverse diagonal of the factor of M in the order of the islands
  hessian              f64  nhessian       1   M + JᵀDJ over the quadratic rows
  hessianFactor        f64  nhessian       1   factor of the Hessian
  patternKey           i32  1              6   of which island the pattern of the Hessian is: its first dof, their end, numbers of groups, cliques, and members; blocks that are kept
  patternGroup         i32  nv             1   group of a dof of the island: dofs that every block has all of or none of
  patternWidth         i32  nefc           1   blockWidth when the pattern was made
  patternColadr        i32  nefc           1   blockColadr when the pattern was made
  patternCol           i32  nblockcol      1   blockCol when the pattern was made
  patternMark          i32  nv             1   dofs that start a group
  patternInner         i32  nv             1   groups that have children in the tree
  patternList          i32  nv             1   groups of one block
  cliqueAdr            i32  nclique        1   where the groups of a clique start in cliqueMember
  cliqueSize           i32  nclique        1   groups of a clique
  cliqueMember         i32  ncliquemember  1   groups of the cliques
  frontInts            i32  nfrontint      1   symbolic factorisation of the Hessian (math/frontal)
  frontReals           f64  nfrontreal     1   working memory of its numeric factorisation
  inertiaPlace         i32  nC             1   where an element of M goes in hessian
  blockPlaceadr        i32  nefc           1   where the places of a block start in blockPlace
  blockPlace           i32  nplace         1   rows of the columns of a block in the fronts of its groups
`);
