import { type f64, type i32, scratchF64 } from '../dialect.ts';
import { lastDof } from '../kinematics/apply-force.ts';
import { zero } from '../math/linear/leaf.ts';
import { normalize3, sub3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { onlySlides } from './point-dofs.ts';

/** `flex_edgeequality`: nothing, the length of each edge, two strain invariants of each vertex, or the strain of each cell is held. */
const HOLD_EDGES: i32 = 1;
export const HOLD_VERTICES: i32 = 2;
export const HOLD_CELLS: i32 = 3;

const along = scratchF64(3); // unit vector along an edge

/**
 * Lengths of the edges and, where something acts along them, their derivatives by the dofs.
 *
 * @reads flexvert_xpos
 * @writes flexedge_length flexedge_J
 */
export function flexEdges(m: Model, d: Data): void {
  zero(d.flexedge_J, 0, m.nJfe);
  for (let f = 0; f < m.nflex; f++) {
    if (m.flex_rigid[f] !== 0 || m.flex_interp[f] !== 0) continue;
    const derive = needsJacobian(m, f);
    const vertadr = m.flex_vertadr[f];
    const end = m.flex_edgeadr[f] + m.flex_edgenum[f];
    for (let e = m.flex_edgeadr[f]; e < end; e++) {
      const v1 = vertadr + m.flex_edge[2 * e];
      const v2 = vertadr + m.flex_edge[2 * e + 1];
      sub3(along, 0, d.flexvert_xpos, 3 * v2, d.flexvert_xpos, 3 * v1);
      d.flexedge_length[e] = normalize3(along, 0);
      if (derive) edgeRow(m, d, e, v1, v2);
    }
  }
}

/** Whether a constraint, a spring or a damper acts along the edges of flex `f`. */
function needsJacobian(m: Model, f: i32): boolean {
  if (m.flex_edgeequality[f] === HOLD_EDGES) return true;
  return m.flex_edgedamping[f] !== 0 || m.flex_edgestiffness[f] !== 0 || m.flex_damping[f] !== 0;
}

/** flexedge_J of edge `e` = alongᵀ·(J₂ - J₁). Columns are the dofs that move either end, increasing. */
function edgeRow(m: Model, d: Data, e: i32, v1: i32, v2: i32): void {
  const body1 = m.flex_vertbodyid[v1];
  const body2 = m.flex_vertbodyid[v2];
  const adr = m.flexedge_J_rowadr[e];
  if (body1 === body2 || !onlySlides(m, body1) || !onlySlides(m, body2)) {
    chainRow(m, d, e, v1, v2);
    return;
  }
  const n1 = m.body_dofnum[body1];
  const n2 = m.body_dofnum[body2];
  const inOrder = m.body_dofadr[body1] < m.body_dofadr[body2];
  slideColumns(d, inOrder ? adr : adr + n2, m.body_dofadr[body1], n1, -1);
  slideColumns(d, inOrder ? adr + n1 : adr, m.body_dofadr[body2], n2, 1);
}

/** Columns of a body that only slides. @reads cdof */
function slideColumns(d: Data, adr: i32, dof: i32, n: i32, sign: f64): void {
  const cdof = d.cdof;
  const x = sign * along[0];
  const y = sign * along[1];
  const z = sign * along[2];
  for (let k = 0; k < n; k++) {
    const c = 6 * (dof + k);
    d.flexedge_J[adr + k] = cdof[c + 3] * x + cdof[c + 4] * y + cdof[c + 5] * z;
  }
}

const arm1 = scratchF64(3); // first end from the com of its tree
const arm2 = scratchF64(3);

/** Columns of any two bodies, from the last dof of both chains to the first. @reads cdof subtree_com */
function chainRow(m: Model, d: Data, e: i32, v1: i32, v2: i32): void {
  const body1 = m.flex_vertbodyid[v1];
  const body2 = m.flex_vertbodyid[v2];
  const cdof = d.cdof;
  sub3(arm1, 0, d.flexvert_xpos, 3 * v1, d.subtree_com, 3 * m.body_rootid[body1]);
  sub3(arm2, 0, d.flexvert_xpos, 3 * v2, d.subtree_com, 3 * m.body_rootid[body2]);
  let i1 = lastDof(m, body1);
  let i2 = lastDof(m, body2);
  let k = m.flexedge_J_rowadr[e] + m.flexedge_J_rownnz[e] - 1;
  while (i1 >= 0 || i2 >= 0) {
    const i: i32 = i1 > i2 ? i1 : i2;
    const c = 6 * i;
    let x: f64 = 0;
    let y: f64 = 0;
    let z: f64 = 0;
    if (i2 === i) {
      x = cdof[c + 3] + (cdof[c + 1] * arm2[2] - cdof[c + 2] * arm2[1]);
      y = cdof[c + 4] + (cdof[c + 2] * arm2[0] - cdof[c] * arm2[2]);
      z = cdof[c + 5] + (cdof[c] * arm2[1] - cdof[c + 1] * arm2[0]);
      i2 = m.dof_parentid[i];
    }
    if (i1 === i) {
      x -= cdof[c + 3] + (cdof[c + 1] * arm1[2] - cdof[c + 2] * arm1[1]);
      y -= cdof[c + 4] + (cdof[c + 2] * arm1[0] - cdof[c] * arm1[2]);
      z -= cdof[c + 5] + (cdof[c] * arm1[1] - cdof[c + 1] * arm1[0]);
      i1 = m.dof_parentid[i];
    }
    d.flexedge_J[k--] = x * along[0] + y * along[1] + z * along[2];
  }
}
