import { backendName, enums, saveModel } from '@qpos/core';
import { type Spec, writeMjcf } from '@qpos/spec';
import type { Command, ModelSource, Report } from '../protocol.ts';
import { asText, compileFiles, gather, type ModelFiles, problemsOf, withExcerpts } from './loading.ts';
import { profile } from './profile.ts';
import { Session } from './session.ts';

const PROFILE_MS = 500;

let session: Session | undefined;
let files: ModelFiles | undefined;
let spec: Spec | undefined;
let scheduled = false;
let frameWanted: { buffer: ArrayBuffer | undefined } | undefined;
let wantsProfile = false;
let wantsEnergy = false;
let profiled = 0;
let speed = 1;
let running = false;
let obeyed = 0; // commands to run, stop or step
let noise = 0;
let wanted = 0; // the load that was asked for last

const post = (report: Report, transfer: Transferable[] = []): void => postMessage(report, { transfer });

async function load(id: number, source: ModelSource): Promise<void> {
  wanted = id;
  let given: ModelFiles | undefined;
  try {
    given = await gather(source, files, (text) => post({ type: 'progress', id, text }));
    if (id !== wanted) return;
    files = given; // also of a model with errors: they are mended in the editor
    const start = performance.now();
    const compiled = compileFiles(given);
    const compileMs = performance.now() - start;
    const next = new Session(compiled.model);
    session = next;
    spec = compiled.spec;
    next.onTrouble = (title, text) => post({ type: 'trouble', title, text });
    next.speed = speed;
    next.noise = noise;
    next.wantsEnergy = wantsEnergy;
    next.start(running);
    const model = saveModel(compiled.model);
    const info = {
      title: compiled.spec.model ?? given.main,
      file: given.main,
      text: asText(given.files[given.main]),
      files: Object.keys(given.files),
      warnings: withExcerpts(compiled.warnings, given.files),
      backend: backendName(),
      compileMs,
    };
    post({ type: 'loaded', id, model, info }, [model.buffer]);
    schedule();
  } catch (error) {
    const known = given?.files ?? (source.kind === 'text' ? { [source.file]: source.text } : {});
    const problems = problemsOf(error, known);
    const message = error instanceof Error ? error.message : String(error);
    const main = given?.main;
    const text = main === undefined ? undefined : asText(known[main]);
    post({ type: 'failed', id, message, problems, ...(text === undefined ? {} : { text, file: main ?? '' }) });
  }
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
  try {
    session.advance();
    if (frameWanted !== undefined) {
      const buffer = session.snapshot(frameWanted.buffer, obeyed);
      frameWanted = undefined;
      post({ type: 'frame', buffer }, [buffer]);
    }
    sendProfile(session);
  } catch (error) {
    session.running = false;
    post({
      type: 'trouble',
      title: 'The engine stopped',
      text: error instanceof Error ? error.message : String(error),
    });
  }
  if (session.running) schedule();
}

function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  setTimeout(tick, session?.running && frameWanted === undefined ? 2 : 0);
}

function sendProfile(current: Session): void {
  const now = performance.now();
  if (!wantsProfile || now - profiled < PROFILE_MS) return;
  profiled = now;
  post({ type: 'profile', profile: profile(current.model, current.data) });
}

function exported(id: number, what: 'state' | 'mjcf' | 'binary'): void {
  if (session === undefined || spec === undefined) return;
  if (what === 'mjcf') post({ type: 'exported', id, content: writeMjcf(spec) });
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
    case 'export':
      exported(command.id, command.what);
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
      wantsEnergy = command.energy;
      wantsProfile = command.profile;
      if (s !== undefined) s.wantsEnergy = wantsEnergy;
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

type SessionCommand = Exclude<Command, { type: 'load' | 'check' | 'export' | 'frame' | 'speed' | 'drive' | 'want' }>;

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
    case 'restore':
      s.restore(command.state);
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
