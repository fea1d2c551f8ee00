import { type Model, makeData, resetDataKeyframe } from '@qpos/core';
import { type Drive, gaussian, Lives } from './drive.ts';
import type { Fleet } from './fleet.ts';

const ACTION_SECONDS = 0.02;
const MOST_STEPS = 20; // of an action
const LIFE = 8; // seconds
const STRENGTH = 0.5; // of the range of a control
const MEMORY = 0.2; // seconds after which a control has forgotten where it was
const JOLT = 0.15; // random velocity at the start, so that models without actuators differ, too

/** Smooth random controls around those of the initial state, in each environment others. */
export class RandomDrive implements Drive {
  readonly model: Model;
  readonly fields = [];
  readonly steps: number;
  restarts = 0;
  readonly #n: number;
  readonly #lives: Lives;
  readonly #start: Float64Array; // qpos, qvel and act
  readonly #home: Float64Array;
  readonly #states: Float64Array;
  readonly #ctrl: Float64Array;
  readonly #noise: Float64Array;
  readonly #over: Uint8Array;

  constructor(model: Model, n: number) {
    this.model = model;
    this.#n = n;
    this.steps = Math.max(1, Math.min(MOST_STEPS, Math.round(ACTION_SECONDS / model.opt.timestep)));
    using data = makeData(model);
    if (model.nkey > 0) resetDataKeyframe(model, data, 0);
    this.#start = Float64Array.of(...data.qpos, ...data.qvel, ...data.act);
    this.#home = data.ctrl.slice();
    this.#lives = new Lives(n, LIFE);
    this.#states = new Float64Array(n * this.#start.length);
    this.#ctrl = new Float64Array(n * model.nu);
    this.#noise = new Float64Array(n * model.nu);
    this.#over = new Uint8Array(n).fill(1);
  }

  reset(): void {
    this.#lives.reset();
    this.#over.fill(1);
  }

  async before({ batch }: Fleet): Promise<void> {
    for (let e = 0; e < this.#n; e++) if (this.#over[e] === 1) this.#place(e);
    if (this.#over.includes(1)) batch.resetWhere(this.#over, this.#states);
    this.#over.fill(0);
    if (this.model.nu === 0) return;
    this.#choose();
    await batch.write({ ctrl: this.#ctrl });
  }

  after(): void {
    const seconds = this.steps * this.model.opt.timestep;
    for (let e = 0; e < this.#n; e++) {
      if (!this.#lives.pass(e, seconds)) continue;
      this.#over[e] = 1;
      this.restarts++;
    }
  }

  #place(e: number): void {
    const { nq, nv } = this.model;
    const width = this.#start.length;
    this.#states.set(this.#start, e * width);
    for (let k = e * width + nq; k < e * width + nq + nv; k++)
      this.#states[k] = (this.#states[k] ?? 0) + JOLT * gaussian();
  }

  #choose(): void {
    const { nu, opt, actuator_ctrllimited, actuator_ctrlrange } = this.model;
    const keep = Math.exp((-this.steps * opt.timestep) / MEMORY);
    const fresh = Math.sqrt(1 - keep * keep);
    for (let i = 0; i < this.#ctrl.length; i++) {
      const a = i % nu;
      const limited = actuator_ctrllimited[a] !== 0;
      const low = limited ? actuator_ctrlrange[2 * a] : -1;
      const high = limited ? actuator_ctrlrange[2 * a + 1] : 1;
      const noise = keep * (this.#noise[i] ?? 0) + fresh * gaussian();
      this.#noise[i] = noise;
      const wanted = (this.#home[a] ?? 0) + 0.5 * (high - low) * STRENGTH * noise;
      this.#ctrl[i] = Math.max(low, Math.min(high, wanted));
    }
  }
}
