import fs from 'node:fs';
import type { Command } from 'commander';
import { type Data, enums, forward, type Model, step } from 'qpos';
import { INTERRUPTED, type Io, print, printJson } from '../io.ts';
import { openModel, startData } from '../model/open.ts';
import { table } from '../output/table.ts';
import { bytes, colors, count, duration, num, startProgress } from '../output/terminal.ts';
import { type Controls, readControls, sineControls } from '../recording/controls.ts';
import { Recorder } from '../recording/recorder.ts';
import { addCommand, addJson, mentionWarnings, numberOption } from './shared.ts';

interface SimOptions {
  readonly duration: string;
  readonly keyframe?: string;
  readonly controls?: string;
  readonly drive: boolean;
  readonly record?: string;
  readonly every: string;
  readonly json: boolean;
}

/** What a run came to. */
export interface SimSummary {
  readonly model: { readonly nbody: number; readonly nv: number; readonly nu: number; readonly ngeom: number };
  readonly backend: string;
  readonly interrupted: boolean;
  readonly steps: number;
  /** Seconds of the model. */
  readonly simulated: number;
  /** Seconds of the clock. */
  readonly wall: number;
  readonly stepMicroseconds: number;
  readonly realTimeFactor: number;
  readonly contacts: { readonly most: number; readonly last: number };
  readonly rows: { readonly most: number };
  readonly energy: { readonly potential: number; readonly kinetic: number };
  readonly warnings: Readonly<Record<string, number>>;
  readonly recording?: { readonly file: string; readonly rows: number; readonly bytes: number };
}

interface Run {
  readonly steps: number;
  /** Steps between recorded rows. */
  readonly every: number;
  readonly controls?: Controls | undefined;
  readonly recorder?: Recorder | undefined;
}

const SHOW_MILLISECONDS = 80;

/** Lets timers, signals and streams have their turn. */
const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Runs a model for some steps with progress; an interrupt ends the run early. */
export async function simulate(io: Io, model: Model, data: Data, run: Run): Promise<SimSummary> {
  const { steps, every, controls, recorder } = run;
  const timestep = model.opt.timestep;
  const progress = startProgress(io.stderr, 'simulating', steps);
  const start = performance.now();
  let mostContacts = 0;
  let mostRows = 0;
  let shown = start;
  let k = 0;
  for (; k < steps && !io.signal.aborted; k++) {
    controls?.(data, k);
    const recorded = recorder !== undefined && k % every === 0;
    if (recorded) recorder.before(data);
    step(model, data);
    if (recorded) {
      recorder.after(data);
      if (recorder.full) await recorder.flush();
    }
    mostContacts = Math.max(mostContacts, data.ncon);
    mostRows = Math.max(mostRows, data.nefc);
    const now = performance.now();
    if (now - shown > SHOW_MILLISECONDS) {
      shown = now;
      progress.update(k + 1, `${num((1000 * (k + 1) * timestep) / (now - start), 3)}x real time`);
      await breathe();
    }
  }
  progress.stop();
  const wall = (performance.now() - start) / 1000;
  const energy = finalState(model, data, recorder);
  return {
    model: { nbody: model.nbody, nv: model.nv, nu: model.nu, ngeom: model.ngeom },
    backend: model.backendName,
    interrupted: io.signal.aborted,
    steps: k,
    simulated: k * timestep,
    wall,
    stepMicroseconds: (1e6 * wall) / Math.max(k, 1),
    realTimeFactor: (k * timestep) / wall,
    contacts: { most: mostContacts, last: data.ncon },
    rows: { most: mostRows },
    energy,
    warnings: warningCounts(data),
  };
}

/** Evaluates the state that the run ended in, records it, and gives its energy. */
function finalState(model: Model, data: Data, recorder: Recorder | undefined): SimSummary['energy'] {
  const flags = model.opt.enableflags;
  model.opt.enableflags |= enums.EnableBit.ENERGY;
  recorder?.before(data);
  forward(model, data);
  recorder?.after(data);
  model.opt.enableflags = flags;
  return { potential: data.energy[0] as number, kinetic: data.energy[1] as number };
}

/** Warnings that were raised, by name. */
export function warningCounts(data: Data): Record<string, number> {
  const counts = Object.entries(enums.Warning).map(([name, id]): [string, number] => [
    name.toLowerCase(),
    data.warning.number[id] ?? 0,
  ]);
  return Object.fromEntries(counts.filter(([, n]) => n !== 0));
}

const WARNING_TEXTS: Readonly<Record<string, string>> = {
  inertia: 'the inertia matrix was nearly singular',
  contactfull: 'the contact buffer was full',
  cnstrfull: 'the constraint buffer was full',
  badqpos: 'a position was not finite or too large; the state was reset',
  badqvel: 'a velocity was not finite or too large; the state was reset',
  badqacc: 'an acceleration was not finite or too large; the state was reset',
  badctrl: 'a control was not finite; controls were set to zero',
};

/** The summary as a table. */
export function summaryTable(s: SimSummary, io: Io): string {
  const c = colors(io.stdout);
  const { nbody, nv, nu, ngeom } = s.model;
  const size = `${count(nbody - 1, 'body', 'bodies')}, ${count(nv, 'dof')}, ${count(nu, 'control')}, ${count(ngeom, 'geom')}`;
  const warnings = Object.entries(s.warnings).map(
    ([name, n]) => `${WARNING_TEXTS[name] ?? name} (${count(n, 'time')})`,
  );
  const rows: [string, string][] = [
    ['model', size],
    [
      'simulated',
      `${num(s.simulated, 6)} s in ${count(s.steps, 'step')}${s.interrupted ? c.yellow(', interrupted') : ''}`,
    ],
    ['took', `${duration(s.wall)}, ${num(s.stepMicroseconds, 3)} µs a step (${s.backend})`],
    ['speed', c.bold(c.green(`${num(s.realTimeFactor, 3)}x real time`))],
    [
      'contacts',
      `${s.contacts.most} at most, ${s.contacts.last} at the end; ${count(s.rows.most, 'constraint row')} at most`,
    ],
    ['energy', `potential ${num(s.energy.potential)} J, kinetic ${num(s.energy.kinetic)} J at the end`],
    ['warnings', warnings.length === 0 ? 'none' : c.yellow(warnings.join('; '))],
  ];
  if (s.recording !== undefined) {
    rows.push(['recorded', `${s.recording.file}: ${count(s.recording.rows, 'row')}, ${bytes(s.recording.bytes)}`]);
  }
  return table(io.stdout, { rows: rows.map(([name, value]) => [c.dim(`  ${name}`), value]) });
}

async function sim(io: Io, file: string, options: SimOptions): Promise<void> {
  const seconds = numberOption('--duration', options.duration, { exclusive: true });
  const every = numberOption('--every', options.every, { least: 1, whole: true });
  const opened = openModel(file);
  const { model } = opened;
  if (!options.json) mentionWarnings(io, opened);
  const data = startData(model, options.keyframe);
  const drive = options.drive ? sineControls(model) : undefined;
  const controls = options.controls === undefined ? drive : readControls(model, options.controls);
  const { timestep } = model.opt;
  const origin = {
    model: file,
    timestep,
    every,
    ...(options.keyframe === undefined ? {} : { keyframe: options.keyframe }),
  };
  const recorder = options.record === undefined ? undefined : new Recorder(options.record, model, origin);
  let summary: SimSummary;
  try {
    summary = await simulate(io, model, data, {
      steps: Math.max(1, Math.round(seconds / timestep)),
      every,
      controls,
      recorder,
    });
    await recorder?.finish();
  } catch (error) {
    recorder?.discard();
    throw error;
  }
  if (recorder !== undefined && options.record !== undefined) {
    const { record } = options;
    summary = { ...summary, recording: { file: record, rows: recorder.rows, bytes: fs.statSync(record).size } };
  }
  if (summary.interrupted) io.exitCode = INTERRUPTED;
  if (options.json) printJson(io, summary);
  else print(io, `${colors(io.stdout).bold(file)}\n${summaryTable(summary, io)}`);
}

/** `qpos sim`. */
export function addSim(program: Command, io: Io): void {
  const command = addCommand(program, 'sim', 'run a model, record the run, and summarise it', [
    'qpos sim models/humanoid.xml --duration 5 --drive',
    'qpos sim robot.xml --keyframe home --controls keyframe:home --record run.npz',
    'qpos sim robot.xml --controls gait.csv --record run.mcap --every 5',
    'qpos sim robot.urdf --json',
  ])
    .argument('<model>', 'MJCF, URDF, zip or compiled model; - is the standard input')
    .option('-d, --duration <seconds>', 'simulated time', '10')
    .option('-k, --keyframe <name>', 'start from a keyframe, by name or number')
    .option('-c, --controls <source>', 'controls from a .csv, .npz or .mcap file, or keyframe:<name>')
    .option('--drive', 'drive every control with a slow sine wave', false)
    .option('-r, --record <file>', 'write time, qpos, qvel, act, ctrl and sensordata to .npz, .csv or .mcap')
    .option('--every <n>', 'record every n-th step', '1');
  addJson(command).action((file: string, options: SimOptions) => sim(io, file, options));
}
