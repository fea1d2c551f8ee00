import zlib from 'node:zlib';
import { describe, expect } from 'vitest';
import { floating, windows as test } from '../studio.ts';
import { Visit } from '../visit.ts';

const packed = (bytes: Uint8Array | string): string => zlib.deflateRawSync(bytes).toString('base64url');

describe('a broken link is told, and a model is shown all the same', () => {
  test.for([
    ['a model that is cut off', `?paused#mjcf=${packed('<mujoco/>'.repeat(99)).slice(0, 20)}`, 'damaged'],
    ['a bomb', `?paused#mjcf=${packed(new Uint8Array(2 ** 28))}`, 'inflates to more than'],
    ['a camera that is none', '?paused#camera=1,2,x', 'camera of the link'],
  ] as const)('%s', async ([, address, message], { browser, served }) => {
    const visit = await Visit.open(browser, served.url + address);
    expect(await visit.settled()).toBe('ready');
    const text = await visit.page.getByRole('alert').innerText();
    expect(text).toContain('The link could not be read');
    expect(text).toContain(message);
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });

  test('a state of another model', async ({ browser, served }) => {
    const state = packed(new Uint8Array(Float64Array.of(1, 2, 3).buffer));
    const visit = await Visit.open(browser, `${served.url}?model=cartpole&paused#state=${state}`);
    expect(await visit.page.getByRole('alert').innerText()).toContain('has 3 numbers');
    await visit.close();
  });
});

test('without WebGL the page says what it needs', async ({ browser, served }) => {
  const page = await browser.newPage();
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.goto(served.url);
  const text = await page.locator('.fatal').innerText();
  expect(text).toContain('needs WebGL 2');
  await page.close();
});

test('a worker that cannot start is told', async ({ browser, served }) => {
  const page = await browser.newPage();
  await page.route(/worker[^/]*\.js/, (route) => route.abort());
  await page.goto(`${served.url}?paused`);
  const text = await page.getByRole('alert').innerText({ timeout: 60_000 });
  expect(text).toContain('The simulation stopped');
  await page.close();
});

describe('a worker that dies without a word', () => {
  /** Ends the page's workers behind its back, as a browser does that is out of memory. */
  const killable = async (visit: Visit): Promise<() => Promise<void>> => {
    await visit.page.addInitScript(() => {
      const workers: Worker[] = [];
      const Original = Worker;
      globalThis.Worker = class extends Original {
        constructor(...args: ConstructorParameters<typeof Original>) {
          super(...args);
          workers.push(this);
        }
      };
      Object.assign(globalThis, { killWorkers: () => workers.splice(0).map((worker) => worker.terminate()) });
    });
    await visit.loading(() => visit.page.reload());
    return () => visit.page.evaluate(() => (globalThis as unknown as { killWorkers(): void }).killWorkers());
  };

  test('is told, and the simulation goes on with another from where it was', async ({ browser, served }) => {
    const visit = await Visit.open(browser, served.url);
    const kill = await killable(visit);
    await visit.dropModel(floating());
    await visit.run(true);
    await visit.until(async () => (await visit.time()) > 1, 'a second');
    await kill();
    const alert = visit.page.getByRole('alert');
    expect(await alert.innerText({ timeout: 60_000 })).toContain('The simulation does not answer');
    expect(await visit.loading(() => alert.getByRole('button', { name: 'Start it again' }).click())).toBe('ready');
    await alert.waitFor({ state: 'detached' });
    const before = await visit.time();
    expect(before).toBeGreaterThan(1);
    await visit.until(async () => (await visit.time()) > before, 'time to pass');
    await visit.close();
  });
});
