import { fieldTable } from '../table.ts';

/** Reference pose. */
export const referenceFields = fieldTable(`
  qpos0             f64           nq            1         positions of the reference pose
  qpos_spring       f64           nq            1         positions at which the springs are at rest
`);
