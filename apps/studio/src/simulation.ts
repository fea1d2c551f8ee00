import { type Data, enums, getState, type Model, makeData, restoreModel, stateSize } from '@qpos/core';
import { partsPlugins } from '@qpos/parts';
import { type ContactList, makeContactList } from '@qpos/viewer';
import { editModel, readModel } from './edit-model.ts';
import type {
  Command,
  ExportKind,
  ModelEdit,
  ModelInfo,
  ModelSource,
  Perturbation,
  PlanReport,
  Problem,
  Profile,
  Report,
  StateField,
  TaskInfo,
} from './protocol.ts';
import { emptyHeader, type Header, readSnapshot } from './snapshot.ts';
import { Emitter } from './ui/emitter.ts';

export interface LoadFailure {
  readonly message: string;
  readonly problems: readonly Problem[];
  readonly text: string | undefined;
  readonly file: string | undefined;
}

interface Events {
  loading: string;
  loaded: ModelInfo;
  failed: LoadFailure;
  frame: Header;
  trouble: { title: string; text: string };
  /** The worker has died, or has not answered for long. */
  lost: { title: string; text: string };
  /** It has answered after all. */
  found: undefined;
  profile: Profile;
  checked: readonly Problem[];
  edited: string;
  undone: string;
  tasks: readonly TaskInfo[];
  planned: PlanReport;
  samples: SampleReport;
  /** Another policy plays the task. */
  policy: Uint8Array;
  /** The run to compare with has come or gone. */
  compared: string | undefined;
}

type SampleReport = Extract<Report, { type: 'samples' }>;

function nameOf(source: ModelSource): string {
  if (source.kind === 'task') return source.task ?? 'policy';
  if (source.kind === 'plan') return source.task;
  return source.kind === 'files' ? (source.main ?? 'files') : source.file;
}

const PATIENCE_MS = 10_000; // until a worker that does not answer is reported

const SEEN = enums.StateBit.INTEGRATION;

/** What the page knows of the simulation in the worker: a copy of its model, its last state, and how to steer it. */
export class Simulation extends Emitter<Events> {
  model: Model | undefined;
  data: Data | undefined;
  info: ModelInfo | undefined;
  /** Where the model comes from that was asked for last. */
  source: ModelSource | undefined;
  /** The policy that plays the task, if it is one. */
  policy: Uint8Array | undefined;
  /** Counts the models that were asked for; an edited text and a reload are of the same one. */
  document = 0;
  readonly contacts: ContactList = makeContactList();
  readonly head: Header = emptyHeader();
  /** Positions and then orientations of the geoms of the run that this one is compared with, at the same time. */
  ghost: Float64Array | undefined;
  running = true;
  speed = 1;
  noise = 0;
  #worker: Worker;
  #loads = 0;
  #resume: Float64Array | undefined; // the state to go on from when the model is there again
  #checks = 0;
  #exports = 0;
  #samplings = 0;
  #spare: ArrayBuffer | undefined;
  #asked = false;
  #askedAt = 0;
  #loading = false;
  #silent = false;
  #files: ModelSource | undefined; // what an edited text has its other files from
  #edited: ModelSource | undefined; // the text to load when those are there again
  #told = 0; // commands to run, stop or step
  #edits: (readonly ModelEdit[])[] = []; // what properties were before they were changed, change by change
  readonly #takenBack: (readonly ModelEdit[])[] = [];
  readonly #waiting = new Map<number, (content: string | Uint8Array) => void>();
  #wants = { profile: false };

  constructor() {
    super();
    this.#worker = this.#startWorker();
  }

  load(source: ModelSource): void {
    if (source.kind !== 'text' && source !== this.source) this.document++;
    this.source = source;
    this.policy = source.kind === 'task' ? source.policy : undefined;
    if (source.kind !== 'text') this.#files = source;
    this.#loading = true;
    this.emit('loading', nameOf(source));
    this.#send({ type: 'load', id: ++this.#loads, source, running: this.running });
  }

  /** Gives a load (or a worker that does not answer) up; the model is loaded anew on the next `load`. */
  abort(): void {
    this.#renewWorker();
    this.emit('failed', { message: 'loading was stopped', problems: [], text: undefined, file: undefined });
  }

  /** Goes on with a new worker in place of one that is lost, from the state that was seen last; a task starts over. */
  restart(): void {
    const { source } = this;
    this.#resume = source?.kind === 'task' ? undefined : this.#lastState();
    this.#renewWorker();
    if (source === undefined) return;
    const first = source.kind === 'text' ? (this.#files ?? source) : source;
    this.#edited = first === source ? undefined : source;
    this.source = first;
    this.load(first);
  }

  #renewWorker(): void {
    this.#worker.terminate();
    this.#worker = this.#startWorker();
    this.#asked = false;
    this.#silent = false;
    this.#loading = false;
    this.#told = 0;
    this.#waiting.clear();
    this.setSpeed(this.speed);
    this.drive(this.noise);
    this.want({});
  }

  run(running: boolean): void {
    this.running = running;
    this.#told++;
    this.#send({ type: 'run', running });
  }

  step(count: number): void {
    this.running = false;
    this.#told++;
    this.#send({ type: 'step', count });
  }

  seek(index: number): void {
    this.running = false;
    this.#told++;
    this.#send({ type: 'seek', index });
  }

  reset(key = -1): void {
    this.#send({ type: 'reset', key });
  }

  setSpeed(factor: number): void {
    this.speed = factor;
    this.#send({ type: 'speed', factor });
  }

  drive(noise: number): void {
    this.noise = noise;
    this.#send({ type: 'drive', noise });
  }

  set(field: StateField, index: number, value: number): void {
    this.#send({ type: 'set', field, index, value });
  }

  clearCtrl(): void {
    this.#send({ type: 'clearCtrl' });
  }

  /** Changes a constant here and in the worker. */
  edit(field: string, index: number, value: number): void {
    this.editAll(field, [index], [value]);
  }

  /** Changes several numbers of a field at once, as a colour has; they are taken back together. */
  editAll(field: string, indices: readonly number[], values: readonly number[]): void {
    const { model } = this;
    if (model === undefined || !values.every(Number.isFinite)) return;
    const last = this.#edits.at(-1);
    const goesOn = last?.length === indices.length && last.every((e, k) => e.field === field && e.index === indices[k]);
    // a slider that is moved is one change
    if (!goesOn) this.#edits.push(indices.map((index) => ({ field, index, value: readModel(model, field, index) })));
    this.#takenBack.length = 0;
    this.#change(indices.map((index, k) => ({ field, index, value: values[k] ?? 0 })));
  }

  /** Takes the last change of a property back; the name of its field, or undefined if there is none. */
  undo(): string | undefined {
    return this.#exchange(this.#edits, this.#takenBack);
  }

  /** Makes the change again that was taken back last; the name of its field, or undefined if there is none. */
  redo(): string | undefined {
    return this.#exchange(this.#takenBack, this.#edits);
  }

  /** Puts back the values that were kept last in one list, and keeps the present ones in the other. */
  #exchange(from: (readonly ModelEdit[])[], to: (readonly ModelEdit[])[]): string | undefined {
    const { model } = this;
    const edits = from.pop();
    const field = edits?.[0]?.field;
    if (edits === undefined || field === undefined || model === undefined) return undefined;
    to.push(edits.map((edit) => ({ ...edit, value: readModel(model, edit.field, edit.index) })));
    this.#change(edits);
    this.emit('undone', field);
    return field;
  }

  /** How many properties were changed since the model was loaded. */
  get changes(): number {
    return this.#edits.length;
  }

  #change(edits: readonly ModelEdit[]): void {
    if (this.model === undefined) return;
    for (const edit of edits) {
      editModel(this.model, edit.field, edit.index, edit.value);
      this.#send({ type: 'edit', edit });
    }
    this.emit('edited', edits[0]?.field ?? '');
  }

  perturb(perturbation: Perturbation | undefined): void {
    this.#send({ type: 'perturb', perturbation });
  }

  /** Plays the task with another policy. */
  setPolicy(bytes: Uint8Array): void {
    this.policy = bytes;
    this.#send({ type: 'policy', bytes });
    this.emit('policy', bytes);
  }

  /** Tells a task what to do. */
  command(values: readonly number[]): void {
    this.#send({ type: 'command', values });
  }

  /** Changes how much a term of the cost of a plan counts. */
  setWeight(name: string, value: number): void {
    this.#send({ type: 'weight', name, value });
  }

  /** Shoves the robot of a task. */
  push(): void {
    this.#send({ type: 'push' });
  }

  /** Asks which tasks there are. */
  askTasks(): void {
    this.#send({ type: 'tasks' });
  }

  /** Evaluates expressions in every state of the run; reports have the number that is returned. */
  sample(texts: readonly string[]): number {
    const id = ++this.#samplings;
    this.#send({ type: 'sample', id, texts });
    return id;
  }

  /** Keeps the present run to compare with, puts what is compared with on the timeline, or ends the comparison. */
  compare(what: 'present' | 'none' | 'adopt'): void {
    this.#send({ type: 'compare', with: what });
    if (what !== 'adopt') this.emit('compared', what === 'present' ? 'kept run' : undefined);
  }

  /** Opens a recording of the model (.npz, .csv or .mcap) to compare with. */
  openRecording(name: string, bytes: Uint8Array): void {
    this.#send({ type: 'recording', name, bytes });
  }

  restore(state: Float64Array): void {
    this.#send({ type: 'restore', state });
  }

  check(text: string, file: string): void {
    this.#send({ type: 'check', id: ++this.#checks, text, file });
  }

  want(wants: Partial<{ profile: boolean }>): void {
    this.#wants = { ...this.#wants, ...wants };
    this.#send({ type: 'want', ...this.#wants });
  }

  exportAs(what: ExportKind): Promise<string | Uint8Array> {
    const id = ++this.#exports;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#send({ type: 'export', id, what });
    });
  }

  /** Asks for the next state, unless one is on its way. */
  askFrame(): void {
    if (this.model === undefined) return;
    if (this.#asked) {
      this.#watch();
      return;
    }
    this.#asked = true;
    this.#askedAt = performance.now();
    const buffer = this.#spare;
    this.#spare = undefined;
    this.#send({ type: 'frame', buffer }, buffer === undefined ? [] : [buffer]);
  }

  /** Reports a worker that has not answered for long; browsers end workers without a word when memory runs out. */
  #watch(): void {
    if (this.#silent || this.#loading || performance.now() - this.#askedAt < PATIENCE_MS) return;
    this.#silent = true;
    const text = 'There was no answer for 10 seconds: a step takes very long, or the browser has ended the worker.';
    this.emit('lost', { title: 'The simulation does not answer', text });
  }

  #send(command: Command, transfer: Transferable[] = []): void {
    this.#worker.postMessage(command, transfer);
  }

  #startWorker(): Worker {
    const worker = new Worker(new URL('./worker/worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', (event: MessageEvent<Report>) => this.#hear(event.data));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.emit('lost', { title: 'The simulation stopped', text: event.message || 'The worker could not start.' });
    });
    return worker;
  }

  #hear(report: Report): void {
    switch (report.type) {
      case 'loaded':
        if (report.id === this.#loads) this.#adopt(report.model, report.info);
        break;
      case 'failed':
        if (report.id !== this.#loads) break;
        this.#loading = false;
        this.#edited = undefined;
        this.emit('failed', { text: undefined, file: undefined, ...report });
        break;
      case 'progress':
        if (report.id === this.#loads) this.emit('loading', report.text);
        break;
      case 'checked':
        if (report.id === this.#checks) this.emit('checked', report.problems);
        break;
      case 'frame':
        this.ghost = report.ghost;
        this.#read(report.buffer);
        break;
      case 'trouble':
        this.running = false;
        this.emit('trouble', report);
        break;
      case 'profile':
        this.emit('profile', report.profile);
        break;
      case 'tasks':
        this.emit('tasks', report.tasks);
        break;
      case 'compared':
        this.emit('compared', report.name);
        break;
      case 'samples':
        this.emit('samples', report);
        break;
      case 'planned':
        this.emit('planned', report.plan);
        break;
      case 'exported':
        this.#waiting.get(report.id)?.(report.content);
        this.#waiting.delete(report.id);
    }
  }

  #adopt(bytes: Uint8Array, info: ModelInfo): void {
    this.#loading = false;
    const edited = this.#edited;
    this.#edited = undefined;
    if (edited !== undefined) {
      this.load(edited);
      return;
    }
    this.model = restoreModel(bytes, partsPlugins);
    this.data = makeData(this.model);
    this.info = info;
    this.#edits = [];
    this.#takenBack.length = 0;
    this.#spare = undefined;
    this.#asked = false;
    this.emit('loaded', info);
    const resume = this.#resume;
    this.#resume = undefined;
    if (resume?.length === stateSize(this.model, SEEN)) this.restore(resume);
  }

  /** The state of the last picture; what pictures do not show starts anew. */
  #lastState(): Float64Array | undefined {
    const { model, data } = this;
    if (model === undefined || data === undefined) return undefined;
    const state = new Float64Array(stateSize(model, SEEN));
    data.time = this.head.time;
    getState(model, data, state, SEEN);
    return state;
  }

  #read(buffer: ArrayBuffer): void {
    this.#asked = false;
    if (this.#silent) this.emit('found', undefined);
    this.#silent = false;
    this.#spare = buffer;
    if (this.data === undefined) return;
    readSnapshot(new Float64Array(buffer), this.data, this.contacts, this.head);
    // a state from before the last command does not know whether it runs now
    if (this.head.obeyed >= this.#told) this.running = this.head.running === 1;
    else this.head.running = this.running ? 1 : 0;
    this.emit('frame', this.head);
  }
}
