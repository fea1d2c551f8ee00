import { expect } from 'vitest';
import { floating, test } from './studio.ts';
import { Visit } from './visit.ts';

const background = (visit: Visit): Promise<string> =>
  visit.page.evaluate(() => getComputedStyle(document.getElementById('topbar') as HTMLElement).backgroundColor);
const brightness = (rgb: string): number =>
  (rgb.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((sum, x) => sum + Number(x), 0) / 3;

test('light and dark follow the system, and are switched', async ({ browser, served }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const other = await Visit.open(browser, `${served.url}?quality=low&paused`, { colorScheme });
    const light = colorScheme === 'light';
    expect(brightness(await background(other)) > 128).toBe(light);
    await other.button('Light or dark').click();
    expect(brightness(await background(other)) > 128).toBe(!light);
    await other.page.reload(); // it is remembered
    await other.settled();
    expect(brightness(await background(other)) > 128).toBe(!light);
    await other.close();
  }
});

test('texts are readable in both', async ({ visit }) => {
  for (let theme = 0; theme < 2; theme++) {
    const poor = await visit.page.evaluate(() => {
      const parse = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number);
      const luminance = ([r = 0, g = 0, b = 0]: number[]): number => {
        const [x = 0, y = 0, z = 0] = [r, g, b].map((c) => {
          const s = c / 255;
          return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * x + 0.7152 * y + 0.0722 * z;
      };
      const behind = (element: Element | null): number[] => {
        for (let e = element; e !== null; e = e.parentElement) {
          const color = parse(getComputedStyle(e).backgroundColor);
          if (color.length === 3 || (color[3] ?? 0) > 0.5) return color;
        }
        return [0, 0, 0];
      };
      return [...document.querySelectorAll<HTMLElement>('#app *')]
        .filter(
          (e) => e.offsetParent !== null && [...e.childNodes].some((n) => n.nodeType === 3 && n.nodeValue?.trim()),
        )
        .filter((e) => {
          const [a, b] = [luminance(parse(getComputedStyle(e).color)), luminance(behind(e))];
          return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5;
        })
        .map((e) => `${e.className || e.tagName}: ${e.textContent?.slice(0, 20)}`);
    });
    expect(poor).toEqual([]);
    await visit.button('Light or dark').click();
  }
});

test('in smaller windows every action can be reached, and the picture keeps its place', async ({ browser, served }) => {
  const small = await Visit.open(browser, `${served.url}?model=cartpole&paused`, {
    viewport: { width: 760, height: 500 },
  });
  const bar = await small.page.evaluate(() => {
    const nav = document.querySelector('#topbar nav');
    return { all: nav?.scrollWidth, seen: nav?.clientWidth };
  });
  expect(bar.seen).toBe(bar.all);
  await small.button('Panels on the left').click();
  expect((await small.box()).width).toBeGreaterThan(400);
  await small.close();
});

test('values of sliders fit beside them', async ({ visit }) => {
  await visit.dropModel(
    floating('<joint name="j" range="-2000 2000" limited="true"/>', '<actuator><motor joint="j"/></actuator>'),
  );
  await visit.page.getByRole('tab', { name: 'Control' }).click();
  await visit.page.getByLabel('actuator 0').fill('-0.004');
  await visit.until(
    async () => (await visit.page.locator('.slider .value').allInnerTexts()).includes('-0.004'),
    'a value',
  );
  const wide = await visit.page.evaluate(() =>
    [...document.querySelectorAll('.slider .value')]
      .filter((e) => e.scrollWidth > e.clientWidth)
      .map((e) => e.textContent),
  );
  expect(wide).toEqual([]);
});

test('every control has a name', async ({ visit }) => {
  for (const tab of ['MJCF', 'Model', 'Control', 'View', 'Physics', 'Plots', 'Profiler', 'Log']) {
    await visit.page.getByRole('tab', { name: tab }).click();
    const nameless = await visit.page.evaluate(() =>
      [...document.querySelectorAll<HTMLInputElement>('button, select, input, textarea')]
        .filter((e) => e.offsetParent !== null)
        .filter((e) => {
          const by = e.getAttribute('aria-labelledby');
          const label = by === null ? '' : (document.getElementById(by)?.textContent ?? '');
          return !(e.getAttribute('aria-label') || e.textContent?.trim() || e.labels?.length || label);
        })
        .map((e) => e.outerHTML),
    );
    expect(nameless, tab).toEqual([]);
  }
});

test('Tab goes through all controls in the order of reading, and the focus is seen', async ({ visit }) => {
  await visit.dropModel(floating());
  await visit.page.getByRole('tab', { name: 'Control' }).click();
  await visit.page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await visit.page.locator('.skip').focus();
  const seen = ['.skip'];
  for (;;) {
    await visit.page.keyboard.press('Tab');
    const now = await visit.page.evaluate(() => {
      const e = document.activeElement as HTMLElement;
      const { outlineStyle, outlineWidth } = getComputedStyle(e);
      const name = e.id || e.getAttribute('aria-label') || e.textContent?.trim() || e.tagName;
      return { name, marked: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 };
    });
    if (now.name.startsWith('Skip') || now.name === 'BODY' || seen.length > 200) break;
    expect(now.marked, `focus on ${now.name}`).toBe(true);
    seen.push(now.name);
  }
  const order = [
    ...['Panels on the left', 'model-title', 'Models', 'Help', 'Panels on the right'],
    ...['tab-tree', 'canvas', 'tab-control', 'play', 'timeline', 'speed', 'keyframe'],
  ];
  expect(seen.filter((name) => order.includes(name))).toEqual(order);
});

test('tabs are changed by arrow keys, buttons pressed by Enter and Space', async ({ visit }) => {
  await visit.page.locator('#tab-control').focus();
  await visit.page.keyboard.press('ArrowRight');
  expect(await visit.page.locator('#panel-view').isVisible()).toBe(true);
  await visit.page.keyboard.press('ArrowLeft');
  expect(await visit.page.locator('#panel-control').isVisible()).toBe(true);
  await visit.page.locator('#play').focus();
  await visit.page.keyboard.press('Enter');
  await visit.until(async () => (await visit.text('.rate')) !== 'paused', 'a run');
  await visit.page.keyboard.press('Space');
  await visit.until(async () => (await visit.text('.rate')) === 'paused', 'a pause');
  await visit.page.locator('.skip').focus();
  await visit.page.keyboard.press('Enter');
  expect(await visit.page.evaluate(() => document.activeElement?.id)).toBe('transport');
});
