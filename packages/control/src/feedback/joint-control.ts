import { type Data, fwdActuation, inverse, type Model } from '@qpos/core';
import { ControlError, checkModel, checkSettings, checkSize } from '../errors.ts';
import { BoxQp } from '../linear/box-qp.ts';
import { positionDifference } from '../state/tangent-state.ts';
import { clampControl } from './linear-feedback.ts';

const SHARED = 1e-12; // damping, of the trace, where actuators share dofs

/** Where a joint-space controller leads a model. */
export interface JointReference {
  /** Positions, nq. */
  readonly qpos: ArrayLike<number>;
  /** Velocities, nv; 0 by default. */
  readonly qvel?: ArrayLike<number>;
  /** Accelerations, nv; 0 by default. */
  readonly qacc?: ArrayLike<number>;
}

/** Gains of position and velocity errors: one number for all dofs, or one for each. */
export interface JointGains {
  /** Of position: 1/s² for `computedTorque`, N·m/rad (or N/m) for `pdPlus`. */
  readonly kp: number | ArrayLike<number>;
  /** Of velocity: 1/s or N·m·s/rad. */
  readonly kd: number | ArrayLike<number>;
}

/**
 * Joint-space control: forces that lead every dof to a reference. Working memory is its own, so that a call allocates nothing.
 *
 * @example
 * const controller = new JointController(model);
 * const forces = new Float64Array(model.nv);
 * controller.computedTorque(data, { qpos: model.qpos0 }, { kp: 100, kd: 20 }, forces);
 * data.qfrc_applied.set(forces);
 */
export class JointController {
  readonly #model: Model;
  readonly #error: Float64Array;
  readonly #saved: Float64Array;
  readonly #ctrl: Float64Array;
  readonly #effects: Float64Array;
  readonly #gram: Float64Array;
  readonly #linear: Float64Array;
  readonly #lower: Float64Array;
  readonly #upper: Float64Array;
  readonly #qp: BoxQp;

  /** @param model The model. */
  constructor(model: Model) {
    checkModel(model);
    this.#model = model;
    this.#error = new Float64Array(model.nv);
    this.#saved = new Float64Array(model.nv);
    this.#ctrl = new Float64Array(model.nu);
    this.#effects = new Float64Array(model.nu * model.nv);
    this.#gram = new Float64Array(model.nu * model.nu);
    this.#linear = new Float64Array(model.nu);
    this.#lower = Float64Array.from({ length: model.nu }, (_, a) => clampControl(model, a, Number.NEGATIVE_INFINITY));
    this.#upper = Float64Array.from({ length: model.nu }, (_, a) => clampControl(model, a, Number.POSITIVE_INFINITY));
    this.#qp = new BoxQp(model.nu);
  }

  /**
   * Computed torque: inverse dynamics at the acceleration qacc + kp·(position error) + kd·(velocity error), so that each dof follows like a
   * mass on a spring of its own, whatever the others do. Contacts and other constraints count as the inverse dynamics see them.
   *
   * @param data The state; `qacc` is what it was afterwards, fields that inverse dynamics computes are not.
   * @param reference Where to go.
   * @param gains How hard.
   * @param forces Receives nv generalised forces, for `qfrc_applied` or `controlsFor`.
   */
  computedTorque(data: Data, reference: JointReference, gains: JointGains, forces: Float64Array): void {
    const { nv } = this.#model;
    this.#follow(data, reference, gains, forces);
    this.#saved.set(data.qacc);
    for (let i = 0; i < nv; i++) data.qacc[i] = forces[i] + (reference.qacc?.[i] ?? 0);
    inverse(this.#model, data);
    forces.set(data.qfrc_inverse);
    data.qacc.set(this.#saved);
  }

  /**
   * PD+: springs and dampers towards the reference, with gravity and all other bias forces compensated.
   *
   * @param data The state, after `forward` or a step.
   * @param reference Where to go.
   * @param gains Stiffness and damping.
   * @param forces Receives nv generalised forces.
   */
  pdPlus(data: Data, reference: JointReference, gains: JointGains, forces: Float64Array): void {
    this.#follow(data, reference, gains, forces);
    for (let i = 0; i < this.#model.nv; i++) forces[i] += data.qfrc_bias[i] - data.qfrc_passive[i];
  }

  /**
   * The controls whose actuators come nearest to generalised forces, in the sense of least squares and within their ranges. For actuators
   * whose force is linear in the control; those with dynamics of their own do not count, since their force is not set by the control.
   *
   * @param data The state, after `forward` or a step; `ctrl` is what it was afterwards, the forces of actuators are not.
   * @param forces nv generalised forces.
   * @param ctrl Receives nu controls.
   */
  controlsFor(data: Data, forces: Float64Array, ctrl: Float64Array): void {
    const { nu, nv } = this.#model;
    checkSize('forces', forces, nv);
    checkSize('ctrl', ctrl, nu);
    const [effects, rest] = [this.#effects, this.#error];
    this.#measureEffects(data);
    for (let i = 0; i < nv; i++) rest[i] = forces[i] - this.#saved[i];
    let trace = 0;
    for (let a = 0; a < nu; a++) {
      this.#linear[a] = 0;
      for (let i = 0; i < nv; i++) this.#linear[a] -= effects[a * nv + i] * rest[i];
      for (let b = 0; b < nu; b++) {
        let s = 0;
        for (let i = 0; i < nv; i++) s += effects[a * nv + i] * effects[b * nv + i];
        this.#gram[a * nu + b] = s;
        if (a === b) trace += s;
      }
    }
    for (let a = 0; a < nu; a++) this.#gram[a * (nu + 1)] += SHARED * trace + Number.MIN_VALUE;
    ctrl.fill(0);
    if (!(trace > 0)) return;
    if (!this.#qp.solve(ctrl, this.#gram, this.#linear, this.#lower, this.#upper))
      throw new ControlError('not-positive', 'the actuators cannot be told apart in this state');
  }

  /** forces = kp·(reference ⊖ position) + kd·(reference - velocity). */
  #follow(data: Data, reference: JointReference, gains: JointGains, forces: Float64Array): void {
    const { nq, nv } = this.#model;
    checkSettings('reference', reference);
    checkSettings('gains', gains);
    checkSize('reference.qpos', reference.qpos, nq);
    if (reference.qvel !== undefined) checkSize('reference.qvel', reference.qvel, nv);
    if (reference.qacc !== undefined) checkSize('reference.qacc', reference.qacc, nv);
    checkSize('forces', forces, nv);
    const { kp, kd } = gains;
    positionDifference(this.#error, this.#model, reference.qpos, data.qpos);
    for (let i = 0; i < nv; i++) {
      const stiffness = typeof kp === 'number' ? kp : kp[i];
      const damping = typeof kd === 'number' ? kd : kd[i];
      forces[i] = stiffness * this.#error[i] + damping * ((reference.qvel?.[i] ?? 0) - data.qvel[i]);
      if (!Number.isFinite(forces[i]))
        throw new ControlError('bad-argument', `gains and references must be numbers for every dof, also for ${i}`);
    }
  }

  /** By control: what one unit of it adds to the forces; `#saved` is what there is without any. */
  #measureEffects(data: Data): void {
    const model = this.#model;
    const { nu, nv } = model;
    this.#ctrl.set(data.ctrl);
    for (let a = 0; a < nu; a++) data.ctrl[a] = clampControl(model, a, 0);
    fwdActuation(model, data);
    this.#saved.set(data.qfrc_actuator);
    for (let a = 0; a < nu; a++) {
      const zero = data.ctrl[a];
      const up = clampControl(model, a, zero + 1);
      const other = up > zero ? up : clampControl(model, a, zero - 1);
      data.ctrl[a] = other;
      fwdActuation(model, data);
      data.ctrl[a] = zero;
      const unit = other === zero ? 0 : 1 / (other - zero);
      for (let i = 0; i < nv; i++) this.#effects[a * nv + i] = (data.qfrc_actuator[i] - this.#saved[i]) * unit;
    }
    // forces at zero control, even where zero is out of range
    for (let a = 0; a < nu; a++)
      for (let i = 0; i < nv; i++) this.#saved[i] -= data.ctrl[a] * this.#effects[a * nv + i];
    data.ctrl.set(this.#ctrl);
  }
}
