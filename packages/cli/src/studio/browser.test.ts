import { expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';

const machine = (browser: string | undefined) => ({
  findBrowser: () => browser,
  importOptional: async () => undefined,
});

test('what is missing is said, with what to do about it', async () => {
  await expect(launchBrowser(machine(undefined))).rejects.toMatchObject({
    message: 'no Chromium or Chrome was found on this machine',
    hint: expect.stringContaining('QPOS_BROWSER'),
  });
  await expect(launchBrowser(machine('/usr/bin/chromium'))).rejects.toMatchObject({
    message: 'playwright-core, which drives the browser, is not installed',
    hint: expect.stringContaining('npm install playwright-core'),
  });
});
