import type { ControlTask, Plan, PlannerOptions, PlanningMethod, TaskRun } from '@qpos/control';
import type { Command } from 'commander';
import { loadModel } from 'qpos';
import { addCommand, addJson, numberOption } from '../commands/shared.ts';
import { INTERRUPTED, type Io, print, printJson, UsageError } from '../io.ts';
import { table } from '../output/table.ts';
import { colors, count, duration, num, startProgress } from '../output/terminal.ts';

interface PlanOptions {
  readonly method?: string;
  readonly samples?: string;
  readonly horizon?: string;
  readonly seed: string;
  readonly duration?: string;
  readonly goal?: string;
  readonly weight: readonly string[];
  readonly json: boolean;
}

/** One row of the table: when, what the plan cost, and how far the goal is. */
interface PlanRow {
  readonly time: number;
  readonly before: number;
  readonly cost: number;
  readonly distance: number;
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

/** Sets the weights of `--weight name=number`. */
function setWeights(run: TaskRun, weights: readonly string[]): void {
  for (const text of weights) {
    const [name = '', value = ''] = text.split('=');
    if (value === '') throw new UsageError(`--weight is name=number, not '${text}'`);
    run.planner.cost.setWeight(name, numberOption('--weight', value));
  }
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

/** Runs the task with progress; an interrupt ends it early. */
function play(io: Io, run: TaskRun, seconds: number): PlanRow[] {
  const rows: PlanRow[] = [];
  const progress = startProgress(io.stderr, 'planning', seconds);
  while (run.data.time < seconds - 1e-9 && !io.signal.aborted) {
    const { time } = run.data;
    const { before, cost }: Plan = run.advance();
    rows.push({ time, before, cost, distance: run.distance });
    progress.update(Math.min(run.data.time, seconds), `cost ${num(cost, 3)}`);
  }
  progress.stop();
  return rows;
}

function resultText(io: Io, run: TaskRun, rows: readonly PlanRow[], wall: number): string {
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
  const done = run.distance < 1 ? c.green('done') : c.yellow('not done');
  const weights = Object.entries(run.planner.cost.weights).map(([name, weight]) => `${name} ${num(weight, 3)}`);
  return `${table(io.stdout, { head, rows: body, right: [0, 1, 2, 3] })}
${run.task.name}: ${done}, ${count(run.planner.plans, 'plan')} for ${num(run.data.time, 3)} s in ${duration(wall)}
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
  const run = new Run(loadModel(task.xml), task, { planner: plannerOptions(options) });
  run.goal.set(goal);
  setWeights(run, options.weight);
  const start = performance.now();
  const rows = play(io, run, seconds);
  const wall = (performance.now() - start) / 1000;
  if (io.signal.aborted) io.exitCode = INTERRUPTED;
  if (options.json) {
    const { weights } = run.planner.cost;
    return printJson(io, { task: name, done: run.distance < 1, plans: run.planner.plans, wall, goal, weights, rows });
  }
  print(io, resultText(io, run, rows, wall));
}

/** `qpos plan`. */
export function addPlan(program: Command, io: Io): void {
  const collect = (text: string, list: readonly string[]): string[] => [...list, text];
  const command = addCommand(program, 'plan', 'plan a task without training, and show what the plans cost', [
    'qpos plan',
    'qpos plan cartpole',
    'qpos plan cartpole --method cem --samples 64 --goal 0.5 --weight effort=0.1',
    'qpos plan quadruped-stand --duration 1 --json',
  ])
    .argument('[task]', 'name of a task; all are listed without')
    .option('-m, --method <name>', 'sampling, cem, mppi or ilqg; its own by default')
    .option('-n, --samples <count>', 'candidates of a plan')
    .option('--horizon <seconds>', 'how far a plan looks ahead')
    .option('--seed <number>', 'seed of the noise', '0')
    .option('-d, --duration <seconds>', 'simulated time')
    .option('--goal <numbers>', 'where to go, separated by commas')
    .option('--weight <name=number>', 'another weight of a term of the cost; may be repeated', collect, []);
  addJson(command).action((name: string | undefined, options: PlanOptions) => plan(io, name, options));
}
