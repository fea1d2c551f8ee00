import { Command, CommanderError, type Option } from 'commander';
import { addCluster } from './cluster/status.ts';
import { addSweep } from './cluster/sweep.ts';
import { addWorker } from './cluster/worker.ts';
import { addBench } from './commands/bench.ts';
import { addCheck } from './commands/check.ts';
import { addConvert } from './commands/convert.ts';
import { addDoctor } from './commands/doctor.ts';
import { addEnvs } from './commands/envs.ts';
import { addInfo } from './commands/info.ts';
import { addPlot } from './commands/plot.ts';
import { addRender } from './commands/render.ts';
import { addReplay } from './commands/replay.ts';
import { addRollout } from './commands/rollout.ts';
import { addSim } from './commands/sim.ts';
import { addView } from './commands/view.ts';
import { addCompletion } from './completion/completion.ts';
import { fitted, type Io, printJson, processIo } from './io.ts';
import { addLsp } from './lsp/lsp.ts';
import { errorJson, printError } from './output/errors.ts';

import { addPlan } from './planning/plan.ts';

import { addNew } from './scaffold/new.ts';
import { addServeEnv } from './serving/serve-env.ts';

import { addEval } from './training/eval.ts';
import { addPlay } from './training/play.ts';
import { addTrain } from './training/train.ts';
import { VERSION } from './version.ts';

export type { Io, Out } from './io.ts';

const COMMANDS = [
  addNew,
  addSim,
  addRollout,
  addInfo,
  addCheck,
  addView,
  addRender,
  addPlot,
  addReplay,
  addConvert,
  addBench,
  addEnvs,
  addTrain,
  addEval,
  addPlay,
  addPlan,
  addServeEnv,
  addLsp,
  addWorker,
  addSweep,
  addCluster,
  addCompletion,
  addDoctor,
];

/** What an option does, and the value that it has if it is not given. */
function optionDescription({ description, defaultValue }: Option): string {
  const silent = defaultValue === undefined || defaultValue === false || defaultValue === true;
  return silent ? description : `${description} (default ${defaultValue})`;
}

/** The whole command line. */
export function makeProgram(io: Io): Command {
  const program = new Command('qpos')
    .description('A MuJoCo-compatible physics engine: run, inspect, check, convert, plot and view models')
    .version(VERSION, '-V, --version')
    .helpCommand(true)
    .showHelpAfterError('(add --help for the options and examples)')
    .configureOutput({
      writeOut: (text) => void io.stdout.write(fitted(io.stdout, text)),
      writeErr: (text) => void io.stderr.write(text),
      getOutHelpWidth: () => io.stdout.columns ?? 100,
      getErrHelpWidth: () => io.stderr.columns ?? 100,
    })
    .configureHelp({ optionDescription })
    .exitOverride();
  for (const add of COMMANDS) add(program, io);
  program.addHelpText(
    'after',
    '\nExamples:\n  qpos sim models/humanoid.xml --duration 5 --record run.npz\n  qpos check robot.xml\n  qpos view robot.urdf\n\nqpos <command> --help shows the options of a command, with examples.',
  );
  return program;
}

/** Runs the command line; the result is the exit code. */
export async function main(args: readonly string[], io: Io = processIo(new AbortController().signal)): Promise<number> {
  try {
    await makeProgram(io).parseAsync(args, { from: 'user' });
    return io.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) {
      const message = error.message.replace(/^error: /, '');
      if (error.exitCode !== 0 && args.includes('--json')) printJson(io, { error: { message, code: 'usage' } });
      return error.exitCode;
    }
    printError(io.stderr, error);
    if (args.includes('--json')) printJson(io, errorJson(error));
    return 1;
  }
}
