import { applyFT, Data, forward, integratePos, resetData, step, step1, step2 } from '@qpos/core';
import { MujocoError } from '../errors.ts';
import { MjData } from './data.ts';
import { type FieldsOf, forwardFields } from './forward-fields.ts';
import type { MjModel } from './model.ts';

/** A model of the older packages: a `MjModel` with two functions more. */
export type LegacyModel = MjModel & {
  /** The options: `getOptions().timestep`. */
  getOptions(): MjModel['opt'];
  /** Notes that the program is done with the model; nothing needs to be freed. */
  free(): void;
};

/**
 * The state of a simulation.
 *
 * @example
 * const mujoco = await loadLegacyMujoco();
 * mujoco.FS.writeFile('/ball.xml', '<mujoco><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>');
 * const ball = mujoco.Model.load_from_xml('/ball.xml');
 * const simulation = new mujoco.Simulation(ball, new mujoco.State(ball));
 * simulation.step();
 * console.log(simulation.qpos[2] < 0);
 */
export class State extends MjData {
  /** Notes that the program is done with the state; nothing needs to be freed. */
  free(): void {
    this.delete();
  }
}

type Fields = Omit<FieldsOf<Data>, 'contact' | 'solver' | 'warning' | 'timers' | 'model' | 'onWarning'>;

export interface Simulation extends Fields {}

/**
 * A model with its state, and the functions that move it on. Fields are those of the state: `simulation.qpos`.
 *
 * @example
 * const mujoco = await loadLegacyMujoco();
 * mujoco.FS.writeFile('/arm.xml', '<mujoco><worldbody><body><joint axis="0 1 0"/><geom size=".1" pos=".5 0 0"/></body></worldbody></mujoco>');
 * const arm = new mujoco.Model('/arm.xml');
 * const swinging = new mujoco.Simulation(arm, new mujoco.State(arm));
 * for (let k = 0; k < 10; k++) swinging.step();
 * console.log(swinging.qpos[0] > 0);
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: forwardFields defines every member of the interface above
export class Simulation {
  /** The engine's Data. */
  readonly inner: Data;
  readonly #model: LegacyModel;
  readonly #state: State;

  /**
   * @param model The model.
   * @param state A state of the model.
   */
  constructor(model: LegacyModel, state: State) {
    if (!(state instanceof State)) throw new MujocoError('argument', 'a Simulation is made of a Model and a State');
    this.#model = model;
    this.#state = state;
    this.inner = state.inner;
  }

  /** Advances the simulation by one time step. */
  step(): void {
    step(this.inner.model, this.inner);
  }
  /** The part of a step before controls are needed. */
  step1(): void {
    step1(this.inner.model, this.inner);
  }
  /** The rest of the step. */
  step2(): void {
    step2(this.inner.model, this.inner);
  }
  /** Computes everything that follows from the state. */
  forward(): void {
    forward(this.inner.model, this.inner);
  }
  /** Starts again. */
  resetData(): void {
    resetData(this.inner.model, this.inner);
  }

  /**
   * Adds a force and a torque at a point of a body to `qfrc_applied`.
   *
   * @param numbers Force, torque and point, three numbers each, then the body.
   */
  applyForce(...numbers: number[]): void {
    if (numbers.length !== 10 || !numbers.every(Number.isFinite))
      throw new MujocoError('argument', 'applyForce takes force, torque and point, three numbers each, and a body');
    const at = (k: number): number[] => numbers.slice(k, k + 3);
    const { inner } = this;
    applyFT(inner.model, inner, at(0), at(3), at(6), numbers[9] as number, inner.qfrc_applied);
  }

  /**
   * Moves a mocap body.
   *
   * @param body The body.
   * @param pose Position, three numbers, then the quaternion.
   */
  applyPose(body: number, ...pose: number[]): void {
    const { model, mocap_pos, mocap_quat } = this.inner;
    const id = model.body_mocapid[body] ?? -1;
    if (id < 0) throw new MujocoError('argument', `body ${body} is not a mocap body`);
    mocap_pos.set(pose.slice(0, 3), 3 * id);
    mocap_quat.set(pose.slice(3, 7), 4 * id);
  }

  /**
   * Moves positions on by velocities.
   *
   * @param qpos The positions, which change.
   * @param qvel The velocities.
   * @param dt For how long.
   */
  integratePos(qpos: Float64Array, qvel: ArrayLike<number>, dt: number): void {
    integratePos(this.inner.model, qpos, Float64Array.from(qvel), dt);
  }

  /**
   * What it was made of.
   *
   * @returns The state.
   */
  state(): State {
    return this.#state;
  }
  /**
   * What it was made of.
   *
   * @returns The model.
   */
  model(): LegacyModel {
    return this.#model;
  }
  /** Notes that the program is done; nothing needs to be freed. */
  free(): void {}
}

forwardFields(Simulation.prototype, Data.prototype, []);
