import { chromium as browsers } from 'playwright-core';
import { expect } from 'vitest';
import { CHROMIUM_ARGS } from '../../../../scripts/testing/chromium.mjs';
import { windows as test } from '../studio.ts';
import { Visit } from '../visit.ts';

const WEBGPU_ARGS = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];
const WIDTH = 400; // pixels: drawing is not what is looked at

test('256 quadrupeds walk by the policy of the first picture, in workers', async ({ browser, served }) => {
  const visit = await Visit.open(browser, `${served.url}?swarm=256&quality=low&fps=2`, {
    viewport: { width: WIDTH, height: 300 },
  });
  await visit.until(() => visit.page.evaluate<boolean>('studio.swarm.drawn === 256'), 'a swarm');
  expect(await visit.page.evaluate('studio.swarm.facts.drive')).toBe('policy');
  const calls = await visit.page.evaluate<number>('studio.stage.drawCalls');
  expect(calls).toBeLessThan(60); // not by environment
  const places = (): Promise<number[]> =>
    visit.page.evaluate(
      `[...studio.stage.viewer.view.scene.getObjectByName('swarm').children[0].instanceMatrix.array].filter((_, k) => k % 16 === 12)`,
    );
  const before = await places();
  await visit.until(async () => {
    const now = await places();
    return now.filter((x, e) => Math.abs(x - (before[e] ?? 0)) > 0.05).length > before.length / 2;
  }, 'most of them to walk');
  expect(visit.complaints).toEqual([]);
  await visit.close();
});

test('a swarm runs on a GPU where there is one', async ({ chromium, served }) => {
  const browser = await browsers.launch({ executablePath: chromium, args: [...CHROMIUM_ARGS, ...WEBGPU_ARGS] });
  const visit = await Visit.open(browser, `${served.url}?model=pendulum&swarm=64&quality=low&fps=2`, {
    viewport: { width: WIDTH, height: 300 },
  });
  await visit.until(() => visit.page.evaluate<boolean>('studio.swarm.drawn === 64'), 'a swarm');
  const { device, where, reason } = await visit.page.evaluate<{ device: string; where: string; reason: unknown }>(
    'studio.swarm.facts',
  );
  expect({ device, reason }).toEqual({ device: 'webgpu', reason: undefined });
  expect(where).not.toBe('');
  expect(visit.complaints).toEqual([]);
  await visit.close();
  await browser.close();
});
