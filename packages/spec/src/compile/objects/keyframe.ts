import { enums, type Model } from '@qpos/core';
import { normalize } from '../../spatial/pose.ts';
import type { Key } from '../../spec/types.ts';
import type { Compilation } from '../context.ts';
import { fillAttachedKeys } from './attached-keys.ts';

const { ObjType, JointType } = enums;

/** Keyframes with their names; `size nkey` may ask for more than are given. */
export function collectKeys(c: Compilation): void {
  for (const node of c.spec.keys) c.keys.push({ id: c.keys.length, name: node.name ?? '', node });
  const wanted = c.spec.size.nkey ?? 0;
  if (wanted > c.limits.reserved) c.error('limit', `nkey ${wanted} is too large`, c.spec.size);
  else while (c.keys.length < wanted) c.keys.push({ id: c.keys.length, name: '', node: undefined });
  for (const { key } of c.spec.attachedKeys) {
    const node = { ...key };
    c.keys.push({ id: c.keys.length, name: node.name ?? '', node });
  }
  c.register(ObjType.KEY, c.keys);
}

/** Fills `key_*`: what a keyframe does not state is the initial state. */
export function packKeys(c: Compilation, m: Model): void {
  const { nq, nv, na, nu, nmocap } = m;
  const mpos = new Float64Array(3 * nmocap);
  const mquat = new Float64Array(4 * nmocap);
  for (const body of c.bodies) {
    if (body.mocapid < 0) continue;
    mpos.set(body.pos, 3 * body.mocapid);
    mquat.set(body.quat, 4 * body.mocapid);
  }
  const jointReference = referenceOfJoints(c, nq);
  fillAttachedKeys(c, m, mpos, mquat);
  for (const { id, node } of c.keys) {
    m.key_time[id] = node?.time ?? 0;
    pack(c, m.key_qpos, id, node, 'qpos', nq, m.qpos0, jointReference);
    pack(c, m.key_qvel, id, node, 'qvel', nv);
    pack(c, m.key_act, id, node, 'act', na);
    pack(c, m.key_ctrl, id, node, 'ctrl', nu);
    pack(c, m.key_mpos, id, node, 'mpos', 3 * nmocap, mpos, mpos, 3);
    pack(c, m.key_mquat, id, node, 'mquat', 4 * nmocap, mquat, mquat, 4);
    for (const j of c.joints) {
      if (j.type === JointType.BALL) normalizeQuat(m.key_qpos, nq * id + j.qposadr);
      else if (j.type === JointType.FREE) normalizeQuat(m.key_qpos, nq * id + j.qposadr + 3);
    }
    for (let k = 0; k < nmocap; k++) normalize(m.key_mquat, 4 * (nmocap * id + k), 4);
  }
}

/** Makes a quaternion a rotation: a null one is none at all. */
function normalizeQuat(qpos: Float64Array, i: number): void {
  if (normalize(qpos, i, 4) === 0) qpos.set([1, 0, 0, 0], i);
}

/** What the oracle completes a short `qpos` with: `ref` in the numbers of the text, and no pose of a body. */
function referenceOfJoints(c: Compilation, nq: number): Float64Array {
  const qpos = new Float64Array(nq);
  for (const j of c.joints) {
    if (j.type === JointType.FREE) qpos[j.qposadr + 3] = 1;
    else if (j.type === JointType.BALL) qpos[j.qposadr] = 1;
    else qpos[j.qposadr] = j.values.ref;
  }
  return qpos;
}

function pack(
  c: Compilation,
  target: Float64Array,
  id: number,
  node: Key | undefined,
  field: 'qpos' | 'qvel' | 'act' | 'ctrl' | 'mpos' | 'mquat',
  size: number,
  initial?: Float64Array,
  /** what completes a list that is too short, if not `initial` */
  completion = initial,
  /** numbers that belong together: a group that is not complete is ignored */
  group = 1,
): void {
  const given = node?.[field];
  if (given === undefined || given.length === 0) {
    if (initial !== undefined) target.set(initial, size * id);
    return;
  }
  if (given.length > size) {
    c.error('bad-count', `invalid ${field} size, expected ${size}, got ${given.length}`, node);
    return;
  }
  if (completion !== undefined) target.set(completion, size * id);
  target.set(given.slice(0, given.length - (given.length % group)), size * id);
}
