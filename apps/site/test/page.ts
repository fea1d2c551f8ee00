import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { isStale, newestSource } from '../../../scripts/ensure.mjs';

const site = path.resolve(import.meta.dirname, '..');
const root = path.resolve(site, '../..');
export const dist = path.join(site, 'dist');

/** A folder of a server that has other things, too. */
const BASE = '/somewhere/docs/';

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.xml': 'text/xml',
};

/** Builds the site if what it is made of is newer; `SITE_BUILT` takes it as it is. */
export function setup(): void {
  const page = path.join(dist, 'versions.html');
  if (process.env['SITE_BUILT'] !== undefined && fs.existsSync(page)) return;
  const sources = ['apps/site', 'packages', 'examples', 'docs', 'models', 'policies'];
  if (!isStale(page, ...sources.map((folder) => newestSource(path.join(root, folder))))) return;
  const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'scripts/site/site.mjs')], {
    encoding: 'utf8',
  });
  if (status !== 0 || stderr !== '') throw new Error(`the site does not build without complaints:\n${stderr}`);
}

/** Serves the built site in a folder of this machine's own server. */
export async function serve(): Promise<{ url: string; close: () => void }> {
  const server = http.createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = path.join(dist, name.slice(BASE.length));
    const found = name.startsWith(BASE) && file.startsWith(dist) && fs.existsSync(file) && fs.statSync(file).isFile();
    response.writeHead(found ? 200 : 404, { 'Content-Type': TYPES[path.extname(file)] ?? 'application/octet-stream' });
    if (found) fs.createReadStream(file).pipe(response);
    else response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${BASE}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
