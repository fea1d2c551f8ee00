import { UsageError } from '../io.ts';
import { findBrowser, importOptional } from './find.ts';

/** As much of Playwright as is used here. */
export interface Page {
  goto(url: string, options?: object): Promise<unknown>;
  evaluate<R>(script: string): Promise<R>;
  addInitScript(script: { content: string }): Promise<unknown>;
  screenshot(options?: object): Promise<Uint8Array>;
  on(event: 'console', listener: (message: { type(): string; text(): string }) => void): void;
  on(event: 'pageerror', listener: (error: Error) => void): void;
  on(event: 'response', listener: (response: { status(): number; url(): string }) => void): void;
}

export interface Browser {
  newPage(options?: object): Promise<Page>;
  close(): Promise<void>;
}

interface Playwright {
  readonly chromium: { launch(options: object): Promise<Browser> };
}

const FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--hide-scrollbars',
];

/** Where a browser and what drives it are looked for. */
export interface Machine {
  findBrowser(): string | undefined;
  importOptional<T>(name: string): Promise<T | undefined>;
}

/** Starts a Chromium without a window; says what is missing if it cannot. */
export async function launchBrowser(machine: Machine = { findBrowser, importOptional }): Promise<Browser> {
  const executablePath = machine.findBrowser();
  if (executablePath === undefined) {
    throw new UsageError(
      'no Chromium or Chrome was found on this machine',
      'install one (apt-get install chromium), or name it in QPOS_BROWSER',
    );
  }
  const playwright = await machine.importOptional<Playwright>('playwright-core');
  if (playwright === undefined) {
    throw new UsageError(
      'playwright-core, which drives the browser, is not installed',
      'npm install playwright-core adds it; it needs no download of a browser',
    );
  }
  try {
    return await playwright.chromium.launch({ executablePath, headless: true, args: FLAGS, handleSIGINT: false });
  } catch (error) {
    throw new UsageError(`${executablePath} does not start: ${(error as Error).message.split('\n')[0]}`);
  }
}
