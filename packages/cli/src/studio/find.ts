import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));

/** Folders in which the built studio may be: given, beside this package, or in the repository. */
function studioFolders(given: string | undefined): string[] {
  if (given !== undefined) return [given];
  const found = [path.join(here, '..', 'studio')];
  for (let folder = here; ; folder = path.dirname(folder)) {
    found.push(path.join(folder, 'apps', 'studio', 'dist'));
    if (path.dirname(folder) === folder) return found;
  }
}

/** The folder of the built studio, or undefined. */
export function findStudio(given?: string): string | undefined {
  return studioFolders(given).find((folder) => fs.existsSync(path.join(folder, 'index.html')));
}

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge'];
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** A Chromium on this machine: QPOS_BROWSER, the search path, then the usual places. */
export function findBrowser(): string | undefined {
  const given = process.env['QPOS_BROWSER'];
  if (given !== undefined && given !== '') return fs.existsSync(given) ? given : undefined;
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((f) => f !== '');
  const candidates = [...BROWSERS.flatMap((name) => folders.map((f) => path.join(f, name))), ...APPLICATIONS];
  return candidates.find((file) => fs.existsSync(file));
}

/** Every browser on the search path or in the usual places, one file for each name. */
export function findBrowsers(): { name: string; file: string }[] {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((f) => f !== '');
  const onPath = [...BROWSERS, 'firefox', 'firefox-esr', 'epiphany'].flatMap((name) => {
    const file = folders.map((f) => path.join(f, name)).find((f) => fs.existsSync(f));
    return file === undefined ? [] : [{ name, file }];
  });
  const others = [...APPLICATIONS, '/Applications/Firefox.app/Contents/MacOS/firefox', '/Applications/Safari.app'];
  const installed = others.filter((file) => fs.existsSync(file)).map((file) => ({ name: path.parse(file).name, file }));
  return [...onPath, ...installed];
}

/** What a browser calls itself, or undefined if it does not start. */
export function browserVersion(file: string): string | undefined {
  try {
    return execFileSync(file, ['--version'], {
      encoding: 'utf8',
      timeout: 20_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}

/** The entry of an installed package, looked for from the current folder and from here. */
export function findPackage(name: string): string | undefined {
  for (const from of [path.resolve('package.json'), fileURLToPath(import.meta.url)]) {
    try {
      return createRequire(from).resolve(name);
    } catch {
      // not installed there
    }
  }
  return undefined;
}

/** Loads a package that need not be installed. */
export async function importOptional<T>(name: string): Promise<T | undefined> {
  const file = findPackage(name);
  if (file === undefined) return undefined;
  const module = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as T & { default?: T };
  return module.default !== undefined && typeof module.default === 'object' ? { ...module.default, ...module } : module;
}
