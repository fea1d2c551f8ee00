import fs from 'node:fs';
import path from 'node:path';
import type { MadeVectorEnv } from '@qpos/env';
import type { RemoteEnvs, Trainer, TrainingSummary } from '@qpos/learn';
import type { Command } from 'commander';
import { addQueueOptions } from '../cluster/queue-option.ts';
import { addCommand, addJson, numberOption } from '../commands/shared.ts';
import { INTERRUPTED, type Io, print, printJson, UsageError } from '../io.ts';
import { table } from '../output/table.ts';
import { colors, count, duration, num } from '../output/terminal.ts';
import { startView, stepsText } from './live-view.ts';
import { type EnvironmentOptions, openEnvironments } from './open-environments.ts';
import { readBytes } from './policy-file.ts';
import { factsBeside, type RunFacts, RunFolder } from './run-folder.ts';
import { collect, pairsOf, taskOptions } from './task-options.ts';

interface TrainOptions extends EnvironmentOptions {
  readonly algo?: string;
  readonly steps?: string;
  readonly n?: string;
  readonly seed?: string;
  readonly set: readonly string[];
  readonly option: readonly string[];
  readonly resume?: string;
  readonly log?: string;
  readonly out?: string;
  readonly evalEvery?: string;
  readonly stopAt?: string;
  readonly checkpointEvery?: string;
  readonly actors?: string;
  readonly json: boolean;
}

const DEFAULTS = { algorithm: 'ppo', steps: 1e6, n: 8, seed: 1 };
const EVALUATION = { n: 4, episodes: 8 };
/** Steps between checkpoints: a twentieth of all, within these. */
const CHECKPOINTS = [10_000, 100_000] as const;

/** What to train: as the options say, or as the training that is resumed began. */
function factsOf(task: string, o: TrainOptions): RunFacts {
  const before = o.resume === undefined ? undefined : factsBeside(o.resume);
  if (before !== undefined && before.task !== task)
    throw new UsageError(`'${o.resume}' is of a training on ${before.task}, not on ${task}`);
  const whole = (name: string, text: string | undefined, otherwise: number, least: number): number =>
    text === undefined ? otherwise : numberOption(name, text, { whole: true, least });
  return {
    task,
    algorithm: o.algo ?? before?.algorithm ?? DEFAULTS.algorithm,
    n: whole('--n', o.n, before?.n ?? DEFAULTS.n, 1),
    steps: whole('--steps', o.steps, before?.steps ?? DEFAULTS.steps, 1),
    seed: whole('--seed', o.seed, before?.seed ?? DEFAULTS.seed, 0),
    settings: { ...before?.settings, ...pairsOf('--set', o.set, 'learningRate=1e-3') },
    options: { ...before?.options, ...taskOptions(o.option) },
    ...actorsOf(o, before),
  };
}

/** Groups of environments, as they were typed or as the training that is resumed had them. */
function actorsOf({ actors }: TrainOptions, before: RunFacts | undefined): Pick<RunFacts, 'actors'> {
  if (actors !== undefined) return { actors: numberOption('--actors', actors, { whole: true, least: 1 }) };
  return before?.actors === undefined ? {} : { actors: before.actors };
}

function folderOf(facts: RunFacts, o: TrainOptions): RunFolder {
  if (o.log !== undefined) return new RunFolder(o.log);
  if (o.resume !== undefined) return new RunFolder(path.dirname(o.resume));
  const name = `${facts.task.replaceAll('/', '-')}-${facts.algorithm}-${facts.seed}`;
  return new RunFolder(path.join('runs', name));
}

async function makeTrainer(
  facts: RunFacts,
  envs: MadeVectorEnv | RemoteEnvs,
  checkpoint: Uint8Array | undefined,
): Promise<Trainer> {
  const { createTrainer, parseOptions, resume } = await import('@qpos/learn');
  const algorithm = facts.algorithm as 'ppo';
  if (checkpoint !== undefined) return resume(checkpoint, envs);
  return createTrainer(algorithm, envs, { ...parseOptions(algorithm, facts.settings), seed: facts.seed });
}

const REASONS = { steps: 'done', return: 'return reached', aborted: 'interrupted' } as const;

function summaryText(facts: RunFacts, s: TrainingSummary, folder: RunFolder, policy: string, io: Io): string {
  const c = colors(io.stdout);
  const rows = [
    ['task', facts.task],
    ['algorithm', `${facts.algorithm}, seed ${facts.seed}`],
    ['ended', REASONS[s.reason]],
    ['steps', `${stepsText(s.steps)} in ${duration(s.seconds)}, ${stepsText(Math.round(s.stepsPerSecond))}/s`],
    ['episodes', String(s.episodes)],
    ['return', Number.isNaN(s.meanReturn) ? '–' : `${num(s.meanReturn)} (mean of the last 100 episodes)`],
    ...(Number.isNaN(s.evaluationReturn) ? [] : [['evaluation', num(s.evaluationReturn)]]),
    ['policy', policy],
    ['logs', folder.dir],
  ];
  return table(io.stdout, { rows: rows.map(([name = '', value = '']) => [c.dim(name), value]) });
}

const quoted = (text: string): string => (/^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

async function train(io: Io, task: string, o: TrainOptions): Promise<void> {
  const { makeVec } = await import('@qpos/env');
  const { savePolicy } = await import('@qpos/learn');
  const checkpoint = o.resume === undefined ? undefined : readBytes('--resume', o.resume);
  const facts = factsOf(task, o);
  const every =
    o.checkpointEvery === undefined
      ? Math.max(CHECKPOINTS[0], Math.min(CHECKPOINTS[1], facts.steps / 20))
      : numberOption('--checkpoint-every', o.checkpointEvery, { whole: true, least: 1 });
  const evalEvery =
    o.evalEvery === undefined ? 0 : numberOption('--eval-every', o.evalEvery, { whole: true, least: 1 });
  const stopAtReturn =
    o.stopAt === undefined ? undefined : numberOption('--stop-at', o.stopAt, { least: Number.NEGATIVE_INFINITY });
  const made = { ...facts.options, autoreset: 'same-step' } as const;
  const opened = await openEnvironments(io, facts, o);
  const judged = evalEvery === 0 ? undefined : await makeVec(task, { ...made, n: EVALUATION.n });
  try {
    const trainer = await makeTrainer(facts, opened.envs, checkpoint);
    const folder = folderOf(facts, o);
    const policyFile = o.out ?? folder.policy;
    folder.writeFacts(facts);
    const view = o.json
      ? undefined
      : startView(io.stdout, `${task}  ${facts.algorithm}  ${count(facts.n, 'environment')}, ${opened.where}`);
    const cluster = o.redis === undefined ? '' : ' --redis ...'; // its address may contain a password
    const goOn = `qpos train ${quoted(task)} --resume ${quoted(folder.checkpoint)}${cluster}`;
    let summary: TrainingSummary;
    try {
      summary = await trainer.learn(facts.steps, {
        signal: io.signal,
        logs: folder.logs(trainer.steps),
        checkpoint: { every, save: (bytes) => folder.writeCheckpoint(bytes) },
        ...(view !== undefined && { onProgress: (progress) => view.update(progress) }),
        ...(judged !== undefined && { evaluate: { every: evalEvery, episodes: EVALUATION.episodes, env: judged } }),
        ...(stopAtReturn !== undefined && { stopAtReturn }),
      });
    } catch (error) {
      if (fs.existsSync(folder.checkpoint)) io.stderr.write(`to go on from the last checkpoint: ${goOn}\n`);
      throw error;
    } finally {
      view?.stop();
    }
    fs.mkdirSync(path.dirname(policyFile), { recursive: true });
    fs.writeFileSync(policyFile, savePolicy(trainer.policy));
    const isInterrupted = summary.reason === 'aborted';
    if (isInterrupted) io.exitCode = INTERRUPTED;
    if (o.json) {
      printJson(io, {
        ...facts,
        ...summary,
        policy: policyFile,
        log: folder.dir,
        checkpoint: folder.checkpoint,
        resume: goOn,
      });
      return;
    }
    print(io, `\n${summaryText(facts, summary, folder, policyFile, io)}`);
    if (isInterrupted) print(io, `\nto go on: ${goOn}`);
  } finally {
    await opened.close();
    await judged?.close();
  }
}

/** `qpos train`. */
export function addTrain(program: Command, io: Io): void {
  const command = addCommand(program, 'train', 'train a policy for a task', [
    'qpos train InvertedPendulum-v5 --steps 150000 --eval-every 10000 --stop-at 950',
    'qpos train HalfCheetah-v5 --algo sac --steps 3e5 --set learningRate=1e-3',
    'qpos train Hopper-v5 --resume runs/Hopper-v5-ppo-1/checkpoint.safetensors',
    'qpos train Humanoid-v5 --n 64 --actors 16 --redis redis://127.0.0.1:6379',
  ])
    .argument('<task>', 'id of the task; qpos envs lists them')
    .option('--algo <name>', 'ppo, sac, ars or cem (default ppo)')
    .option('--steps <n>', 'environment steps, those before a resume included (default 1e6)')
    .option('--n <n>', 'environments side by side (default 8)')
    .option('--workers <n>', 'threads that run them; the result does not depend on it', 'auto')
    .option('--seed <n>', 'seed of weights, actions and environments (default 1)')
    .option('--set <name=value>', 'a setting of the algorithm (repeatable)', collect, [])
    .option('--option <name=value>', 'an option of the task, such as randomise=false (repeatable)', collect, [])
    .option('--resume <file>', 'go on from a checkpoint, with the same result as without the break')
    .option('--log <dir>', 'folder of logs and checkpoints (default runs/TASK-ALGO-SEED)')
    .option('--out <file>', 'where the policy goes (default policy.safetensors in the log folder)')
    .option('--eval-every <n>', 'play the policy without noise every so many steps')
    .option('--stop-at <return>', 'end early at this mean return, of evaluations if there are any')
    .option('--checkpoint-every <n>', 'steps between checkpoints (default a twentieth of all)');
  addQueueOptions(command)
    .option('--actors <n>', 'on a cluster: groups that the environments are shared out in (default 8 or fewer)')
    .option('--asynchronous', 'on a cluster: ppo does not wait for the slowest; not reproducible', false);
  addJson(command).action((task: string, options: TrainOptions) => train(io, task, options));
}
