import fs from 'node:fs';
import path from 'node:path';
import { partsPlugins } from '@qpos/parts';
import { compile, type Diagnostic, ModelError, parseModel, QposError } from 'qpos';
import { toPath } from './model-folder.ts';

/** A problem of a model in one of its files. */
export interface FileProblem {
  readonly file: string;
  readonly problem: Diagnostic;
}

/** Reads and compiles a model; what is wrong with it, by file. `unsaved` gives texts that the disk does not have yet. */
export function problemsOf(main: string, unsaved: (file: string) => string | undefined): FileProblem[] {
  const folder = path.dirname(main);
  const found: Diagnostic[] = [];
  const read = (name: string): Uint8Array | string | undefined => {
    if (path.isAbsolute(name)) return undefined;
    const file = path.resolve(folder, name);
    return (
      unsaved(toPath(file)) ??
      (fs.statSync(file, { throwIfNoEntry: false })?.isFile() ? fs.readFileSync(file) : undefined)
    );
  };
  const options = {
    file: path.basename(main),
    files: read,
    onWarning: (d: Diagnostic) => void found.push(d),
    plugins: partsPlugins,
  };
  try {
    compile(parseModel(read(path.basename(main)) ?? '', options), options);
  } catch (error) {
    if (error instanceof ModelError) found.push(...error.diagnostics.filter((d) => d.severity === 'error'));
    else if (error instanceof QposError)
      found.push({ severity: 'error', code: 'compile', message: error.message, hint: error.hint });
    else throw error;
  }
  return found.map((problem) => ({
    file: problem.file === undefined ? main : toPath(path.resolve(folder, problem.file)),
    problem,
  }));
}
