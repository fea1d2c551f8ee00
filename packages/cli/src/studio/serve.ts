import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { UsageError } from '../io.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
  '.xml': 'application/xml',
  '.urdf': 'application/xml',
  '.woff2': 'font/woff2',
};

/** Isolation lets the page use shared memory; nothing of it can be framed or sniffed. */
const HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
} as const;

export interface ServeOptions {
  /** Folder of the built studio. */
  readonly studio: string;
  /** Folder of the model; only what is in it is handed out, below `/model/`. */
  readonly folder: string;
  readonly port: number;
  /** Files that stand in for those of the folder, by path below it. */
  readonly virtual?: ReadonlyMap<string, Uint8Array | string> | undefined;
}

export interface Served {
  readonly port: number;
  readonly address: string;
  close(): Promise<void>;
}

/** The file that a request path means below `root`, or undefined if it leads out or is not there. */
export function fileBelow(root: string, request: string): string | undefined {
  let name: string;
  try {
    name = decodeURIComponent(request);
  } catch {
    return undefined;
  }
  if (name.includes('\0') || name.includes('\\') || path.isAbsolute(name) || name.split('/').includes('..'))
    return undefined;
  try {
    const base = fs.realpathSync(root);
    const file = fs.realpathSync(path.join(base, name));
    const inside = path.relative(base, file);
    if (inside === '' || inside.startsWith('..') || path.isAbsolute(inside)) return undefined;
    return fs.statSync(file).isFile() ? file : undefined;
  } catch {
    return undefined; // not there
  }
}

/** Other names that point here could belong to someone else's page. */
const isLocal = (host: string | undefined): boolean => /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host ?? '');

/** What a request is answered with. */
interface Answer {
  readonly status: number;
  readonly type: string;
  readonly content: string | Uint8Array | { readonly file: string };
}

const refuse = (status: number, text: string): Answer => ({
  status,
  type: 'text/plain; charset=utf-8',
  content: `${text}\n`,
});

const typeOf = (name: string): string => TYPES[path.extname(name).toLowerCase()] ?? 'application/octet-stream';

function answer(request: http.IncomingMessage, { studio, folder, virtual }: ServeOptions): Answer {
  if (!isLocal(request.headers.host)) return refuse(403, 'this server answers on 127.0.0.1 only');
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'only GET');
  // the raw path: parsing it as a URL would fold `..` away before it could be refused
  const target = (request.url ?? '/').split(/[?#]/, 1)[0] ?? '/';
  const model = /^\/model\/(.+)$/.exec(target)?.[1];
  const replaced = model === undefined ? undefined : virtual?.get(model);
  if (replaced !== undefined) return { status: 200, type: typeOf(target), content: replaced };
  const own = target === '/' ? 'index.html' : target.slice(1);
  const file = model === undefined ? fileBelow(studio, own) : fileBelow(folder, model);
  return file === undefined ? refuse(404, 'not found') : { status: 200, type: typeOf(file), content: { file } };
}

function respond(request: http.IncomingMessage, response: http.ServerResponse, options: ServeOptions): void {
  const { status, type, content } = answer(request, options);
  const stored = typeof content === 'object' && 'file' in content ? content.file : undefined;
  const length = stored === undefined ? Buffer.byteLength(content as string | Uint8Array) : fs.statSync(stored).size;
  response.writeHead(status, { ...HEADERS, 'Content-Type': type, 'Content-Length': length });
  if (request.method === 'HEAD') response.end();
  else if (stored === undefined) response.end(content);
  else
    fs.createReadStream(stored)
      .on('error', () => response.destroy())
      .pipe(response);
}

/** Serves the studio and the folder of a model on 127.0.0.1. */
export function serve(options: ServeOptions): Promise<Served> {
  const server = http.createServer((request, response) => respond(request, response, options));
  return new Promise((resolve, reject) => {
    server.on('error', (error: NodeJS.ErrnoException) => {
      const busy = error.code === 'EADDRINUSE';
      const hint = busy ? 'give another one with --port, or 0 for any that is free' : undefined;
      reject(new UsageError(busy ? `port ${options.port} is in use` : error.message, hint));
    });
    server.listen(options.port, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      const close = (): Promise<void> =>
        new Promise((done) => {
          server.close(() => done());
          server.closeAllConnections();
        });
      resolve({ port, address: `http://127.0.0.1:${port}/`, close });
    });
  });
}

/** The address that opens a model in the studio. */
export function studioAddress(served: Served, file: string, extra: Readonly<Record<string, string>> = {}): string {
  const query = Object.entries(extra).map(([key, value]) => `&${key}=${encodeURIComponent(value)}`);
  return `${served.address}?model=${encodeURIComponent(`/model/${encodeURIComponent(path.basename(file))}`)}${query.join('')}`;
}
