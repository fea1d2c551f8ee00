import { type F64, type i32, scratchF64 } from '../dialect.ts';
import { lastDof } from '../kinematics/apply-force.ts';
import { sub3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';

/** `body_simple` of a body that only slides, on nothing that moves: its dofs are displacements along its own axes. */
const SLIDES: i32 = 2;

/** Whether a body only slides, on nothing that moves. */
export function onlySlides(m: Model, body: i32): boolean {
  return m.body_simple[body] === SLIDES;
}

const arm = scratchF64(3); // the point from the com of its tree

/**
 * res (nv) += Jᵀ·force for a force (world axes) at a world point of `body`.
 *
 * @reads cdof subtree_com
 */
export function addPointForce(
  res: F64,
  r: i32,
  m: Model,
  d: Data,
  body: i32,
  point: F64,
  p: i32,
  force: F64,
  f: i32,
): void {
  const x = force[f];
  const y = force[f + 1];
  const z = force[f + 2];
  const cdof = d.cdof;
  if (onlySlides(m, body)) {
    const first = m.body_dofadr[body];
    const end = first + m.body_dofnum[body];
    for (let i = first; i < end; i++) res[r + i] += cdof[6 * i + 3] * x + cdof[6 * i + 4] * y + cdof[6 * i + 5] * z;
    return;
  }
  sub3(arm, 0, point, p, d.subtree_com, 3 * m.body_rootid[body]);
  for (let i = lastDof(m, body); i >= 0; i = m.dof_parentid[i]) {
    const c = 6 * i;
    const jx = cdof[c + 3] + (cdof[c + 1] * arm[2] - cdof[c + 2] * arm[1]);
    const jy = cdof[c + 4] + (cdof[c + 2] * arm[0] - cdof[c] * arm[2]);
    const jz = cdof[c + 5] + (cdof[c] * arm[1] - cdof[c + 1] * arm[0]);
    res[r + i] += jx * x + jy * y + jz * z;
  }
}
