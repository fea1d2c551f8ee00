import type { Command } from 'commander';
import { addCommand, addJson, numberOption } from '../commands/shared.ts';
import { INTERRUPTED, type Io, print, printJson } from '../io.ts';
import { table } from '../output/table.ts';
import { colors, num } from '../output/terminal.ts';
import { checkPolicy, readPolicy } from './policy-file.ts';
import { collect, taskOptions } from './task-options.ts';

interface EvalOptions {
  readonly policy: string;
  readonly episodes: string;
  readonly seed: string;
  readonly option: readonly string[];
  readonly json: boolean;
}

const SIDE_BY_SIDE = 8;

async function evalPolicy(io: Io, task: string, o: EvalOptions): Promise<void> {
  const episodes = numberOption('--episodes', o.episodes, { whole: true, least: 1 });
  const seed = numberOption('--seed', o.seed, { whole: true });
  const { makeVec } = await import('@qpos/env'); // other commands start without it
  const { evaluate } = await import('@qpos/learn');
  const vec = await makeVec(task, {
    ...taskOptions(o.option),
    n: Math.min(episodes, SIDE_BY_SIDE),
    autoreset: 'same-step',
  });
  const policy = readPolicy(o.policy);
  checkPolicy(policy, vec, task);
  const { returns, lengths, meanReturn, deviation } = await evaluate(policy, vec, {
    episodes,
    seed,
    signal: io.signal,
  });
  await vec.close();
  if (io.signal.aborted) io.exitCode = INTERRUPTED;
  if (o.json) return printJson(io, { task, policy: o.policy, seed, returns, lengths, meanReturn, deviation });
  const c = colors(io.stdout);
  const meanLength = lengths.reduce((sum, x) => sum + x, 0) / lengths.length;
  const rows = [
    ['task', task],
    ['policy', o.policy],
    ['episodes', String(returns.length)],
    ['return', `${num(meanReturn)} ± ${num(deviation)}`],
    ['least, most', `${num(Math.min(...returns))}, ${num(Math.max(...returns))}`],
    ['mean length', num(meanLength)],
  ];
  print(io, table(io.stdout, { rows: rows.map(([name = '', value = '']) => [c.dim(name), value]) }));
}

/** `qpos eval`. */
export function addEval(program: Command, io: Io): void {
  const command = addCommand(program, 'eval', 'play a policy and tell its returns', [
    'qpos eval InvertedPendulum-v5 --policy runs/InvertedPendulum-v5-ppo-1/policy.safetensors',
    'qpos eval Hopper-v5 --policy hopper.safetensors --episodes 100 --seed 7 --json',
  ])
    .argument('<task>', 'id of the task')
    .requiredOption('--policy <file>', 'the policy: a .safetensors of qpos train')
    .option('--episodes <n>', 'how many episodes', '10')
    .option('--seed <n>', 'seed of the episodes', '1000')
    .option('--option <name=value>', 'an option of the task, such as randomise=false (repeatable)', collect, []);
  addJson(command).action((task: string, options: EvalOptions) => evalPolicy(io, task, options));
}
