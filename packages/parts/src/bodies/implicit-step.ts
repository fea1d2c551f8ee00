import { PartsError } from '../errors.ts';
import { cholesky, choleskySolve, eliminate } from '../linear/dense.ts';
import type { Motion, RigidBody } from './rigid-body.ts';

const N = 6;
const DIFFERENCE = 1e-6; // of central differences: errors of truncation and rounding are near 1e-10 for forces of order 1

/** Changes of velocity that solve (M − h·D)·Δv = h·f, with D the derivative of the forces by the velocity. */
export class ImplicitStep {
  readonly #body: RigidBody;
  readonly #matrix = new Float64Array(N * N);
  readonly #derivative = new Float64Array(N * N);
  readonly #inertia = new Float64Array(9);
  readonly #change = new Float64Array(N);

  constructor(body: RigidBody) {
    this.#body = body;
  }

  /** Moves the velocities of a motion on by `h`. With `gyroscopic`, D has the torque ω × Iω and is not made symmetric. */
  changeVelocity(motion: Motion, time: number, h: number, gyroscopic: boolean): void {
    const A = this.#matrix;
    const change = this.#change;
    this.#differentiate(motion, time, gyroscopic);
    this.#body.load(motion, time);
    const { force } = this.#body.wrench;
    for (let k = 0; k < 3; k++) {
      change[k] = h * force[k];
      change[3 + k] = h * this.#body.spin[k];
    }
    this.#assemble(h, gyroscopic);
    if (gyroscopic ? !eliminate(A, N, change) : !cholesky(A, 0, N))
      throw new PartsError('not-positive', 'the load feeds velocity faster than a step of this size can follow', {
        hint: 'take smaller steps',
      });
    if (!gyroscopic) choleskySolve(A, 0, N, change, 0);
    for (let k = 0; k < 3; k++) {
      motion.linear[k] += change[k];
      motion.angular[k] += change[3 + k];
    }
  }

  /** D by columns: central differences of the load. */
  #differentiate(motion: Motion, time: number, gyroscopic: boolean): void {
    const D = this.#derivative;
    for (let column = 0; column < N; column++) {
      const velocity = column < 3 ? motion.linear : motion.angular;
      const k = column % 3;
      const given = velocity[k];
      const step = DIFFERENCE * (1 + Math.abs(given));
      for (let sign = 1; sign >= -1; sign -= 2) {
        velocity[k] = given + sign * step;
        this.#body.load(motion, time);
        const { force, torque } = this.#body.wrench;
        const moment = gyroscopic ? this.#body.spin : torque;
        for (let row = 0; row < N; row++) {
          const value = (row < 3 ? force[row] : moment[row - 3]) / (2 * step);
          D[N * row + column] = sign > 0 ? value : D[N * row + column] - value;
        }
      }
      velocity[k] = given;
    }
  }

  #assemble(h: number, gyroscopic: boolean): void {
    const A = this.#matrix;
    const D = this.#derivative;
    const I = this.#inertia;
    this.#body.worldInertia(I);
    for (let row = 0; row < N; row++)
      for (let column = 0; column < N; column++) {
        const here = D[N * row + column];
        A[N * row + column] = -h * (gyroscopic ? here : (here + D[N * column + row]) / 2);
      }
    for (let row = 0; row < 3; row++) {
      A[N * row + row] += this.#body.mass;
      for (let column = 0; column < 3; column++) A[N * (3 + row) + 3 + column] += I[3 * row + column];
    }
  }
}
