import { Command, CommanderError } from 'commander';
import { addSim } from './commands/sim.ts';
import { printError } from './output/errors.ts';

/** The whole command line. */
export function makeProgram(): Command {
  const program = new Command('qpos')
    .description('A MuJoCo-compatible physics engine: run, inspect, check, convert, plot and view models')
    .version('0.1.0')
    .showHelpAfterError('(add --help for the options)')
    .exitOverride();
  addSim(program);
  return program;
}

/** Runs the command line; the result is the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  try {
    await makeProgram().parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    printError(error);
    return 1;
  }
}
