import { checkReal, checkText } from '../arguments.ts';
import { ArgumentError } from '../errors/argument-error.ts';

/** How serious a message is. */
export type LogLevel = 'debug' | 'info' | 'warning' | 'error';

/** A line for the log. */
export interface LogMessage {
  /** How serious it is. */
  readonly level: LogLevel;
  /** What happened. */
  readonly text: string;
  /** Of a warning of the simulation: its kind (`enums.Warning`). */
  readonly warning?: number | undefined;
}

/** Receives messages. */
export type LogHandler = (message: LogMessage) => void;

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warning', 'error'];

let handler: LogHandler | undefined;

/**
 * Has a function receive the warnings of every simulation of this thread, and the lines of `writeLog`. Nothing is printed without one. It
 * runs inside of steps and cannot stop them: what it throws becomes an unhandled rejection. To stop a step, throw in `data.onWarning`, or use
 * `stepStrict`.
 *
 * @param next The handler; undefined for none.
 * @returns The handler before, to be put back.
 * @example
 * const before = setLogHandler(({ level, text }) => console.log(level, text));
 * data.ctrl[0] = Number.NaN;
 * step(model, data); // warning Nan, Inf or huge value in CTRL at ACTUATOR 0. The simulation is unstable.
 * setLogHandler(before);
 */
export function setLogHandler(next: LogHandler | undefined): LogHandler | undefined {
  if (next !== undefined && typeof next !== 'function') throw new ArgumentError('a log handler is a function');
  const before = handler;
  handler = next;
  return before;
}

/**
 * Gives a line to the log handler, if there is one: for plugins and programs that want their messages beside the engine's.
 *
 * @param level How serious it is.
 * @param text What happened.
 * @example
 * writeLog('info', 'the episode has ended');
 */
export function writeLog(level: LogLevel, text: string): void {
  checkText('level', level);
  if (!LEVELS.includes(level))
    throw new ArgumentError(`there is no level '${level}': it is one of ${LEVELS.join(', ')}`, 'unknown-name');
  checkText('text', text);
  if (handler !== undefined) send({ level, text });
}

/** Tells the handler, if there is one, of a warning of the simulation. */
export function logWarning(warning: number, info: number): void {
  if (handler !== undefined) send({ level: 'warning', text: warningText(warning, info), warning });
}

function send(message: LogMessage): void {
  try {
    handler?.(message);
  } catch (error) {
    void Promise.reject(error); // which the platform reports
  }
}

const bad = (field: string, what: string) => (info: number) =>
  `Nan, Inf or huge value in ${field} at ${what} ${info}. The simulation is unstable.`;

const TEXTS: readonly ((info: number) => string)[] = [
  (info) => `Inertia matrix is too close to singular at DOF ${info}. Check model.`,
  (info) => `Too many contacts. The arena memory is full, increase arena memory allocation.(ncon = ${info})`,
  () => 'Unknown warning type 2.',
  bad('QPOS', 'DOF'),
  bad('QVEL', 'DOF'),
  bad('QACC', 'DOF'),
  bad('CTRL', 'ACTUATOR'),
];

/**
 * A warning of the simulation in words, those of MuJoCo.
 *
 * @param warning Its kind (`enums.Warning`).
 * @param info What it is about: `data.warning.lastinfo`.
 * @returns The text.
 * @see mju_warningText
 * @example
 * data.onWarning = (kind, info) => console.log(warningText(kind, info));
 */
export function warningText(warning: number, info: number): string {
  checkReal('warning', warning);
  checkReal('info', info);
  return TEXTS[warning]?.(info) ?? `Unknown warning type ${warning}.`;
}
