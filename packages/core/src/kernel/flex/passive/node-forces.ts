// @cold

import { type F64, type i32, scratchF64 } from '../../dialect.ts';
import { mulMatTVec3 } from '../../math/mat3.ts';
import { addTo3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { isOrigin } from '../nodes.ts';
import { addPointForce } from '../point-dofs.ts';

const local = scratchF64(3); // force in the frame of the node's body

/**
 * qfrc += forces on the control nodes of flex `f`. A node at the origin of its body moves along its axes by its first three dofs.
 *
 * @reads xmat flexNodePos
 */
export function addNodeForces(m: Model, d: Data, f: i32, qfrc: F64, force: F64): void {
  const first = m.flex_nodeadr[f];
  for (let n = first; n < first + m.flex_nodenum[f]; n++) {
    const body = m.flex_nodebodyid[n];
    if (m.body_dofnum[body] > 0 && isOrigin(m, f, m.flex_node, 3 * n)) {
      mulMatTVec3(local, 0, d.xmat, 9 * body, force, 3 * n);
      addTo3(qfrc, m.body_dofadr[body], local, 0);
    } else addPointForce(qfrc, 0, m, d, body, d.flexNodePos, 3 * n, force, 3 * n);
  }
}
