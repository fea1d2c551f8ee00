import { BinaryError, type Data, FieldError, type Model, readMjb, restoreModel } from '@qpos/core';
import { partsPlugins } from '@qpos/parts';
import {
  compile,
  type Diagnostic,
  type FileContent,
  fetchModel,
  ModelError,
  openArchive,
  parseModel,
  recompile,
  type Spec,
  sourceExcerpt,
  writeMjcf,
} from '@qpos/spec';
import { specFromModel } from '@qpos/spec/decompile';
import type { ModelSource, Problem } from '../protocol.ts';

/** A source that has files. */
export type FileSource = Exclude<ModelSource, { kind: 'task' | 'plan' }>;

/** The files of the model that is loaded. */
export interface ModelFiles {
  readonly main: string;
  readonly files: Record<string, FileContent>;
}

export interface Compiled {
  readonly model: Model;
  /** A state to go on from. */
  readonly data?: Data;
  readonly spec: Spec;
  readonly warnings: Diagnostic[];
}

const decoder = new TextDecoder();
export const asText = (content: FileContent | undefined): string =>
  content === undefined ? '' : typeof content === 'string' ? content : decoder.decode(content);

const isModel = (name: string): boolean => /\.(xml|mjcf|urdf)$/i.test(name);
const isArchive = (name: string): boolean => /\.(zip|mjz)$/i.test(name);
const isCompiled = (name: string): boolean => /\.(qposb|mjb)$/i.test(name);

const LONGEST_SOURCE = 1_000_000;

/** The model files beside the main one, as text; very long ones are left out. */
export function otherSources({ main, files }: ModelFiles): Record<string, string> {
  const others = Object.entries(files).filter(
    ([name, content]) => name !== main && isModel(name) && content.length < LONGEST_SOURCE,
  );
  return Object.fromEntries(others.map(([name, content]) => [name, asText(content)]));
}

/** The files behind a source. Archives are opened, the model's own file is found. */
export async function gather(
  source: FileSource,
  current: ModelFiles | undefined,
  progress: (text: string) => void,
): Promise<ModelFiles> {
  if (source.kind === 'text') return { main: source.file, files: { ...current?.files, [source.file]: source.text } };
  if (source.kind === 'url') {
    if (isArchive(source.file))
      return gather(await fetchArchive(source.root + source.file, source.file), current, progress);
    const fetched = await fetchModel(source.root, source.file, {
      onProgress: ({ loaded, total }) => progress(`${loaded} of ${total} files`),
    });
    return { main: fetched.file, files: { ...fetched.files } };
  }
  return unpack(source.files, source.main);
}

async function fetchArchive(url: string, file: string): Promise<FileSource> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered with status ${response.status}`);
  return { kind: 'files', files: { [file]: new Uint8Array(await response.arrayBuffer()) } };
}

function unpack(given: Record<string, Uint8Array>, wanted: string | undefined): ModelFiles {
  const files: Record<string, FileContent> = {};
  let main = wanted;
  for (const [name, content] of Object.entries(given)) {
    const inside = isArchive(name)
      ? openArchive(content, { name })
      : isCompiled(name)
        ? decompile(name, content)
        : undefined;
    Object.assign(files, inside?.files ?? { [name]: content });
    main ??= inside?.main;
  }
  main ??= findMain(Object.keys(files));
  if (main === undefined)
    throw new ModelError({
      severity: 'error',
      code: 'missing-file',
      message: 'there is no model among the files',
      hint: 'add an MJCF (.xml) or URDF (.urdf) file, with the meshes and textures that it names',
    });
  return { main, files };
}

/** A compiled model as MJCF, which can be looked at and edited. */
function decompile(name: string, content: Uint8Array): ModelFiles {
  try {
    const model = /\.mjb$/i.test(name) ? readMjb(content) : restoreModel(content, partsPlugins);
    const { spec, files } = specFromModel(model);
    const main = name.replace(/\.\w+$/, '.xml');
    return { main, files: { ...files, [main]: writeMjcf(spec) } };
  } catch (error) {
    if (!(error instanceof BinaryError || error instanceof FieldError)) throw error;
    throw new ModelError({ severity: 'error', code: 'binary-file', message: error.message, file: name });
  }
}

/** The model among several files: the only one, scene.xml, or the one nearest to the top. */
function findMain(names: readonly string[]): string | undefined {
  const models = names.filter(isModel).sort((a, b) => a.split('/').length - b.split('/').length || a.localeCompare(b));
  return models.find((name) => /(^|\/)scene\.xml$/i.test(name)) ?? models[0];
}

/** Compiles a model; its Data goes on from that of a model before, if there is one. */
export function compileFiles(
  { main, files }: ModelFiles,
  before?: { readonly model: Model; readonly data: Data },
): Compiled {
  const warnings: Diagnostic[] = [];
  const options = { files, file: main, plugins: partsPlugins, onWarning: (w: Diagnostic) => warnings.push(w) };
  const spec = parseModel(files[main] ?? '', options);
  if (before !== undefined) return { spec, ...recompile(spec, before.model, before.data, options), warnings };
  return { spec, model: compile(spec, options), warnings };
}

/** Problems with their source lines; any other error becomes a problem too. */
export function problemsOf(error: unknown, files: Readonly<Record<string, FileContent>>): Problem[] {
  if (error instanceof ModelError) return withExcerpts(error.diagnostics, files);
  const message = error instanceof Error ? error.message : String(error);
  return [{ severity: 'error', code: 'internal', message, excerpt: '' }];
}

export const withExcerpts = (
  diagnostics: readonly Diagnostic[],
  files: Readonly<Record<string, FileContent>>,
): Problem[] =>
  diagnostics.map((d) => ({ ...d, excerpt: d.file === undefined ? '' : sourceExcerpt(d, asText(files[d.file])) }));
