import { assetFiles } from './asset-files.ts';
import { ModelError } from './errors.ts';
import type { ParseOptions } from './options.ts';
import { parseModel } from './parse.ts';
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

export interface FetchOptions extends Omit<ParseOptions, 'files' | 'file'> {
  /** Called when a file has arrived (or is known to be missing): how many of those asked for so far. */
  onProgress?: ((progress: { file: string; loaded: number; total: number; bytes: number }) => void) | undefined;
  /** Requests at a time. */
  concurrency?: number | undefined;
  fetch?: Fetch | undefined;
}

export interface FetchedModel {
  /** Path of the model's file below the root, to be given as `file`. */
  readonly file: string;
  readonly files: Readonly<Record<string, Uint8Array>>;
}

/**
 * Fetches a model and every file it needs, in parallel, from below one URL. The model is read again and again with what
 * has arrived; what it asked for in vain is fetched next, so that only named files are ever requested.
 */
export async function fetchModel(root: string, file: string, options: FetchOptions = {}): Promise<FetchedModel> {
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
  const hint = 'is the address right, and does its server let other pages read it (CORS)?';
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
