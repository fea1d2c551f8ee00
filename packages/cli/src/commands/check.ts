import type { Command } from 'commander';
import {
  type BodyChild,
  type Diagnostic,
  expandSpec,
  type Model,
  ModelError,
  type SourceLocation,
  type Spec,
  walkTree,
} from 'qpos';
import { type Io, print, printJson } from '../io.ts';
import { type OpenedModel, openModel } from '../model/open.ts';
import { type Finding, findImplausible } from '../model/plausibility.ts';
import { formatProblem, type Problem, Sources } from '../output/errors.ts';
import { colors, count } from '../output/terminal.ts';
import { addCommand, addJson } from './shared.ts';

interface CheckOptions {
  readonly strict: boolean;
  readonly plausibility: boolean;
  readonly json: boolean;
}

/** Opens a model; errors become problems. */
function tryOpen(file: string, problems: Problem[]): OpenedModel | undefined {
  const warnings: Diagnostic[] = [];
  try {
    const opened = openModel(file, { onWarning: (d) => warnings.push(d) });
    problems.push(...warnings);
    return opened;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const seen = new Set(error.diagnostics);
    problems.push(...warnings.filter((w) => !seen.has(w)), ...error.diagnostics);
    return undefined;
  }
}

/** Where each object of a compiled model was written. */
class Places {
  readonly #byName = new Map<string, SourceLocation>();
  readonly #bodies: (SourceLocation | undefined)[] = [undefined];
  readonly #model: Model;
  readonly #file: string;

  constructor({ model, spec, file }: OpenedModel) {
    this.#model = model;
    this.#file = file;
    if (spec !== undefined) this.#collect(spec);
  }

  #collect(spec: Spec): void {
    const note = (
      e: { kind: string; name?: string | undefined; source?: SourceLocation | undefined },
      kind = e.kind,
    ): void => {
      if (e.name !== undefined && e.source !== undefined) this.#byName.set(`${kind} ${e.name}`, e.source);
    };
    walkTree(expandSpec(spec).worldbody, (e: BodyChild) => {
      if (e.kind === 'body') this.#bodies.push(e.source);
      note(e, e.kind === 'freejoint' ? 'joint' : e.kind);
      return true;
    });
    for (const a of spec.actuators) note(a, 'actuator');
  }

  /** The line of an object, or that of its body, or the file. */
  of({ kind, id }: Finding): Pick<Problem, 'file' | 'line' | 'column'> {
    const model = this.#model;
    if (kind === 'model') return { file: this.#file };
    const name = model[kind](id).name;
    const named = name === '' ? undefined : this.#byName.get(`${kind} ${name}`);
    if (named !== undefined) return named;
    const body =
      kind === 'body' ? id : kind === 'geom' ? model.geom_bodyid[id] : kind === 'joint' ? model.jnt_bodyid[id] : 0;
    const whole = this.#bodies.length === model.nbody; // not when bodies were fused
    return (whole ? this.#bodies[body ?? 0] : undefined) ?? { file: this.#file };
  }
}

/** All problems of a model: what it says wrong, then what is probably not meant. */
export function checkModel(file: string, options: Pick<CheckOptions, 'plausibility'>): Problem[] {
  const problems: Problem[] = [];
  const opened = tryOpen(file, problems);
  if (opened === undefined || !options.plausibility) return problems;
  const places = new Places(opened);
  for (const finding of findImplausible(opened.model)) {
    const { code, message, hint } = finding;
    const { file: at = file, line, column } = places.of(finding);
    problems.push({ severity: 'warning', code, message, hint, file: at, line, column });
  }
  return problems;
}

function check(io: Io, files: readonly string[], options: CheckOptions): void {
  const c = colors(io.stdout);
  const results = files.map((file) => {
    const problems = checkModel(file, options);
    const errors = problems.filter((p) => p.severity === 'error').length;
    const warnings = problems.length - errors;
    return { file, ok: errors === 0 && (!options.strict || warnings === 0), errors, warnings, problems };
  });
  if (results.some((r) => !r.ok)) io.exitCode = 1;
  if (options.json) {
    printJson(io, files.length === 1 ? results[0] : results);
    return;
  }
  const sources = new Sources();
  for (const { file, ok, errors, warnings, problems } of results) {
    for (const p of problems) print(io, `${formatProblem(p, sources, c)}\n`);
    const found = [errors > 0 ? count(errors, 'error') : '', warnings > 0 ? count(warnings, 'warning') : ''];
    const summary = found.filter((f) => f !== '').join(', ') || 'no problems';
    print(io, `${ok ? c.green('✓') : c.red('✗')} ${c.bold(file)}: ${summary}`);
  }
}

/** `qpos check`. */
export function addCheck(program: Command, io: Io): void {
  const command = addCommand(program, 'check', 'find errors and likely mistakes in models', [
    'qpos check robot.xml',
    'qpos check --strict models/*.xml',
    'qpos check robot.urdf --json',
  ])
    .argument('<models...>', 'MJCF, URDF, zip or compiled models; - is the standard input')
    .option('--strict', 'treat warnings as errors', false)
    .option('--no-plausibility', 'report only errors and warnings of the compiler');
  addJson(command).action((files: string[], options: CheckOptions) => check(io, files, options));
}
