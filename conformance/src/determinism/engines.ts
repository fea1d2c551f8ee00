import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { chromium as playwright } from 'playwright-core';
import { root } from '../root.ts';
import type { SceneResult } from './run-scenes.ts';

/** A JavaScript engine that may be on this machine. */
export interface Engine {
  readonly name: string;
  /** The command that installs it, for people and for `--install`. */
  readonly install: readonly string[];
  /** Its version, or undefined where it is not installed. */
  version(): string | undefined;
  /** Loads a bundle of `bundleScenes` and waits for its results. */
  run(bundle: string): Promise<SceneResult[]>;
}

const PATIENCE = 600_000; // ms; machines are shared
/** Engines that npm delivers go here. */
const CACHE = path.join(root, 'node_modules/.cache/determinism');

/** The first file that is there. */
const firstOf = (files: readonly string[]): string | undefined => files.find((file) => fs.existsSync(file));

/** What a program calls its version. */
function versionOf(file: string | undefined, args: readonly string[] = []): string | undefined {
  if (file === undefined) return undefined;
  const text = execFileSync(file, [...args, '--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return /\d[\d.]*/.exec(text)?.[0] ?? text.trim();
}

interface Page {
  readonly url: string;
  /** What the page reports. */
  readonly results: Promise<SceneResult[]>;
  close(): void;
}

/** Serves a page that loads the bundle, and takes its results. */
async function servePage(bundle: string): Promise<Page> {
  const answers: Readonly<Record<string, readonly [type: string, content: string]>> = {
    '/': ['text/html', '<!doctype html><title>determinism</title><script type="module" src="/bundle.js"></script>'],
    '/bundle.js': ['text/javascript', bundle],
  };
  let settle: (results: SceneResult[]) => void;
  const results = new Promise<SceneResult[]>((resolve) => {
    settle = resolve;
  });
  const server = http.createServer((request, response) => {
    if (request.method === 'POST') {
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        response.end();
        settle(JSON.parse(Buffer.concat(chunks).toString()));
      });
      return;
    }
    const [type, content] = answers[request.url ?? ''] ?? [];
    response.writeHead(content === undefined ? 404 : 200, { 'Content-Type': type ?? 'text/plain' });
    response.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    results,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Fails when a promise takes too long, or a process ends before it. */
async function within<T>(promise: Promise<T>, child?: ChildProcess): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const failure = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no results in ${PATIENCE / 1000} s`)), PATIENCE);
    child?.on('error', reject);
    child?.on('exit', (code) => reject(new Error(`ended with code ${code} before it had results`)));
  });
  try {
    return await Promise.race([promise, failure]);
  } finally {
    clearTimeout(timer);
  }
}

/** Starts a browser on the page by its command line; it needs no driver, as the page itself reports. */
async function runBrowser(
  bundle: string,
  command: (url: string, profile: string) => readonly [string, ...string[]],
): Promise<SceneResult[]> {
  const page = await servePage(bundle);
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'determinism-'));
  const [file, ...args] = command(page.url, profile);
  const child = spawn(file, args, { stdio: 'ignore', detached: true, env: { ...process.env, HOME: profile } });
  try {
    return await within(page.results, child);
  } finally {
    page.close();
    child.removeAllListeners('exit');
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode === null && child.pid !== undefined) {
      process.kill(-child.pid); // the browser and what it started
      await ended;
    }
    fs.rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

const chromiumFile = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

export const chromium: Engine = {
  name: 'Chromium',
  install: ['apt-get', 'install', '-y', 'chromium'],
  version: () => versionOf(firstOf([chromiumFile])),
  run: async (bundle) => {
    const args = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run'];
    const browser = await playwright.launch({ executablePath: chromiumFile, args });
    const page = await servePage(bundle);
    try {
      const tab = await browser.newPage();
      const broken = new Promise<never>((_, reject) => tab.on('pageerror', reject));
      await tab.goto(page.url);
      return await within(Promise.race([page.results, broken]));
    } finally {
      page.close();
      await browser.close();
    }
  },
};

const firefoxFile = (): string | undefined => firstOf(['/usr/bin/firefox-esr', '/usr/bin/firefox']);

const firefox: Engine = {
  name: 'Firefox',
  install: ['apt-get', 'install', '-y', 'firefox-esr'],
  version: () => versionOf(firefoxFile()),
  run: (bundle) =>
    runBrowser(bundle, (url, profile) => [
      firefoxFile() as string,
      '--headless',
      '--no-remote',
      '--profile',
      profile,
      url,
    ]),
};

/** WebKitGTK's own small browser, which wants a screen. */
const XVFB = '/usr/bin/xvfb-run';
const webkitFile = (): string | undefined =>
  firstOf(
    ['4.1', '4.0', '6.0'].flatMap((version) =>
      ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/libexec'].map(
        (folder) => `${folder}/webkit${version === '6.0' ? 'gtk' : '2gtk'}-${version}/MiniBrowser`,
      ),
    ),
  );

const webkit: Engine = {
  name: 'WebKit',
  install: ['apt-get', 'install', '-y', 'webkit2gtk-driver', 'xvfb', 'xauth'],
  version: () => {
    const file = webkitFile();
    return file === undefined ? undefined : versionOf(firstOf([XVFB]), ['-a', file]);
  },
  run: (bundle) => runBrowser(bundle, (url) => [XVFB, '-a', webkitFile() as string, url]),
};

/** A Node that prints the results. */
async function runNode(bundle: string, file: string): Promise<SceneResult[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'determinism-'));
  const module = path.join(folder, 'bundle.mjs');
  fs.writeFileSync(module, bundle);
  try {
    const child = spawn(file, [module], { stdio: ['ignore', 'pipe', 'inherit'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    await within(
      new Promise((resolve, reject) => {
        child.on('error', reject);
        child.on('close', resolve);
      }),
    );
    return JSON.parse(Buffer.concat(chunks).toString()) as SceneResult[];
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const thisNode: Engine = {
  name: 'Node',
  install: [],
  version: () => process.versions.node,
  run: (bundle) => runNode(bundle, process.execPath),
};

/** Another version of Node, from npm: the packages that `node` on npm would install with a script. */
function nodeOfNpm(major: number): Engine {
  const folder = path.join(CACHE, `node-${major}`);
  const name = `node-${process.platform}-${process.arch}`;
  const file = path.join(folder, 'node_modules', name, 'bin/node');
  return {
    name: `Node ${major}`,
    install: ['npm', 'install', '--prefix', folder, '--no-audit', '--no-fund', `${name}@${major}`],
    version: () => versionOf(firstOf([file])),
    run: (bundle) => runNode(bundle, file),
  };
}

/** Every engine that the table has a row for. */
export const ENGINES: readonly Engine[] = [thisNode, nodeOfNpm(22), nodeOfNpm(24), chromium, firefox, webkit];
