import { type F64, type f64, type I32, type i32, scratchF64, scratchI32 } from '../../dialect.ts';
import { zero } from '../../math/linear/leaf.ts';
import { mulMatTVec3 } from '../../math/mat3.ts';
import { cross3, sub3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { EXT_FOLD_BENDING } from '../../model/constants.ts';
import { addFold } from './fold.ts';

/** Numbers of an edge in `flex_bending`: a 4×4 stencil, and the weight of its rest curvature or the stiffness of its angle. */
export const BENDING_STRIDE: i32 = 17;

const spoke = scratchF64(9); // from the first vertex of the flap to the others
const curved = scratchF64(12); // forces of the rest curvature on the four
const speed = scratchF64(12); // velocities of the four
const corner = scratchI32(4); // vertices of the flap: the ends of the edge, and those opposite to it

/** Whether a vertex has three dofs of its own, in which bending acts; a pinned one hands the force to what holds it. */
export function isFree(m: Model, v: i32): boolean {
  return m.body_dofnum[m.flex_vertbodyid[v]] === 3;
}

/** Whether flex `f` resists bending as a sheet. */
export function resistsBending(m: Model, f: i32): boolean {
  return m.flex_dim[f] === 2 && m.flex_bendingadr[f] >= 0;
}

/** list = vertices of the flap of edge `e`; false at the border of the sheet. */
export function loadFlap(list: I32, m: Model, f: i32, e: i32): boolean {
  if (m.flex_edgeflap[2 * e + 1] === -1) return false;
  const vertadr = m.flex_vertadr[f];
  list[0] = vertadr + m.flex_edge[2 * e];
  list[1] = vertadr + m.flex_edge[2 * e + 1];
  list[2] = vertadr + m.flex_edgeflap[2 * e];
  list[3] = vertadr + m.flex_edgeflap[2 * e + 1];
  return true;
}

/**
 * Forces of thin plates that bend at their edges: a constant stencil over the four vertices of each flap, and the force of a curved rest
 * shape; or, as an extension, springs on the angles of the flaps.
 *
 * @reads flexvert_xpos
 * @writes flexVertSpring flexVertDamper qfrc_spring qfrc_damper
 * @see Bergou et al., A quadratic bending model for inextensible surfaces (2006); Garg et al., Cubic shells (2007)
 */
export function bendForces(m: Model, d: Data, f: i32, springs: boolean, dampers: boolean): void {
  if (!resistsBending(m, f)) return;
  const damping: f64 = dampers ? m.flex_damping[f] : 0.0;
  const first = m.flex_vertadr[f];
  const count = m.flex_vertnum[f];
  const edgeadr = m.flex_edgeadr[f];
  const folds = (m.extensionFlags & EXT_FOLD_BENDING) !== 0;
  if (springs) zero(d.flexVertSpring, 3 * first, 3 * count);
  if (damping !== 0) zero(d.flexVertDamper, 3 * first, 3 * count);
  for (let e = 0; e < m.flex_edgenum[f]; e++) {
    if (!loadFlap(corner, m, f, edgeadr + e)) continue;
    const b = m.flex_bendingadr[f] + BENDING_STRIDE * e;
    if (springs && folds) addFold(m, d, f, corner, m.flex_bending[b + 16]);
    else if (springs) addSprings(m, d, b);
    if (damping !== 0) addDampers(m, d, b, damping);
  }
  if (springs) subtractForces(m, d, d.qfrc_spring, d.flexVertSpring, first, count);
  if (damping !== 0) subtractForces(m, d, d.qfrc_damper, d.flexVertDamper, first, count);
}

/** flexVertSpring += stencil · positions + rest curvature · their volumes */
function addSprings(m: Model, d: Data, b: i32): void {
  const pos = d.flexvert_xpos;
  const force = d.flexVertSpring;
  const stencil = m.flex_bending;
  const rest = stencil[b + 16];
  if (rest !== 0) {
    for (let k = 0; k < 3; k++) sub3(spoke, 3 * k, pos, 3 * corner[k + 1], pos, 3 * corner[0]);
    cross3(curved, 3, spoke, 3, spoke, 6);
    cross3(curved, 6, spoke, 6, spoke, 0);
    cross3(curved, 9, spoke, 0, spoke, 3);
    for (let a = 0; a < 3; a++) curved[a] = -(curved[3 + a] + curved[6 + a] + curved[9 + a]);
  }
  for (let a = 0; a < 3; a++) {
    const x0 = pos[3 * corner[0] + a];
    const x1 = pos[3 * corner[1] + a];
    const x2 = pos[3 * corner[2] + a];
    const x3 = pos[3 * corner[3] + a];
    for (let i = 0; i < 4; i++) {
      const s = b + 4 * i;
      let sum = stencil[s] * x0 + stencil[s + 1] * x1 + stencil[s + 2] * x2 + stencil[s + 3] * x3;
      if (rest !== 0) sum += rest * curved[3 * i + a];
      force[3 * corner[i] + a] += sum;
    }
  }
}

/** flexVertDamper += damping · stencil · velocities, of the vertices that are free. @reads qvel */
function addDampers(m: Model, d: Data, b: i32, damping: f64): void {
  const stencil = m.flex_bending;
  for (let k = 0; k < 4; k++) {
    const body = m.flex_vertbodyid[corner[k]];
    const free = m.body_dofnum[body] === 3;
    for (let a = 0; a < 3; a++) speed[3 * k + a] = free ? d.qvel[m.body_dofadr[body] + a] : 0.0;
  }
  for (let i = 0; i < 4; i++) {
    const s = b + 4 * i;
    for (let a = 0; a < 3; a++) {
      const sum =
        stencil[s] * speed[a] +
        stencil[s + 1] * speed[3 + a] +
        stencil[s + 2] * speed[6 + a] +
        stencil[s + 3] * speed[9 + a];
      d.flexVertDamper[3 * corner[i] + a] += sum * damping;
    }
  }
}

const local = scratchF64(3); // force in the frame of the vertex' body

/** qfrc -= forces of the free vertices. @reads xmat */
function subtractForces(m: Model, d: Data, qfrc: F64, force: F64, first: i32, count: i32): void {
  for (let v = first; v < first + count; v++) {
    if (!isFree(m, v)) continue;
    const body = m.flex_vertbodyid[v];
    const dof = m.body_dofadr[body];
    mulMatTVec3(local, 0, d.xmat, 9 * body, force, 3 * v);
    for (let a = 0; a < 3; a++) qfrc[dof + a] -= local[a];
  }
}
