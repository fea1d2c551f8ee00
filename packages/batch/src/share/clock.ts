import {
  type Data,
  enums,
  fieldView,
  forward,
  getState,
  type Model,
  makeData,
  resetData,
  resetDataKeyframe,
  stateSize,
  step,
} from '@qpos/core';

/** What a page tells a simulation that runs in a worker. */
export type SimulationCommand =
  | { readonly kind: 'play' | 'pause' | 'seen' }
  | { readonly kind: 'speed'; readonly speed: number }
  | { readonly kind: 'step'; readonly steps: number }
  | { readonly kind: 'reset'; readonly keyframe: number }
  | { readonly kind: 'data' | 'model'; readonly values: Readonly<Record<string, ArrayLike<number>>> };

/** What a simulation in a worker shows. */
export interface SimulationFrame {
  readonly kind: 'frame';
  /** State and inputs: `StateBit.INTEGRATION`. */
  readonly state: Float64Array;
  /** Seconds of the model per second of the clock, lately. */
  readonly rate: number;
}

const { INTEGRATION } = enums.StateBit;
const BUSY = 12; // milliseconds of steps at a time: a command waits no longer than that
const LAG = 100; // milliseconds that are caught up with; after a longer pause time has simply passed

/** A simulation that keeps up with the clock. `tick` must be called every few milliseconds. */
export class Clock {
  readonly #model: Model;
  readonly #data: Data;
  readonly #show: (frame: SimulationFrame) => void;
  readonly #now: () => number;
  #running = false;
  #speed = 1;
  #last = 0;
  /** Milliseconds of the model that are still to be simulated. */
  #owed = 0;
  /** The page has not drawn the last frame yet. */
  #waiting = false;
  #stale = true;
  #rate = 0;

  constructor(model: Model, show: (frame: SimulationFrame) => void, now: () => number) {
    this.#model = model;
    this.#data = makeData(model);
    this.#show = show;
    this.#now = now;
    forward(model, this.#data);
  }

  /** Does what the page asks for. */
  command(c: SimulationCommand): void {
    switch (c.kind) {
      case 'play':
        this.#running = true;
        this.#last = this.#now();
        this.#owed = 0;
        break;
      case 'pause':
        this.#running = false;
        this.#rate = 0;
        break;
      case 'seen':
        this.#waiting = false;
        break;
      case 'speed':
        this.#speed = c.speed;
        break;
      case 'step':
        step(this.#model, this.#data, c.steps);
        this.#stale = true;
        break;
      case 'reset':
        if (c.keyframe < 0) resetData(this.#model, this.#data);
        else resetDataKeyframe(this.#model, this.#data, c.keyframe);
        this.#stale = true;
        break;
      case 'data':
      case 'model':
        for (const [name, values] of Object.entries(c.values))
          fieldView(c.kind === 'model' ? this.#model : this.#data, name).set(values);
        this.#stale = true;
    }
  }

  /** Simulates what the clock asks for, and shows it if the page has drawn what was shown before. */
  tick(): void {
    if (this.#running) this.#catchUp();
    if (!this.#stale || this.#waiting) return;
    const state = new Float64Array(stateSize(this.#model, INTEGRATION));
    getState(this.#model, this.#data, state, INTEGRATION);
    this.#waiting = true;
    this.#stale = false;
    this.#show({ kind: 'frame', state, rate: this.#rate });
  }

  #catchUp(): void {
    const timestep = 1000 * this.#model.opt.timestep;
    const start = this.#now();
    const passed = start - this.#last;
    this.#last = start;
    this.#owed = Math.min(this.#owed + passed * this.#speed, LAG * this.#speed);
    let done = 0;
    while (this.#owed >= timestep && this.#now() - start < BUSY) {
      step(this.#model, this.#data);
      this.#owed -= timestep;
      done += timestep;
    }
    if (done > 0) this.#stale = true;
    if (passed > 0) this.#rate += 0.1 * (done / passed - this.#rate);
  }
}
