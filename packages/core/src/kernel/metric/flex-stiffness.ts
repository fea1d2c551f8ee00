import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { zero } from '../math/linear/leaf.ts';
import { mulMatMat3, mulMatTMat3, mulMatTVec3, transpose3 } from '../math/mat3.ts';
import { max } from '../math/scalar.ts';
import { sub3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import {
  CLIQUE_BEND,
  CLIQUE_STRETCH,
  carriesPoint,
  FlexClique,
  metricScale,
  nextClique,
  startCliques,
} from './flex-cliques.ts';

/** Ends of the edges of a triangle and of a tetrahedron in the order of `flex_elemedge`: a hexadecimal digit each, the first edge last. */
const TRIANGLE_FIRST: i32 = 0x021;
const TRIANGLE_SECOND: i32 = 0x102;
const TETRAHEDRON_FIRST: i32 = 0x102210;
const TETRAHEDRON_SECOND: i32 = 0x333021;

/** The axes of the bodies of a flex: mostly they are the same, which saves turning every block. */
class Frame {
  shared: boolean = false;
  body: i32 = 0;
}

const clique = new FlexClique();
const frame = new Frame(); // of the bodies of the flex at hand
const side = scratchF64(18); // edge vectors of an element
const full = scratchF64(36); // stiffness of an element, by pairs of edges
const tension = scratchF64(6); // of its edges, where they pull
const response = scratchF64(72); // tension of each edge (6) by the position (3) of each corner (4)
const block = scratchF64(9); // of a pair of points
const transposed = scratchF64(9); // of the same pair, the other way
const turned = scratchF64(9);

/**
 * Values of the stiffness of the flexes, times what it counts in the metric, h² + h·damping, or times `factor` where that is not zero.
 *
 * @reads flexPlace nefmK
 * @writes efm_K_val
 */
export function flexStiffness(m: Model, d: Data, withGrids: boolean, factor: f64): void {
  zero(d.efm_K_val, 0, d.nefmK);
  let place = 0;
  let flex = -1;
  let scale: f64 = 0;
  startCliques(clique, withGrids);
  while (nextClique(clique, m)) {
    if (clique.flex !== flex) {
      flex = clique.flex;
      scale = factor !== 0 ? factor : metricScale(m, flex);
      takeFrame(m, d, flex);
    }
    if (clique.kind === CLIQUE_STRETCH) stretchBlocks(m, d, place, scale);
    else if (clique.kind === CLIQUE_BEND) bendBlocks(m, d, place, scale);
    else gridBlocks(d, place, scale);
    place += clique.size * clique.size;
  }
}

/** Distance of one row of a block from the next, for the point at first dof `i`. @reads flexPointOf flexPairNum */
function rowStride(d: Data, i: i32): i32 {
  return 3 * d.flexPairNum[d.flexPointOf[i]];
}

/** Whether all bodies of the flex that have three dofs have the same axes, to the bit. @reads xmat */
function takeFrame(m: Model, d: Data, f: i32): void {
  const nodes = m.flex_interp[f] !== 0;
  const first: i32 = nodes ? m.flex_nodeadr[f] : m.flex_vertadr[f];
  const count: i32 = nodes ? m.flex_nodenum[f] : m.flex_vertnum[f];
  frame.shared = true;
  frame.body = -1;
  for (let k = first; k < first + count && frame.shared; k++) {
    const body = nodes ? m.flex_nodebodyid[k] : m.flex_vertbodyid[k];
    if (!carriesPoint(m, body)) continue;
    if (frame.body < 0) frame.body = body;
    for (let a = 0; a < 9; a++) if (d.xmat[9 * body + a] !== d.xmat[9 * frame.body + a]) frame.shared = false;
  }
}

/** K += Rᵢᵀ·block·Rⱼ for corners `i` and `j`, whose dofs are along the axes of their bodies. @reads xmat flexPlace */
function addTurned(d: Data, place: i32, i: i32, j: i32): void {
  mulMatMat3(turned, 0, block, 0, d.xmat, 9 * clique.body[j]);
  mulMatTMat3(turned, 0, d.xmat, 9 * clique.body[i], turned, 0);
  addBlock(d, place, i, j, turned);
}

/** K += block for corners `i` and `j`. @reads flexPlace @writes efm_K_val */
function addBlock(d: Data, place: i32, i: i32, j: i32, values: F64): void {
  const K = d.efm_K_val;
  const stride = rowStride(d, clique.dof[i]);
  let row = d.flexPlace[place + i * clique.size + j];
  for (let r = 0; r < 9; r += 3) {
    K[row] += values[r];
    K[row + 1] += values[r + 1];
    K[row + 2] += values[r + 2];
    row += stride;
  }
}

/** K of bending is the same along all axes. @reads flexPlace @writes efm_K_val */
function bendBlocks(m: Model, d: Data, place: i32, scale: f64): void {
  const K = d.efm_K_val;
  for (let i = 0; i < 4; i++) {
    if (clique.dof[i] < 0) continue;
    const step = rowStride(d, clique.dof[i]) + 1;
    for (let j = 0; j < 4; j++) {
      if (clique.dof[j] < 0) continue;
      const q = scale * m.flex_bending[clique.adr + 4 * i + j];
      if (frame.shared) {
        const at = d.flexPlace[place + 4 * i + j];
        K[at] += q;
        K[at + step] += q;
        K[at + 2 * step] += q;
        continue;
      }
      zero(block, 0, 9);
      block[0] = q;
      block[4] = q;
      block[8] = q;
      addTurned(d, place, i, j);
    }
  }
}

/** K of a finite element is in the world's axes, with the sign of a force. @reads flexelem_krot */
function gridBlocks(d: Data, place: i32, scale: f64): void {
  const width = 3 * clique.size;
  for (let i = 0; i < clique.size; i++) {
    for (let j = 0; j < clique.size; j++) {
      if (clique.dof[i] < 0 || clique.dof[j] < 0) continue;
      const from = clique.adr + 3 * i * width + 3 * j;
      for (let r = 0; r < 3; r++)
        for (let c = 0; c < 3; c++) block[3 * r + c] = -scale * d.flexelem_krot[from + r * width + c];
      addTurned(d, place, i, j);
    }
  }
}

/**
 * The derivative of the force of an element whose energy is ¼·εᵀ·K·ε: with edge vectors d and tensions t = K·ε,
 *
 *     2·Σ K_ab·d_a·d_bᵀ + Σ max(t_a, 0)·I     over the edges at either corner, by the signs of their ends
 *
 * An edge that is pushed together would make it indefinite, and is left out of the second sum.
 *
 * @reads flexvert_xpos flexedge_length
 */
function stretchBlocks(m: Model, d: Data, place: i32, scale: f64): void {
  const corners = clique.size;
  const edges: i32 = corners === 3 ? 3 : 6;
  const ends1: i32 = corners === 3 ? TRIANGLE_FIRST : TETRAHEDRON_FIRST;
  const ends2: i32 = corners === 3 ? TRIANGLE_SECOND : TETRAHEDRON_SECOND;
  loadElement(m, d, edges, ends1, ends2);
  respond(edges, ends1, ends2);
  for (let i = 0; i < corners; i++) {
    if (clique.dof[i] < 0) continue;
    for (let j = i; j < corners; j++) {
      if (clique.dof[j] < 0) continue;
      zero(block, 0, 9);
      let pull: f64 = 0;
      for (let a = 0; a < edges; a++) {
        const first = (ends1 >> (4 * a)) & 15;
        const second = (ends2 >> (4 * a)) & 15;
        if (first !== i && second !== i) continue;
        const s: f64 = first === i ? scale : -scale;
        if (first === j) pull += s * tension[a];
        else if (second === j) pull -= s * tension[a];
        const w = 3 * (4 * a + j);
        for (let r = 0; r < 3; r++) {
          const x = 2 * s * side[3 * a + r];
          block[3 * r] += x * response[w];
          block[3 * r + 1] += x * response[w + 1];
          block[3 * r + 2] += x * response[w + 2];
        }
      }
      block[0] += pull;
      block[4] += pull;
      block[8] += pull;
      addPair(d, place, i, j);
    }
  }
}

/** K += block and, for two corners, its transpose at the other side of the diagonal. */
function addPair(d: Data, place: i32, i: i32, j: i32): void {
  let values = block;
  if (!frame.shared) {
    mulMatMat3(turned, 0, block, 0, d.xmat, 9 * clique.body[j]);
    mulMatTMat3(turned, 0, d.xmat, 9 * clique.body[i], turned, 0);
    values = turned;
  }
  addBlock(d, place, i, j, values);
  if (i === j) return;
  transpose3(transposed, 0, values, 0);
  addBlock(d, place, j, i, transposed);
}

/** Edge vectors (along the axes of the bodies where they have the same), stiffness and tensions of the element. @reads xmat */
function loadElement(m: Model, d: Data, edges: i32, ends1: i32, ends2: i32): void {
  const edgeadr = m.flex_edgeadr[clique.flex];
  const list = m.flex_elemedgeadr[clique.flex] + edges * clique.index;
  let k = clique.adr;
  for (let a = 0; a < edges; a++) {
    const v1 = clique.point[(ends1 >> (4 * a)) & 15];
    const v2 = clique.point[(ends2 >> (4 * a)) & 15];
    sub3(side, 3 * a, d.flexvert_xpos, 3 * v1, d.flexvert_xpos, 3 * v2);
    if (frame.shared && frame.body >= 0) mulMatTVec3(side, 3 * a, d.xmat, 9 * frame.body, side, 3 * a);
    tension[a] = 0;
    for (let b = a; b < edges; b++) {
      full[6 * a + b] = m.flex_stiffness[k];
      full[6 * b + a] = m.flex_stiffness[k++];
    }
  }
  for (let b = 0; b < edges; b++) {
    const e = edgeadr + m.flex_elemedge[list + b];
    const length = d.flexedge_length[e];
    const rest = m.flexedge_length0[e];
    const strain = length * length - rest * rest;
    for (let a = 0; a < edges; a++) tension[a] += full[6 * a + b] * strain;
  }
  for (let a = 0; a < edges; a++) tension[a] = max(0, tension[a]);
}

/** response = Σ K_ab·d_b over the edges b at each corner */
function respond(edges: i32, ends1: i32, ends2: i32): void {
  zero(response, 0, 72);
  for (let b = 0; b < edges; b++) {
    const first = 3 * ((ends1 >> (4 * b)) & 15);
    const second = 3 * ((ends2 >> (4 * b)) & 15);
    const x = side[3 * b];
    const y = side[3 * b + 1];
    const z = side[3 * b + 2];
    for (let a = 0; a < edges; a++) {
      const k = full[6 * a + b];
      const w = 12 * a;
      response[w + first] += k * x;
      response[w + first + 1] += k * y;
      response[w + first + 2] += k * z;
      response[w + second] -= k * x;
      response[w + second + 1] -= k * y;
      response[w + second + 2] -= k * z;
    }
  }
}
