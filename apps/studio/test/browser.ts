import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { build } from 'vite';

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

/** When the newest file below a folder was changed. */
function newest(folder: string): number {
  let time = 0;
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) time = Math.max(time, fs.statSync(path.join(entry.parentPath, entry.name)).mtimeMs);
  return time;
}

/** Builds the page if its sources are newer than it. */
export async function ensureBuilt(): Promise<void> {
  const page = path.join(dist, 'index.html');
  const built = fs.existsSync(page) ? fs.statSync(page).mtimeMs : 0;
  if (process.env['STUDIO_BUILT'] !== undefined && built > 0) return;
  const sources = ['apps/studio/src', 'packages/viewer/src', 'packages/core/src', 'packages/spec/src', 'models'];
  if (built > Math.max(...sources.map((s) => newest(path.join(root, s))))) return;
  await build({ root: studio, configFile: path.join(studio, 'vite.config.ts'), logLevel: 'error' });
}

/** How much longer than alone things take on this machine now. */
export const slowness = (): number => Math.max(1, (os.loadavg()[0] ?? 1) / os.cpus().length);

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

const chromiumPath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Whether there is a browser to test in. */
export const hasChromium = fs.existsSync(chromiumPath);

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

/** A page of the studio as a person sees it. */
export class Visit {
  readonly page: Page;
  /** What the page complained about. */
  readonly complaints: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(String(error)));
  }

  static async open(browser: Browser, url: string, context: BrowserContextOptions = {}): Promise<Visit> {
    const viewport = { width: 1100, height: 700 };
    const visit = new Visit(await browser.newPage({ viewport, acceptDownloads: true, ...context }));
    await visit.page.goto(url);
    await visit.settled();
    return visit;
  }

  /** Waits until a model is shown or was refused. */
  async settled(): Promise<string> {
    const handle = await this.page.waitForFunction(() => document.documentElement.dataset['state'], undefined, {
      timeout: 60_000,
    });
    return String(await handle.jsonValue());
  }

  /** Does something that loads a model, and waits for the end of it. */
  async loading(act: () => Promise<unknown>): Promise<string> {
    await this.page.evaluate(() => {
      delete document.documentElement.dataset['state'];
    });
    await act();
    const state = await this.settled();
    if (state === 'ready') await this.drawn();
    return state;
  }

  /** Waits until the picture shows the newest state. */
  async drawn(): Promise<void> {
    await this.page.evaluate(async () => {
      const { sim, stage } = (globalThis as never as Window).studio;
      for (let k = 0; k < 2; k++)
        await new Promise<void>((resolve) => {
          let done = false;
          sim.on('frame', () => {
            if (!done) {
              done = true;
              resolve();
            }
          });
          stage.wake();
        });
      stage.draw();
    });
  }

  /** Drops files on the page. */
  async drop(files: Record<string, string | Uint8Array>): Promise<void> {
    const list = Object.entries(files).map(([name, content]) => ({
      name,
      content: Buffer.from(content as Uint8Array).toString('base64'),
    }));
    await this.page.evaluate((given) => {
      const transfer = new DataTransfer();
      for (const { name, content } of given)
        transfer.items.add(new File([Uint8Array.from(atob(content), (c) => c.charCodeAt(0))], name));
      dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, cancelable: true }));
    }, list);
  }

  dropModel(text: string, name = 'model.xml'): Promise<string> {
    return this.loading(() => this.drop({ [name]: text }));
  }

  /** Time that the transport shows. */
  async time(): Promise<number> {
    return Number.parseFloat(await this.page.locator('#transport .time').innerText());
  }

  /** The picture as it is on the screen, made small: rows of red, green and blue. */
  async picture(): Promise<Picture> {
    const png = await this.page.locator('#canvas').screenshot({ timeout: 60_000 });
    const data = await this.page.evaluate(
      async ({ base64, width, height }) => {
        const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const canvas = new OffscreenCanvas(width, height);
        const context = canvas.getContext('2d');
        context?.drawImage(bitmap, 0, 0, width, height);
        return [...(context?.getImageData(0, 0, width, height).data ?? [])];
      },
      { base64: png.toString('base64'), width: WIDTH, height: HEIGHT },
    );
    return new Picture(data);
  }

  box(): Promise<{ x: number; y: number; width: number; height: number }> {
    return this.page.locator('#canvas').boundingBox() as never;
  }

  async downloadOf(act: () => Promise<unknown>): Promise<{ name: string; bytes: Buffer }> {
    const [download] = await Promise.all([this.page.waitForEvent('download', { timeout: 60_000 }), act()]);
    return { name: download.suggestedFilename(), bytes: fs.readFileSync(await download.path()) };
  }
}

const WIDTH = 160;
const HEIGHT = 100;

/** A small picture, to be asked for colours. */
export class Picture {
  readonly data: readonly number[];
  constructor(data: readonly number[]) {
    this.data = data;
  }

  /** Mean difference of two pictures, of 255. */
  distance(other: Picture): number {
    let sum = 0;
    for (let i = 0; i < this.data.length; i++) sum += Math.abs((this.data[i] ?? 0) - (other.data[i] ?? 0));
    return sum / this.data.length;
  }

  /** Part of the pixels with a colour, and their middle: x to the right and y down, from 0 to 1. */
  find(like: (r: number, g: number, b: number) => boolean): { part: number; x: number; y: number } {
    let n = 0;
    let x = 0;
    let y = 0;
    for (let p = 0; p < WIDTH * HEIGHT; p++) {
      const [r = 0, g = 0, b = 0] = this.data.slice(4 * p, 4 * p + 3);
      if (!like(r, g, b)) continue;
      n++;
      x += p % WIDTH;
      y += Math.floor(p / WIDTH);
    }
    return { part: n / (WIDTH * HEIGHT), x: x / n / WIDTH, y: y / n / HEIGHT };
  }
}

interface Window {
  studio: {
    sim: { on(name: string, listener: () => void): void };
    stage: { wake(): void; draw(): void };
  };
}
