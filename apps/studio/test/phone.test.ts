import { expect } from 'vitest';
import { hue } from './picture.ts';
import { windows } from './studio.ts';
import { Visit } from './visit.ts';

const shell = hue(30, 14);

const test = windows.extend('phone', { scope: 'file' }, async ({ browser, served }, { onCleanup }) => {
  const phone = await Visit.open(browser, `${served.url}?quality=low&fps=8`, {
    viewport: { width: 390, height: 780 },
    isMobile: true,
    hasTouch: true,
  });
  onCleanup(() => phone.close());
  return phone;
});

test('the picture has most of the screen, and nothing sticks out', async ({ phone }) => {
  await phone.sees(shell, 'the robot', 0.002);
  const stage = await phone.box();
  expect(stage.width).toBe(390);
  expect(stage.height).toBeGreaterThan(500);
  const outside = (): Promise<string[]> =>
    phone.page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('#app button, #app select, #app input, #app output')]
        .filter((e) => e.offsetParent !== null && e.closest('.tree, .panel') === null)
        .filter((e) => {
          const { left, right, top, bottom } = e.getBoundingClientRect();
          return left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1;
        })
        .map((e) => e.outerHTML.slice(0, 80)),
    );
  expect(await outside()).toEqual([]);
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await phone.button('Panels on the right').tap();
  expect(await phone.page.locator('#panel-control').isVisible()).toBe(true);
  expect((await phone.box()).height).toBeGreaterThan(200);
  expect(await outside()).toEqual([]);
  await phone.button('Panels on the left').tap();
  expect(await phone.page.locator('#panel-control').isVisible()).toBe(false);
  expect(await phone.page.locator('.tree').isVisible()).toBe(true);
  await phone.button('Panels on the left').tap();
});

test('the actions are in a menu', async ({ phone }) => {
  expect(await phone.button('Models').isVisible()).toBe(false);
  await phone.button('Menu').tap();
  for (const name of ['Models', 'Open files', 'Share a link', 'Screenshot', 'Record a video', 'Help'])
    expect(await phone.button(name).isVisible(), name).toBe(true);
  await phone.button('Help').tap();
  expect(await phone.page.getByRole('dialog', { name: 'Help' }).isVisible()).toBe(true);
  expect(await phone.button('Models').isVisible()).toBe(false);
  await phone.page.getByRole('dialog', { name: 'Help' }).getByRole('button', { name: 'Close' }).tap();
});

test('one finger turns, two zoom, a long press pulls', async ({ phone }) => {
  await phone.page.locator('#play').tap();
  const cdp = await phone.page.context().newCDPSession(phone.page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]): Promise<unknown> =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const before = await phone.still();
  await touch('touchStart', [100, 200]);
  await touch('touchMove', [180, 200]);
  await touch('touchEnd');
  const turned = await phone.still();
  expect(turned.distance(before)).toBeGreaterThan(0.5);
  await touch('touchStart', [150, 300], [250, 300]);
  await touch('touchMove', [100, 300], [300, 300]);
  await touch('touchEnd');
  expect((await phone.still()).find(shell).part).toBeGreaterThan(2 * turned.find(shell).part);
  expect(phone.complaints).toEqual([]);
});
