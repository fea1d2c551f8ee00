import fs from 'node:fs';
import path from 'node:path';
import { type Diagnostic, ModelError, QposError, sourceExcerpt } from 'qpos';
import type { Out } from '../io.ts';
import { readInput, STDIN } from '../model/open.ts';
import { type Colors, clean, colors } from './terminal.ts';

/** A diagnostic, or something found by looking at the compiled model. */
export interface Problem extends Omit<Diagnostic, 'code' | 'severity'> {
  readonly severity: 'error' | 'warning';
  readonly code: string;
}

const LARGEST_EXCERPT_FILE = 64e6;

/** Problems of files without lines that could be shown. */
const wholeFile: ReadonlySet<string> = new Set(['empty-file', 'binary-file', 'encoding']);

/** Texts of files that problems are in, each read once. */
export class Sources {
  readonly #texts = new Map<string, string | undefined>();

  /** The line of a problem with a caret under its column, or an empty string. */
  excerpt(problem: Problem): string {
    if (problem.file === undefined || problem.line === undefined || wholeFile.has(problem.code)) return '';
    const text = this.#text(problem.file);
    return text === undefined ? '' : sourceExcerpt(problem as Diagnostic, text);
  }

  #text(file: string): string | undefined {
    if (!this.#texts.has(file)) this.#texts.set(file, readText(file));
    return this.#texts.get(file);
  }
}

function readText(file: string): string | undefined {
  if (file === STDIN) return new TextDecoder().decode(readInput(file));
  try {
    const { size } = fs.statSync(file);
    return size > LARGEST_EXCERPT_FILE ? undefined : fs.readFileSync(file, 'utf8');
  } catch {
    return undefined; // inside of an archive, or gone
  }
}

/** A path for a person: absolute if it would lead up and out of the current folder. */
export function displayPath(file: string): string {
  if (file === STDIN) return '<stdin>';
  return clean(file.startsWith('..') ? path.resolve(file) : file);
}

/** A problem with its place, the line it is in, and what to do about it. */
export function formatProblem(problem: Problem, sources: Sources, c: Colors): string {
  const place = problem.file === undefined ? '' : displayPath(problem.file);
  const position = problem.line === undefined ? '' : `:${problem.line}:${problem.column ?? 1}`;
  const severity = problem.severity === 'error' ? c.red(c.bold('error')) : c.yellow(c.bold('warning'));
  const element = problem.element === undefined ? '' : `${clean(problem.element)}: `;
  const lines = [
    `${place === '' ? '' : `${c.bold(place + position)}: `}${severity}: ${element}${clean(problem.message)} ${c.dim(`[${problem.code}]`)}`,
  ];
  const [line, caret] = sources.excerpt(problem).split('\n');
  if (line !== undefined && caret !== undefined) {
    const number = String(problem.line).padStart(5);
    lines.push(`${c.dim(`${number} |`)} ${clean(line)}`, `${c.dim('      |')} ${c.red(caret)}`);
  }
  if (problem.hint !== undefined) lines.push(`${c.dim('      =')} ${c.cyan('hint:')} ${clean(problem.hint)}`);
  return lines.join('\n');
}

/** An error for a person: what, where, and what to do about it. */
export function printError(out: Out, error: unknown): void {
  const c = colors(out);
  if (error instanceof ModelError) {
    const sources = new Sources();
    const errors = error.diagnostics.filter((d) => d.severity === 'error');
    for (const d of errors) out.write(`${formatProblem(d, sources, c)}\n`);
    return;
  }
  out.write(`${c.red(c.bold('error'))}: ${error instanceof Error ? error.message : String(error)}\n`);
  if (error instanceof QposError && error.hint !== undefined) out.write(`${c.cyan('hint:')} ${error.hint}\n`);
  if (process.env['QPOS_DEBUG'] !== undefined && error instanceof Error) out.write(`${error.stack}\n`);
}

/** An error for a program. */
export function errorJson(error: unknown): object {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof ModelError) return { error: { message, code: error.code, diagnostics: error.diagnostics } };
  if (!(error instanceof QposError)) return { error: { message } };
  const { code, hint } = error;
  return { error: { message, code, ...(hint === undefined ? {} : { hint }) } };
}
