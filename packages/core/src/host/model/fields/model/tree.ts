import { fieldTable } from '../table.ts';

/** Kinematic trees. */
export const treeFields = fieldTable(`
  tree_bodyadr       i32              ntree  1  first body {is tree}
  tree_bodynum       i32              ntree  1  number of bodies {is tree}
  tree_dofadr        i32              ntree  1  first dof {is tree}
  tree_dofnum        i32              ntree  1  number of dofs {is tree}
  tree_sleep_policy  i32 SleepPolicy  ntree  1  whether it may sleep
`);
