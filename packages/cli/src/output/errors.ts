import { ModelError } from 'qpos';
import { colors } from './terminal.ts';

/** An error for a person, on stderr: what, where, and what to do about it. */
export function printError(error: unknown): void {
  const c = colors(process.stderr);
  if (!(error instanceof ModelError)) {
    console.error(`${c.red('error')}: ${error instanceof Error ? error.message : String(error)}`);
    return;
  }
  const place =
    error.file === undefined
      ? ''
      : `${error.file}${error.line === undefined ? '' : `:${error.line}:${error.column ?? 1}`}: `;
  console.error(`${place}${c.red('error')} [${error.code}] ${error.message}`);
  if (error.hint !== undefined) console.error(`  ${c.dim('hint:')} ${error.hint}`);
}
