import { JointType, WrapType } from '../../enums.ts';
import type { Model } from '../../model.ts';
import { contradicts, expectIndex, expectValue } from '../field-error.ts';

/** Whether a joint has one dof. */
export const isScalarJoint = (m: Model, j: number): boolean =>
  m.jnt_type[j] === JointType.HINGE || m.jnt_type[j] === JointType.SLIDE;

/**
 * Paths of tendons: joints only, or sites with at most one geom between two, and pulleys that start branches; and the dofs of their
 * Jacobians, in ascending order.
 */
export function checkTendons(m: Model): void {
  const marks = new Int32Array(Math.max(m.nbody, m.nv)).fill(-1);
  for (let t = 0; t < m.ntendon; t++) {
    const first = m.tendon_adr[t];
    const isFixed = m.wrap_type[first] === WrapType.JOINT;
    for (let w = first; w < first + m.tendon_num[t]; w++) {
      if (isFixed) checkJoint(m, w);
      else checkPoint(m, w, first, first + m.tendon_num[t] - 1);
    }
    checkTrees(m, t);
    if (m.nv === 0) continue;
    if (isFixed) checkFixedRow(m, t, marks);
    else checkSpatialRow(m, t, marks);
  }
}

function checkJoint(m: Model, w: number): void {
  expectValue('wrap_type', w, m.wrap_type[w], WrapType.JOINT);
  expectIndex('wrap_objid', w, m.wrap_objid[w], m.njnt);
}

/** A site, geom or pulley of a spatial tendon, whose path is [first, last]. */
function checkPoint(m: Model, w: number, first: number, last: number): void {
  const type = m.wrap_type[w];
  const id = m.wrap_objid[w];
  switch (type) {
    case WrapType.SITE:
      expectIndex('wrap_objid', w, id, m.nsite);
      return;
    case WrapType.PULLEY:
      return;
    case WrapType.SPHERE:
    case WrapType.CYLINDER: {
      expectIndex('wrap_objid', w, id, m.ngeom);
      const side = m.wrap_prm[w];
      if (!Number.isInteger(side)) contradicts('wrap_prm', w, side, 'it must be the number of a site, or -1');
      expectIndex('wrap_prm', w, side, m.nsite, -1);
      const between =
        w > first && w < last && m.wrap_type[w - 1] === WrapType.SITE && m.wrap_type[w + 1] === WrapType.SITE;
      if (!between) contradicts('wrap_type', w, type, 'a geom must be between two sites');
      return;
    }
    default:
      contradicts('wrap_type', w, type, 'the path of a spatial tendon has sites, geoms and pulleys');
  }
}

/** The kinematic trees that a tendon spans: how many, and the first two of its path. */
function checkTrees(m: Model, t: number): void {
  const trees = new Set<number>();
  for (let w = m.tendon_adr[t]; w < m.tendon_adr[t] + m.tendon_num[t]; w++) {
    const body = wrapBody(m, w);
    if (body >= 0 && m.body_treeid[body] >= 0) trees.add(m.body_treeid[body]);
  }
  const [first = -1, second = -1] = trees;
  expectValue('tendon_treenum', t, m.tendon_treenum[t], trees.size);
  expectValue('tendon_treeid', t, m.tendon_treeid[2 * t], first);
  expectValue('tendon_treeid', t, m.tendon_treeid[2 * t + 1], second);
}

/** Columns in ascending order, marked with the number of the tendon. */
function markRow(m: Model, t: number, strictly: boolean, marks: Int32Array): void {
  const first = m.ten_J_rowadr[t];
  const count = m.ten_J_rownnz[t];
  let before = -1;
  for (let k = first; k < first + count; k++) {
    const dof = m.ten_J_colind[k];
    expectIndex('ten_J_colind', k, dof, m.nv, strictly ? before + 1 : Math.max(0, before));
    before = dof;
    marks[dof] = t;
  }
}

function checkFixedRow(m: Model, t: number, marks: Int32Array): void {
  expectValue('ten_J_rownnz', t, m.ten_J_rownnz[t], m.tendon_num[t]);
  markRow(m, t, false, marks);
  for (let w = m.tendon_adr[t]; w < m.tendon_adr[t] + m.tendon_num[t]; w++) {
    const dof = m.jnt_dofadr[m.wrap_objid[w]];
    if (marks[dof] !== t) contradicts('ten_J_colind', m.ten_J_rowadr[t], dof, 'the dof of a joint is missing');
  }
}

/** The body that an element of a path is on, or -1. */
function wrapBody(m: Model, w: number): number {
  const id = m.wrap_objid[w];
  switch (m.wrap_type[w]) {
    case WrapType.PULLEY:
      return -1;
    case WrapType.JOINT:
      return m.jnt_bodyid[id];
    case WrapType.SITE:
      return m.site_bodyid[id];
    default:
      return m.geom_bodyid[id];
  }
}

function checkSpatialRow(m: Model, t: number, marks: Int32Array): void {
  markRow(m, t, true, marks);
  let count = 0;
  const seen = new Set<number>();
  for (let w = m.tendon_adr[t]; w < m.tendon_adr[t] + m.tendon_num[t]; w++) {
    for (let b = wrapBody(m, w); b > 0 && !seen.has(b); b = m.body_parentid[b]) {
      seen.add(b);
      for (let i = m.body_dofadr[b]; i < m.body_dofadr[b] + m.body_dofnum[b]; i++, count++)
        if (marks[i] !== t) contradicts('ten_J_colind', m.ten_J_rowadr[t], i, 'a dof that moves the path is missing');
    }
  }
  expectValue('ten_J_rownnz', t, m.ten_J_rownnz[t], count);
}
