import fs from 'node:fs';
import type { Command } from 'commander';
import { type Model, step } from 'qpos';
import { INTERRUPTED, type Io, print, printJson, UsageError } from '../io.ts';
import { openModel, startData } from '../model/open.ts';
import { table } from '../output/table.ts';
import { colors, count, num, startProgress } from '../output/terminal.ts';
import { readRecording } from '../recording/read.ts';
import { column, type Quantity, quantity, type Recording } from '../recording/recording.ts';
import { summarize } from './plot.ts';
import { addCommand, addJson, numberOption } from './shared.ts';

interface ReplayOptions {
  readonly model?: string;
  readonly keyframe?: string;
  readonly tolerance: string;
  readonly json: boolean;
}

/** How far a new simulation is from a recording. */
export interface Resimulation {
  readonly model: string;
  readonly steps: number;
  readonly interrupted: boolean;
  /** Largest difference of each quantity, with its column and time. */
  readonly differences: readonly { quantity: string; largest: number; label: string; time: number }[];
  readonly largest: number;
  /** Every compared number has the same bits. */
  readonly identical: boolean;
  readonly tolerance: number;
  readonly ok: boolean;
}

function needed(recording: Recording, name: string, width: number, file: string): Quantity | undefined {
  const q = quantity(recording, name);
  if (q === undefined && width === 0) return undefined;
  if (q === undefined) throw new UsageError(`'${file}' has no ${name}`);
  if (q.width !== width) {
    throw new UsageError(
      `'${file}' has ${q.width} columns of ${name}, and the model has ${width}`,
      'is it the right model?',
    );
  }
  return q;
}

const rowOf = (q: Quantity, r: number): Float64Array => q.values.subarray(r * q.width, (r + 1) * q.width);

/** The state in the first row of a recording. */
function startOf(model: Model, recording: Recording, file: string, keyframe: string | undefined) {
  const time = needed(recording, 'time', 1, file) as Quantity;
  const parts = {
    qpos: needed(recording, 'qpos', model.nq, file),
    qvel: needed(recording, 'qvel', model.nv, file),
    act: needed(recording, 'act', model.na, file),
    ctrl: needed(recording, 'ctrl', model.nu, file),
  };
  const data = startData(model, keyframe);
  for (const name of ['qpos', 'qvel', 'act'] as const) {
    const q = parts[name];
    if (q !== undefined) data[name].set(rowOf(q, 0));
  }
  data.time = time.values[0] as number;
  return { data, time, ...parts };
}

/** Steps a model through the controls of a recording and compares every row. */
export async function resimulate(
  io: Io,
  model: Model,
  recording: Recording,
  {
    file,
    modelFile,
    keyframe,
    tolerance,
  }: { file: string; modelFile: string; keyframe: string | undefined; tolerance: number },
): Promise<Resimulation> {
  if (recording.rows < 2) throw new UsageError(`'${file}' has too few rows to simulate between them`);
  const { data, time, ctrl, ...state } = startOf(model, recording, file, keyframe);
  const compared = Object.entries(state).flatMap(([name, q]) =>
    q === undefined ? [] : [{ name: name as 'qpos' | 'qvel' | 'act', q }],
  );
  const differences = compared.map(({ name }) => ({ quantity: name, largest: 0, label: '', time: 0 }));
  const progress = startProgress(io.stderr, 'replaying', recording.rows);
  let steps = 0;
  let identical = true;
  let shown = performance.now();
  for (let r = 0; r + 1 < recording.rows && !io.signal.aborted; r++) {
    const apart = (time.values[r + 1] as number) - (time.values[r] as number);
    const between = Math.round(apart / model.opt.timestep);
    if (!(between > 0)) throw new UsageError(`'${file}': time does not advance from row ${r} to row ${r + 1}`);
    if (ctrl !== undefined) data.ctrl.set(rowOf(ctrl, r));
    step(model, data, between);
    steps += between;
    compared.forEach(({ name, q }, k) => {
      const row = rowOf(q, r + 1);
      const worst = differences[k] as (typeof differences)[number];
      for (let c = 0; c < row.length; c++) {
        if (data[name][c] === row[c]) continue;
        identical = false;
        const difference = distance(data[name][c] as number, row[c] as number);
        if (difference > worst.largest) {
          Object.assign(worst, { largest: difference, label: q.labels[c] ?? '', time: time.values[r + 1] as number });
        }
      }
    });
    if (performance.now() - shown > 80) {
      shown = performance.now();
      progress.update(r + 1, `${num(data.time, 4)} s`);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  progress.stop();
  const largest = Math.max(0, ...differences.map((d) => d.largest));
  const ok = largest <= tolerance && !io.signal.aborted;
  return { model: modelFile, steps, interrupted: io.signal.aborted, differences, largest, identical, tolerance, ok };
}

/** Absolute below 1, relative above; a number that is not finite is infinitely far from one that is. */
function distance(a: number, b: number): number {
  const d = Math.abs(a - b) / Math.max(1, Math.abs(b));
  return Number.isNaN(d) ? (Number.isNaN(a) && Number.isNaN(b) ? 0 : Infinity) : d;
}

function summaryOf(recording: Recording, file: string) {
  const time = quantity(recording, 'time')?.values;
  return {
    file,
    origin: recording.origin,
    rows: recording.rows,
    start: time?.[0] ?? null,
    end: time?.at(-1) ?? null,
    quantities: recording.quantities
      .filter((q) => q.name !== 'time')
      .map((q) => {
        const columns = q.labels.map((_, k) => summarize(column(q, k)));
        const least = Math.min(...columns.map((s) => s.least));
        const greatest = Math.max(...columns.map((s) => s.greatest));
        return {
          name: q.name,
          width: q.width,
          least,
          greatest,
          notFinite: columns.reduce((n, s) => n + s.notFinite, 0),
          columns,
        };
      }),
  };
}

function printSummary(io: Io, s: ReturnType<typeof summaryOf>): void {
  const c = colors(io.stdout);
  const { model, timestep, every = 1 } = s.origin;
  const span = s.start === null || s.end === null ? '' : `, ${num(s.start)} to ${num(s.end)} s`;
  print(io, `${c.bold(s.file)}  ${count(s.rows, 'row')}${span}`);
  if (model !== undefined) {
    const steps =
      timestep === undefined ? '' : `, step ${num(timestep)} s${every > 1 ? `, one row in ${every} steps` : ''}`;
    print(io, c.dim(`  of ${model}${steps}`));
  }
  const rows = s.quantities.map((q) => [
    `  ${q.name}`,
    String(q.width),
    num(q.least),
    num(q.greatest),
    q.notFinite === 0 ? '' : c.red(`${q.notFinite} not finite`),
  ]);
  const head = ['  quantity', 'columns', 'least', 'greatest', ''].map((h) => c.dim(h));
  print(io, table(io.stdout, { head, rows, right: [1, 2, 3] }));
}

function printResimulation(io: Io, r: Resimulation): void {
  const c = colors(io.stdout);
  const verdict = r.identical ? 'the same bits in every row' : `largest difference ${num(r.largest, 3)}`;
  const mark = r.ok ? c.green('✓') : c.red('✗');
  print(
    io,
    `\n${mark} simulated again with ${c.bold(r.model)}: ${count(r.steps, 'step')}, ${verdict} (tolerance ${num(r.tolerance)})`,
  );
  if (r.identical) return;
  const rows = r.differences.map((d) => [
    `  ${d.quantity}`,
    num(d.largest, 3),
    d.label,
    d.label === '' ? '' : `at ${num(d.time)} s`,
  ]);
  print(io, table(io.stdout, { rows, right: [1] }));
}

async function replay(io: Io, file: string, options: ReplayOptions): Promise<void> {
  const tolerance = numberOption('--tolerance', options.tolerance);
  const recording = readRecording(file);
  const summary = summaryOf(recording, file);
  let resimulation: Resimulation | undefined;
  if (options.model !== undefined) {
    const keyframe = options.keyframe ?? recording.origin.keyframe;
    const { model } = openModel(options.model);
    resimulation = await resimulate(io, model, recording, { file, modelFile: options.model, keyframe, tolerance });
    io.exitCode = resimulation.interrupted ? INTERRUPTED : resimulation.ok ? 0 : 1;
  }
  if (options.json) return printJson(io, { ...summary, resimulation: resimulation ?? null });
  printSummary(io, summary);
  if (resimulation !== undefined) printResimulation(io, resimulation);
  else if (recording.origin.model !== undefined && fs.existsSync(recording.origin.model)) {
    print(io, colors(io.stdout).dim(`\nadd --model ${recording.origin.model} to simulate it again and compare`));
  }
}

/** `qpos replay`. */
export function addReplay(program: Command, io: Io): void {
  const command = addCommand(program, 'replay', 'summarise a recording, or simulate it again and compare', [
    'qpos replay run.npz',
    'qpos replay run.npz --model models/humanoid.xml',
    'qpos replay run.csv --model robot.xml --tolerance 1e-9 --json',
  ])
    .argument('<recording>', '.npz, .csv or .mcap file of qpos sim')
    .option('-m, --model <file>', 'simulate again from the first row with the recorded controls, and compare')
    .option('-k, --keyframe <name>', 'keyframe the run started from, if the recording does not say')
    .option('--tolerance <x>', 'largest difference allowed; 0 means identical bits', '0');
  addJson(command).action((file: string, options: ReplayOptions) => replay(io, file, options));
}
