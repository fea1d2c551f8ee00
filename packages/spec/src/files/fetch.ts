import { requireObject, requireText } from '../arguments.ts';
import { ModelError } from '../errors.ts';
import type { ParseOptions } from '../options.ts';
import { parseModel } from '../parse.ts';
import { assetFiles } from './asset-files.ts';
import { normalizePath } from './paths.ts';
import { rootedPath } from './resolver.ts';

/** As much of a response as is needed, so that any `fetch` fits. */
interface FetchResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers?: { get(name: string): string | null };
  arrayBuffer(): Promise<ArrayBuffer>;
}
type Fetch = (url: string) => Promise<FetchResponse>;

/** How a model is fetched. */
export interface FetchOptions extends Omit<ParseOptions, 'files' | 'file'> {
  /** Called when a file has arrived, or is known to be missing, with the numbers of files and bytes so far. */
  onProgress?: ((progress: { file: string; loaded: number; total: number; bytes: number }) => void) | undefined;
  /** Requests at a time; 8 by default. */
  concurrency?: number | undefined;
  /** Used in place of the global `fetch`. */
  fetch?: Fetch | undefined;
}

/** A model and its files, to be given to `loadModel`. */
export interface FetchedModel {
  /** Path of the model's file below the root: the option `file` of `loadModel`. */
  readonly file: string;
  /** All files by path: the option `files` of `loadModel`. */
  readonly files: Readonly<Record<string, Uint8Array>>;
}

/**
 * Fetches a model and every file that it names, in parallel, from below one URL. Only files that the model names are requested, and none
 * outside of the root.
 *
 * @param root The URL that all paths are relative to.
 * @param file Path of the model below it.
 * @param options Progress, number of requests, and how to read the model.
 * @returns The files, once all have arrived.
 * @example
 * const server = { 'ball.xml': '<mujoco><worldbody><geom size=".1"/></worldbody></mujoco>' };
 * const fetchFile = async (url: string) => new Response(server[url.split('/').pop() as 'ball.xml']);
 * const { file, files } = await fetchModel('https://example.org/models', 'ball.xml', { fetch: fetchFile });
 * console.log(loadModel(files[file] ?? '', { file, files }).ngeom); // 1
 */
export async function fetchModel(root: string, file: string, options: FetchOptions = {}): Promise<FetchedModel> {
  requireText('root', root);
  requireText('file', file);
  requireObject('options', options);
  const fetcher = options.fetch ?? (globalThis as unknown as { fetch: Fetch }).fetch;
  const base = root.endsWith('/') ? root : `${root}/`;
  const main = rootedPath(file);
  const files: Record<string, Uint8Array> = {};
  const asked = new Set<string>();
  let loaded = 0;
  let bytes = 0;

  const load = async (path: string): Promise<void> => {
    const address = base + path.split('/').map(encodeURIComponent).join('/');
    const response = await fetcher(address).catch((error) => fail(`cannot fetch '${address}': ${error.message}`));
    const isPage = response.headers?.get('content-type')?.startsWith('text/html'); // many servers answer so for want of a file
    if (response.ok && !isPage) {
      files[path] = new Uint8Array(await response.arrayBuffer());
      bytes += files[path].length;
    } else if (!response.ok && response.status !== 404 && response.status !== 410) {
      fail(`status ${response.status} for '${address}'`);
    }
    loaded++;
    options.onProgress?.({ file: path, loaded, total: asked.size, bytes });
  };

  for (let wanted = [main]; wanted.length > 0; wanted = missingFiles(main, files, asked, options)) {
    for (const path of wanted) asked.add(path);
    const queue = [...wanted];
    const worker = async (): Promise<void> => {
      for (let path = queue.pop(); path !== undefined; path = queue.pop()) await load(path);
    };
    await Promise.all(Array.from({ length: Math.min(options.concurrency ?? 8, queue.length) }, worker));
    if (files[main] === undefined) {
      fail(`cannot find '${main}'`);
    }
  }
  return { file: main, files };
}

function fail(message: string): never {
  const hint = 'check the address, and that its server lets other pages read it (CORS)';
  throw new ModelError({ severity: 'error', code: 'missing-file', message, hint });
}

/** Files that reading the model asks for and that were not asked for yet. */
function missingFiles(
  main: string,
  files: Readonly<Record<string, Uint8Array>>,
  asked: ReadonlySet<string>,
  options: FetchOptions,
): string[] {
  const missing = new Set<string>();
  const resolver = (path: string): Uint8Array | undefined => {
    const rooted = rootedPath(path);
    const found = files[rooted];
    if (found === undefined && !asked.has(rooted)) missing.add(rooted);
    return found;
  };
  try {
    const { mode, limits, extensions } = options;
    const spec = parseModel(files[main] ?? '', { mode, limits, extensions, file: main, files: resolver });
    for (const path of assetFiles(spec)) {
      try {
        resolver(path);
      } catch (error) {
        // a path that is refused is reported when the model is compiled
        if (!(error instanceof ModelError)) throw error;
      }
    }
  } catch (error) {
    // with files missing, errors are expected; without, whoever reads the model next gets them
    if (!(error instanceof ModelError)) throw error;
  }
  return [...missing].map(normalizePath);
}
