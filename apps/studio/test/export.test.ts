import { expect } from 'vitest';
import { Picture, red } from './picture.ts';
import { floating, test } from './studio.ts';
import { Visit } from './visit.ts';

test('a screenshot is a PNG of what is seen', async ({ visit }) => {
  await visit.dropModel(floating(), 'crate.xml');
  for (const act of [() => visit.button('Screenshot').click(), () => visit.press('Control+s')]) {
    const { name, bytes } = await visit.downloadOf(act);
    expect(name).toBe('crate.png');
    const { part, x } = new Picture(bytes).find(red);
    expect(part).toBeGreaterThan(0.01);
    expect(x).toBeCloseTo(0.5, 1);
  }
});

test('a recording is a video that plays', async ({ visit }) => {
  await visit.run(true);
  await visit.button('Record a video').click();
  await visit.until(async () => (await visit.page.locator('#record[aria-pressed=true]').count()) === 1, 'a recording');
  const start = await visit.time();
  await visit.until(async () => (await visit.time()) > start + 1, 'a second of simulation');
  const { name, bytes } = await visit.downloadOf(() => visit.page.locator('#record').click());
  expect(name).toMatch(/^crate\.(mp4|webm)$/);
  const { width } = await visit.box();
  const video = await visit.page.evaluate(
    async ({ base64, type }) => {
      const data = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      const element = document.createElement('video');
      element.src = URL.createObjectURL(new Blob([data], { type }));
      await new Promise((resolve, reject) => {
        element.onloadeddata = resolve;
        element.onerror = reject;
      });
      element.currentTime = element.duration / 2;
      await new Promise((resolve) => {
        element.onseeked = resolve;
      });
      const canvas = new OffscreenCanvas(element.videoWidth, element.videoHeight);
      const context = canvas.getContext('2d');
      context?.drawImage(element, 0, 0);
      const middle = context?.getImageData(element.videoWidth >> 1, element.videoHeight >> 1, 1, 1).data ?? [];
      return { duration: element.duration, width: element.videoWidth, middle: [...middle] };
    },
    { base64: bytes.toString('base64'), type: name.endsWith('mp4') ? 'video/mp4' : 'video/webm' },
  );
  expect(video.duration).toBeGreaterThan(0.1);
  expect(Math.abs(video.width - width)).toBeLessThanOrEqual(2);
  expect(video.middle.slice(0, 3)).toSatisfy(([r, g, b]) => red(r, g, b));
});

test('state, MJCF and the compiled model are exported', async ({ visit }) => {
  await visit.run(false);
  const menu = visit.page.getByLabel('Export');
  const state = await visit.downloadOf(() => menu.selectOption('state'));
  expect(state.name).toBe('crate.state.json');
  const { qpos, time } = JSON.parse(state.bytes.toString()) as { qpos: number[]; time: number };
  expect(qpos).toHaveLength(7);
  expect(time).toBeCloseTo(await visit.time(), 3);
  const compiled = await visit.downloadOf(() => menu.selectOption('binary'));
  expect(compiled.name).toBe('crate.qposb');
  expect(compiled.bytes.length).toBeGreaterThan(1000);
  await visit.dropModel('<mujoco model="other"/>');
  const folder = visit.write({ 'again.qposb': compiled.bytes, 'cut.qposb': compiled.bytes.subarray(0, 100) });
  expect(await visit.loading(() => visit.drop([`${folder}/cut.qposb`]))).toBe('failed');
  expect(await visit.page.getByRole('alert').innerText()).toContain('should have');
  expect(await visit.loading(() => visit.drop([`${folder}/again.qposb`]))).toBe('ready');
  expect(await visit.text('#model-title')).toBe('floating');
  const mjcf = await visit.downloadOf(() => menu.selectOption('mjcf'));
  expect(mjcf.name).toBe('again.xml');
  await visit.dropModel('<mujoco model="other"/>');
  expect(await visit.dropModel(mjcf.bytes.toString())).toBe('ready');
  expect(await visit.text('#model-title')).toBe('floating');
  await visit.sees(red, 'the box again', 0.01);
});

test('a shared link has the model, the view and, while it is paused, the state', async ({ visit, browser }) => {
  await visit.press('Shift+ArrowRight');
  await visit.until(async () => (await visit.time()) > 0, 'ten steps');
  await visit.drag([0.3, 0.8], [0.5, 0.8], 'right');
  const seen = (await visit.still()).find(red);
  await visit.button('Share a link').click();
  await visit.until(async () => visit.page.url().includes('mjcf='), 'a link');
  await visit.page.locator('.toast', { hasText: 'Link copied' }).waitFor();
  const other = await Visit.open(browser, visit.page.url());
  expect(await other.text('#model-title')).toBe('floating');
  await other.until(async () => (await other.time()) === (await visit.time()), 'the same time');
  expect(await other.text('.rate')).toBe('paused');
  const { x, y } = (await other.sees(red, 'the box', 0.01)).find(red);
  expect(Math.hypot(x - seen.x, y - seen.y)).toBeLessThan(0.03);
  expect(other.complaints).toEqual([]);
  await other.close();
});

test('a shared link to a bundled model names it', async ({ visit }) => {
  await visit.button('Models').click();
  await visit.loading(() => visit.page.locator('.card', { hasText: 'Cart-pole' }).click());
  await visit.run(true);
  await visit.button('Share a link').click();
  await visit.until(async () => /\?model=cartpole#camera=/.test(visit.page.url()), 'a link with the name');
});
