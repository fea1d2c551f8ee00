import type { ControlTask, Plan, PlannerOptions, PlanningMethod, TaskRun } from '@qpos/control';
import type { Command } from 'commander';
import { loadModel } from 'qpos';
import { addCommand, addJson, numberOption } from '../commands/shared.ts';
import { INTERRUPTED, type Io, print, printJson, UsageError } from '../io.ts';
import { table } from '../output/table.ts';
import { colors, count, duration, num, startProgress } from '../output/terminal.ts';
import { liveText, playLive } from './real-time.ts';
import { type PlanRequest, type PlanResult, type PlanRow, setWeights } from './run.ts';

interface PlanOptions {
  readonly method?: string;
  readonly samples?: string;
  readonly horizon?: string;
  readonly seed: string;
  readonly duration?: string;
  readonly goal?: string;
  readonly weight: readonly string[];
  readonly realtime: boolean;
  readonly workers?: string;
  readonly json: boolean;
}

const ROWS = 20; // of the table, however long the task is

function listText(tasks: readonly ControlTask[], io: Io): string {
  const c = colors(io.stdout);
  const rows = tasks.map(({ name, description, planner }) => [name, planner.method ?? '', c.dim(description)]);
  return table(io.stdout, { head: ['task', 'method', ''].map((title) => c.bold(title)), rows });
}

/** `--goal 0.5,0` as numbers; as many as the goal of the task has. */
function goalOption(text: string | undefined, task: ControlTask): readonly number[] {
  if (text === undefined) return task.goal;
  const numbers = text.split(',').map(Number);
  if (numbers.length !== task.goal.length || !numbers.every(Number.isFinite))
    throw new UsageError(
      `--goal of ${task.name} is ${count(task.goal.length, 'number')}, not '${text}'`,
      'separate them by commas',
    );
  return numbers;
}

function workersOption(text: string | undefined): number | 'auto' {
  return text === undefined ? 'auto' : numberOption('--workers', text, { least: 0, whole: true });
}

function plannerOptions(options: PlanOptions): PlannerOptions {
  return {
    seed: numberOption('--seed', options.seed, { whole: true }),
    ...(options.method !== undefined && { method: options.method as PlanningMethod }),
    ...(options.samples !== undefined && {
      samples: numberOption('--samples', options.samples, { least: 1, whole: true }),
    }),
    ...(options.horizon !== undefined && { horizon: numberOption('--horizon', options.horizon, { exclusive: true }) }),
  };
}

/** Runs the task with progress, the simulation waiting for every plan; an interrupt ends it early. */
function playThrough(io: Io, { task, goal, seconds, planner, weights }: PlanRequest, Run: typeof TaskRun): PlanResult {
  const run = new Run(loadModel(task.xml), task, { planner });
  const { cost } = run.planner;
  run.goal.set(goal);
  setWeights(cost, weights);
  const rows: PlanRow[] = [];
  const start = performance.now();
  const progress = startProgress(io.stderr, 'planning', seconds);
  while (run.data.time < seconds - 1e-9 && !io.signal.aborted) {
    const { time } = run.data;
    const plan: Plan = run.advance();
    rows.push({ time, before: plan.before, cost: plan.cost, distance: run.distance });
    progress.update(Math.min(run.data.time, seconds), `cost ${num(plan.cost, 3)}`);
  }
  progress.stop();
  const wall = (performance.now() - start) / 1000;
  return { task: task.name, cost, rows, distance: run.distance, plans: rows.length, time: run.data.time, wall };
}

function resultText(io: Io, { task, cost, rows, distance, plans, time, wall }: PlanResult): string {
  const c = colors(io.stdout);
  const every = Math.max(1, Math.ceil(rows.length / ROWS));
  const shown = rows.filter((_, k) => k % every === 0 || k === rows.length - 1);
  const body = shown.map(({ time, before, cost, distance }) => [
    num(time, 3),
    num(before, 4),
    num(cost, 4),
    distance < 1 ? c.green(num(distance, 3)) : num(distance, 3),
  ]);
  const head = ['time', 'going on', 'plan', 'distance'].map((title) => c.bold(title));
  const done = distance < 1 ? c.green('done') : c.yellow('not done');
  const weights = Object.entries(cost.weights).map(([name, weight]) => `${name} ${num(weight, 3)}`);
  return `${table(io.stdout, { head, rows: body, right: [0, 1, 2, 3] })}
${task}: ${done}, ${count(plans, 'plan')} for ${num(time, 3)} s in ${duration(wall)}
${c.dim(`weights: ${weights.join(', ')}`)}`;
}

async function plan(io: Io, name: string | undefined, options: PlanOptions): Promise<void> {
  const { controlTasks, TaskRun: Run } = await import('@qpos/control'); // other commands start without it
  const tasks: Readonly<Record<string, ControlTask>> = controlTasks;
  if (name === undefined) {
    const all = Object.values(tasks);
    if (options.json)
      return printJson(
        io,
        all.map(({ name: id, description, planner, goal }) => ({ name: id, description, planner, goal })),
      );
    return print(io, listText(all, io));
  }
  const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
  if (task === undefined)
    throw new UsageError(`no task is called '${name}'`, `there are ${Object.keys(tasks).join(', ')}`);
  const seconds =
    options.duration === undefined ? task.duration : numberOption('--duration', options.duration, { exclusive: true });
  const goal = goalOption(options.goal, task);
  const request: PlanRequest = { task, goal, seconds, planner: plannerOptions(options), weights: options.weight };
  const live = options.realtime ? await playLive(io, request, workersOption(options.workers)) : undefined;
  const result = live ?? playThrough(io, request, Run);
  if (io.signal.aborted) io.exitCode = INTERRUPTED;
  if (options.json) {
    const { cost, distance, ...rest } = result;
    return printJson(io, { ...rest, done: distance < 1, goal, weights: cost.weights });
  }
  print(io, live === undefined ? resultText(io, result) : `${resultText(io, result)}\n${liveText(live)}`);
}

/** `qpos plan`. */
export function addPlan(program: Command, io: Io): void {
  const collect = (text: string, list: readonly string[]): string[] => [...list, text];
  const command = addCommand(program, 'plan', 'plan a task without training, and show what the plans cost', [
    'qpos plan',
    'qpos plan cartpole',
    'qpos plan cartpole --method cem --samples 64 --goal 0.5 --weight effort=0.1',
    'qpos plan quadruped-stand --duration 1 --json',
    'qpos plan quadruped-stand --realtime --workers 2',
  ])
    .argument('[task]', 'name of a task; all are listed without')
    .option('-m, --method <name>', 'sampling, cem, mppi or ilqg; its own by default')
    .option('-n, --samples <count>', 'candidates of a plan')
    .option('--horizon <seconds>', 'how far a plan looks ahead')
    .option('--seed <number>', 'seed of the noise', '0')
    .option('-d, --duration <seconds>', 'simulated time')
    .option('--goal <numbers>', 'where to go, separated by commas')
    .option(
      '--realtime',
      'simulate by the clock while workers plan, and tell how many plans there were a second',
      false,
    )
    .option('-w, --workers <count>', 'with --realtime, worker threads: as many as the machine has by default')
    .option('--weight <name=number>', 'another weight of a term of the cost; may be repeated', collect, []);
  addJson(command).action((name: string | undefined, options: PlanOptions) => plan(io, name, options));
}
