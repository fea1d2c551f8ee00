import { type F64, type f64, type i32, scratchF64, toInt } from '../dialect.ts';
import { zero } from '../math/linear/dense.ts';
import { copy9 } from '../math/mat3.ts';
import { round } from '../math/scalar.ts';
import { copy6 } from '../math/spatial.ts';
import { copy3, dist3, normalize3, sub3, zero3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { WRAP_CYLINDER, WRAP_JOINT, WRAP_PULLEY, WRAP_SPHERE } from '../model/constants.ts';
import { someAsleep, tendonAsleep } from '../sleep/state.ts';
import { lastDof } from './apply-force.ts';
import { PointPair } from './jacobian.ts';
import { WrapPath, wrap } from './wrap.ts';

/** What `wrap_obj` holds at a site, and at the pulley that starts a new branch. */
const AT_SITE: i32 = -1;
const AT_PULLEY: i32 = -2;

/**
 * Lengths of the tendons, their Jacobians, and the points of their paths.
 *
 * A fixed tendon is a linear combination of joint positions. A spatial one is a chain of sites, between which it runs straight or around
 * a geom; a pulley starts a branch that counts 1/divisor.
 *
 * @reads qpos site_xpos geom_xpos geom_xmat cdof subtree_com ten_length ten_J ten_wrapnum tree_awake ntree_awake
 * @writes ten_length ten_J ten_wrapadr ten_wrapnum wrap_xpos wrap_obj
 * @see mj_tendon
 */
export function tendon(m: Model, d: Data): void {
  if (m.ntendon === 0) return;
  zero(d.ten_length, 0, m.ntendon);
  zero(d.ten_J, 0, m.nJten);
  const filter = someAsleep(m, d);
  let points: i32 = 0;
  for (let t = 0; t < m.ntendon; t++) {
    if (filter && tendonAsleep(m, d, t)) continue;
    d.ten_wrapadr[t] = points;
    d.ten_wrapnum[t] = 0;
    if (m.wrap_type[m.tendon_adr[t]] === WRAP_JOINT) fixedTendon(m, d, t);
    else spatialTendon(m, d, t);
    points += d.ten_wrapnum[t];
  }
}

function fixedTendon(m: Model, d: Data, t: i32): void {
  const first = m.tendon_adr[t];
  for (let w = first; w < first + m.tendon_num[t]; w++) {
    const joint = m.wrap_objid[w];
    const dof = m.jnt_dofadr[joint];
    d.ten_length[t] += m.wrap_prm[w] * d.qpos[m.jnt_qposadr[joint]];
    let k = m.ten_J_rowadr[t];
    while (m.ten_J_colind[k] !== dof) k++;
    d.ten_J[k] += m.wrap_prm[w];
  }
}

/** Every pair of neighbouring sites, with the geom between them; `w` is the first of the pair. */
function spatialTendon(m: Model, d: Data, t: i32): void {
  const wrap_type = m.wrap_type;
  const first = m.tendon_adr[t];
  const last = first + m.tendon_num[t] - 1;
  let divisor: f64 = 1;
  let w = first;
  while (w < last) {
    if (wrap_type[w] === WRAP_PULLEY) {
      divisor = m.wrap_prm[w];
      addPoint(d, t, d.site_xpos, -1, AT_PULLEY);
      w++;
      continue;
    }
    if (wrap_type[w + 1] === WRAP_PULLEY) {
      w++;
      continue;
    }
    const overGeom = wrap_type[w + 1] === WRAP_SPHERE || wrap_type[w + 1] === WRAP_CYLINDER;
    if (!overGeom || !aroundGeom(m, d, t, w, divisor)) straight(m, d, t, w, overGeom ? w + 2 : w + 1, divisor);
    w += overGeom ? 2 : 1;
    if (w === last || wrap_type[w + 1] === WRAP_PULLEY) addPoint(d, t, d.site_xpos, 3 * m.wrap_objid[w], AT_SITE);
  }
}

/** Appends a point of the path, at the origin if `i` is negative. */
function addPoint(d: Data, t: i32, a: F64, i: i32, object: i32): void {
  const n = d.ten_wrapadr[t] + d.ten_wrapnum[t];
  if (i < 0) zero3(d.wrap_xpos, 3 * n);
  else copy3(d.wrap_xpos, 3 * n, a, i);
  d.wrap_obj[n] = object;
  d.ten_wrapnum[t]++;
}

const segment = new PointPair();

/** The straight line between the sites of path elements `w` and `v`. */
function straight(m: Model, d: Data, t: i32, w: i32, v: i32, divisor: f64): void {
  const from = m.wrap_objid[w];
  const to = m.wrap_objid[v];
  const site_xpos = d.site_xpos;
  d.ten_length[t] += dist3(site_xpos, 3 * from, site_xpos, 3 * to) / divisor;
  segment.body1 = m.site_bodyid[from];
  segment.body2 = m.site_bodyid[to];
  copy3(segment.points, 0, site_xpos, 3 * from);
  copy3(segment.points, 3, site_xpos, 3 * to);
  addSegment(m, d, t, segment, 1 / divisor);
  addPoint(d, t, site_xpos, 3 * from, AT_SITE);
}

const path = new WrapPath();

/**
 * The path around the geom of element w + 1, between its neighbours; false if the straight line misses it.
 *
 * @reads geom_xpos geom_xmat
 */
function aroundGeom(m: Model, d: Data, t: i32, w: i32, divisor: f64): boolean {
  const from = m.wrap_objid[w];
  const geom = m.wrap_objid[w + 1];
  const to = m.wrap_objid[w + 2];
  const sideSite = toInt(round(m.wrap_prm[w + 1]));
  const points = path.points;
  copy3(points, 0, d.site_xpos, 3 * from);
  copy3(points, 9, d.site_xpos, 3 * to);
  copy3(path.centre, 0, d.geom_xpos, 3 * geom);
  copy9(path.mat, 0, d.geom_xmat, 9 * geom);
  path.radius = m.geom_size[3 * geom];
  path.type = m.wrap_type[w + 1];
  path.hasSide = sideSite >= 0;
  if (path.hasSide) copy3(path.side, 0, d.site_xpos, 3 * sideSite);
  const arc = wrap(path);
  if (arc < 0) return false;
  const before = dist3(points, 0, points, 3);
  const after = dist3(points, 6, points, 9);
  d.ten_length[t] += (before + arc + after) / divisor;
  addPart(m, d, t, 0, m.site_bodyid[from], m.geom_bodyid[geom], 1 / divisor);
  addPart(m, d, t, 6, m.geom_bodyid[geom], m.site_bodyid[to], 1 / divisor);
  addPoint(d, t, points, 0, AT_SITE);
  addPoint(d, t, points, 3, geom);
  addPoint(d, t, points, 6, geom);
  return true;
}

/** The straight part of the path from its point at `p` to the next. */
function addPart(m: Model, d: Data, t: i32, p: i32, body1: i32, body2: i32, scale: f64): void {
  segment.body1 = body1;
  segment.body2 = body2;
  copy6(segment.points, 0, path.points, p);
  addSegment(m, d, t, segment, scale);
}

const along = scratchF64(3); // unit vector from the first point to the second
const arm1 = scratchF64(3); // first point from the com of its tree
const arm2 = scratchF64(3);

/**
 * ten_J += scale·alongᵀ·(J₂ - J₁) for a straight segment between two points. Dofs of both chains are visited from the
 * last to the first, as are the columns of the row.
 */
function addSegment(m: Model, d: Data, t: i32, pair: PointPair, scale: f64): void {
  const { body1, body2, points } = pair;
  if (body1 === body2) return;
  const { dof_parentid, ten_J_colind: colind } = m;
  const { ten_J, cdof } = d;
  sub3(along, 0, points, 3, points, 0);
  normalize3(along, 0);
  const ux = along[0];
  const uy = along[1];
  const uz = along[2];
  sub3(arm1, 0, points, 0, d.subtree_com, 3 * m.body_rootid[body1]);
  sub3(arm2, 0, points, 3, d.subtree_com, 3 * m.body_rootid[body2]);

  let i1 = lastDof(m, body1);
  let i2 = lastDof(m, body2);
  let k = m.ten_J_rowadr[t] + m.ten_J_rownnz[t] - 1;
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
    }
    if (i1 === i) {
      x -= cdof[c + 3] + (cdof[c + 1] * arm1[2] - cdof[c + 2] * arm1[1]);
      y -= cdof[c + 4] + (cdof[c + 2] * arm1[0] - cdof[c] * arm1[2]);
      z -= cdof[c + 5] + (cdof[c] * arm1[1] - cdof[c + 1] * arm1[0]);
    }
    while (colind[k] > i) k--;
    ten_J[k] += (x * ux + y * uy + z * uz) * scale;
    if (i1 === i) i1 = dof_parentid[i];
    if (i2 === i) i2 = dof_parentid[i];
  }
}
