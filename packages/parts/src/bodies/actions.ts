import type { Data, Model } from '@qpos/core';
import { cross } from '@qpos/core/math';
import { finite, notNegative, numbers, oneOf, PartsError, settings } from '../errors.ts';
import { checkPair } from './model-checks.ts';

/** What a joint is told to do. */
export type JointCommandType = 'effort' | 'velocity' | 'position';

/** A command to a joint of one degree of freedom. */
export interface JointCommand {
  /** Name or index of the joint. */
  readonly joint: string | number;
  /** What `value` is: a torque or force, a velocity, or a position. */
  readonly type: JointCommandType;
  /** The effort (N·m or N), velocity or position. */
  readonly value: number;
  /** Effort for each unit of position error, of type `position`; 100 by default. */
  readonly stiffness?: number;
  /** Effort for each unit of velocity error, of types `position` and `velocity`; 10 by default. */
  readonly damping?: number;
  /** Largest effort; no bound by default. */
  readonly maxEffort?: number;
}

/** A force and a torque on a body. */
export interface ExternalForce {
  /** Name or index of the body. */
  readonly body: string | number;
  /** Force in the world, in newtons; zero by default. */
  readonly force?: ArrayLike<number>;
  /** Torque in the world, in N·m; zero by default. */
  readonly torque?: ArrayLike<number>;
  /** Where the force acts, in the world; at the centre of mass by default. */
  readonly point?: ArrayLike<number>;
}

/** What an action is made of. */
export type ActionType = 'controls' | 'joints' | 'forces';

/** What is done to a model in one step. */
export type Action =
  | { readonly type: 'controls'; readonly controls: ArrayLike<number> }
  | { readonly type: 'joints'; readonly commands: readonly JointCommand[] }
  | { readonly type: 'forces'; readonly forces: readonly ExternalForce[] };

const TYPES: readonly ActionType[] = ['controls', 'joints', 'forces'];
const COMMANDS: readonly JointCommandType[] = ['effort', 'velocity', 'position'];

/**
 * Applies an action to a model: controls go to `ctrl`, commands of joints to `qfrc_applied`, forces to `xfrc_applied`, which the next step
 * takes. What is commanded is set; everything else stays.
 *
 * @param model The model.
 * @param data Its Data; commands read its positions and velocities, forces its kinematics.
 * @param action What to do.
 * @example
 * applyAction(model, data, { type: 'joints', commands: [{ joint: 'elbow', type: 'position', value: 0.5 }] });
 * step(model, data);
 */
export function applyAction(model: Model, data: Data, action: Action): void {
  checkPair(model, data);
  settings('action', action);
  switch (oneOf('action.type', action.type, TYPES)) {
    case 'controls':
      return void data.ctrl.set(numbers('controls', (action as { controls: ArrayLike<number> }).controls, model.nu));
    case 'joints':
      for (const command of list('commands', (action as { commands: readonly JointCommand[] }).commands))
        commandJoint(model, data, command);
      return;
    case 'forces':
      for (const force of list('forces', (action as { forces: readonly ExternalForce[] }).forces))
        pushBody(model, data, force);
  }
}

function list<T>(name: string, x: readonly T[]): readonly T[] {
  if (!Array.isArray(x)) throw new PartsError('bad-argument', `${name} must be a list`);
  return x;
}

/** The effort that a command asks of a joint. */
export function commandEffort(command: JointCommand, position: number, velocity: number): number {
  const { type, value, stiffness = 100, damping = 10, maxEffort = Infinity } = command;
  oneOf('type', type, COMMANDS);
  finite('value', value);
  const [k, c] = [notNegative('stiffness', stiffness), notNegative('damping', damping)];
  const effort =
    type === 'effort' ? value : type === 'velocity' ? c * (value - velocity) : k * (value - position) - c * velocity;
  return Math.max(-maxEffort, Math.min(maxEffort, effort));
}

function commandJoint(model: Model, data: Data, command: JointCommand): void {
  settings('command', command);
  const j = model.joint(command.joint).id;
  const [q, v] = [model.jnt_qposadr[j], model.jnt_dofadr[j]];
  if (model.jnt_type[j] < 2)
    throw new PartsError('bad-argument', 'a command needs a joint of one degree of freedom', {
      hint: 'ball and free joints take an external force on their body',
    });
  data.qfrc_applied[v] = commandEffort(command, data.qpos[q], data.qvel[v]);
}

function pushBody(model: Model, data: Data, external: ExternalForce): void {
  settings('force', external);
  const { force = [0, 0, 0], torque = [0, 0, 0], point } = external;
  const b = model.body(external.body).id;
  const [f, t] = [numbers('force', force, 3), numbers('torque', torque, 3)];
  const com = data.xipos.subarray(3 * b, 3 * b + 3);
  const arm = point === undefined ? new Float64Array(3) : numbers('point', point, 3).map((x, k) => x - com[k]);
  const moment = cross(arm, arm, f);
  for (let k = 0; k < 3; k++) {
    data.xfrc_applied[6 * b + k] = f[k];
    data.xfrc_applied[6 * b + 3 + k] = t[k] + moment[k];
  }
}
