import { expect, test, vi } from 'vitest';
import { launchBrowser } from './browser.ts';
import type * as find from './find.ts';

const machine = vi.hoisted(() => ({ browser: undefined as string | undefined }));
vi.mock('./find.ts', async (original) => ({
  ...(await original<typeof find>()),
  findBrowser: () => machine.browser,
  importOptional: async () => undefined,
}));

test('what is missing is said, with what to do about it', async () => {
  await expect(launchBrowser()).rejects.toMatchObject({
    message: 'no Chromium or Chrome was found on this machine',
    hint: expect.stringContaining('QPOS_BROWSER'),
  });
  machine.browser = '/usr/bin/chromium';
  await expect(launchBrowser()).rejects.toMatchObject({
    message: 'playwright-core, which drives the browser, is not installed',
    hint: expect.stringContaining('npm install playwright-core'),
  });
});
