import { fieldTable } from '../table.ts';

/** Working memory of `constraint` whose size depends on the model. */
export const constraintScratch = fieldTable(`
  rowChain       i32  nv     1  dofs that move the constraint at hand, increasing, at the end of the array
  dofMark        i32  nv     1  which dofs are in the list that is being made; all 0 otherwise
  contactColumn  f64  nv     6  velocity of one side of a contact of a flex from the other for each dof: linear, angular; world axes
  rowChainSide   i32  nv     1  which of its two bodies each of them moves: 1, 2, or 3 for both
  rowValues      f64  nv     1  one row of the Jacobian, packed
  efcRowNnz      i32  nefc   1  columns of a row that may be nonzero, also when the Jacobian is dense
  efcRowColumns  i32  nefc   1  where they are listed in efc_J_colind; the rows of one constraint share a list
  treeParent     i32  ntree  1  union-find forest over the kinematic trees
  islandCursor   i32  ntree  1  next free place of each island
  projectRow     f64  nv     1  one row of efc_Y, unpacked; zero between uses
  projectScale   f64  nv     1  D^-½ of the factored inertia matrix
  efcYT          f64  nY     1  transpose of efc_Y
  efcYTColind    i32  nY     1  its columns
  efcYTRownnz    i32  nv     1  elements of each of its rows
  efcYTRowadr    i32  nv     1  where each of its rows starts
  efcRootRownnz  i32  nefc   1  columns of efc_Y that M couples with no ancestor; they start where the row does
  efcRootColind  i32  nY     1  these columns
  efcDiagonal    i32  nefc   1  addresses of the diagonal of efc_AR
  efcMarker      i32  nefc   1  marks of rows while efc_AR is laid out
  efcBuffer      f64  nefc   1  one row of efc_AR, unpacked; zero between uses
`);
