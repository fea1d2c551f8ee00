import { type F64, type i32, scratchF64 } from '../dialect.ts';
import { sub3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/kernel.ts';

/**
 * Lists the dofs that move `body1` or `body2` in `d.rowChain`, increasing, at `[nv - n, nv)`, and whom each of them moves in
 * `d.rowChainSide`: 1, 2, or 3 for both. With `skipCommon` those that move both are left out: where the two points coincide,
 * their columns cancel. Returns n.
 *
 * @writes rowChain rowChainSide
 */
export function mergeChain(m: Model, d: Data, body1: i32, body2: i32, skipCommon: boolean): i32 {
  const nv = m.nv;
  const dof_parentid = m.dof_parentid;
  const chain = d.rowChain;
  const side = d.rowChainSide;
  let i1 = lastDof(m, body1);
  let i2 = lastDof(m, body2);
  let at = nv;
  while (i1 >= 0 || i2 >= 0) {
    if (i1 === i2) {
      if (skipCommon) break;
      at--;
      chain[at] = i1;
      side[at] = 3;
      i1 = dof_parentid[i1];
      i2 = i1;
    } else if (i1 > i2) {
      at--;
      chain[at] = i1;
      side[at] = 1;
      i1 = dof_parentid[i1];
    } else {
      at--;
      chain[at] = i2;
      side[at] = 2;
      i2 = dof_parentid[i2];
    }
  }
  return nv - at;
}

/** The last dof that moves a body, negative for a static one. */
export function lastDof(m: Model, body: i32): i32 {
  const root = m.body_weldid[body];
  const count = m.body_dofnum[root];
  return count > 0 ? m.body_dofadr[root] + count - 1 : -1;
}

/** res = point relative to the centre of mass of the body's tree, about which `cdof` is expressed */
export function comOffset(res: F64, r: i32, m: Model, d: Data, body: i32, point: F64, p: i32): void {
  sub3(res, r, point, p, d.subtree_com, 3 * m.body_rootid[body]);
}

const offset = scratchF64(6); // of the two points

/** res = velocity of the point per unit velocity of the dof */
function pointColumn(res: F64, r: i32, cdof: F64, i: i32, arm: F64, a: i32): void {
  const wx = cdof[i],
    wy = cdof[i + 1],
    wz = cdof[i + 2];
  const x = arm[a],
    y = arm[a + 1],
    z = arm[a + 2];
  res[r] = cdof[i + 3] + (wy * z - wz * y);
  res[r + 1] = cdof[i + 4] + (wz * x - wx * z);
  res[r + 2] = cdof[i + 5] + (wx * y - wy * x);
}

const column1 = scratchF64(3);
const column2 = scratchF64(3);

/**
 * Writes the translational Jacobian of point 1 on body 1 minus that of point 2 on body 2 into the three rows of `efc_J` that
 * start at `base`, over the `nnz` dofs of `d.rowChain`. With `rotation` three more rows hold the rotational one.
 */
export function writeJacobianDifference(
  m: Model,
  d: Data,
  base: i32,
  nnz: i32,
  sparse: boolean,
  body1: i32,
  body2: i32,
  points: F64,
  rotation: boolean,
): void {
  const nv = m.nv;
  const start = nv - nnz;
  const stride: i32 = sparse ? nnz : nv;
  const chain = d.rowChain;
  const side = d.rowChainSide;
  const cdof = d.cdof;
  const efc_J = d.efc_J;
  comOffset(offset, 0, m, d, body1, points, 0);
  comOffset(offset, 3, m, d, body2, points, 3);

  for (let c = 0; c < nnz; c++) {
    const i = chain[start + c];
    const who = side[start + c];
    let at: i32 = base + (sparse ? c : i);
    column1[0] = 0;
    column1[1] = 0;
    column1[2] = 0;
    column2[0] = 0;
    column2[1] = 0;
    column2[2] = 0;
    if (who !== 2) pointColumn(column1, 0, cdof, 6 * i, offset, 0);
    if (who !== 1) pointColumn(column2, 0, cdof, 6 * i, offset, 3);
    for (let k = 0; k < 3; k++) {
      efc_J[at] = column1[k] - column2[k];
      at += stride;
    }
    if (!rotation) continue;
    for (let k = 0; k < 3; k++) {
      const w = cdof[6 * i + k];
      if (who === 1) efc_J[at] = w;
      else if (who === 2) efc_J[at] = -w;
      else efc_J[at] = 0; // turns both alike
      at += stride;
    }
  }
}
