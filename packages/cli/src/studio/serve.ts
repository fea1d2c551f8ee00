import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { UsageError } from '../io.ts';
import type { ServedFile, ServedModel } from './model-files.ts';

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
  '.woff2': 'font/woff2',
};

/** Isolation lets the page use shared memory; nothing served here can be embedded elsewhere, or taken for another type. */
const HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
} as const;

/** The studio's own policy is in its page; what only a header can say is here. */
const STUDIO_POLICY = "frame-ancestors 'none'";
/** A model's files are somebody else's: should a browser ever show one as a page, it is an empty one without scripts. */
const MODEL_POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'";

export interface ServeOptions {
  /** Folder of the built studio. */
  readonly studio: string;
  /** What is handed out below `/model/`. */
  readonly model: ServedModel;
  readonly port: number;
}

export interface Served {
  readonly port: number;
  readonly address: string;
  close(): Promise<void>;
}

/** The path that a request means; undefined if it could lead anywhere but down. */
function pathOf(request: string): string | undefined {
  let name: string;
  try {
    name = decodeURIComponent(request);
  } catch {
    return undefined;
  }
  const wild = name.includes('\0') || name.includes('\\') || path.isAbsolute(name) || name.split('/').includes('..');
  return wild ? undefined : name;
}

/** The file of a name below `root`, or undefined if it is not there or a link leads out of the root. */
export function fileBelow(root: string, name: string): string | undefined {
  try {
    const base = fs.realpathSync(root);
    const file = fs.realpathSync(path.join(base, name));
    const inside = path.relative(base, file);
    if (inside === '' || inside === '..' || inside.startsWith(`..${path.sep}`) || path.isAbsolute(inside))
      return undefined;
    return fs.statSync(file).isFile() ? file : undefined;
  } catch {
    return undefined; // not there
  }
}

/** Other names that point here could belong to someone else's page. */
export const isLocal = (host: string | undefined): boolean =>
  /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host ?? '');

/** What a request is answered with. */
interface Answer {
  readonly status: number;
  readonly type: string;
  readonly policy: string;
  readonly content: ServedFile;
}

const refuse = (status: number, text: string): Answer => ({
  status,
  type: 'text/plain; charset=utf-8',
  policy: MODEL_POLICY,
  content: `${text}\n`,
});

/**
 * Whether a request comes from the studio itself or from no page at all. Browsers tell in `Sec-Fetch-Site` who asks: a page on another
 * port is `same-site`, any other is `cross-site`. They may open the studio as a page of its own, and have nothing else of it.
 */
function isOwn({ headers }: http.IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return true;
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}

/** Whether a model's file is asked for as data: by `fetch`, or by a program that is no browser. */
function isForData({ headers }: http.IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  const use = headers['sec-fetch-dest'];
  return (site === undefined || site === 'same-origin') && (use === undefined || use === 'empty');
}

const typeOf = (name: string): string => TYPES[path.extname(name).toLowerCase()] ?? 'application/octet-stream';

function answer(request: http.IncomingMessage, { studio, model }: ServeOptions): Answer {
  if (!isLocal(request.headers.host)) return refuse(403, 'this server answers on 127.0.0.1 only');
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'only GET');
  // the raw path: parsing it as a URL would fold `..` away before it could be refused
  const target = (request.url ?? '/').split(/[?#]/, 1)[0] ?? '/';
  const ofModel = target.startsWith('/model/');
  if (ofModel ? !isForData(request) : !isOwn(request)) return refuse(403, 'this is for the studio alone');
  const name = target === '/' ? 'index.html' : pathOf(target.slice(ofModel ? '/model/'.length : 1));
  const content = name === undefined ? undefined : ofModel ? model.read(name) : ofStudio(studio, name);
  if (content === undefined) return refuse(404, 'not found');
  return ofModel
    ? { status: 200, type: 'application/octet-stream', policy: MODEL_POLICY, content }
    : { status: 200, type: typeOf(name ?? ''), policy: STUDIO_POLICY, content };
}

function ofStudio(studio: string, name: string): ServedFile | undefined {
  const file = fileBelow(studio, name);
  return file === undefined ? undefined : { file };
}

function respond(request: http.IncomingMessage, response: http.ServerResponse, options: ServeOptions): void {
  const { status, type, policy, content } = answer(request, options);
  const stored = typeof content === 'object' && 'file' in content ? content.file : undefined;
  const length = stored === undefined ? Buffer.byteLength(content as string | Uint8Array) : fs.statSync(stored).size;
  response.writeHead(status, {
    ...HEADERS,
    'Content-Security-Policy': policy,
    'Content-Type': type,
    'Content-Length': length,
  });
  if (request.method === 'HEAD') response.end();
  else if (stored === undefined) response.end(content);
  else
    fs.createReadStream(stored)
      .on('error', () => response.destroy())
      .pipe(response);
}

/** Serves the studio and the files of a model on 127.0.0.1. */
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

/** The query that opens the model in the studio; slashes are encoded, so that the root stays the root. */
export function studioQuery({ main }: ServedModel, extra: Readonly<Record<string, string>> = {}): string {
  const query = Object.entries(extra).map(([key, value]) => `&${key}=${encodeURIComponent(value)}`);
  return `?model=${encodeURIComponent(`/model/${encodeURIComponent(main)}`)}${query.join('')}`;
}

/** The address that opens the model in the studio. */
export const studioAddress = (
  { address }: Served,
  model: ServedModel,
  extra: Readonly<Record<string, string>> = {},
): string => address + studioQuery(model, extra);
