import fs from 'node:fs';
import path from 'node:path';
import type { SweepPlan, SweepResult, Trial } from '@qpos/cluster';
import type { Command } from 'commander';
import { parse } from 'yaml';
import { addCommand, addJson } from '../commands/shared.ts';
import { INTERRUPTED, type Io, print, printJson, UsageError } from '../io.ts';
import { table } from '../output/table.ts';
import { colors, num, startProgress } from '../output/terminal.ts';
import { stepsText } from '../training/live-view.ts';
import { addQueueOptions, type QueueOptions, queueOf } from './queue-option.ts';

interface SweepCommandOptions extends QueueOptions {
  readonly out?: string;
  readonly json: boolean;
}

/** The plan in a file, YAML or JSON. */
function readPlan(file: string): SweepPlan {
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`cannot read '${file}'`);
  }
  try {
    return parse(text, { maxAliasCount: 100 }) as SweepPlan;
  } catch (error) {
    throw new UsageError(`'${file}' is not YAML: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const settingsText = (settings: Trial['settings']): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${typeof value === 'number' ? num(value) : JSON.stringify(value)}`)
    .join(' ');

function trialsText(trials: readonly Trial[], io: Io): string {
  const c = colors(io.stdout);
  const rows = trials.map(({ index, rounds, steps, return: earned, settings, error }) => [
    String(index),
    String(rounds),
    stepsText(steps),
    error === undefined ? num(earned) : c.red('failed'),
    error ?? settingsText(settings),
  ]);
  const head = ['trial', 'rounds', 'steps', 'return', ''].map((name) => c.dim(name));
  return table(io.stdout, { head, rows, right: [0, 1, 2, 3] });
}

async function runSweep(io: Io, file: string, o: SweepCommandOptions): Promise<void> {
  const plan = readPlan(file);
  const { sweep } = await import('@qpos/cluster');
  const queue = await queueOf(o);
  const bar = startProgress(io.stderr, 'sweep', 1);
  let round = 1;
  let result: SweepResult;
  try {
    result = await sweep(queue, plan, {
      signal: io.signal,
      onProgress: ({ done, total }) => bar.update(done / total, `round ${round}, ${done} of ${total} trials`),
      onRound: (ended) => {
        round = ended + 1;
      },
    });
  } catch (error) {
    if (!io.signal.aborted) throw error;
    io.exitCode = INTERRUPTED;
    io.stderr.write(
      'interrupted; started again, the sweep finds what workers have done of it in the last two minutes\n',
    );
    return;
  } finally {
    bar.stop();
    await queue.close();
  }
  const policy = o.out ?? `${path.basename(file, path.extname(file))}.safetensors`;
  const [best] = result.trials;
  if (result.policy.length > 0) {
    fs.mkdirSync(path.dirname(path.resolve(policy)), { recursive: true });
    fs.writeFileSync(policy, result.policy);
  }
  if (best?.error !== undefined) io.exitCode = 1;
  if (o.json) printJson(io, { trials: result.trials, ...(result.policy.length > 0 && { policy }) });
  else print(io, `${trialsText(result.trials, io)}${result.policy.length > 0 ? `\n\nbest policy  ${policy}` : ''}`);
}

/** `qpos sweep`. */
export function addSweep(program: Command, io: Io): void {
  const command = addCommand(program, 'sweep', 'train with many settings, and stop poor trials early', [
    'qpos sweep sweep.yaml',
    'qpos sweep sweep.yaml --redis redis://127.0.0.1:6379 --out best.safetensors',
  ])
    .argument('<file>', 'the plan: task, steps, trials, settings and what they may be (YAML or JSON)')
    .option('--out <file>', 'where the best policy goes (default the name of the plan with .safetensors)');
  addJson(addQueueOptions(command)).action((file: string, options: SweepCommandOptions) => runSweep(io, file, options));
}
