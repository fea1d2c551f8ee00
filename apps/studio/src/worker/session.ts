import {
  ArgumentError,
  type Data,
  enums,
  forward,
  getState,
  kinematics,
  type Model,
  makeData,
  resetData,
  resetDataKeyframe,
  setState,
  stateSize,
  step,
} from '@qpos/core';
import { setConst } from '@qpos/spec';
import { makeContactList, readContacts } from '@qpos/viewer';
import { basicFields, editModel } from '../edit-model.ts';
import type { ModelEdit, Perturbation, StateField } from '../protocol.ts';
import { emptyHeader, snapshotLength, writeSnapshot } from '../snapshot.ts';
import { type Grip, pullVertex, releaseGrip, takeGrip } from './grip.ts';
import { History, stateFields } from './history.ts';
import { applyPerturbation, movePose } from './perturb.ts';
import type { Planning } from './planning.ts';
import type { Play } from './play.ts';
import { type Rows, Sampler } from './sampler.ts';
import { pullSoftVertex, type SoftGrip, takeSoftGrip } from './soft-grip.ts';

const BUDGET_MS = 14; // of stepping at a time, so that messages are heard
const LAG_MS = 60; // time that is made up for after a hitch
const WARNINGS = ['inertia', 'contacts', 'constraints', 'position', 'velocity', 'acceleration', 'control'];

/** States of a run, and what is evaluated in them. */
interface Run {
  readonly history: History;
  readonly sampler: Sampler;
}

/** One model being simulated: what runs, at which speed, what was recorded. */
export class Session {
  readonly model: Model;
  readonly data: Data;
  readonly history: History;
  /** Another run of the model, to compare this one with. */
  reference: Run | undefined;
  /** The task that is played, if it is one. */
  readonly play: Play | Planning | undefined;
  running = false;
  speed = 1;
  noise = 0;
  readonly #sampler: Sampler;
  #asked: readonly string[] = [];
  #ghost: Data | undefined;
  perturbation: Perturbation | undefined;
  #grip: Grip | undefined;
  #softGrip: SoftGrip | undefined;
  onTrouble: (title: string, text: string) => void = () => {};
  readonly #contacts = makeContactList();
  readonly #head = emptyHeader();
  #last = 0;
  #owed = 0;
  #realtime = 0;
  #stepUs = 0;
  #revision = 0;
  readonly #smooth: Float64Array;
  readonly #home: Float64Array;

  /** Starts in the first keyframe if there is one, unless `data` has a state to go on from. */
  constructor(model: Model, play?: Play | Planning, data?: Data) {
    this.model = model;
    this.play = play;
    this.data = play?.data ?? data ?? makeData(model);
    this.history = new History(model);
    this.#sampler = new Sampler(model, this.history);
    this.#smooth = new Float64Array(model.nu);
    this.#home = new Float64Array(model.nu);
    this.data.onWarning = (kind, info) => this.#warn(kind, info);
    if (data === undefined) this.reset(model.nkey > 0 ? 0 : -1);
    else this.#begin();
  }

  start(running: boolean): void {
    this.running = running;
    this.#last = performance.now();
    this.#owed = 0;
    this.#realtime = 0;
  }

  /** Makes up for the time since the last call, within a budget. */
  advance(): void {
    const now = performance.now();
    const elapsed = now - this.#last;
    this.#last = now;
    if (!this.running) return;
    const stepMs = 1000 * (this.play?.dt ?? this.model.opt.timestep);
    const most = Math.max(LAG_MS * Math.max(1, this.speed), 2 * stepMs);
    this.#owed = Math.min(this.#owed + elapsed * this.speed, most);
    let steps = 0;
    while (this.running && this.#owed >= stepMs) {
      this.stepOnce();
      this.#owed -= stepMs;
      steps++;
      if (performance.now() - now > BUDGET_MS) {
        this.#owed = Math.min(this.#owed, 2 * stepMs); // too slow for this speed: do not pile up
        break;
      }
    }
    const spent = performance.now() - now;
    if (steps > 0) this.#stepUs += 0.1 * ((1000 * spent) / steps - this.#stepUs);
    if (elapsed > 0) this.#realtime += 0.05 * ((steps * stepMs) / elapsed - this.#realtime);
  }

  stepOnce(): void {
    const { model, data } = this;
    if (this.play === undefined) this.#drive();
    if (this.perturbation !== undefined) this.#perturb(this.perturbation);
    if (this.play !== undefined) this.play.step();
    else step(model, data);
    this.history.record(model, data);
    this.#sampler.changed();
  }

  /** Evaluates expressions in every state of the run from now on, and in those of the reference. */
  sample(texts: readonly string[]): void {
    this.#asked = texts;
    this.#sampler.ask(texts);
    this.reference?.sampler.ask(texts);
  }

  /** What was evaluated since the last call, within a time in milliseconds. */
  samples(run: 'live' | 'reference', budget: number): Rows | undefined {
    return (run === 'live' ? this.#sampler : this.reference?.sampler)?.sample(budget);
  }

  /** Compares with this run from now on; by default with what there is of the present one. */
  compare(history = this.history.clone(this.model)): void {
    const sampler = new Sampler(this.model, history);
    sampler.ask(this.#asked);
    this.reference = { history, sampler };
  }

  /** Positions and then orientations of the geoms of the reference, at the time of the present state; undefined without one. */
  ghost(): Float64Array<ArrayBuffer> | undefined {
    const { model, data, reference } = this;
    if (reference === undefined || reference.history.count === 0) return undefined;
    this.#ghost ??= makeData(model);
    reference.history.read(model, this.#ghost, reference.history.indexAt(data.time));
    kinematics(model, this.#ghost);
    const poses = new Float64Array(12 * model.ngeom);
    poses.set(this.#ghost.geom_xpos);
    poses.set(this.#ghost.geom_xmat, 3 * model.ngeom);
    return poses;
  }

  /** All that was recorded, as a table with a row for each state: it can be opened again to compare with. */
  table(): string {
    const { model, history } = this;
    using data = makeData(model);
    const fields = stateFields.filter((name) => data[name].length > 0);
    const head = ['time', ...fields.flatMap((name) => Array.from(data[name], (_, k) => `${name}[${k}]`))];
    const rows = Array.from({ length: history.count }, (_, index) => {
      history.read(model, data, index);
      return [data.time, ...fields.flatMap((name) => [...data[name]])].join();
    });
    return `${head.join()}\n${rows.join('\n')}\n`;
  }

  /** Makes the reference the run on the timeline. */
  adoptReference(): void {
    if (this.reference === undefined) return;
    this.history.take(this.reference.history);
    this.seek(0);
    this.#sampler.restart();
    this.#revision++;
  }

  /** Goes back to an earlier state, or to the latest one. */
  seek(index: number): void {
    this.history.restore(this.model, this.data, index);
    forward(this.model, this.data);
  }

  /** Steps forward, through what was recorded while there is such; backward only through that. */
  stepBy(count: number): void {
    const { history } = this;
    for (; count < 0 && history.index > 0; count++) this.seek(history.index - 1);
    for (; count > 0; count--) {
      if (history.index < history.count - 1) this.seek(history.index + 1);
      else this.stepOnce();
    }
  }

  /** The initial state, or that of a keyframe. */
  reset(key: number): void {
    const { model, data } = this;
    if (this.play !== undefined) this.play.reset();
    else if (key >= 0) resetDataKeyframe(model, data, key);
    else resetData(model, data);
    this.#begin();
  }

  /** Takes the state as the first of the record. */
  #begin(): void {
    const { model, data } = this;
    this.#smooth.fill(0);
    this.#home.set(data.ctrl);
    forward(model, data);
    this.history.clear();
    this.history.record(model, data);
    this.#sampler.restart();
    this.#revision++;
  }

  /** Counts the runs: another one begins after a reset. */
  get revision(): number {
    return this.#revision;
  }

  setField(field: StateField, index: number, value: number): void {
    const array = this.data[field];
    if (index < 0 || index >= array.length || !Number.isFinite(value)) return;
    array[index] = value;
    if (field === 'qpos' || field === 'qvel') this.#refresh();
    else if (!this.running) this.#refresh();
  }

  clearCtrl(): void {
    this.data.ctrl.fill(0);
    this.#smooth.fill(0);
    if (!this.running) this.#refresh();
  }

  edit({ field, index, value }: ModelEdit): void {
    editModel(this.model, field, index, value);
    if (basicFields.has(field)) setConst(this.model);
    if (!this.running) this.#refresh();
  }

  setPerturbation(perturbation: Perturbation | undefined): void {
    const { model, data } = this;
    if (this.perturbation !== undefined) {
      const at = 6 * this.perturbation.body;
      data.xfrc_applied.fill(0, at, at + 6);
    }
    const vertex = perturbation?.vertex ?? -1;
    if (this.#grip !== undefined && this.#grip.vertex !== vertex) {
      releaseGrip(data, this.#grip);
      this.#grip = undefined;
    }
    if (this.perturbation?.vertex !== vertex) this.#softGrip = undefined;
    if (vertex >= 0 && vertex < model.nflexvert) {
      this.#grip ??= takeGrip(model, data, vertex);
      this.#softGrip ??= takeSoftGrip(model, data, vertex);
    }
    this.perturbation = perturbation;
    if (perturbation === undefined || this.#softGrip !== undefined) return;
    if (this.running) {
      if (vertex < 0) movePose(model, data, perturbation, false); // it may be over before the next step
      return;
    }
    if (vertex < 0 && movePose(model, data, perturbation, true)) this.#refresh();
    else {
      this.#perturb(perturbation);
      forward(model, data);
    }
  }

  /** Lets the mouse pull, turn or move what it holds. */
  #perturb(perturbation: Perturbation): void {
    const { model, data } = this;
    if (perturbation.vertex >= 0) {
      if (this.#grip !== undefined) pullVertex(model, data, this.#grip, perturbation.target);
      if (this.#softGrip !== undefined) pullSoftVertex(model, this.#softGrip, perturbation.target);
    } else if (!movePose(model, data, perturbation, false)) applyPerturbation(model, data, perturbation);
  }

  state(): Float64Array {
    const all = enums.StateBit.INTEGRATION;
    const state = new Float64Array(stateSize(this.model, all));
    getState(this.model, this.data, state, all);
    return state;
  }

  restore(state: Float64Array): void {
    const size = stateSize(this.model, enums.StateBit.INTEGRATION);
    if (state.length !== size)
      throw new ArgumentError(`the state of the link has ${state.length} numbers, but the model has ${size}`);
    setState(this.model, this.data, state, enums.StateBit.INTEGRATION);
    this.#refresh();
  }

  /** What the page draws, in a buffer that it gave back or a new one; `obeyed` commands to run or stop are in effect. */
  snapshot(buffer: ArrayBuffer | undefined, obeyed: number): ArrayBuffer {
    const { model, data, history } = this;
    readContacts(model, data, this.#contacts);
    const head = this.#head;
    head.time = data.time;
    head.running = this.running ? 1 : 0;
    head.realtime = this.running ? this.#realtime : 0;
    head.speed = this.speed;
    head.historyCount = history.count;
    head.historyIndex = history.index;
    head.historyStart = history.forgotten;
    head.ncon = data.ncon;
    head.nefc = data.nefc;
    head.nisland = data.nisland;
    head.iterations = data.solver_niter.reduce((a, b) => a + b, 0);
    head.stepUs = this.#stepUs;
    head.revision = this.#revision;
    head.obeyed = obeyed;
    head.episodeReturn = this.play?.return ?? 0;
    head.episodeSteps = this.play?.steps ?? 0;
    head.episodes = this.play?.episodes ?? 0;
    head.lastReturn = this.play?.lastReturn ?? 0;
    for (let k = 0; k < 7; k++) head[`warning${k}` as 'warning0'] = data.warning.number[k];
    const bytes = 8 * snapshotLength(data, data.ncon);
    const target = buffer !== undefined && buffer.byteLength >= bytes ? buffer : new ArrayBuffer(bytes + 8 * 21 * 32);
    writeSnapshot(new Float64Array(target), data, head, this.#contacts);
    return target;
  }

  /** Derived quantities of a state that was changed by hand; the record follows. */
  #refresh(): void {
    forward(this.model, this.data);
    this.history.rewrite(this.model, this.data);
    this.#sampler.changed();
  }

  /** Smooth random controls around those of the initial state, for models that nobody controls. */
  #drive(): void {
    if (this.noise <= 0) return;
    const { model, data } = this;
    const keep = Math.exp(-model.opt.timestep / 0.15);
    const fresh = Math.sqrt(1 - keep * keep);
    for (let a = 0; a < model.nu; a++) {
      const limited = model.actuator_ctrllimited[a] !== 0;
      const low = limited ? model.actuator_ctrlrange[2 * a] : -1;
      const high = limited ? model.actuator_ctrlrange[2 * a + 1] : 1;
      this.#smooth[a] = keep * this.#smooth[a] + fresh * gaussian();
      const wanted = this.#home[a] + 0.5 * (high - low) * this.noise * this.#smooth[a];
      data.ctrl[a] = Math.max(low, Math.min(high, wanted));
    }
  }

  #warn(kind: number, info: number): void {
    const { BADQPOS, BADQVEL, BADQACC } = enums.Warning;
    if (kind !== BADQPOS && kind !== BADQVEL && kind !== BADQACC) return;
    if (!this.running) return;
    this.running = false;
    const what = WARNINGS[kind] ?? 'state';
    this.onTrouble(
      'The simulation became unstable',
      `A huge or NaN ${what} appeared at degree of freedom ${info}, time ${this.data.time.toFixed(3)} s. ` +
        'The state was reset and the simulation paused. A smaller time step, more damping or softer contacts usually help; ' +
        'use Step back or the timeline to look at what led to it.',
    );
  }
}

function gaussian(): number {
  return Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
}
