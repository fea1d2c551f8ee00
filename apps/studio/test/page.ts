import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { build } from 'vite';
import { isStale, newestSource } from '../../../scripts/ensure.mjs';

const studio = path.resolve(import.meta.dirname, '..');
const root = path.resolve(studio, '../..');
const dist = path.join(studio, 'dist');

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.xml': 'text/xml',
};

/** Builds the page if its sources are newer than it; `STUDIO_BUILT` takes it as it is. */
export async function setup(): Promise<void> {
  const page = path.join(dist, 'index.html');
  if (process.env['STUDIO_BUILT'] !== undefined && fs.existsSync(page)) return;
  const sources = [
    ...['viewer', 'core', 'spec', 'env', 'learn'].map((name) => `packages/${name}/src`),
    'apps/studio/src',
    'models',
    'policies',
  ];
  if (!isStale(page, ...sources.map((s) => newestSource(path.join(root, s))))) return;
  await build({ root: studio, configFile: path.join(studio, 'vite.config.ts'), mode: 'production', logLevel: 'error' });
}

export interface Served {
  readonly url: string;
  close(): Promise<void>;
}

export interface ServeOptions {
  /** Headers of every answer, such as a stricter policy. */
  readonly headers?: Record<string, string>;
  /** Files beside those of the built page. */
  readonly extra?: Record<string, string | Uint8Array>;
}

/** Serves the built studio on a free port of this machine. */
export async function serve({ headers = {}, extra = {} }: ServeOptions = {}): Promise<Served> {
  const server = http.createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = path.join(dist, name.endsWith('/') ? `${name}index.html` : name);
    const content = extra[name];
    const found = content !== undefined || (file.startsWith(dist) && fs.existsSync(file) && fs.statSync(file).isFile());
    const type = types[path.extname(file)] ?? 'application/octet-stream';
    response.writeHead(found ? 200 : 404, { 'Content-Type': type, ...headers });
    if (content !== undefined) response.end(content);
    else if (found) fs.createReadStream(file).pipe(response);
    else response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
