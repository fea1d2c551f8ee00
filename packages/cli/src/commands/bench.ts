import type { Command } from 'commander';
import { cloneData, type Data, type Model, resetData, resetDataKeyframe, setBackend, step } from 'qpos';
import { hasMujoco, startMujoco } from '../bench/mujoco.ts';
import { type StageTime, stageTimes } from '../bench/stages.ts';
import { INTERRUPTED, type Io, print, printJson, UsageError } from '../io.ts';
import { keyframeId, openModel, startData } from '../model/open.ts';
import { table } from '../output/table.ts';
import { colors, num, startProgress } from '../output/terminal.ts';
import { sineControls } from '../recording/controls.ts';
import { addCommand, addJson, mentionWarnings, numberOption } from './shared.ts';

interface BenchOptions {
  readonly seconds: string;
  readonly rounds: string;
  readonly keyframe?: string;
  readonly drive: boolean;
  readonly backend: string;
  readonly mujoco: boolean;
  readonly json: boolean;
}

/** Microseconds per step: of the best block, which a busy machine disturbs least, and of the median block. */
interface StepTime {
  readonly best: number;
  readonly median: number;
}

const BLOCK_MILLISECONDS = 15;
const STATES = 8;

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Microseconds per step over one block. */
function block(run: () => void): number {
  let steps = 0;
  const start = performance.now();
  let now = start;
  while (now - start < BLOCK_MILLISECONDS) {
    run();
    steps++;
    now = performance.now();
  }
  return (1000 * (now - start)) / steps;
}

const stepTime = (blocks: readonly number[]): StepTime => ({
  best: Math.min(...blocks),
  median: median(blocks),
});

/** A step of our engine that starts again after some seconds of the model. */
function ourStep(
  model: Model,
  data: Data,
  { seconds, key, drive }: { seconds: number; key: number; drive: boolean },
): () => void {
  const controls = drive ? sineControls(model) : undefined;
  return () => {
    controls?.(data, 0);
    step(model, data);
    if (data.time <= seconds) return;
    if (key >= 0) resetDataKeyframe(model, data, key);
    else resetData(model, data);
  };
}

/** States along one run, evenly in time. */
function sampleStates(model: Model, data: Data, run: () => void, seconds: number): Data[] {
  const between = Math.max(1, Math.floor(seconds / model.opt.timestep / STATES));
  return Array.from({ length: STATES }, () => {
    for (let k = 0; k < between; k++) run();
    return cloneData(data);
  });
}

/** Alternates blocks of both engines, so that a busy machine disturbs both alike. */
async function measure(io: Io, rounds: number, ours: () => void, theirs: (() => void) | undefined) {
  const progress = startProgress(io.stderr, 'measuring', rounds);
  const blocks: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  for (let k = -2; k < rounds && !io.signal.aborted; k++) {
    const [a, b] = [block(ours), theirs === undefined ? 0 : block(theirs)];
    if (k >= 0) {
      blocks.ours.push(a);
      blocks.theirs.push(b);
      progress.update(k + 1, `${num(a, 3)} µs`);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  progress.stop();
  const [our, their] = [stepTime(blocks.ours), stepTime(blocks.theirs)];
  return theirs === undefined
    ? { ours: our, theirs: undefined, ratio: undefined }
    : { ours: our, theirs: their, ratio: our.best / their.best };
}

async function bench(io: Io, file: string, options: BenchOptions): Promise<void> {
  const seconds = numberOption('--seconds', options.seconds, { exclusive: true });
  const rounds = numberOption('--rounds', options.rounds, { least: 1, whole: true });
  if (options.backend !== 'auto' && options.backend !== 'wasm' && options.backend !== 'js') {
    throw new UsageError(`--backend must be auto, wasm or js, not '${options.backend}'`);
  }
  if (options.backend === 'js') await import('qpos/js');
  setBackend(options.backend);
  const opened = openModel(file);
  const { model } = opened;
  if (!options.json) mentionWarnings(io, opened);
  const key = options.keyframe === undefined ? -1 : keyframeId(model, options.keyframe);
  const data = startData(model, options.keyframe);
  const ours = ourStep(model, data, { seconds, key, drive: options.drive });
  // controls cannot be set there at this speed, so that a driven run has no counterpart
  const compare = options.mujoco && !options.drive && hasMujoco();
  let problem: string | undefined;
  const theirs = compare
    ? await startMujoco(opened, key, seconds).catch((error: unknown) => {
        problem = error instanceof Error ? error.message : String(error);
        return undefined;
      })
    : undefined;
  const result = await measure(io, rounds, ours, theirs?.step);
  if (io.signal.aborted) {
    io.exitCode = INTERRUPTED;
    return;
  }
  const states = sampleStates(model, data, ours, seconds);
  const stages = stageTimes(model, states);
  const realTimeFactor = (1e6 * model.opt.timestep) / result.ours.best;
  if (options.json) {
    const mujoco = result.theirs === undefined ? null : { step: result.theirs, ratio: result.ratio };
    printJson(io, {
      file,
      backend: model.backendName,
      nv: model.nv,
      step: result.ours,
      realTimeFactor,
      stages,
      mujoco,
    });
    return;
  }
  const c = colors(io.stdout);
  const spread = (t: StepTime): string => c.dim(`(median ${num(t.median, 3)})`);
  const rows = [
    [
      '  qpos',
      `${c.bold(num(result.ours.best, 4))} µs a step`,
      `${spread(result.ours)}  ${num(realTimeFactor, 3)}x real time, ${model.backendName}`,
    ],
  ];
  if (result.theirs !== undefined && result.ratio !== undefined) {
    rows.push(['  MuJoCo', `${c.bold(num(result.theirs.best, 4))} µs a step`, spread(result.theirs)]);
    const faster = result.ratio <= 1;
    const verdict = faster
      ? `qpos is ${num(1 / result.ratio, 3)}x as fast`
      : `qpos takes ${num(result.ratio, 3)}x the time`;
    rows.push(['  ratio', num(result.ratio, 3), (faster ? c.green : c.yellow)(verdict)]);
  }
  print(io, `${c.bold(file)}\n${table(io.stdout, { rows })}\n\n${stageTable(stages, io)}`);
  if (problem !== undefined) io.stderr.write(`${c.yellow('warning')}: no comparison with MuJoCo: ${problem}\n`);
}

const BAR = 24; // columns of the longest bar
const BESIDE_BAR = 44; // and of what is left of it
const SHORTEST_BAR = 4; // below which there are none

function stageTable(stages: readonly StageTime[], io: Io): string {
  const whole = stages.reduce((t, s) => t + s.microseconds, 0);
  const c = colors(io.stdout);
  const most = Math.max(...stages.map((s) => s.microseconds));
  const longest = Math.max(0, Math.min(BAR, (io.stdout.columns ?? Infinity) - BESIDE_BAR));
  const rows = stages
    .filter((s) => s.microseconds > 0.002 * whole)
    .map((s) => {
      const bar = '█'.repeat(Math.round((longest * s.microseconds) / most)) || '▏';
      return [
        `  ${s.stage}`,
        `${num(s.microseconds, 3)} µs`,
        `${Math.round((100 * s.microseconds) / whole)}%`,
        longest < SHORTEST_BAR ? '' : c.cyan(bar),
      ];
    });
  const head = ['  stage', 'time', 'share', ''].map((h) => c.dim(h));
  return table(io.stdout, { head, rows, right: [1, 2] });
}

/** `qpos bench`. */
export function addBench(program: Command, io: Io): void {
  const command = addCommand(program, 'bench', 'time a step and its stages', [
    'qpos bench models/humanoid.xml',
    'qpos bench models/humanoid.xml --keyframe squat --rounds 40',
    'qpos bench robot.xml --backend js --no-mujoco --json',
  ])
    .argument('<model>', 'MJCF, URDF, zip or compiled model; - is the standard input')
    .option('-k, --keyframe <name>', 'start from a keyframe')
    .option('-s, --seconds <s>', 'simulated time before the run restarts', '2')
    .option('--rounds <n>', 'blocks of 15 ms', '40')
    .option('--drive', 'drive every control with a slow sine wave (without MuJoCo)', false)
    .option('--backend <name>', 'auto, wasm or js', 'auto')
    .option('--no-mujoco', 'skip the comparison with @mujoco/mujoco');
  addJson(command).action((file: string, options: BenchOptions) => bench(io, file, options));
}
