import { ArgumentError, QposError } from '@qpos/core/errors';
import { requireObject, requireText } from './arguments.ts';

/** A place in a source file. */
export interface SourceLocation {
  /** Name of the file. */
  readonly file: string;
  /** Line, from 1. */
  readonly line: number;
  /** Column, from 1. */
  readonly column: number;
}

/** Whether a problem stops the compiler. */
export type Severity = 'error' | 'warning';

/** What kind of problem a model has. Codes are stable, for programs; messages are for people. */
export type ErrorCode =
  // text
  | 'empty-file'
  | 'binary-file'
  | 'encoding'
  | 'xml-syntax'
  | 'xml-doctype'
  | 'xml-depth'
  | 'wrong-root'
  // schema
  | 'unknown-element'
  | 'unknown-attribute'
  | 'repeated-element'
  | 'missing-attribute'
  | 'attribute-conflict'
  | 'bad-number'
  | 'bad-count'
  | 'bad-keyword'
  | 'bad-value'
  | 'misplaced-element'
  // references
  | 'unknown-class'
  | 'unknown-name'
  | 'duplicate-name'
  | 'missing-reference'
  // files
  | 'include-cycle'
  | 'include-repeated'
  | 'include-invalid'
  | 'missing-file'
  | 'path-escape'
  | 'archive'
  | 'asset'
  // model
  | 'attach'
  | 'plugin'
  | 'limit'
  | 'unsupported'
  | 'mass'
  | 'inertia'
  | 'compile'
  | 'internal';

/** A problem of a model, with its place and what to do about it. */
export interface Diagnostic {
  /** Whether it stops the compiler. */
  readonly severity: Severity;
  /** What kind of problem it is. */
  readonly code: ErrorCode;
  /** What is wrong, for people. */
  readonly message: string;
  /** The file, as the model names it. */
  readonly file?: string | undefined;
  /** Line in the file, from 1. */
  readonly line?: number | undefined;
  /** Column of the line, from 1. */
  readonly column?: number | undefined;
  /** Tag of the element, with its name where it has one: `geom 'floor'`. */
  readonly element?: string | undefined;
  /** What to do about it, or what was probably meant. */
  readonly hint?: string | undefined;
}

/**
 * A model cannot be read or compiled. The error describes the first problem; `diagnostics` has all of them, warnings included.
 *
 * @example
 * try {
 *   loadModel('<mujoco><worldbody><geom tpye="box"/></worldbody></mujoco>', { file: 'robot.xml' });
 * } catch (error) {
 *   if (!(error instanceof ModelError)) throw error;
 *   for (const d of error.diagnostics) console.log(formatDiagnostic(d));
 * }
 */
export class ModelError extends QposError<ErrorCode> {
  static override readonly name: string = 'ModelError';
  /** The file, as the model names it. */
  readonly file: string | undefined;
  /** Line in the file, from 1. */
  readonly line: number | undefined;
  /** Column of the line, from 1. */
  readonly column: number | undefined;
  /** Tag of the element, with its name where it has one: `geom 'floor'`. */
  readonly element: string | undefined;
  /** All problems in the order of discovery, warnings included. */
  readonly diagnostics: readonly Diagnostic[];

  /**
   * @param first The problem that the error reports.
   * @param diagnostics All problems, `first` among them.
   */
  constructor(first: Diagnostic, diagnostics: readonly Diagnostic[] = [first]) {
    super(first.code, summary(first, diagnostics), { hint: first.hint });
    this.file = first.file;
    this.line = first.line;
    this.column = first.column;
    this.element = first.element;
    this.diagnostics = diagnostics;
  }
}

/** Refuses what is not a diagnostic. */
function requireDiagnostic(d: Diagnostic): void {
  requireObject('a diagnostic', d);
  if (d.line !== undefined && !(d.line >= 0 && d.line < 2 ** 31))
    throw new ArgumentError(`${String(d.line)} is not the number of a line`);
}

/**
 * A problem as one line: `robot.xml:12:5: geom 'floor': message (hint)`.
 *
 * @param d The problem.
 * @returns The line.
 * @example
 * loadModel('<mujoco><worldbody><geom size="1"/></worldbody></mujoco>', {
 *   onWarning: (warning) => console.log(formatDiagnostic(warning)),
 * });
 */
export function formatDiagnostic(d: Diagnostic): string {
  requireDiagnostic(d);
  const line = d.line === undefined ? '' : `:${d.line}:${d.column ?? 0}`;
  const place = (d.file ?? '') + line;
  const element = d.element === undefined ? '' : `${d.element}: `;
  const hint = d.hint === undefined ? '' : ` (${d.hint})`;
  return `${place && `${place}: `}${element}${d.message}${hint}`;
}

/**
 * The source line of a problem with a caret under its column.
 *
 * @param d The problem.
 * @param text The text of the file that it is in.
 * @returns Two lines, or an empty string if the place is not known.
 * @example
 * const text = '<mujoco><worldbody><geom size="x"/></worldbody></mujoco>';
 * try {
 *   parseMjcf(text);
 * } catch (error) {
 *   if (error instanceof ModelError) for (const d of error.diagnostics) console.log(sourceExcerpt(d, text));
 * }
 */
export function sourceExcerpt(d: Diagnostic, text: string): string {
  requireDiagnostic(d);
  requireText('text', text);
  if (d.line === undefined) return '';
  const line = text.split(/\r\n|\r|\n/, d.line)[d.line - 1];
  if (line === undefined) return '';
  const column = Math.max(1, d.column ?? 1);
  const start = Math.max(0, column - 80);
  const shown = line.slice(start, start + 120).replace(/\t/g, ' ');
  return `${shown}\n${' '.repeat(column - 1 - start)}^`;
}

function summary(first: Diagnostic, all: readonly Diagnostic[]): string {
  let others = 0;
  for (const d of all) if (d.severity === 'error') others++;
  others--;
  return others > 0 ? `${formatDiagnostic(first)} (and ${others} more)` : formatDiagnostic(first);
}

/** How strict a reader is: `compat` accepts what MuJoCo accepts and warns, in `strict` every warning is an error. */
export type Mode = 'compat' | 'strict';

/** Where a problem is reported from: any spec element, or a bare location. */
export interface Located {
  readonly kind?: string;
  readonly name?: string | undefined;
  readonly source?: SourceLocation | undefined;
}

const MAX_DIAGNOSTICS = 100;

/** What to do about a problem; one that takes a search is a function, which is called only for problems that are kept. */
export type Hint = string | (() => string | undefined);

/** Collects problems, so that all of them are reported at once. */
export class Diagnostics {
  readonly list: Diagnostic[] = [];
  private errors = 0;
  private readonly mode: Mode;
  private readonly onWarning: ((d: Diagnostic) => void) | undefined;

  constructor(mode: Mode = 'compat', onWarning?: (d: Diagnostic) => void) {
    this.mode = mode;
    this.onWarning = onWarning;
  }

  /** Whether further problems are only counted. */
  get isFull(): boolean {
    return this.list.length >= MAX_DIAGNOSTICS;
  }

  get hasErrors(): boolean {
    return this.errors > 0;
  }

  error(code: ErrorCode, message: string, at?: Located, hint?: Hint): void {
    this.errors++;
    // a broken file can repeat one mistake a million times: keep the first hundred
    if (!this.isFull || this.errors === 1) {
      this.list.push(diagnostic('error', code, message, at, hint));
    }
  }

  warning(code: ErrorCode, message: string, at?: Located, hint?: Hint): void {
    if (this.mode === 'strict') {
      this.error(code, message, at, hint);
      return;
    }
    const d = diagnostic('warning', code, message, at, this.isFull && typeof hint === 'function' ? undefined : hint);
    if (!this.isFull) this.list.push(d);
    this.onWarning?.(d);
  }

  /** Takes over a problem found elsewhere, such as in an attached model. */
  add(d: Diagnostic): void {
    if (d.severity === 'error') this.errors++;
    if (!this.isFull || (d.severity === 'error' && this.errors === 1)) this.list.push(d);
    if (d.severity === 'warning') this.onWarning?.(d);
  }

  /** Reports an error and stops at once: for problems after which nothing else makes sense. */
  fatal(code: ErrorCode, message: string, at?: Located, hint?: Hint): never {
    this.errors++;
    const d = diagnostic('error', code, message, at, hint);
    this.list.push(d);
    throw new ModelError(this.list.find((x) => x.severity === 'error') ?? d, this.list);
  }

  /** Throws a ModelError with everything collected, if there was an error. */
  throwIfErrors(): void {
    if (this.errors === 0) return;
    const first = this.list.find((d) => d.severity === 'error');
    if (first !== undefined) throw new ModelError(first, this.list);
  }
}

/** The tag of a kind of element: `contact` of a `contactSensor`, `plugin` of a `bodyPlugin`. */
function tagOf(kind: string): string {
  const [sort = kind.replace(/^[a-z]+(?=[A-Z])/, '')] = /^(?!default).*(?=Sensor|Equality)/.exec(kind) ?? [];
  return sort.toLowerCase();
}

function diagnostic(severity: Severity, code: ErrorCode, message: string, at?: Located, advice?: Hint): Diagnostic {
  const source = at?.source;
  const hint = typeof advice === 'function' ? advice() : advice;
  const tag = at?.kind && tagOf(at.kind);
  const element = at?.name && tag ? `${tag} '${at.name}'` : tag;
  return { severity, code, message, file: source?.file, line: source?.line, column: source?.column, element, hint };
}

const MAX_WORD = 64; // characters of a word that a hint is looked for
const MAX_CANDIDATES = 2000; // names that are compared with it

/** The candidate closest to `word`, if it is close enough to be a slip of the hand; of very many, the first ones are looked at. */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > MAX_WORD) return undefined;
  let looked = 0;
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    if (looked++ === MAX_CANDIDATES) break;
    if (Math.abs(candidate.length - wanted.length) >= bestDistance) continue;
    const distance = editDistance(wanted, candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) {
      bestDistance = distance;
      best = candidate;
    }
  }
  return best === undefined ? undefined : `did you mean '${best}'?`;
}

/** Edits (insert, delete, replace, swap of neighbours) that turn `a` into `b`, or `limit` when there are more. */
function editDistance(a: string, b: string, limit: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let d = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) d = Math.min(d, (beforeLast[j - 2] ?? 0) + 1);
      row.push(d);
      if (d < least) least = d;
    }
    if (least >= limit) return limit;
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? limit;
}
