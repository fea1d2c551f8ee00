import { makeHelp } from './commands/help.ts';
import { Palette } from './commands/palette.ts';
import { listenForKeys } from './commands/shortcuts.ts';
import { acceptDrops, chooseFiles } from './drop.ts';
import { FIRST_PICTURE } from './first-picture.ts';
import { Gallery, modelsRoot } from './gallery.ts';
import { GhostRun } from './ghost-run.ts';
import { Gizmo, gizmoTools } from './gizmo.ts';
import { showHints } from './hints.ts';
import { Probes } from './instruments/probes.ts';
import { Keyframes } from './keyframes.ts';
import { ControlPanel } from './panels/control.ts';
import { EditorPanel } from './panels/editor.ts';
import { LogPanel } from './panels/log.ts';
import { PhysicsPanel } from './panels/physics.ts';
import { PlanPanel } from './panels/plan.ts';
import { PlotsPanel } from './panels/plots.ts';
import { PolicyPanel } from './panels/policy.ts';
import { ProfilerPanel } from './panels/profiler.ts';
import { SwarmPanel } from './panels/swarm.ts';
import { TrainPanel } from './panels/train.ts';
import { TreePanel } from './panels/tree.ts';
import { ViewPanel } from './panels/view.ts';
import { WatchPanel } from './panels/watch.ts';
import { PlanTraces } from './plan-traces.ts';
import { Pointer } from './pointer.ts';
import type { ExportKind, ModelSource, Problem } from './protocol.ts';
import { fetchTask, lookFrom, makeLink, NOTHING_SHARED, readAddress, type Shared } from './share.ts';
import { type LoadFailure, Simulation } from './simulation.ts';
import { Stage } from './stage.ts';
import { SwarmScene } from './swarm/swarm-scene.ts';
import { TopBar } from './top-bar.ts';
import { Transport } from './transport.ts';
import { download, el } from './ui/dom.ts';
import { Notices } from './ui/notice.ts';
import { type Side, Workspace } from './ui/workspace.ts';
import { Recorder } from './video.ts';

const LIVELY_MODEL = 'humanoid.xml';
const LINKED_STATE = 4000; // numbers of a state that a link may have
const SWARM = 256; // environments
const LIVELY = 0.3; // random drive of the humanoid, so that it does not just lie there

const byId = (id: string): HTMLElement => {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no #${id}`);
  return element;
};

/** The application: the simulation, the picture, and the panels around it. */
export class Studio {
  readonly sim = new Simulation();
  readonly stage = new Stage(byId('canvas') as HTMLCanvasElement, this.sim);
  readonly notices = new Notices(byId('stage'));
  readonly pointer = new Pointer(this.sim, this.stage);
  readonly transport = new Transport(byId('transport'), this.sim);
  readonly editor = new EditorPanel(this.sim);
  readonly view = new ViewPanel(this.sim, this.stage, this.pointer);
  readonly tree = new TreePanel(this.sim, this.pointer);
  readonly policy = new PolicyPanel(this.sim);
  readonly train = new TrainPanel(this.sim);
  readonly plan = new PlanPanel(this.sim);
  readonly traces = new PlanTraces(this.sim, this.stage);
  readonly ghost = new GhostRun(this.sim, this.stage);
  readonly swarm = new SwarmScene(this.sim, this.stage);
  readonly log = new LogPanel(this.sim, (p) => this.visit(p));
  readonly probes = new Probes(this.sim);
  readonly plots = new PlotsPanel(this.sim, this.probes, this.ghost);
  readonly workspace = new Workspace(byId('workspace'), byId('stage'), {
    left: [this.tree, this.editor],
    right: [
      new ControlPanel(this.sim),
      this.view,
      new PhysicsPanel(this.sim),
      this.plots,
      new WatchPanel(this.sim, this.probes),
      this.policy,
      this.train,
      this.plan,
      new SwarmPanel(this.swarm, this.sim),
      new ProfilerPanel(this.sim, this.stage),
      this.log,
    ],
  });
  readonly gizmo = new Gizmo(this.sim, this.stage, this.pointer);
  readonly keyframes = new Keyframes(this.sim, this.stage, this.editor, this.notices);
  readonly palette = new Palette(this);
  readonly gallery = new Gallery(
    (file) => this.openBundled(file),
    () => void this.openSwarm(),
  );
  readonly help = makeHelp();
  readonly recorder = new Recorder(this.stage);
  readonly topBar = new TopBar(byId('topbar'), this);
  readonly #veil = this.#makeVeil();
  #shared: Shared | undefined;
  /** What was wrong with the link that led here, until it was said. */
  #linkTrouble: string | undefined;
  /** Where the policy that plays was read from, if it has an address. */
  #policyAddress: string | undefined;
  #shownDocument = -1;
  #wasRunning = false; // when a model could not be loaded

  start(): void {
    this.sim.on('loading', (what) => this.#showLoading(what));
    this.sim.on('loaded', () => this.#loaded());
    this.sim.on('failed', (failure) => this.#failed(failure));
    this.sim.on('trouble', ({ title, text }) => this.notices.trouble(title, text));
    this.sim.on('lost', ({ title, text }) => {
      const again = el('button', { type: 'button', on: { click: () => this.sim.restart() } }, 'Start it again');
      this.notices.trouble(title, text, [], undefined, again);
      this.log.event(title);
    });
    this.sim.on('found', () => this.notices.clear());
    this.sim.on('edited', (field) => {
      if (field.endsWith('_rgba')) this.pointer.markGeom(-1); // so that the colour itself is seen
      if (/rgba|group|width|size/.test(field)) this.stage.viewer?.view.refresh();
    });
    this.pointer.onSelect = (body) => this.tree.showBody(body);
    this.log.onCount = (count) => this.workspace.badge('log', count);
    acceptDrops(
      (files) => this.openGiven(files),
      (text) => this.notices.trouble('The files could not be read', text),
    );
    this.policy.onChoose = () => this.openFiles();
    this.plan.onPlan = (task, method) => this.openPlan(task, method);
    this.policy.onTask = (task) => this.openTask(task);
    this.train.onTask = (task) => this.openTask(task);
    this.train.onPolicy = (bytes, steps) => this.#showTrained(bytes, steps);
    listenForKeys(this);
    byId('stage').append(gizmoTools(this.gizmo));
    if (innerWidth < 1000) this.workspace.setOpen('left', false);
    if (innerWidth < 700) this.workspace.setOpen('right', false);
    void this.#openFirst();
  }

  async #openFirst(): Promise<void> {
    try {
      this.#shared = await readAddress(modelsRoot());
    } catch (error) {
      this.#linkTrouble = error instanceof Error ? error.message : String(error);
    }
    const shared = this.#shared;
    if (shared?.paused) this.sim.running = false;
    if (shared?.speed !== undefined) this.sim.setSpeed(shared.speed);
    if (shared?.source === undefined) await this.#openFirstPicture();
    else this.#openLinked(shared.source, shared.policy);
  }

  /** A robot that walks by a trained policy; where that is missing, the humanoid. */
  async #openFirstPicture(): Promise<void> {
    showHints(byId('stage'));
    await this.#openWalker();
  }

  async #openWalker(): Promise<void> {
    const { task, policy } = FIRST_PICTURE;
    try {
      this.#play(await fetchTask(task, policy), policy);
    } catch {
      this.#openLinked({ kind: 'url', root: modelsRoot(), file: LIVELY_MODEL }, undefined);
    }
  }

  #openLinked(source: ModelSource, policy: string | undefined): void {
    if (source.kind === 'task') this.#play(source, policy);
    else {
      this.sim.drive(
        source.kind === 'url' && source.root === modelsRoot() && source.file === LIVELY_MODEL ? LIVELY : 0,
      );
      this.sim.load(source);
    }
  }

  /** Loads a task; the address of its policy, if it has one, becomes part of links to it. */
  #play(source: ModelSource, policy: string | undefined): void {
    this.#policyAddress = policy;
    this.policy.setName(policy?.replace(/^.*\//, '') ?? 'none');
    this.sim.drive(0);
    this.sim.load(source);
  }

  /** Opens the robot of the first picture among many of its kind, which the same policy drives. */
  async openSwarm(n = SWARM): Promise<void> {
    this.sim.run(true);
    this.#shared = { ...NOTHING_SHARED, swarm: n };
    history.replaceState(null, '', `?swarm=${n}`);
    await this.#openWalker();
  }

  /** Opens a task that is planned. */
  openPlan(task: string, method: string): void {
    this.sim.run(true);
    this.#play({ kind: 'plan', task, method }, undefined);
    history.replaceState(null, '', location.pathname);
  }

  /** Opens a task without a policy. */
  openTask(task: string): void {
    this.sim.run(true);
    this.#play({ kind: 'task', task, policy: undefined }, undefined);
    history.replaceState(null, '', `?task=${encodeURIComponent(task)}`);
  }

  /** Plays the task that a policy was trained for; a file in the format ONNX does not tell, so it plays the task that is chosen. */
  openPolicy(name: string, bytes: Uint8Array): void {
    const task = /\.onnx$/i.test(name) ? this.policy.tasks.task : undefined;
    this.sim.run(true);
    this.#play({ kind: 'task', task, policy: bytes }, undefined);
    this.policy.setName(name);
    this.workspace.show('policy');
    history.replaceState(null, '', location.pathname);
  }

  /** Shows a policy that is being trained, while its task is in the picture. */
  #showTrained(bytes: Uint8Array, steps: number): void {
    if (this.sim.info?.play === undefined) return;
    this.sim.setPolicy(bytes);
    this.policy.setName(`after ${steps.toLocaleString('en')} steps`);
  }

  openBundled(file: string): void {
    this.sim.run(true);
    this.sim.drive(file === LIVELY_MODEL ? LIVELY : 0);
    this.sim.load({ kind: 'url', root: modelsRoot(), file });
    history.replaceState(null, '', `?model=${file.replace(/\.xml$/, '')}`);
  }

  openGiven(files: Record<string, Uint8Array>): void {
    this.gallery.close();
    const policy = Object.keys(files).find((name) => /\.(safetensors|onnx)$/i.test(name));
    if (policy !== undefined) {
      this.openPolicy(policy, files[policy] as Uint8Array);
      return;
    }
    const recording = Object.keys(files).find((name) => /\.(npz|csv|mcap)$/i.test(name));
    if (recording !== undefined && Object.keys(files).length === 1 && this.sim.model !== undefined) {
      this.workspace.show('plots');
      this.sim.openRecording(recording, files[recording] as Uint8Array);
      return;
    }
    this.sim.drive(0);
    history.replaceState(null, '', location.pathname);
    this.sim.load({ kind: 'files', files });
  }

  openFiles(): void {
    chooseFiles((files) => this.openGiven(files));
  }

  /** Compiles the model again: from the editor if its text was changed. */
  reload(): void {
    const { source } = this.sim;
    if (this.editor.edited || source === undefined || source.kind === 'text') this.editor.reload();
    else this.sim.load(source);
  }

  selectParent(): void {
    const { model } = this.sim;
    const body = this.pointer.selected;
    if (model !== undefined && body > 0 && model.body_parentid[body] > 0)
      this.pointer.select(model.body_parentid[body]);
  }

  toggleDock(side: Side): void {
    const { workspace } = this;
    const open = !workspace.isOpen(side);
    if (innerWidth < 1000 && open) workspace.setOpen(side === 'left' ? 'right' : 'left', false); // else nothing is left of the picture
    workspace.setOpen(side, open);
  }

  async fullScreen(): Promise<void> {
    if (document.fullscreenElement === null) await document.documentElement.requestFullscreen();
    else await document.exitFullscreen();
  }

  /** Takes the last change of a property back. */
  undo(): void {
    const field = this.sim.undo();
    this.notices.toast(field === undefined ? 'Nothing to undo' : `${field.replace(/^opt\./, '')} is what it was`);
  }

  /** Makes the change of a property again that was taken back last. */
  redo(): void {
    const field = this.sim.redo();
    this.notices.toast(field === undefined ? 'Nothing to redo' : `${field.replace(/^opt\./, '')} is changed again`);
  }

  /** Shows where in the source a problem is. */
  visit(p: Problem): void {
    this.workspace.show('editor');
    this.editor.visit(p);
  }

  get #name(): string {
    return (this.sim.info?.file ?? 'model').replace(/^.*\//, '').replace(/\.[^.]*$/, '');
  }

  async screenshot(): Promise<void> {
    download(`${this.#name}.png`, await this.stage.screenshot());
    this.notices.toast('Saved the picture');
  }

  /** Starts or ends a recording; true while it records. */
  async toggleRecording(): Promise<boolean> {
    try {
      if (!this.recorder.recording) {
        await this.recorder.start();
        return true;
      }
      const video = await this.recorder.stop();
      download(`${this.#name}.${video.type.includes('webm') ? 'webm' : 'mp4'}`, video);
      this.notices.toast(`Saved the video (${(video.size / 1e6).toFixed(1)} MB)`);
    } catch (error) {
      this.notices.trouble('The video could not be recorded', error instanceof Error ? error.message : String(error));
    }
    return false;
  }

  /** Puts a link to the model (and, while it is paused, to its state) on the clipboard and into the address bar. */
  async share(): Promise<void> {
    const rig = this.stage.viewer?.rig;
    if (rig === undefined) return;
    const from = this.sim.source;
    const what =
      from?.kind === 'task'
        ? { task: this.sim.info?.play?.task ?? '', policy: this.#policyAddress }
        : from?.kind !== 'url' || this.editor.edited
          ? { text: this.editor.text }
          : from.root === modelsRoot()
            ? { bundled: from.file }
            : { address: from.root + from.file };
    const link = await makeLink(what, rig, this.sim.running ? undefined : await this.#state(), this.swarm.n);
    history.replaceState(null, '', link);
    try {
      await navigator.clipboard.writeText(link);
      this.notices.toast('Link copied to the clipboard');
    } catch {
      this.notices.toast('The link is in the address bar');
    }
    if (from?.kind === 'files' && (this.sim.info?.files.length ?? 0) > 1)
      this.notices.toast('The link contains the model, but not its meshes and textures');
  }

  /** All that the next step depends on; undefined if that is too much for a link. */
  async #state(): Promise<Float64Array | undefined> {
    const { state } = JSON.parse(String(await this.sim.exportAs('state'))) as { state: number[] };
    return state.length > LINKED_STATE ? undefined : Float64Array.from(state);
  }

  async exportAs(what: ExportKind): Promise<void> {
    const content = await this.sim.exportAs(what);
    const [ending, type] = {
      state: ['state.json', 'application/json'],
      mjcf: ['xml', 'text/xml'],
      binary: ['qposb', 'application/octet-stream'],
      run: ['run.csv', 'text/csv'],
    }[what] as [string, string];
    download(`${this.#name}.${ending}`, new Blob([content as BlobPart], { type }));
    if (what === 'mjcf' && this.sim.changes > 0)
      this.notices.toast('The file contains the model as loaded, without the properties you changed');
  }

  /** The line that says what is being loaded, and lets one stop that. */
  #makeVeil(): { root: HTMLElement; text: HTMLElement } {
    const text = el('span', {}, '');
    const stop = el('button', { type: 'button', on: { click: () => this.sim.abort() } }, 'Stop');
    const root = el('div', { class: 'loading', hidden: true }, el('span', { class: 'spinner' }), text, stop);
    byId('stage').append(root);
    return { root, text };
  }

  #showLoading(what: string): void {
    this.#veil.text.textContent = `Loading ${what}`;
    this.#veil.root.hidden = false;
  }

  #loaded(): void {
    this.#veil.root.hidden = true;
    this.notices.clear();
    if (this.#wasRunning) this.sim.run(true);
    this.#wasRunning = false;
    const keepCamera = this.sim.document === this.#shownDocument;
    this.#shownDocument = this.sim.document;
    this.pointer.select(-1);
    this.stage.show(keepCamera);
    const shared = this.#shared;
    this.#shared = undefined;
    const rig = this.stage.viewer?.rig;
    if (shared?.camera !== undefined && rig !== undefined) lookFrom(rig, shared.camera);
    else if (this.#follows && !keepCamera && rig !== undefined) rig.mode = { kind: 'track', body: 1 };
    if (shared?.state !== undefined) this.sim.restore(shared.state);
    if (shared?.swarm !== undefined) this.swarm.setCount(shared.swarm);
    if (this.#linkTrouble !== undefined) this.notices.trouble('The link could not be read', this.#linkTrouble);
    this.#linkTrouble = undefined;
    document.title = `${this.sim.info?.title ?? 'model'} – qpos studio`;
    document.documentElement.dataset['state'] = 'ready';
  }

  /** Whether the camera goes with the robot: it moves by itself. */
  get #follows(): boolean {
    const { info, noise, model } = this.sim;
    return model !== undefined && model.nbody > 1 && (noise > 0 || info?.play !== undefined);
  }

  #failed({ message, problems }: LoadFailure): void {
    this.#veil.root.hidden = true;
    this.#wasRunning ||= this.sim.running;
    this.sim.run(false);
    const text = problems.length > 0 ? '' : message;
    const title = problems.some((p) => p.line !== undefined)
      ? 'The model has problems'
      : 'The model could not be loaded';
    const models = el('button', { type: 'button', on: { click: () => this.gallery.open() } }, 'Choose a bundled model');
    const actions = this.sim.model === undefined ? [models] : []; // there is nothing else to go on with
    const listed =
      problems.length > 0 && problems.every((p) => p.line !== undefined) && this.workspace.isVisible('editor'); // once is enough
    if (listed) this.notices.trouble(title, 'They are listed below the source.');
    else this.notices.trouble(title, text, problems, (p) => this.visit(p), ...actions);
    this.log.event(problems.length > 0 ? `Not loaded: ${problems.length} problems` : `Not loaded: ${message}`);
    document.documentElement.dataset['state'] = 'failed';
  }
}
