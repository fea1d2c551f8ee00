import { enums, type Model } from '@qpos/core';
import { Diagnostics } from '../../errors.ts';
import type { AttachedKey, Key, Spec } from '../../spec/types.ts';
import { Compilation } from '../context.ts';
import { collectTree } from '../tree/tree.ts';
import { applyActuator, copyActuator } from './actuator-values.ts';

const { DynamicsType } = enums;

type Field = 'qpos' | 'qvel' | 'act' | 'ctrl' | 'mpos' | 'mquat';

/** Where the numbers of an element are in the state vectors of its model, and how many. */
type Places = Map<object, Partial<Record<Field, readonly [adr: number, num: number]>>>;

interface StateLayout {
  places: Places;
  sizes: Record<Field, number>;
}

/** Rewrites the keyframes of attached models for the model that they were attached to. */
export function fillAttachedKeys(c: Compilation, m: Model, mpos: Float64Array, mquat: Float64Array): void {
  const { attachedKeys } = c.spec;
  if (attachedKeys.length === 0) return;
  const target = targetLayout(c, m);
  const layouts = new Map<Spec, StateLayout>();
  const initial: Record<Field, Float64Array | undefined> = {
    qpos: m.qpos0,
    qvel: undefined,
    act: undefined,
    ctrl: undefined,
    mpos,
    mquat,
  };
  const first = c.keys.length - attachedKeys.length;
  attachedKeys.forEach((attached, k) => {
    let source = layouts.get(attached.model);
    if (source === undefined) {
      source = sourceLayout(c, attached.model);
      layouts.set(attached.model, source);
    }
    const node = c.keys[first + k].node as Key;
    for (const field of Object.keys(initial) as Field[])
      moveField(c, attached, node, field, source, target, initial[field]);
  });
}

function moveField(
  c: Compilation,
  { key, copies }: AttachedKey,
  node: Key,
  field: Field,
  source: StateLayout,
  target: StateLayout,
  initial: Float64Array | undefined,
): void {
  const given = key[field];
  if (given === undefined || given.length === 0) return;
  if (given.length !== source.sizes[field]) {
    const message = `keyframe '${key.name ?? ''}' has invalid ${field} size, got ${given.length}, should be ${source.sizes[field]}`;
    c.error('bad-count', message, key);
    node[field] = undefined;
    return;
  }
  const values = initial === undefined ? new Array<number>(target.sizes[field]).fill(0) : Array.from(initial);
  for (const [element, place] of source.places) {
    const from = place[field];
    const copy = copies.get(element);
    const to = copy === undefined ? undefined : target.places.get(copy)?.[field];
    if (from === undefined || to === undefined) continue;
    for (let i = 0; i < from[1] && i < to[1]; i++) values[to[0] + i] = given[from[0] + i];
  }
  node[field] = values;
}

/** Places in the compiled model, by the elements of the Spec. */
function targetLayout(c: Compilation, m: Model): StateLayout {
  const places: Places = new Map();
  for (const j of c.joints) places.set(j.node, { qpos: [j.qposadr, j.nq], qvel: [j.dofadr, j.nv] });
  for (const a of c.actuators) {
    const act = [m.actuator_actadr[a.id], a.actdim] as const;
    places.set(a.node, { act, ctrl: [m.actuator_ctrladr[a.id], a.ctrlnum] });
  }
  for (const b of c.bodies)
    if (b.mocapid >= 0) places.set(b.node, { mpos: [3 * b.mocapid, 3], mquat: [4 * b.mocapid, 4] });
  const { nq, nv, na, nu, nmocap } = m;
  return { places, sizes: { qpos: nq, qvel: nv, act: na, ctrl: nu, mpos: 3 * nmocap, mquat: 4 * nmocap } };
}

/** Places in an attached model, which is not compiled: its joints, actuators and mocap bodies in order. */
function sourceLayout(c: Compilation, model: Spec): StateLayout {
  const child = new Compilation(model, new Diagnostics(), c.limits, c.definitions);
  collectTree(child);
  const places: Places = new Map();
  const sizes: Record<Field, number> = { qpos: 0, qvel: 0, act: 0, ctrl: 0, mpos: 0, mquat: 0 };
  const place = (element: object, ...fields: readonly (readonly [Field, number])[]): void => {
    const entry: Partial<Record<Field, readonly [number, number]>> = {};
    for (const [field, num] of fields) {
      entry[field] = [sizes[field], num];
      sizes[field] += num;
    }
    places.set(element, entry);
  };
  for (const j of child.joints) place(j.node, ['qpos', j.nq], ['qvel', j.nv]);
  for (const b of child.bodies) if (b.mocap) place(b.node, ['mpos', 3], ['mquat', 4]);
  for (const node of model.actuators) {
    const values = copyActuator(child.classes.find(node.class, node).actuator);
    applyActuator(values, node, child.d);
    const actdim = values.actdim > 0 ? values.actdim : values.dyntype !== DynamicsType.NONE ? 1 : 0;
    place(node, ['act', actdim], ['ctrl', 1]);
  }
  return { places, sizes };
}
