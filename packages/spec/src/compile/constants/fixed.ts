import { enums, type Model } from '@qpos/core';
import { ArgumentError } from '@qpos/core/errors';
import { isNullQuat, isNullVec, isSameQuat, isSameVec } from '../../spatial/pose.ts';
import { keepFlexesAwake } from './flex.ts';

const { SameFrame, SleepPolicy, TransmissionType, WrapType } = enums;

/** Frames that coincide, after positions or orientations were changed. */
export function setSameFrame(m: Model): void {
  const at = (a: Float64Array, i: number, n: number): Float64Array => a.subarray(n * i, n * i + n);
  for (let b = 1; b < m.nbody; b++) {
    const same = isNullQuat(at(m.body_iquat, b, 4));
    m.body_sameframe[b] = !same
      ? SameFrame.NONE
      : isNullVec(at(m.body_ipos, b, 3))
        ? SameFrame.BODY
        : SameFrame.BODYROT;
  }
  const attached = (n: number, bodyid: Int32Array, pos: Float64Array, quat: Float64Array, out: Uint8Array): void => {
    for (let i = 0; i < n; i++) {
      const b = bodyid[i];
      const p = at(pos, i, 3);
      const q = at(quat, i, 4);
      if (isNullQuat(q)) out[i] = isNullVec(p) ? SameFrame.BODY : SameFrame.BODYROT;
      else if (!isSameQuat(q, at(m.body_iquat, b, 4))) out[i] = SameFrame.NONE;
      else out[i] = isSameVec(p, at(m.body_ipos, b, 3)) ? SameFrame.INERTIA : SameFrame.INERTIAROT;
    }
  };
  attached(m.ngeom, m.geom_bodyid, m.geom_pos, m.geom_quat, m.geom_sameframe);
  attached(m.nsite, m.site_bodyid, m.site_pos, m.site_quat, m.site_sameframe);
}

/** Quantities that depend on no pose: features in use, subtree masses, trees, tendons' trees and Jacobian rows, sleep policies. */
export function setFixed(m: Model): void {
  setFeatures(m);
  m.body_subtreemass.set(m.body_mass);
  for (let b = m.nbody - 1; b > 0; b--) m.body_subtreemass[m.body_parentid[b]] += m.body_subtreemass[b];
  setActuatorIds(m);
  setTrees(m);
  const wrapTrees = setTendonTrees(m);
  setSleepPolicy(m, wrapTrees);
  setTendonRows(m);
}

/** Which features the model uses, so that the stages can leave the others out. */
function setFeatures(m: Model): void {
  m.ngravcomp = m.body_gravcomp.reduce((n, x) => n + (x > 0 ? 1 : 0), 0);
  m.flg_gravcomp = m.ngravcomp > 0 ? 1 : 0;
  m.flg_surfacevel = isInUse(m.geom_surfacevel) ? 1 : 0;
  m.flg_adhesion = isInUse(m.geom_adhesion) || isInUse(m.pair_adhesion) ? 1 : 0;
}

const isInUse = (values: Float64Array): boolean => values.some((x) => x !== 0);

/** The actuator that adds damping or inertia to a joint or tendon: -1 none, -2 several. */
function setActuatorIds(m: Model): void {
  m.jnt_actuatorid.fill(-1);
  m.tendon_actuatorid.fill(-1);
  for (let a = 0; a < m.nactuator; a++) {
    const [p, q] = [m.actuator_dampingpoly[2 * a], m.actuator_dampingpoly[2 * a + 1]];
    if (m.actuator_damping[a] === 0 && p === 0 && q === 0 && m.actuator_armature[a] === 0) continue;
    const type = m.actuator_trntype[a];
    const joint = type === TransmissionType.JOINT || type === TransmissionType.JOINTINPARENT;
    if (!joint && type !== TransmissionType.TENDON) continue;
    const ids = joint ? m.jnt_actuatorid : m.tendon_actuatorid;
    const id = m.actuator_trnid[2 * a];
    ids[id] = ids[id] === -1 ? a : -2;
  }
}

function setTrees(m: Model): void {
  m.tree_bodynum.fill(0);
  m.tree_dofnum.fill(0);
  let current = -1;
  for (let b = 1; b < m.nbody; b++) {
    const tree = m.body_treeid[b];
    if (tree < 0) continue;
    if (tree > current) m.tree_bodyadr[++current] = b;
    m.tree_bodynum[current]++;
  }
  current = -1;
  for (let i = 0; i < m.nv; i++) {
    if (m.dof_treeid[i] > current) m.tree_dofadr[++current] = i;
    m.tree_dofnum[current]++;
  }
}

function wrapBody(m: Model, w: number): number {
  const id = m.wrap_objid[w];
  switch (m.wrap_type[w]) {
    case WrapType.JOINT:
      return m.jnt_bodyid[id];
    case WrapType.SITE:
      return m.site_bodyid[id];
    case WrapType.SPHERE:
    case WrapType.CYLINDER:
      return m.geom_bodyid[id];
    default:
      return -1;
  }
}

/** The trees that each tendon spans, in the order of its path. */
function setTendonTrees(m: Model): number[][] {
  const all: number[][] = [];
  for (let t = 0; t < m.ntendon; t++) {
    const trees = new Set<number>();
    for (let w = m.tendon_adr[t]; w < m.tendon_adr[t] + m.tendon_num[t]; w++) {
      const body = wrapBody(m, w);
      const tree = body < 0 ? -1 : m.body_treeid[body];
      if (tree >= 0) trees.add(tree);
    }
    const list = [...trees];
    m.tendon_treenum[t] = list.length;
    m.tendon_treeid[2 * t] = list[0] ?? -1;
    m.tendon_treeid[2 * t + 1] = list[1] ?? -1;
    all.push(list);
  }
  return all;
}

/** Trees with actuators, or coupled by tendons or flexes, do not fall asleep on their own. */
function setSleepPolicy(m: Model, wrapTrees: readonly number[][]): void {
  const policy = m.tree_sleep_policy;
  const keepAwake = (tree: number): void => {
    if (tree >= 0 && policy[tree] === SleepPolicy.AUTO) policy[tree] = SleepPolicy.AUTO_NEVER;
  };
  for (let a = 0; a < m.nactuator; a++) {
    const id = m.actuator_trnid[2 * a];
    const type = m.actuator_trntype[a];
    if (type === TransmissionType.TENDON) wrapTrees[id].forEach(keepAwake);
    else for (const body of actuatedBodies(m, type, id, m.actuator_trnid[2 * a + 1])) keepAwake(m.body_treeid[body]);
  }
  for (let t = 0; t < m.ntendon; t++) {
    const trees = wrapTrees[t];
    if (trees.length < 2 || (trees.length === 2 && isPassive(m, t))) continue;
    for (const tree of trees) {
      keepAwake(tree);
      if (policy[tree] === SleepPolicy.ALLOWED || policy[tree] === SleepPolicy.INIT)
        throw Object.assign(
          new ArgumentError(`tree ${tree} is coupled by tendon ${t}: sleeping is not allowed`, 'unsupported'),
          {
            tendon: t,
          },
        );
    }
  }
  keepFlexesAwake(m);
  for (let t = 0; t < m.ntree; t++) if (policy[t] === SleepPolicy.AUTO) policy[t] = SleepPolicy.AUTO_ALLOWED;
}

/** The bodies that an actuator acts on: of its joint, its body, or both of its sites. */
function actuatedBodies(m: Model, type: number, id: number, id2: number): number[] {
  switch (type) {
    case TransmissionType.JOINT:
    case TransmissionType.JOINTINPARENT:
      return [m.jnt_bodyid[id]];
    case TransmissionType.SO3:
      return id2 >= 0 ? [m.site_bodyid[id], m.site_bodyid[id2]] : [m.jnt_bodyid[id]];
    case TransmissionType.BODY:
      return [id];
    default:
      return id2 >= 0 ? [m.site_bodyid[id], m.site_bodyid[id2]] : [m.site_bodyid[id]];
  }
}

/** A tendon without stiffness, damping and actuator. */
function isPassive(m: Model, t: number): boolean {
  const zero = (a: Float64Array): boolean => a[2 * t] === 0 && a[2 * t + 1] === 0;
  return (
    m.tendon_stiffness[t] === 0 &&
    m.tendon_damping[t] === 0 &&
    zero(m.tendon_stiffnesspoly) &&
    zero(m.tendon_dampingpoly) &&
    m.tendon_actuatorid[t] === -1
  );
}

/** Columns of the tendon Jacobian: the joints' dofs, or all dofs that move a site or geom of the path. */
function setTendonRows(m: Model): void {
  let adr = 0;
  for (let t = 0; t < m.ntendon; t++) {
    const dofs: number[] = [];
    const seen = new Set<number>();
    const first = m.tendon_adr[t];
    for (let w = first; w < first + m.tendon_num[t]; w++) {
      if (m.wrap_type[first] === WrapType.JOINT) {
        dofs.push(m.jnt_dofadr[m.wrap_objid[w]]);
        continue;
      }
      for (let b = wrapBody(m, w); b > 0 && !seen.has(b); b = m.body_parentid[b]) {
        seen.add(b);
        for (let k = 0; k < m.body_dofnum[b]; k++) dofs.push(m.body_dofadr[b] + k);
      }
    }
    dofs.sort((a, b) => a - b);
    m.ten_J_rowadr[t] = adr;
    m.ten_J_rownnz[t] = dofs.length;
    if (m.nJten > 0) m.ten_J_colind.set(dofs, adr);
    adr += dofs.length;
  }
}
