import { backendName, enums, saveModel } from '@qpos/core';
import { type Spec, writeMjcf } from '@qpos/spec';
import { specFromModel } from '@qpos/spec/decompile';
import type { Command, ExportKind, ModelSource, Report } from '../protocol.ts';
import {
  asText,
  type Compiled,
  compileFiles,
  gather,
  type ModelFiles,
  otherSources,
  problemsOf,
  withExcerpts,
} from './loading.ts';
import type { Planning } from './planning.ts';
import type { Play } from './play.ts';
import { profile } from './profile.ts';
import { Session } from './session.ts';

const PROFILE_MS = 500;
const SAMPLES_MS = 40; // between two reports of what was evaluated
const SAMPLING_MS = 6; // of evaluation at a time, while the simulation runs
const RESTING_MS = 20; // while it does not

let session: Session | undefined;
let files: ModelFiles | undefined;
let spec: Spec | undefined;
let scheduled = false;
let frameWanted: { buffer: ArrayBuffer | undefined } | undefined;
let wantsProfile = false;
let sampled: { readonly id: number; readonly texts: readonly string[] } = { id: 0, texts: [] };
let sampledAt = 0;
let profiled = 0;
let speed = 1;
let running = false;
let obeyed = 0; // commands to run, stop or step
let noise = 0;
let wanted = 0; // the load that was asked for last

const post = (report: Report, transfer: Transferable[] = []): void => postMessage(report, { transfer });

/** What a source becomes: files and a compiled model, or a task that has its own. */
interface Opened extends Compiled {
  readonly files: ModelFiles;
  readonly play: Play | Planning | undefined;
}

/** Makes a task with its policy. Its model is shown as the text that it would be read from. */
async function openTask(source: Extract<ModelSource, { kind: 'task' | 'plan' }>): Promise<Opened> {
  const play = await playOf(source);
  const { spec, files: assets } = specFromModel(play.model);
  const main = `${play.task.replace(/^.*\//, '')}.xml`;
  return {
    play,
    spec,
    model: play.model,
    warnings: [],
    files: { main, files: { ...assets, [main]: writeMjcf(spec) } },
  };
}

async function playOf(source: Extract<ModelSource, { kind: 'task' | 'plan' }>): Promise<Play | Planning> {
  if (source.kind === 'task') return (await import('./play.ts')).Play.of(source.task, source.policy);
  const planning = await import('./planning.ts');
  return new planning.Planning(source.task, source.method);
}

async function load(id: number, source: ModelSource): Promise<void> {
  wanted = id;
  let given: ModelFiles | undefined;
  try {
    if (source.kind !== 'task' && source.kind !== 'plan')
      given = await gather(source, files, (text) => post({ type: 'progress', id, text }));
    if (id !== wanted) return;
    if (given !== undefined) files = given; // also of a model with errors: they are mended in the editor
    const start = performance.now();
    const before = source.kind === 'text' && source.keep === true && session?.play === undefined ? session : undefined;
    const opened =
      source.kind === 'task' || source.kind === 'plan'
        ? await openTask(source)
        : { ...compileFiles(given as ModelFiles, before), files: given as ModelFiles, play: undefined };
    if (id !== wanted) return;
    adopt(id, opened, performance.now() - start);
  } catch (error) {
    const known = given?.files ?? (source.kind === 'text' ? { [source.file]: source.text } : {});
    const problems = problemsOf(error, known);
    const message = error instanceof Error ? error.message : String(error);
    const main = given?.main;
    const text = main === undefined ? undefined : asText(known[main]);
    post({ type: 'failed', id, message, problems, ...(text === undefined ? {} : { text, file: main ?? '' }) });
  }
}

/** Starts the simulation of what was opened, and tells the page. */
function adopt(id: number, opened: Opened, compileMs: number): void {
  const { play, files: given } = opened;
  const next = new Session(opened.model, play, opened.data);
  session = next;
  files = given;
  spec = opened.spec;
  next.onTrouble = (title, text) => post({ type: 'trouble', title, text });
  next.speed = speed;
  next.noise = noise;
  sampled = { id: 0, texts: [] }; // they are asked for anew, for this model
  next.start(running);
  const model = saveModel(opened.model);
  const info = {
    title: play?.task ?? opened.spec.model ?? given.main,
    file: given.main,
    text: asText(given.files[given.main]),
    files: Object.keys(given.files),
    sources: otherSources(given),
    warnings: withExcerpts(opened.warnings, given.files),
    backend: backendName(),
    compileMs,
    ...(play !== undefined &&
      (isPlanned(play) ? { plan: play.info } : { play: { task: play.task, command: play.command } })),
  };
  post({ type: 'loaded', id, model, info }, [model.buffer]);
  schedule();
}

const isPlanned = (play: Play | Planning): play is Planning => 'takeReport' in play;

/** Compares a run with that of a file. */
async function openRecording(current: Session, name: string, bytes: Uint8Array): Promise<void> {
  try {
    const { historyOf } = await import('./recorded.ts');
    current.compare(historyOf(current.model, name, bytes));
    post({ type: 'compared', name });
    schedule();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    post({ type: 'trouble', title: 'The recording could not be opened', text });
  }
}

/** Tells the page which tasks there are. */
async function listTasks(): Promise<void> {
  const { registeredTasks } = await import('@qpos/env');
  const tasks = registeredTasks().map(({ id, description = '' }) => ({ id, description }));
  post({ type: 'tasks', tasks });
}

/** Compiles a text beside the running model, for its problems. */
function check(id: number, text: string, file: string): void {
  const candidate = { main: file, files: { ...files?.files, [file]: text } };
  try {
    const { warnings } = compileFiles(candidate);
    post({ type: 'checked', id, problems: withExcerpts(warnings, candidate.files) });
  } catch (error) {
    post({ type: 'checked', id, problems: problemsOf(error, candidate.files) });
  }
}

/** Runs the simulation for a moment, then sends what was asked for. */
function tick(): void {
  scheduled = false;
  if (session === undefined) return;
  let more = false;
  try {
    session.advance();
    if (frameWanted !== undefined) {
      const buffer = session.snapshot(frameWanted.buffer, obeyed);
      frameWanted = undefined;
      const ghost = session.ghost();
      post({ type: 'frame', buffer, ghost }, ghost === undefined ? [buffer] : [buffer, ghost.buffer]);
    }
    sendProfile(session);
    sendPlan(session);
    more = sendSamples(session);
  } catch (error) {
    session.running = false;
    post({
      type: 'trouble',
      title: 'The engine stopped',
      text: error instanceof Error ? error.message : String(error),
    });
  }
  if (session.running || more) schedule();
}

/** Reports what was evaluated of the run and of the one it is compared with; true if something may be left. */
function sendSamples(current: Session): boolean {
  const now = performance.now();
  if (sampled.texts.length === 0) return false;
  if (now - sampledAt < SAMPLES_MS) return true;
  sampledAt = now;
  let more = false;
  for (const run of ['live', 'reference'] as const) {
    const found = current.samples(run, current.running ? SAMPLING_MS : RESTING_MS);
    if (found === undefined) continue;
    more = true;
    const { id } = sampled;
    post({ type: 'samples', id, run, revision: current.revision, ...found }, [found.rows.buffer]);
  }
  return more;
}

function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  setTimeout(tick, session?.running && frameWanted === undefined ? 2 : 0);
}

function sendPlan({ play }: Session): void {
  const plan = play !== undefined && isPlanned(play) ? play.takeReport() : undefined;
  if (plan !== undefined) post({ type: 'planned', plan }, [plan.traces.buffer]);
}

function sendProfile(current: Session): void {
  const now = performance.now();
  if (!wantsProfile || now - profiled < PROFILE_MS) return;
  profiled = now;
  post({ type: 'profile', profile: profile(current.model, current.data) });
}

function exported(id: number, what: ExportKind): void {
  if (session === undefined || spec === undefined) return;
  if (what === 'mjcf') post({ type: 'exported', id, content: writeMjcf(spec) });
  else if (what === 'run') post({ type: 'exported', id, content: session.table() });
  else if (what === 'binary') post({ type: 'exported', id, content: saveModel(session.model) });
  else {
    const { data } = session;
    const { time, qpos, qvel, act, ctrl, mocap_pos, mocap_quat } = data;
    const arrays = { qpos, qvel, act, ctrl, mocap_pos, mocap_quat };
    const lists = Object.fromEntries(Object.entries(arrays).map(([k, v]) => [k, [...v]]));
    const full = { signature: enums.StateBit.INTEGRATION, state: [...session.state()] };
    post({ type: 'exported', id, content: JSON.stringify({ model: spec.model, time, ...lists, ...full }, null, 1) });
  }
}

function obey(command: Command): void {
  const s = session;
  switch (command.type) {
    case 'load':
      running = command.running;
      void load(command.id, command.source);
      return;
    case 'check':
      check(command.id, command.text, command.file);
      return;
    case 'tasks':
      void listTasks();
      return;
    case 'export':
      exported(command.id, command.what);
      return;
    case 'recording':
      if (s !== undefined) void openRecording(s, command.name, command.bytes);
      return;
    case 'frame':
      frameWanted = { buffer: command.buffer };
      break;
    case 'speed':
      speed = command.factor;
      if (s !== undefined) s.speed = speed;
      break;
    case 'drive':
      noise = command.noise;
      if (s !== undefined) s.noise = noise;
      break;
    case 'want':
      wantsProfile = command.profile;
      break;
    default:
      note(command);
      if (s !== undefined) act(s, command);
  }
  schedule();
}

/** Whether it should run is remembered for a model that is still being loaded. */
function note(command: SessionCommand): void {
  if (command.type !== 'run' && command.type !== 'step' && command.type !== 'seek') return;
  obeyed++;
  running = command.type === 'run' && command.running;
}

type SessionCommand = Exclude<
  Command,
  { type: 'load' | 'check' | 'tasks' | 'export' | 'recording' | 'frame' | 'speed' | 'drive' | 'want' }
>;

function act(s: Session, command: SessionCommand): void {
  switch (command.type) {
    case 'run':
      s.start(command.running);
      break;
    case 'step':
      s.start(false);
      s.stepBy(command.count);
      break;
    case 'seek':
      s.start(false);
      s.seek(command.index);
      break;
    case 'reset':
      s.reset(command.key);
      break;
    case 'set':
      s.setField(command.field, command.index, command.value);
      break;
    case 'clearCtrl':
      s.clearCtrl();
      break;
    case 'edit':
      s.edit(command.edit);
      break;
    case 'perturb':
      s.setPerturbation(command.perturbation);
      break;
    case 'policy':
      s.play?.setPolicy(command.bytes);
      break;
    case 'command':
      s.play?.setCommand(command.values);
      break;
    case 'weight':
      if (s.play !== undefined && isPlanned(s.play)) s.play.setWeight(command.name, command.value);
      break;
    case 'push':
      s.play?.push();
      break;
    case 'restore':
      s.restore(command.state);
      break;
    case 'sample':
      sampled = command;
      s.sample(command.texts);
      break;
    case 'compare':
      if (command.with === 'none') s.reference = undefined;
      else if (command.with === 'present') s.compare();
      else s.adoptReference();
      break;
  }
}

/** Does what the page asks for; errors are reported to it. */
export function hear(command: Command): void {
  try {
    obey(command);
  } catch (error) {
    if (session !== undefined) session.running = false;
    post({
      type: 'trouble',
      title: 'The engine stopped',
      text: error instanceof Error ? error.message : String(error),
    });
  }
}
