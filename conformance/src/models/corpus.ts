import fs from 'node:fs';
import path from 'node:path';
import type { OracleFiles } from '../oracle/oracle.ts';
import { root } from '../root.ts';

/** A model of the corpus, as its manifest describes it. */
export interface CorpusEntry {
  readonly path: string;
  readonly format: 'mjcf' | 'urdf';
  readonly files: readonly string[];
  readonly features: readonly string[];
  readonly nflex?: number;
  readonly nv?: number;
  readonly oracle: { readonly loads: boolean; readonly error?: string };
  readonly oracleDefect?: unknown;
  readonly folder: string;
}

/** Where a corpus of real models may lie beside this repository. */
export const corpusFolder = path.resolve(root, '../shared/corpus');
export const hasCorpus = fs.existsSync(path.join(corpusFolder, 'manifest.json'));

/** The models of a corpus folder; none where there is no manifest. */
export function readManifest(folder = corpusFolder): CorpusEntry[] {
  const file = path.join(folder, 'manifest.json');
  if (!fs.existsSync(file)) return [];
  const { models } = JSON.parse(fs.readFileSync(file, 'utf8')) as { models: Omit<CorpusEntry, 'folder'>[] };
  return models.map((entry) => ({ ...entry, folder: path.resolve(folder) }));
}

/** The files of an entry, for the oracle. */
export function entryFiles(entry: CorpusEntry): OracleFiles {
  const names = [entry.path, ...entry.files];
  return {
    path: entry.path,
    files: Object.fromEntries(names.map((f) => [f, fs.readFileSync(path.join(entry.folder, f))])),
  };
}
