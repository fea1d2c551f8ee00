import { CallbackError, enums, QposError, StepError } from '@qpos/core';
import type { EnvironmentErrorCode, Failure } from '../errors.ts';

/** What went wrong in which environment. */
export type Failures = (readonly [environment: number, failure: Failure])[];

const { Warning } = enums;

/** Warnings at which the engine resets a Data. */
const resets: ReadonlyMap<number, readonly [EnvironmentErrorCode, string, string]> = new Map([
  [Warning.BADQPOS, ['bad-position', 'position', 'qpos is NaN or too large']],
  [Warning.BADQVEL, ['bad-velocity', 'velocity', 'qvel is NaN or too large']],
  [Warning.BADQACC, ['bad-acceleration', 'acceleration', 'qacc is NaN or too large']],
]);

/** Whether the engine resets a Data at a warning. */
export const isReset = (warning: number): boolean => resets.has(warning);

/** What a warning that reset the Data means. */
export function resetFailure(warning: number, index: number, time: number): Failure {
  const [code, stage, message] = resets.get(warning) as readonly [EnvironmentErrorCode, string, string];
  return { code, stage, index, message: `${message} (${index})`, time };
}

/** An error outside of the engine. */
class OutsideFailure extends Error {
  readonly code: 'module' | 'constants';
  constructor(code: 'module' | 'constants', cause: unknown, where: string) {
    super(`${where}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.code = code;
  }
}

/** Calls what is not the engine; what it throws says so. No closure: this is where every environment passes in every call. */
export function outside<A extends readonly unknown[], T>(
  code: 'module' | 'constants',
  name: string,
  call: (...given: A) => T,
  ...given: A
): T {
  try {
    return call(...given);
  } catch (cause) {
    throw new OutsideFailure(code, cause, name);
  }
}

/** An error as it is reported. */
export function failureOf(error: unknown, time: number): Failure {
  if (error instanceof StepError) {
    const { code, stage, index, message } = error;
    return { code, stage, index, message, time };
  }
  if (error instanceof CallbackError) return { code: 'callback', stage: error.stage, message: error.message, time };
  if (error instanceof OutsideFailure) return { code: error.code, message: error.message, time };
  const name = error instanceof QposError ? `${error.name}: ` : '';
  return { code: 'engine', message: `${name}${error instanceof Error ? error.message : String(error)}`, time };
}
