import { type Model, saveModel } from '@qpos/core';
import { compile, type FileContent, ModelError, parseMjcf, parseModel, type Spec, writeMjcfFiles } from 'qpos';
import type { CorpusEntry } from '../models/corpus.ts';
import { entryFiles } from '../models/corpus.ts';

/** What became of a model that was written and read again; `none`: there is nothing to write, it is refused. */
export interface RoundTrip {
  readonly verdict: 'same' | 'different' | 'none';
  /** What differs: fields of the Model, or where the Specs part; or why there is nothing to write. */
  readonly details: readonly string[];
}

/** Reads a model, writes it, reads that, and compares: the Specs, and every array of the Models if it can be compiled. */
export function roundTrip(entry: CorpusEntry): RoundTrip {
  const { path, files } = entryFiles(entry);
  let spec: Spec;
  let again: Spec;
  try {
    spec = parseModel(files[path] as FileContent, { file: path, files });
  } catch (error) {
    if (error instanceof ModelError)
      return { verdict: 'none', details: [`${error.code}: ${error.message.split('\n')[0]}`] };
    throw error;
  }
  const written = writeMjcfFiles(spec, path);
  try {
    again = parseMjcf(written[path] as string, { file: path, files: { ...files, ...written } });
  } catch (error) {
    if (error instanceof ModelError) return { verdict: 'different', details: [`not read again: ${error.message}`] };
    throw error;
  }
  const models = [outcome(spec), outcome(again)] as const;
  const details = [...specDifferences(spec, again, 'spec'), ...modelDifferences(...models)];
  for (const model of models) if (typeof model !== 'string') model[Symbol.dispose](); // hundreds would fill the memory
  return { verdict: details.length === 0 ? 'same' : 'different', details };
}

/** The Model of a Spec, or the code of the error. */
function outcome(spec: Spec): Model | string {
  try {
    return compile(spec);
  } catch (error) {
    if (error instanceof ModelError) return error.code;
    throw error;
  }
}

function modelDifferences(a: Model | string, b: Model | string): string[] {
  if (typeof a === 'string' || typeof b === 'string') return a === b ? [] : [`${describe(a)}, then ${describe(b)}`];
  if (Buffer.compare(saveModel(a), saveModel(b)) === 0) return [];
  const fields = (m: Model) => m as unknown as Record<string, unknown>;
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(Object.getPrototypeOf(a)));
  const parts = names.filter((name) => String(fields(a)[name]) !== String(fields(b)[name]));
  return parts.length > 0 ? parts.map((name) => `Model.${name}`) : ['Model'];
}

const describe = (x: Model | string): string => (typeof x === 'string' ? `refused (${x})` : 'compiled');

/** Where two Specs say different things; positions and files do not count. */
function* specDifferences(a: unknown, b: unknown, at: string): Generator<string> {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    if (!Object.is(a, b)) yield `${at}: ${String(a)}, then ${String(b)}`;
    return;
  }
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    if (key === 'source' || key === 'files') continue;
    yield* specDifferences((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key], `${at}.${key}`);
  }
}
