import { EngineError, ModelError, QposError } from 'qpos';
import type { Format } from './format.ts';

/** How a case ended. `read` and `refused` are as it should be. */
export type Outcome =
  | { readonly kind: 'read' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'untyped'; readonly error: string; readonly stack: string }
  | { readonly kind: 'time' | 'memory' | 'crash'; readonly error: string };

export type Failure = Exclude<Outcome, { kind: 'read' } | { kind: 'refused' }>;

export const MAX_SECONDS = 5; // of processor time
export const MAX_BYTES = 2 ** 30;

/** An error that tells programs what is wrong with the input. `internal` and a trap of the engine are what should not happen. */
function isTyped(error: unknown): boolean {
  if (error instanceof ModelError) return error.code !== 'internal';
  return error instanceof QposError && !(error instanceof EngineError);
}

/** Whether a case ended as it should not. */
export const isFailure = (outcome: Outcome): outcome is Failure =>
  outcome.kind !== 'read' && outcome.kind !== 'refused';
/** What makes two failures the same: kind, error and where it was thrown. */
export function signatureOf(failure: Failure): string {
  if (failure.kind !== 'untyped') return failure.kind;
  const place = /\(?([^\s(]+):\d+\)?$/m.exec(failure.stack)?.[1] ?? '';
  return `${failure.error.replace(/\d+/g, 'N')} ${place}`;
}

const processorSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** Runs one case in this process, whatever memory it takes. */
export async function runCase(format: Format, bytes: Uint8Array): Promise<Outcome> {
  const start = processorSeconds();
  let outcome: Outcome = { kind: 'read' };
  try {
    await format.run(bytes);
  } catch (error) {
    if (isTyped(error)) outcome = { kind: 'refused', reason: String(error).slice(0, 300) };
    else {
      const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
      outcome = { kind: 'untyped', error: `${name}: ${message.slice(0, 200)}`, stack };
    }
  }
  const seconds = processorSeconds() - start;
  if (seconds > MAX_SECONDS) return { kind: 'time', error: `${seconds.toFixed(1)} s of processor time` };
  return outcome;
}

/** Runs one case in a process that does nothing else, whose peak of memory is therefore that of its cases. */
export async function runCaseAlone(format: Format, bytes: Uint8Array): Promise<Outcome> {
  const outcome = await runCase(format, bytes);
  const peak = 1024 * process.resourceUsage().maxRSS;
  if (outcome.kind === 'time' || peak <= MAX_BYTES) return outcome;
  return { kind: 'memory', error: `${(peak / 2 ** 20).toFixed(0)} MB` };
}
