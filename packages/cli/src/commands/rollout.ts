import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { BatchSim, type RandomGenerator, streamOf } from '@qpos/batch';
import type { Command } from 'commander';
import type { Model } from 'qpos';
import { INTERRUPTED, type Io, print, printJson, UsageError } from '../io.ts';
import { keyframeId, openModel } from '../model/open.ts';
import { table } from '../output/table.ts';
import { bytes, colors, count, duration, num, startProgress } from '../output/terminal.ts';
import { VERSION } from '../version.ts';
import { NpzRecords } from './rollout-file.ts';
import { addCommand, addJson, mentionWarnings, numberOption } from './shared.ts';

interface RolloutOptions {
  readonly n: string;
  readonly steps: string;
  readonly workers: string;
  readonly out?: string;
  readonly every: string;
  readonly keyframe?: string;
  readonly controls: string;
  readonly hold: string;
  readonly noise: string;
  readonly seed: string;
  readonly reward?: string;
  readonly json: boolean;
}

/** What a rollout came to. */
interface RolloutSummary {
  readonly environments: number;
  readonly workers: number;
  readonly backend: string;
  readonly interrupted: boolean;
  /** Time steps of all environments together. */
  readonly steps: number;
  /** Seconds of the clock. */
  readonly wall: number;
  readonly stepsPerSecond: number;
  /** Seconds of the model, in all environments, per second of the clock. */
  readonly realTimeFactor: number;
  readonly failures: number;
  readonly memory: number;
  readonly meanReward?: number;
  readonly recording?: { readonly file: string; readonly records: number; readonly bytes: number };
}

/** Numbers of the command line, checked. */
interface Plan {
  readonly n: number;
  readonly steps: number;
  readonly every: number;
  readonly hold: number;
  readonly noise: number;
  readonly seed: number;
  readonly random: boolean;
}

/** Controls that are drawn anew every few steps, for each environment from its own stream. */
class RandomControls {
  readonly #streams: RandomGenerator[];
  readonly #low: number[];
  readonly #high: number[];

  constructor(model: Model, { n, seed }: Plan) {
    this.#streams = Array.from({ length: n }, (_, e) => streamOf(seed, e, 1));
    const { actuator_ctrllimited, actuator_ctrlrange, nu } = model;
    const limit = (k: number, side: 0 | 1): number =>
      actuator_ctrllimited[k] === 1 ? (actuator_ctrlrange[2 * k + side] as number) : 2 * side - 1;
    this.#low = Array.from({ length: nu }, (_, k) => limit(k, 0));
    this.#high = Array.from({ length: nu }, (_, k) => limit(k, 1));
  }

  write(ctrl: Float64Array): void {
    const nu = this.#low.length;
    this.#streams.forEach((random, e) => {
      for (let k = 0; k < nu; k++) ctrl[e * nu + k] = random.uniform(this.#low[k], this.#high[k]);
    });
  }
}

/** Moves every environment away from the common start, by its own random numbers. */
function disturb(sim: BatchSim, { n, noise, seed }: Plan): void {
  const { nq, nv } = sim.model;
  for (let e = 0; e < n; e++) {
    const random = streamOf(seed, e, 0);
    for (let k = e * sim.stateSize; k < e * sim.stateSize + nq + nv; k++)
      sim.states[k] = (sim.states[k] as number) + random.uniform(-noise, noise);
  }
}

const SHOW_MILLISECONDS = 100;

/** Runs a batch with progress; an interrupt ends it early. */
async function runBatch(io: Io, sim: BatchSim, plan: Plan, records: NpzRecords | undefined): Promise<RolloutSummary> {
  const { n, steps, every, hold } = plan;
  const controls = plan.random ? new RandomControls(sim.model, plan) : undefined;
  const progress = startProgress(io.stderr, 'rolling out', steps);
  const start = performance.now();
  const time = sim.bind('time');
  let shown = start;
  let failures = 0;
  let rewards = 0;
  let calls = 0;
  let memory = 0;
  let done = 0;
  while (done < steps && !io.signal.aborted) {
    if (done % hold === 0) controls?.write(sim.ctrl);
    const next = Math.min(steps, Math.min(nextMultiple(done, hold), nextMultiple(done, every)));
    const result = await sim.stepAllAsync(next - done);
    done = next;
    failures += result.failed;
    for (const reward of result.rewards) rewards += reward;
    calls++;
    if (records !== undefined && (done % every === 0 || done === steps))
      records.add(time, sim.states, sim.ctrl, sim.sensordata, result.rewards, result.terminated);
    const now = performance.now();
    if (now - shown > SHOW_MILLISECONDS) {
      shown = now;
      memory = Math.max(memory, process.memoryUsage.rss());
      progress.update(done, `${rate((1000 * n * done) / (now - start))}, ${bytes(memory)}`);
    }
  }
  progress.stop();
  const wall = (performance.now() - start) / 1000;
  return {
    environments: n,
    workers: sim.workers,
    backend: sim.model.backendName,
    interrupted: io.signal.aborted,
    steps: n * done,
    wall,
    stepsPerSecond: (n * done) / wall,
    realTimeFactor: (n * done * sim.model.opt.timestep) / wall,
    failures,
    memory: Math.max(memory, process.memoryUsage.rss()),
    meanReward: rewards / Math.max(1, n * calls),
  };
}

const nextMultiple = (at: number, of: number): number => (Math.floor(at / of) + 1) * of;

const rate = (stepsPerSecond: number): string =>
  stepsPerSecond >= 1e6 ? `${num(stepsPerSecond / 1e6, 3)} M steps/s` : `${num(stepsPerSecond / 1e3, 3)} k steps/s`;

function summaryTable(s: RolloutSummary, io: Io, file: string): string {
  const c = colors(io.stdout);
  const rows: [string, string][] = [
    [
      'environments',
      `${s.environments}, on ${s.workers === 0 ? 'this thread' : count(s.workers, 'worker')} (${s.backend})`,
    ],
    ['simulated', `${count(s.steps, 'step')}${s.interrupted ? c.yellow(', interrupted') : ''}`],
    ['took', duration(s.wall)],
    ['speed', c.bold(c.green(`${rate(s.stepsPerSecond)}, ${num(s.realTimeFactor, 3)}x real time`))],
    [
      'failures',
      s.failures === 0 ? 'none' : c.yellow(`${count(s.failures, 'time')} an environment failed and started over`),
    ],
    ['memory', bytes(s.memory)],
  ];
  if (s.recording !== undefined)
    rows.push([
      'recorded',
      `${s.recording.file}: ${count(s.recording.records, 'record')}, ${bytes(s.recording.bytes)}`,
    ]);
  return `${c.bold(file)}\n${table(io.stdout, { rows: rows.map(([name, value]) => [c.dim(`  ${name}`), value]) })}`;
}

function planOf(options: RolloutOptions): Plan {
  if (!['random', 'zero'].includes(options.controls))
    throw new UsageError(`--controls is random or zero, not '${options.controls}'`);
  return {
    n: numberOption('--n', options.n, { least: 1, whole: true }),
    steps: numberOption('--steps', options.steps, { least: 1, whole: true }),
    every: numberOption('--every', options.every, { least: 1, whole: true }),
    hold: numberOption('--hold', options.hold, { least: 1, whole: true }),
    noise: numberOption('--noise', options.noise),
    seed: numberOption('--seed', options.seed, { whole: true }),
    random: options.controls === 'random',
  };
}

function openRecords(model: Model, file: string | undefined, { n, steps, every }: Plan): NpzRecords | undefined {
  if (file === undefined) return undefined;
  if (path.extname(file).toLowerCase() !== '.npz')
    throw new UsageError(`cannot write '${file}'`, 'the name must end in .npz');
  const shapes = {
    time: [n],
    states: [n, model.nq + model.nv + model.na],
    ctrl: [n, model.nu],
    sensordata: [n, model.nsensordata],
    rewards: [n],
    terminated: [n],
  };
  return new NpzRecords(file, shapes, Math.ceil(steps / every));
}

async function rollout(io: Io, file: string, options: RolloutOptions): Promise<void> {
  const plan = planOf(options);
  const workers = options.workers === 'auto' ? 'auto' : numberOption('--workers', options.workers, { whole: true });
  const opened = openModel(file);
  const { model } = opened;
  if (!options.json) mentionWarnings(io, opened);
  const records = openRecords(model, options.out, plan);
  let summary: RolloutSummary;
  try {
    const sim = await BatchSim.create(model, {
      n: plan.n,
      workers,
      seed: plan.seed,
      ...(options.keyframe !== undefined && { keyframe: keyframeId(model, options.keyframe) }),
      ...(options.reward !== undefined && { reward: pathToFileURL(path.resolve(options.reward)) }),
    });
    try {
      disturb(sim, plan);
      summary = await runBatch(io, sim, plan, records);
    } finally {
      await sim.close();
    }
    const { n, steps, every, seed } = plan;
    records?.finish({ qpos: VERSION, model: file, n, steps, every, seed, timestep: model.opt.timestep });
  } catch (error) {
    records?.discard();
    throw error;
  }
  const { meanReward, ...rest } = summary;
  const shown: RolloutSummary = {
    ...rest,
    ...(options.reward !== undefined && meanReward !== undefined && { meanReward }),
    ...(options.out !== undefined &&
      records !== undefined && {
        recording: { file: options.out, records: records.records, bytes: fs.statSync(options.out).size },
      }),
  };
  if (shown.interrupted) io.exitCode = INTERRUPTED;
  if (options.json) printJson(io, shown);
  else print(io, summaryTable(shown, io, file));
}

/** `qpos rollout`. */
export function addRollout(program: Command, io: Io): void {
  const command = addCommand(program, 'rollout', 'run many simulations of a model on all cores', [
    'qpos rollout models/humanoid.xml --n 256 --steps 1000 --out runs.npz',
    'qpos rollout robot.xml --n 1024 --workers 4 --keyframe home --noise 0.05 --every 10 --out runs.npz',
    'qpos rollout models/cheetah.xml --controls zero --workers 0 --json',
  ])
    .argument('<model>', 'MJCF, URDF, zip or compiled model; - is the standard input')
    .option('-n, --n <count>', 'environments', '64')
    .option('-s, --steps <count>', 'time steps of each', '1000')
    .option('-w, --workers <count>', 'worker threads, 0 for none, or auto', 'auto')
    .option('-o, --out <file>', 'write time, states, ctrl, sensordata, rewards and terminated to an .npz file')
    .option('--every <n>', 'record every n-th step', '1')
    .option('-k, --keyframe <name>', 'start from a keyframe, by name or number')
    .option('-c, --controls <kind>', 'random controls within their limits, or zero', 'random')
    .option('--hold <n>', 'steps for which a random control is held', '10')
    .option('--noise <size>', 'uniform noise on the initial positions and velocities', '0.01')
    .option('--seed <number>', 'seed of noise and controls; the results do not depend on the workers', '0')
    .option('--reward <file>', 'a JavaScript module with reward(model, data), terminated, callbacks');
  addJson(command).action((file: string, options: RolloutOptions) => rollout(io, file, options));
}
