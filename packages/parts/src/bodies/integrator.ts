import { derivQuat, negQuat, normalize4, quatIntegrate, rotVecQuat } from '@qpos/core/math';
import { callable, count, finite, numbers, oneOf, positive, settings } from '../errors.ts';
import { ImplicitStep } from './implicit-step.ts';
import type { Load } from './load.ts';
import { type MassProperties, readMass } from './mass-properties.ts';
import { Motion, RigidBody } from './rigid-body.ts';
import { checkBodyState, type RigidBodyState } from './rigid-body-state.ts';

/** Names of the integrators, with the order of their error in the size of the step. */
export const INTEGRATION_ORDERS = {
  'explicit-euler': 1,
  'semi-implicit-euler': 1,
  'velocity-verlet': 2,
  rk4: 4,
  'implicit-velocity': 1,
  'implicit-fast': 1,
} as const;

/** How a body is moved on in time. */
export type IntegrationMethod = keyof typeof INTEGRATION_ORDERS;

/** What a `BodyIntegrator` works with, beside the body. */
export interface IntegratorOptions {
  /** How it steps; `semi-implicit-euler` by default. */
  readonly method?: IntegrationMethod;
  /** What acts on the body beside its weight; nothing by default. */
  readonly load?: Load;
  /** Acceleration of gravity; 0 0 -9.81 by default. */
  readonly gravity?: ArrayLike<number>;
}

const RK4_NODES = [0, 0.5, 0.5, 1];
const RK4_WEIGHTS = [1 / 6, 1 / 3, 1 / 3, 1 / 6];

/**
 * Moves one rigid body on in time, without a Model. The implicit methods treat what depends on velocity at the end of the step, and so stay
 * stable however strong the damping is: `implicit-velocity` with the gyroscopic torque, `implicit-fast` without it and symmetrically.
 *
 * @example
 * const integrator = new BodyIntegrator(sphereMass(1, 0.1), { method: 'rk4' });
 * const ball = makeBodyState({ pos: [0, 0, 10] });
 * integrator.step(ball, 0.01, 100);
 * console.log(ball.pose.pos[2]); // 10 − 9.81 / 2
 */
export class BodyIntegrator {
  /** How it steps. */
  readonly method: IntegrationMethod;
  /** Time in seconds, which the load gets. */
  time = 0;
  readonly #body: RigidBody;
  readonly #implicit: ImplicitStep;
  readonly #now = new Motion();
  readonly #stage = new Motion();
  readonly #linear = new Float64Array(3);
  readonly #angular = new Float64Array(3);
  readonly #turn = new Float64Array(4);
  readonly #sum = new Motion();
  readonly #axis = new Float64Array(3);
  readonly #inverse = new Float64Array(4);

  /**
   * @param properties Mass properties of the body.
   * @param options Method, load and gravity.
   */
  constructor(properties: MassProperties, options: IntegratorOptions = {}) {
    const { method = 'semi-implicit-euler', load = () => {}, gravity = [0, 0, -9.81] } = settings('options', options);
    this.method = oneOf('method', method, Object.keys(INTEGRATION_ORDERS) as IntegrationMethod[]);
    const mass = readMass('properties', properties);
    this.#body = new RigidBody(mass, callable('load', load), numbers('gravity', gravity, 3));
    this.#implicit = new ImplicitStep(this.#body);
  }

  /**
   * Moves a body on in time.
   *
   * @param state Its state, which is overwritten.
   * @param dt Size of a step in seconds.
   * @param n Number of steps; 1 by default.
   */
  step(state: RigidBodyState, dt: number, n = 1): void {
    positive('dt', dt);
    count('n', n, 0);
    finite('time', this.time);
    checkBodyState('state', state);
    this.#body.read(this.#now, state);
    for (let k = 0; k < n; k++) {
      this.#advance(dt);
      this.time += dt;
    }
    this.#body.write(state, this.#now);
  }

  #advance(h: number): void {
    switch (this.method) {
      case 'explicit-euler':
        this.#explicitEuler(h);
        break;
      case 'semi-implicit-euler':
        this.#semiImplicitEuler(h);
        break;
      case 'velocity-verlet':
        this.#velocityVerlet(h);
        break;
      case 'rk4':
        this.#rk4(h);
        break;
      default:
        this.#implicit.changeVelocity(this.#now, this.time, h, this.method === 'implicit-velocity');
        this.#drift(h);
    }
  }

  #explicitEuler(h: number): void {
    this.#body.accelerate(this.#linear, this.#angular, this.#now, this.time);
    this.#drift(h);
    this.#kick(h);
  }

  #semiImplicitEuler(h: number): void {
    this.#body.accelerate(this.#linear, this.#angular, this.#now, this.time);
    this.#kick(h);
    this.#drift(h);
  }

  /** Kick, drift, kick. The second kick sees the velocity that the whole step would give, so that forces of velocity keep the order. */
  #velocityVerlet(h: number): void {
    const { linear, angular } = this.#now;
    this.#body.accelerate(this.#linear, this.#angular, this.#now, this.time);
    const a = this.#linear;
    const alpha = this.#angular;
    const middle = this.#stage;
    this.#sum.copy(this.#now);
    this.#kick(h / 2);
    middle.copy(this.#now);
    this.#drift(h);
    for (let k = 0; k < 3; k++) {
      linear[k] = this.#sum.linear[k] + h * a[k];
      angular[k] = this.#sum.angular[k] + h * alpha[k];
    }
    this.#body.accelerate(a, alpha, this.#now, this.time + h);
    linear.set(middle.linear);
    angular.set(middle.angular);
    this.#kick(h / 2);
  }

  #rk4(h: number): void {
    const now = this.#now;
    const stage = this.#stage;
    const sum = this.#sum;
    const a = this.#linear;
    const alpha = this.#angular;
    const turn = this.#turn;
    stage.copy(now);
    sum.copy(now);
    for (let s = 0; s < 4; s++) {
      if (s > 0) this.#stageMotion(h * RK4_NODES[s]);
      this.#body.accelerate(a, alpha, stage, this.time + h * RK4_NODES[s]);
      derivQuat(turn, stage.quat, stage.angular);
      const weight = h * RK4_WEIGHTS[s];
      for (let k = 0; k < 3; k++) {
        sum.pos[k] += weight * stage.linear[k];
        sum.linear[k] += weight * a[k];
        sum.angular[k] += weight * alpha[k];
      }
      for (let k = 0; k < 4; k++) sum.quat[k] += weight * turn[k];
    }
    normalize4(sum.quat);
    now.copy(sum);
  }

  /** The next stage: from the start of the step with the rates of the stage before. */
  #stageMotion(h: number): void {
    const now = this.#now;
    const stage = this.#stage;
    for (let k = 0; k < 3; k++) {
      stage.pos[k] = now.pos[k] + h * stage.linear[k];
      stage.linear[k] = now.linear[k] + h * this.#linear[k];
      stage.angular[k] = now.angular[k] + h * this.#angular[k];
    }
    for (let k = 0; k < 4; k++) stage.quat[k] = now.quat[k] + h * this.#turn[k];
    normalize4(stage.quat);
  }

  #kick(h: number): void {
    const { linear, angular } = this.#now;
    for (let k = 0; k < 3; k++) {
      linear[k] += h * this.#linear[k];
      angular[k] += h * this.#angular[k];
    }
  }

  #drift(h: number): void {
    const { pos, quat, linear, angular } = this.#now;
    for (let k = 0; k < 3; k++) pos[k] += h * linear[k];
    rotVecQuat(this.#axis, angular, negQuat(this.#inverse, quat)); // into the frame of the body, where quatIntegrate turns
    quatIntegrate(quat, this.#axis, h);
    normalize4(quat);
  }
}
