import type { Command } from 'commander';
import { type Io, UsageError } from '../io.ts';
import type { OpenedModel } from '../model/open.ts';
import { colors, count } from '../output/terminal.ts';

/** A command with `--json` and examples under its help. */
export function addCommand(program: Command, name: string, description: string, examples: readonly string[]): Command {
  return program
    .command(name)
    .description(description)
    .addHelpText('after', `\nExamples:\n${examples.map((e) => `  ${e}`).join('\n')}`);
}

/** The option that every command has. */
export function addJson(command: Command): Command {
  return command.option('--json', 'print the result as JSON', false);
}

/** A number from the command line. */
export function numberOption(
  option: string,
  text: string,
  { least = 0, whole = false, exclusive = false } = {},
): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  const low = exclusive ? value > least : value >= least;
  if (!Number.isFinite(value) || !low || (whole && !Number.isInteger(value))) {
    const kind = whole ? 'a whole number' : 'a number';
    throw new UsageError(`${option} must be ${kind} ${exclusive ? 'above' : 'of at least'} ${least}, not '${text}'`);
  }
  return value;
}

/** Says that the model has warnings, without listing them. */
export function mentionWarnings(io: Io, { file, warnings }: OpenedModel): void {
  if (warnings.length === 0) return;
  const c = colors(io.stderr);
  io.stderr.write(
    `${c.yellow('warning')}: the model has ${count(warnings.length, 'warning')}; qpos check ${file} lists them\n`,
  );
}
