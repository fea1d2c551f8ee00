import type { Env, RegisteredTask } from '@qpos/env';
import type { Command } from 'commander';
import { type Io, print, printJson, UsageError } from '../io.ts';
import { table } from '../output/table.ts';
import { colors, count } from '../output/terminal.ts';
import { addCommand, addJson } from './shared.ts';

/** A task with its spaces, which follow from its model. */
interface Listed extends RegisteredTask {
  readonly observation: string;
  readonly action: string;
  readonly stepsPerSecond: number;
}

function describe(task: RegisteredTask, env: Env): Listed {
  const listed = {
    ...task,
    observation: String(env.observationSpace),
    action: String(env.actionSpace),
    stepsPerSecond: env.metadata.renderFps,
  };
  env.close();
  return listed;
}

const isMatch = (pattern: string) => {
  const text = pattern.toLowerCase();
  return ({ id }: RegisteredTask): boolean => id.toLowerCase().includes(text);
};

/** A value as it is written in code; JSON has no infinity. */
const valueText = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map(String).join(', ')}]` : value === undefined ? 'its own' : String(value);

function optionsText({ options = {} }: RegisteredTask, io: Io): string {
  const c = colors(io.stdout);
  const rows = Object.entries(options).map(([name, value]) => [`  ${name}`, c.dim(valueText(value))]);
  return rows.length === 0 ? '' : `\n${c.bold('options and their defaults')}\n${table(io.stdout, { rows })}`;
}

function listText(tasks: readonly Listed[], io: Io): string {
  const c = colors(io.stdout);
  const rows = tasks.map((t) => [
    t.id,
    t.observation,
    t.action,
    String(t.maxEpisodeSteps ?? '–'),
    c.dim(t.description ?? ''),
  ]);
  const head = ['task', 'observations', 'actions', 'steps', ''].map((title) => c.bold(title));
  return `${table(io.stdout, { head, rows })}\n${c.dim(count(tasks.length, 'task'))}`;
}

async function envs(io: Io, pattern: string | undefined, options: { json: boolean }): Promise<void> {
  const { make, registeredTasks } = await import('@qpos/env'); // other commands start without it
  const found = registeredTasks().filter(isMatch(pattern ?? ''));
  if (found.length === 0) throw new UsageError(`no task has '${pattern}' in its id; qpos envs lists all`);
  const tasks: Listed[] = [];
  for (const task of found) tasks.push(describe(task, await make(task.id)));
  if (options.json) return printJson(io, tasks);
  print(io, listText(tasks, io));
  const [only] = tasks;
  if (tasks.length === 1 && only !== undefined) print(io, optionsText(only, io));
}

/** `qpos envs`. */
export function addEnvs(program: Command, io: Io): void {
  const command = addCommand(program, 'envs', 'list the environments: tasks, spaces, options', [
    'qpos envs',
    'qpos envs hopper',
    'qpos envs control/ --json',
  ]).argument('[pattern]', 'part of an id; a single match is shown with its options');
  addJson(command).action((pattern: string | undefined, options: { json: boolean }) => envs(io, pattern, options));
}
