import { enums, type Model } from '@qpos/core';

/** Threads that share an environment: one for each dof. */
const LANES = 64;
/** The most dofs whose factor fits in the 16 kB of workgroup memory that every device has, beside what sums need. */
const MOST_DOFS = 60;

/** What a thread does by itself: functions of `solver/primal/lane.gpu.ts`. */
export const laneFunctions = [
  ...['laneBlocks_', 'laneTake_', 'laneForces_', 'lanePrepare_', 'laneEvaluate_', 'laneCost_', 'laneSlope_'],
  ...['laneCurve_', 'laneWeigh_', 'laneWeight_'],
];

/** Extensions that solve again, or keep forces, after the solver. */
const AFTER_SOLVER = enums.Extension.PGS_FALLBACK | enums.Extension.CONTACT_WARMSTART;

/** Why a workgroup cannot run the solver of a model; undefined where it can. */
export function sharedNewtonRefusal(model: Model): string | undefined {
  const { opt, nv } = model;
  if (opt.solver !== enums.Solver.NEWTON) return "the solver is not Newton's method";
  if (nv < 1 || nv > MOST_DOFS) return `the model has ${nv} dofs, of 1 to ${MOST_DOFS}`;
  if (opt.noslip_iterations > 0) return 'noslip comes after the solver';
  return (model.extensionFlags & AFTER_SOLVER) === 0 ? undefined : 'an extension comes after the solver';
}

/**
 * Newton's method by a workgroup for each environment: the iteration of `solver/primal/primal.gpu.ts`, in which thread `i` has dof `i` and the rows of
 * some blocks. Every number of H, of its factor and of Jᵀf is the sum that one thread makes there, in the same order, so that rounding
 * differs in the sums over all dofs and rows alone, and in the line search, which tries three points at once.
 *
 * Barriers need control flow that is the same in all threads: what decides comes from `workgroupUniformLoad`.
 */
export const sharedNewton = `
const LANES: i32 = ${LANES};
const MINVAL: f32 = 1e-15;
var<workgroup> factor: array<f32, m_nv * m_nv>; // H and its factor, column by column
var<workgroup> shared_vector: array<f32, m_nv>; // what all threads read: the direction
var<workgroup> pivot: f32;
var<workgroup> sums: array<vec3f, LANES>;
var<workgroup> total: vec3f;
var<workgroup> blocks: i32;

fn everybody() { storageBarrier(); workgroupBarrier(); }

/** The sum over all threads, which is the same in each. */
fn sumAll(lane: i32, x: vec3f) -> vec3f {
  sums[lane] = x;
  workgroupBarrier();
  for (var half = LANES / 2; half > 0; half /= 2) {
    if (lane < half) { sums[lane] += sums[lane + half]; }
    workgroupBarrier();
  }
  if (lane == 0) { total = sums[0]; }
  return workgroupUniformLoad(&total);
}

/** The place of a dof among the columns of a block, or -1. */
fn placeIn(b: i32, dof: i32) -> i32 {
  let width = di(D_blockWidth + b);
  let list = D_blockCol + di(D_blockColadr + b);
  for (var k = 0; k < width; k++) { if (di(list + k) == dof) { return k; } }
  return -1;
}

/** Jᵀf of a dof. */
fn forceOn(dof: i32, count: i32) -> f32 {
  var s = 0.0;
  for (var b = 0; b < count; b++) {
    let k = placeIn(b, dof);
    if (k < 0) { continue; }
    let width = di(D_blockWidth + b);
    let row = D_solverForce + di(D_blockRow + b);
    let J = D_blockJ + di(D_blockJadr + b) + k;
    for (var q = 0; q < di(D_blockRows + b); q++) { s += df(J + q * width) * df(row + q); }
  }
  return s;
}

/** M·x of a dof, x in the vector that is shared. */
fn inertiaOf(dof: i32) -> f32 {
  var s = 0.0;
  for (var i = 0; i < m_nv; i++) {
    let start = mi(M_M_rowadr + i);
    let end = start + mi(M_M_rownnz + i);
    for (var k = start; k < end; k++) {
      let j = mi(M_M_colind + k);
      if (i == dof) { s += df(D_M + k) * shared_vector[j]; }
      else if (j == dof) { s += df(D_M + k) * shared_vector[i]; }
    }
  }
  return s;
}

/** J·x in the rows of the blocks of a thread. */
fn moveRowsOf(first: i32, end: i32) {
  for (var b = first; b < end; b++) {
    let width = di(D_blockWidth + b);
    let list = D_blockCol + di(D_blockColadr + b);
    for (var q = 0; q < di(D_blockRows + b); q++) {
      let J = D_blockJ + di(D_blockJadr + b) + q * width;
      var s = 0.0;
      for (var k = 0; k < width; k++) { s += df(J + k) * shared_vector[di(list + k)]; }
      dfs(D_solverJv + di(D_blockRow + b) + q, s);
    }
  }
}

/** H = M + JᵀWJ: each thread makes a column. */
fn makeHessian(lane: i32, count: i32) {
  for (var k = lane; k < m_nv * m_nv; k += LANES) { factor[k] = 0.0; }
  workgroupBarrier();
  if (lane < m_nv) {
    let start = mi(M_M_rowadr + lane);
    let end = start + mi(M_M_rownnz + lane);
    for (var k = start; k < end; k++) { factor[mi(M_M_colind + k) * m_nv + lane] = df(D_M + k); }
  }
  workgroupBarrier();
  for (var b = 0; b < count; b++) {
    let k = placeIn(b, lane);
    if (k < 0) { continue; }
    laneWeigh_(b);
    let rows = di(D_blockRows + b);
    let width = di(D_blockWidth + b);
    let list = D_blockCol + di(D_blockColadr + b);
    let J = D_blockJ + di(D_blockJadr + b);
    for (var q = 0; q < rows; q++) {
      for (var r = 0; r < rows; r++) {
        let w = laneWeight_(q * rows + r);
        if (w == 0.0) { continue; }
        let scaled = w * df(J + q * width + k);
        for (var i = k; i < width; i++) { factor[lane * m_nv + di(list + i)] += scaled * df(J + r * width + i); }
      }
    }
  }
  workgroupBarrier();
}

/** The Cholesky factor of H: each thread has a row. */
fn factorise(lane: i32) {
  for (var j = 0; j < m_nv; j++) {
    let isBelow = lane >= j && lane < m_nv;
    var v = 0.0;
    if (isBelow) {
      v = factor[j * m_nv + lane];
      for (var k = 0; k < j; k++) { v -= factor[k * m_nv + lane] * factor[k * m_nv + j]; }
      if (lane == j) { pivot = v; }
    }
    workgroupBarrier();
    let p = pivot;
    let isBad = p < MINVAL;
    if (lane == j) { factor[j * m_nv + j] = sqrt(select(p, MINVAL, isBad)); }
    else if (isBelow) { factor[j * m_nv + lane] = select(v * (1.0 / sqrt(p)), 0.0, isBad); }
    workgroupBarrier();
  }
}

/** H⁻¹x: each thread has an element of x. */
fn solveFactor(lane: i32, x: f32) -> f32 {
  var mine = x;
  for (var j = 0; j < m_nv; j++) {
    if (lane == j) { mine /= factor[j * m_nv + j]; pivot = mine; }
    workgroupBarrier();
    if (lane > j && lane < m_nv) { mine -= factor[j * m_nv + lane] * pivot; }
    workgroupBarrier();
  }
  for (var j = m_nv - 1; j >= 0; j--) {
    if (lane == j) { mine /= factor[j * m_nv + j]; pivot = mine; }
    workgroupBarrier();
    if (lane < j) { mine -= factor[lane * m_nv + j] * pivot; }
    workgroupBarrier();
  }
  return mine;
}

/** A point of the line: where it is, and the cost there, its slope and its curvature. */
struct Point { alpha: f32, cost: f32, slope: f32, curve: f32 }

fn pointAt(lane: i32, alpha: f32, linear: f32, square: f32) -> Point {
  laneEvaluate_(alpha);
  let s = sumAll(lane, vec3f(laneCost_(), laneSlope_(), laneCurve_()));
  return Point(alpha, s.x + alpha * (alpha * square + linear), s.y + 2.0 * alpha * square + linear, max(s.z + 2.0 * square, MINVAL));
}

fn newtonOf(p: Point) -> f32 { return p.alpha - p.slope / p.curve; }

/** x if it is inside of the bracket, else another. */
fn inside(x: f32, low: f32, high: f32, other: f32) -> f32 { return select(other, x, x > low && x < high); }

/** The least cost along the line, three points at a time: steps of Newton's method from both ends of a bracket, and its middle. */
fn searchLine(lane: i32, linear: f32, square: f32, tolerance: f32) -> Point {
  var low = pointAt(lane, 0.0, linear, square);
  var best = low;
  var high = low;
  var isBracket = false;
  let flat = max(tolerance, 1e-6 * abs(low.slope));
  let first = newtonOf(low);
  var next = vec3f(first, 0.5 * first, 2.0 * first);
  for (var evaluations = 1; evaluations < m_opt_ls_iterations; evaluations += 3) {
    var isFlat = false;
    for (var k = 0; k < 3; k++) {
      let p = pointAt(lane, next[k], linear, square);
      if (p.cost < best.cost) { best = p; }
      isFlat = isFlat || abs(p.slope) < flat;
      if (p.slope < 0.0) { if (p.alpha > low.alpha) { low = p; } }
      else if (!isBracket || p.alpha < high.alpha) { high = p; isBracket = true; }
    }
    if (isFlat) { break; }
    let ahead = newtonOf(low);
    if (isBracket) {
      let width = high.alpha - low.alpha;
      let middle = low.alpha + 0.5 * width;
      if (!(middle > low.alpha && middle < high.alpha)) { break; }
      next = vec3f(
        inside(ahead, low.alpha, high.alpha, low.alpha + 0.25 * width),
        middle,
        inside(newtonOf(high), low.alpha, high.alpha, low.alpha + 0.75 * width),
      );
    } else {
      let way = ahead - low.alpha;
      next = vec3f(ahead, low.alpha + 2.0 * way, low.alpha + 4.0 * way);
    }
  }
  return best;
}

fn newton(lane: i32) {
  if (lane == 0) { blocks = laneBlocks_(); }
  let count = workgroupUniformLoad(&blocks);
  if (count == 0) { return; }
  let first = lane * count / LANES;
  let end = (lane + 1) * count / LANES;
  laneTake_(first, end);
  let isDof = lane < m_nv;
  var acceleration = 0.0;
  var Ma = 0.0;
  var smooth_ = 0.0;
  if (isDof) {
    acceleration = df(D_solverAcc + lane);
    Ma = df(D_solverMa + lane);
    smooth_ = df(D_solverFrcSmooth + lane);
  }
  let scale = 1.0 / (m_stat_meaninertia * f32(m_nv));
  var constraint = 0.0;
  var iter = 0;
  var improvement = 0.0;
  var converged = false;
  loop {
    laneForces_();
    everybody();
    constraint = 0.0;
    var grad = 0.0;
    if (isDof) {
      constraint = forceOn(lane, count);
      grad = Ma - smooth_ - constraint;
    }
    let gradient = scale * sqrt(sumAll(lane, vec3f(grad * grad, 0.0, 0.0)).x);
    let steep = !(gradient < m_opt_tolerance);
    if (iter > 0) { converged = (improvement > 0.0 && improvement < m_opt_tolerance) || !steep; }
    if (converged || isNaN(gradient) || iter >= m_opt_iterations) { break; }

    makeHessian(lane, count);
    factorise(lane);
    let step = -solveFactor(lane, grad);
    if (isDof) { shared_vector[lane] = step; }
    workgroupBarrier();
    var Mv = 0.0;
    if (isDof) { Mv = inertiaOf(lane); }
    let s = sumAll(lane, vec3f(step * grad, step * step, step * Mv));
    let gain = max(0.0, -0.5 * scale * s.x);
    let length = sqrt(s.y);
    if ((gain < m_opt_tolerance && (iter > 0 || !steep)) || length < MINVAL) { converged = true; break; }

    moveRowsOf(first, end);
    lanePrepare_();
    let linear = sumAll(lane, vec3f(step * (Ma - smooth_), 0.0, 0.0)).x;
    let found = searchLine(lane, linear, 0.5 * s.z, m_opt_tolerance * m_opt_ls_tolerance * length / scale);
    if (found.alpha == 0.0) { converged = true; break; }
    acceleration += found.alpha * step;
    Ma += found.alpha * Mv;
    for (var b = first; b < end; b++) {
      let row = di(D_blockRow + b);
      for (var r = row; r < row + di(D_blockRows + b); r++) {
        dfs(D_solverJar + r, df(D_solverJar + r) + found.alpha * df(D_solverJv + r));
      }
    }
    improvement = -scale * found.cost;
    iter++;
  }
  if (isDof) {
    dfs(D_solverAcc + lane, acceleration);
    dfs(D_solverMa + lane, Ma);
    dfs(D_solverFrcConstraint + lane, constraint);
  }
  if (lane == 0) {
    dis(D_solver_niter, di(D_solver_niter) + iter);
    if (!converged) { dis(D_solverUnconverged, di(D_solverUnconverged) + 1); }
  }
}

@compute @workgroup_size(LANES) fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) index: u32) {
  environment = i32(group.x);
  newton(i32(index));
}
`;
