// @cold

/** The vertices of sheets as points that dofs move along straight lines: what carries them only slides. */
import type { F64, f64, i32 } from '../../dialect.ts';
import { lastDof } from '../../kinematics/apply-force.ts';
import { fill, zeroI } from '../../math/linear/dense.ts';
import { copy3 } from '../../math/vec3.ts';
import { COUNT_NIPCBODY, COUNT_NIPCDOF, COUNT_NIPCPOINT, type Data, type Model } from '../../model/classes.ts';
import { JNT_SLIDE } from '../../model/constants.ts';
import { reserve } from '../../model/reserve.ts';
import { isSheet } from './sheets.ts';

/** `ipcHeld` of dofs: of pinned vertices, and of vertices of their own. */
const CARRIES: i32 = 1;
export const OWN: i32 = 2;

/**
 * Whether the body of vertex `v` is that vertex and nothing else: three slides, at its origin. What carries other vertices is a body
 * like any.
 *
 * @reads ipcBodyVerts
 */
function isOwnBody(m: Model, d: Data, v: i32): boolean {
  const body = m.flex_vertbodyid[v];
  const first = m.body_jntadr[body];
  if (m.body_jntnum[body] !== 3 || d.ipcBodyVerts[body] !== 1) return false;
  for (let j = first; j < first + 3; j++) if (m.jnt_type[j] !== JNT_SLIDE) return false;
  return m.flex_vert[3 * v] === 0 && m.flex_vert[3 * v + 1] === 0 && m.flex_vert[3 * v + 2] === 0;
}

/** Counts the vertices on each body. @writes ipcBodyVerts */
function countVertices(m: Model, d: Data): void {
  reserve(m, d, COUNT_NIPCBODY, m.nbody);
  zeroI(d.ipcBodyVerts, 0, m.nbody);
  for (let v = 0; v < m.nflexvert; v++) if (m.flex_vertbodyid[v] >= 0) d.ipcBodyVerts[m.flex_vertbodyid[v]]++;
}

/** Marks the dofs of the tree of dof `i`, unless they are marked. @reads ipcHeld @writes ipcHeld */
function hold(m: Model, d: Data, i: i32, kind: i32): void {
  const tree = m.dof_treeid[i];
  const first = m.tree_dofadr[tree];
  if (d.ipcHeld[first] === 0) for (let k = 0; k < m.tree_dofnum[tree]; k++) d.ipcHeld[first + k] = kind;
}

/**
 * The point of vertex `v`: what moves it, and its mass.
 *
 * @reads M ipcBodyVerts
 * @writes ipcDof ipcMass
 */
function setPoint(m: Model, d: Data, v: i32): void {
  const body = m.flex_vertbodyid[v];
  const last = body < 0 ? -1 : lastDof(m, body);
  d.ipcDof[v] = last;
  d.ipcMass[v] = 0;
  if (last < 0) return;
  if (isOwnBody(m, d, v)) {
    const i = m.body_dofadr[body];
    d.ipcMass[v] = d.M[m.M_rowadr[i] + m.M_rownnz[i] - 1];
    hold(m, d, i, OWN);
  } else {
    d.ipcMass[v] = m.body_subtreemass[body] / d.ipcBodyVerts[body];
    hold(m, d, last, CARRIES);
  }
}

/**
 * Sets the points of all sheets.
 *
 * @writes ipcHeld ipcFlex
 */
export function setPoints(m: Model, d: Data): void {
  reserve(m, d, COUNT_NIPCDOF, m.nv);
  reserve(m, d, COUNT_NIPCPOINT, m.nflexvert);
  countVertices(m, d);
  zeroI(d.ipcHeld, 0, m.nv);
  fill(d.ipcMass, 0, 0, m.nflexvert);
  for (let f = 0; f < m.nflex; f++) {
    if (!isSheet(m, f)) continue;
    for (let k = 0; k < m.flex_vertnum[f]; k++) {
      const v = m.flex_vertadr[f] + k;
      d.ipcFlex[v] = f;
      setPoint(m, d, v);
    }
  }
}

/**
 * res += h·J·vel for the point of vertex `v`: its way in a step at that velocity of the dofs.
 *
 * @reads ipcDof cdof
 */
export function addWay(res: F64, r: i32, m: Model, d: Data, v: i32, vel: F64, h: f64): void {
  let x: f64 = 0;
  let y: f64 = 0;
  let z: f64 = 0;
  for (let i = d.ipcDof[v]; i >= 0; i = m.dof_parentid[i]) {
    x += d.cdof[6 * i + 3] * vel[i];
    y += d.cdof[6 * i + 4] * vel[i];
    z += d.cdof[6 * i + 5] * vel[i];
  }
  res[r] += h * x;
  res[r + 1] += h * y;
  res[r + 2] += h * z;
}

/**
 * res = positions of the vertices of all sheets after a step at velocity `vel`.
 *
 * @reads flexvert_xpos
 */
export function placePoints(res: F64, m: Model, d: Data, vel: F64): void {
  const h = m.opt_timestep;
  for (let f = 0; f < m.nflex; f++) {
    if (!isSheet(m, f)) continue;
    const first = m.flex_vertadr[f];
    for (let v = first; v < first + m.flex_vertnum[f]; v++) {
      copy3(res, 3 * v, d.flexvert_xpos, 3 * v);
      addWay(res, 3 * v, m, d, v, vel, h);
    }
  }
}
