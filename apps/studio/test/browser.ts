import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const dist = path.resolve(import.meta.dirname, '../dist');
export const chromiumPath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.xml': 'text/xml',
};

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
    response.writeHead(found ? 200 : 404, {
      'Content-Type': types[path.extname(file)] ?? 'application/octet-stream',
      ...headers,
    });
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

export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });

export interface Opened {
  readonly page: Page;
  /** What the page complained about. */
  readonly complaints: string[];
}

/** Opens the studio and waits until it shows a model. */
export async function open(browser: Browser, url: string, context: BrowserContextOptions = {}): Promise<Opened> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, acceptDownloads: true, ...context });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(url);
  await page.waitForFunction(() => document.documentElement.dataset['state'] !== undefined, undefined, {
    timeout: 30_000,
  });
  return { page, complaints };
}
