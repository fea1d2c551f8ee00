import { Data, idToName, type Model, makeData } from '@qpos/core';
import { ArgumentError } from '@qpos/core/errors';
import { requireModel } from '../require-model.ts';
import type { Spec } from '../spec/types.ts';
import { type CompileOptions, compile } from './compile.ts';

/** An edited model, and a Data that continues where the one before was. */
export interface Recompiled {
  /** The new model. */
  readonly model: Model;
  /** Its Data. */
  readonly data: Data;
}

/**
 * Compiles a Spec that was edited after `model` was made from it, and carries the state over: time, positions and velocities of joints,
 * activations and controls of actuators, poses of mocap bodies. What is new starts as in a new Data.
 *
 * An object is the same one if it has the same name; without a name, if it has the same place among the unnamed ones of its kind and body.
 *
 * @param spec The edited Spec.
 * @param model The model that was made from it before.
 * @param data Its Data, whose state is carried over.
 * @param options Mode, limits and plugins.
 * @returns The new model and its Data.
 * @example
 * const spec = parseMjcf('<mujoco><worldbody><body name="b"><joint/><geom size=".1"/></body></worldbody></mujoco>');
 * const before = compile(spec);
 * const state = makeData(before);
 * step(before, state, 10);
 * addGeom(spec.worldbody, { type: 'plane', size: [1, 1, 0.1], pos: [0, 0, -1] });
 * const after = recompile(spec, before, state);
 * console.log(after.model.ngeom, after.data.time); // 2 0.02
 */
export function recompile(spec: Spec, model: Model, data: Data, options: CompileOptions = {}): Recompiled {
  requireModel(model);
  if (!(data instanceof Data) || data.model !== model)
    throw new ArgumentError('a Data of the model is needed', 'wrong-model');
  void data.time; // which a Data that was disposed of refuses
  const edited = compile(spec, options);
  const started = makeData(edited);
  started.time = data.time;
  const before = addressesOf(model);
  for (const [key, to] of addressesOf(edited)) {
    const from = before.get(key);
    if (from !== undefined) copyState(started, to, data, from);
  }
  return { model: edited, data: started };
}

const STATE = ['qpos', 'qvel', 'qacc_warmstart', 'act', 'ctrl', 'mocap_pos', 'mocap_quat'] as const;
type StateField = (typeof STATE)[number];

/** Where the state of an object lies: address and length in each field. */
type Addresses = Partial<Record<StateField, readonly [adr: number, num: number]>>;

function copyState(target: Data, to: Addresses, source: Data, from: Addresses): void {
  for (const field of STATE) {
    const [a, n] = to[field] ?? [0, 0];
    const [b, m] = from[field] ?? [0, 0];
    // an object that has changed its type starts anew
    if (n === m) target[field].set(source[field].subarray(b, b + n), a);
  }
}

/** The addresses of every object with state, by a key that outlives an edit. */
function addressesOf(m: Model): Map<string, Addresses> {
  const found = new Map<string, Addresses>();
  const unnamed = new Map<string, number>();
  const keyOf = (kind: string, id: number, place: string): string => {
    const name = idToName(m, kind, id);
    if (name !== undefined) return `${kind} ${name}`;
    const index = unnamed.get(kind + place) ?? 0;
    unnamed.set(kind + place, index + 1);
    return `${place}/${kind}#${index}`;
  };

  const bodies: string[] = [''];
  for (let b = 1; b < m.nbody; b++) {
    const key = keyOf('body', b, bodies[m.body_parentid[b]]);
    bodies.push(key);
    const id = m.body_mocapid[b];
    if (id >= 0) found.set(key, { mocap_pos: [3 * id, 3], mocap_quat: [4 * id, 4] });
  }
  for (let j = 0; j < m.njnt; j++) {
    const [qpos, dof] = [m.jnt_qposadr[j], m.jnt_dofadr[j]];
    const nq = (j + 1 < m.njnt ? m.jnt_qposadr[j + 1] : m.nq) - qpos;
    const nv = (j + 1 < m.njnt ? m.jnt_dofadr[j + 1] : m.nv) - dof;
    const key = keyOf('joint', j, bodies[m.jnt_bodyid[j]]);
    found.set(key, { qpos: [qpos, nq], qvel: [dof, nv], qacc_warmstart: [dof, nv] });
  }
  for (let a = 0; a < m.nactuator; a++) {
    const key = keyOf('actuator', a, '');
    const act = m.actuator_actadr[a];
    const ctrl: [number, number] = [m.actuator_ctrladr[a], m.actuator_ctrlnum[a]];
    found.set(key, act < 0 ? { ctrl } : { ctrl, act: [act, m.actuator_actnum[a]] });
  }
  return found;
}
