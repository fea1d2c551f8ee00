import { type Data, type Model, step, step1, step2 } from '@qpos/core';
import { DisableBit, Integrator } from '@qpos/core/enums';
import { output, PartsError } from '../errors.ts';
import { SoftContacts } from './contact/soft-contacts.ts';
import { Deformable } from './deformable.ts';
import { type XpbdOptions, XpbdSolver } from './xpbd.ts';

/**
 * Soft bodies and the rigid bodies of a model in one simulation: vertices touch the model's geoms, with friction mixed as the engine does, and
 * push them back.
 *
 * In each step the engine computes positions and velocities; contacts of vertices are found; the solver moves the soft bodies through its
 * substeps, in which touched rigid bodies answer with their full inertia; then the engine makes its step under the mean forces of these
 * contacts, which go through `qfrc_applied` and are taken out of it again.
 *
 * @example
 * const scene = new SoftScene(model, data, [Cloth.grid({ count: [20, 20], centre: [0, 0, 1] })]);
 * for (let k = 0; k < 20; k++) scene.step();
 */
export class SoftScene {
  /** The model. */
  readonly model: Model;
  /** Its Data. */
  readonly data: Data;
  /** The soft bodies. */
  readonly bodies: readonly Deformable[];
  /** The solver. */
  readonly solver: XpbdSolver;
  readonly #contacts: SoftContacts;
  readonly #gravity = new Float64Array(3);
  readonly #applied: Float64Array;

  /**
   * @param model The model.
   * @param data Its Data.
   * @param bodies The soft bodies.
   * @param options How the solver works.
   */
  constructor(model: Model, data: Data, bodies: readonly Deformable[], options: XpbdOptions = {}) {
    if (typeof model?.ngeom !== 'number' || data?.model !== model || typeof data.qpos?.length !== 'number')
      throw new PartsError('bad-argument', 'data must be a Data of the model');
    if (!Array.isArray(bodies) || !bodies.every((b) => b instanceof Deformable))
      throw new PartsError('bad-argument', 'bodies must be an array of soft bodies');
    this.model = model;
    this.data = data;
    this.bodies = [...bodies];
    this.solver = new XpbdSolver(options);
    this.#contacts = new SoftContacts(model, data, this.bodies);
    this.#applied = new Float64Array(model.nv);
  }

  /** Number of contacts of vertices in the last step, near ones included. */
  get contactCount(): number {
    return this.#contacts.count;
  }

  /** Makes one step of rigid and soft bodies. Without soft bodies it is the engine's step and nothing else. */
  step(): void {
    const { model, data } = this;
    if (this.bodies.length === 0) {
      step(model, data);
      return;
    }
    if (model.opt.integrator === Integrator.RK4)
      throw new PartsError('bad-argument', 'a scene with soft bodies cannot use the integrator RK4', {
        hint: 'choose Euler or implicitfast, or use the plugin qpos.xpbd',
      });
    step1(model, data);
    this.#applied.set(data.qfrc_applied);
    this.solve(data.qfrc_applied);
    step2(model, data);
    data.qfrc_applied.set(this.#applied);
  }

  /**
   * Moves the soft bodies on by one step of the model, and adds the forces of their contacts to forces of the degrees of freedom. The
   * Data must have its positions and velocities computed (`step1`, or `forward`); `step` is what most programs call.
   *
   * @param qfrc Receives `nv` numbers, which are added.
   */
  solve(qfrc: Float64Array): void {
    const { model, solver, bodies } = this;
    output('qfrc', qfrc, model.nv);
    const dt = model.opt.timestep;
    const { passes, substeps } = solver;
    const h = dt / (passes * substeps);
    if ((model.opt.disableflags & DisableBit.GRAVITY) !== 0) this.#gravity.fill(0);
    else this.#gravity.set(model.opt.gravity);
    for (let pass = 0; pass < passes; pass++) {
      if (pass === 0) this.#contacts.start(dt);
      else this.#contacts.restart(dt);
      for (let k = 0; k < substeps; k++) solver.substep(bodies, this.#gravity, h, this.#contacts);
    }
    this.#contacts.finish(dt, qfrc);
    for (const body of bodies) solver.settle(body, dt);
  }
}
