import { cross, mulMatTVec3, mulMatVec3, quat2Mat } from '@qpos/core/math';
import { eliminate } from '../linear/dense.ts';
import type { Load, Wrench } from './load.ts';
import { type MassProperties, rotated } from './mass-properties.ts';
import { makeBodyState, type RigidBodyState } from './rigid-body-state.ts';

/** Motion of the centre of mass: position (3), orientation of the body (4), and their velocities along the axes of the world (3 + 3). */
export class Motion {
  readonly pos = new Float64Array(3);
  readonly quat = Float64Array.of(1, 0, 0, 0);
  readonly linear = new Float64Array(3);
  readonly angular = new Float64Array(3);

  copy(other: Motion): void {
    this.pos.set(other.pos);
    this.quat.set(other.quat);
    this.linear.set(other.linear);
    this.angular.set(other.angular);
  }
}

/** Newton and Euler for one body: m·a = f and I·α = τ − ω × Iω, about the centre of mass. */
export class RigidBody {
  readonly mass: number;
  /** Load on the body at the last call of `load`, weight included. */
  readonly wrench: Wrench = { force: new Float64Array(3), torque: new Float64Array(3) };
  /** Torque of the last call of `load` less ω × Iω. */
  readonly spin = new Float64Array(3);
  readonly #com: Float64Array;
  readonly #inertia: Float64Array;
  readonly #inverse = new Float64Array(9);
  readonly #load: Load;
  readonly #gravity: Float64Array;
  readonly #state: RigidBodyState = makeBodyState();
  readonly #rotation = new Float64Array(9);
  readonly #arm = new Float64Array(3);
  readonly #local = new Float64Array(3);
  readonly #image = new Float64Array(3);

  constructor(properties: MassProperties, load: Load, gravity: Float64Array) {
    this.mass = properties.mass;
    this.#com = properties.com;
    this.#inertia = properties.inertia;
    this.#load = load;
    this.#gravity = gravity;
    for (let c = 0; c < 3; c++) {
      const column = new Float64Array(3);
      column[c] = 1;
      eliminate(this.#inertia.slice(), 3, column);
      for (let r = 0; r < 3; r++) this.#inverse[3 * r + c] = column[r];
    }
  }

  /** The motion of the centre of mass in a state of the body. */
  read(motion: Motion, { pose, twist }: RigidBodyState): void {
    motion.quat.set(pose.quat);
    motion.angular.set(twist.angular);
    this.#toCom(motion);
    for (let k = 0; k < 3; k++) motion.pos[k] = pose.pos[k] + this.#arm[k];
    cross(this.#local, twist.angular, this.#arm);
    for (let k = 0; k < 3; k++) motion.linear[k] = twist.linear[k] + this.#local[k];
  }

  /** The state of the body in a motion of its centre of mass. */
  write({ pose, twist }: RigidBodyState, motion: Motion): void {
    this.#toCom(motion);
    pose.quat.set(motion.quat);
    twist.angular.set(motion.angular);
    for (let k = 0; k < 3; k++) pose.pos[k] = motion.pos[k] - this.#arm[k];
    cross(this.#local, motion.angular, this.#arm);
    for (let k = 0; k < 3; k++) twist.linear[k] = motion.linear[k] - this.#local[k];
  }

  /** The vector from the origin of the body to its centre of mass, in the world. */
  #toCom(motion: Motion): void {
    quat2Mat(this.#rotation, motion.quat);
    mulMatVec3(this.#arm, this.#rotation, this.#com);
  }

  /** What acts on the body: `wrench` and `spin`. */
  load(motion: Motion, time: number): void {
    const { force, torque } = this.wrench;
    this.write(this.#state, motion);
    for (let k = 0; k < 3; k++) force[k] = this.mass * this.#gravity[k];
    torque.fill(0);
    this.#load(this.wrench, this.#state, time);
    this.mulInertia(this.#image, motion.angular);
    cross(this.#local, motion.angular, this.#image);
    for (let k = 0; k < 3; k++) this.spin[k] = torque[k] - this.#local[k];
  }

  /** Acceleration of the centre of mass and of the rotation. */
  accelerate(linear: Float64Array, angular: Float64Array, motion: Motion, time: number): void {
    this.load(motion, time);
    for (let k = 0; k < 3; k++) linear[k] = this.wrench.force[k] / this.mass;
    mulMatTVec3(this.#local, this.#rotation, this.spin);
    mulMatVec3(this.#image, this.#inverse, this.#local);
    mulMatVec3(angular, this.#rotation, this.#image);
  }

  /** I·ω in the world, in the orientation of the last `load`. */
  mulInertia(res: Float64Array, angular: Float64Array): void {
    mulMatTVec3(this.#local, this.#rotation, angular);
    mulMatVec3(res, this.#inertia, this.#local);
    this.#local.set(res);
    mulMatVec3(res, this.#rotation, this.#local);
  }

  /** Inertia along the axes of the world, in the orientation of the last `load`. */
  worldInertia(res: Float64Array): void {
    rotated(res, this.#inertia, this.#rotation);
  }
}
