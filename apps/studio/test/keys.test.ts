import { expect } from 'vitest';
import { floating, brisk as test } from './studio.ts';

test('F1 and ? show the help, with mouse, keys and switches', async ({ visit }) => {
  await visit.dropModel(floating('<freejoint/><body name="lid"><geom size=".1"/></body>'));
  await visit.press('F1');
  const help = visit.page.getByRole('dialog', { name: 'Help' });
  const text = await help.innerText();
  for (const part of ['Ctrl + right drag', 'pull the selected body', 'Backspace', 'contact forces', 'geom groups'])
    expect(text).toContain(part);
  await visit.page.keyboard.press('j'); // keys are not heard behind it
  await visit.page.keyboard.press('Escape');
  expect(await help.isVisible()).toBe(false);
  await visit.page.getByRole('tab', { name: 'View' }).click();
  expect(await visit.page.locator('#flag-joint').isChecked()).toBe(false);
  await visit.button('Help').click();
  expect(await help.isVisible()).toBe(true);
  await help.getByRole('button', { name: 'Close' }).click();
  await visit.press('?');
  expect(await help.isVisible()).toBe(true);
  await visit.page.keyboard.press('Escape');
});

test('each key of simulate turns its switch over, and back', async ({ visit }) => {
  const rows = await visit.page.locator('#panel-view .toggle').evaluateAll((all) =>
    all.flatMap((row) => {
      const key = row.querySelector('kbd')?.textContent;
      return key ? [[row.querySelector('input')?.id ?? '', key] as const] : [];
    }),
  );
  expect(rows.length).toBeGreaterThan(24);
  for (const [id, key] of rows) {
    const box = visit.page.locator(`#${id}`);
    const before = await box.isChecked();
    await visit.press(key.toLowerCase());
    expect(await box.isChecked(), id).toBe(!before);
    await visit.press(key.toLowerCase());
    expect(await box.isChecked(), id).toBe(before);
  }
});

test('digits switch groups of geoms, with Shift of sites', async ({ visit }) => {
  await visit.page.locator('summary', { hasText: 'Groups' }).click();
  await visit.press('0');
  expect(await visit.page.getByLabel('Geoms of group 0').isChecked()).toBe(false);
  await visit.press('0');
  expect(await visit.page.getByLabel('Geoms of group 0').isChecked()).toBe(true);
  await visit.press('Shift+Digit3');
  expect(await visit.page.getByLabel('Sites of group 3').isChecked()).toBe(true);
  await visit.press('Shift+Digit3');
});

test('function keys and Tab show and hide panels', async ({ visit }) => {
  const visible = (id: string): Promise<boolean> => visit.page.locator(id).isVisible();
  for (const [key, panel] of [
    ['F2', '#panel-tree'],
    ['F3', '#panel-profiler'],
    ['F4', '#panel-plots'],
  ] as const) {
    if (!(await visible(panel))) await visit.press(key);
    expect(await visible(panel), key).toBe(true);
    await visit.press(key);
    expect(await visible(panel), key).toBe(false);
    await visit.press(key);
  }
  await visit.page.locator('#canvas').click({ position: { x: 20, y: 20 } });
  for (const [key, dock] of [
    ['Tab', '#panel-tree'],
    ['Shift+Tab', '#panel-plots'],
  ] as const) {
    await visit.page.keyboard.press(key);
    expect(await visible(dock)).toBe(false);
    await visit.page.keyboard.press(key);
    expect(await visible(dock)).toBe(true);
  }
  await visit.press('F5');
  await visit.until(() => visit.page.evaluate(() => document.fullscreenElement !== null), 'full screen');
  await visit.press('F5');
  await visit.until(() => visit.page.evaluate(() => document.fullscreenElement === null), 'the window again');
});

test('Ctrl+L loads the model anew, Page Up selects the parent', async ({ visit }) => {
  await visit.press('Shift+ArrowRight');
  await visit.until(async () => (await visit.time()) > 0, 'steps');
  expect(await visit.loading(() => visit.press('Control+l'))).toBe('ready');
  await visit.until(async () => (await visit.time()) === 0, 'the start');
  await visit.page.getByRole('tab', { name: 'Model' }).click();
  await visit.page.locator('.node.body', { hasText: 'lid' }).click();
  await visit.press('PageUp');
  expect(await visit.text('.node[aria-current]')).toContain('crate');
});

test('letters are typed, not obeyed, in text fields', async ({ visit }) => {
  await visit.page.getByRole('tab', { name: 'MJCF' }).click();
  await visit.page.getByLabel('Source of the model').focus();
  await visit.page.keyboard.press('Control+Home');
  await visit.page.keyboard.type('j ');
  expect((await visit.source()).startsWith('j ')).toBe(true);
  await visit.page.getByRole('tab', { name: 'View' }).click();
  expect(await visit.page.locator('#flag-joint').isChecked()).toBe(false);
  expect(await visit.text('.rate')).toBe('paused');
});

test('Space runs and pauses after a click on a tab, too', async ({ visit }) => {
  await visit.page.getByRole('tab', { name: 'Physics' }).click();
  await visit.page.keyboard.press('Space');
  await visit.until(async () => (await visit.text('.rate')) !== 'paused', 'a run');
  await visit.page.keyboard.press('Space');
  await visit.until(async () => (await visit.text('.rate')) === 'paused', 'a pause');
});
