import { expect } from 'vitest';
import { green, red } from './picture.ts';
import { floating, test } from './studio.ts';

const greenBox = floating().replace('.9 .05 .05', '.05 .7 .05');

test('the editor has the text of the model, with numbered lines', async ({ visit }) => {
  await visit.dropModel(floating(), 'crate.xml');
  await visit.page.getByRole('tab', { name: 'MJCF' }).click();
  expect(await visit.source()).toBe(floating());
  await visit.page.locator('.cm-lineNumbers').waitFor();
  expect(await visit.page.locator('.cm-lineNumbers .cm-gutterElement:visible').last().innerText()).toBe(
    String(floating().split('\n').length),
  );
  expect(await visit.page.locator('.cm-line').first().innerText()).toContain('model="floating"');
});

test('mistakes are marked at their lines as they are typed', async ({ visit }) => {
  await visit.rewrite(greenBox.replace('.05 .7 .05 1', '.05 .7 .05 x'));
  await visit.until(async () => (await visit.page.locator('.mark.error').count()) === 1, 'a mark');
  const line = greenBox.split('\n').findIndex((text) => text.includes('rgba'));
  expect(await visit.page.locator('.mark.error').innerText()).toContain('rgba=');
  expect(await visit.text('.mark.error .note')).toContain('rgba');
  expect(await visit.text('#editor-problems .place')).toMatch(/^crate\.xml:\d+:\d+$/);
  expect(await visit.text('.editor .state')).toBe('1 error');
  await visit.page.locator('#editor-problems .place').click();
  expect(await visit.page.locator('.cm-lineNumbers .cm-activeLineGutter').innerText()).toBe(String(line + 1));
});

test('reloading a wrong text is refused and explained', async ({ visit }) => {
  expect(await visit.loading(() => visit.button('Reload').click())).toBe('failed');
  expect(await visit.page.getByRole('alert').innerText()).toContain('listed below the source');
  await visit.page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
  await visit.sees(red, 'the model as it was', 0.01);
});

test('a mended text is run by the button or by Ctrl+Enter; the view stays', async ({ visit }) => {
  const editor = visit.page.getByLabel('Source of the model');
  await visit.rewrite(greenBox);
  await visit.until(async () => (await visit.text('.editor .state')) === 'changed, no problems', 'no problems');
  await visit.until(async () => (await visit.page.locator('.mark').count()) === 0, 'no mark');
  await visit.drag([0.3, 0.8], [0.3, 0.7], 'right'); // the view that stays
  const before = (await visit.still()).find(red);
  expect(await visit.loading(() => visit.button('Reload').click())).toBe('ready');
  const after = (await visit.sees(green, 'a green box', 0.01)).find(green);
  expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeLessThan(0.02);
  await visit.rewrite(floating());
  expect(await visit.loading(() => editor.press('Control+Enter'))).toBe('ready');
  await visit.sees(red, 'a red box', 0.01);
});

test('an edit is applied to the state as it is, of a soft body too', async ({ visit }) => {
  const soft = (rgba: string): string => `<mujoco model="drop"><option gravity="0 0 -1"/><worldbody>
    <flexcomp name="block" type="grid" dim="3" count="3 3 3" spacing=".1 .1 .1" pos="0 0 1" mass="1" radius=".01" rgba="${rgba}">
      <edge equality="true"/><contact selfcollide="none"/></flexcomp></worldbody></mujoco>`;
  await visit.dropModel(soft('.9 .05 .05 1'), 'drop.xml');
  await visit.run(true);
  await visit.until(async () => (await visit.time()) > 0.2, 'a fall');
  await visit.run(false);
  const [time, height] = [await visit.time(), (await visit.still()).find(red).y];
  const editor = visit.page.getByLabel('Source of the model');
  await visit.rewrite(soft('.05 .7 .05 1'));
  expect(await visit.loading(() => editor.press('Control+Shift+Enter'))).toBe('ready');
  const after = await visit.sees(green, 'a green block where the red one was', 0.001);
  expect(await visit.time()).toBe(time);
  expect(Math.abs(after.find(green).y - height)).toBeLessThan(0.02);
  expect(await visit.loading(() => visit.button('Reload').click())).toBe('ready');
  expect(await visit.time()).toBe(0);
  await visit.dropModel(floating(), 'crate.xml');
});

test('changes are thrown away by the button', async ({ visit }) => {
  const editor = visit.page.getByLabel('Source of the model');
  await visit.rewrite('<mujoco/>');
  await visit.button('Revert').click();
  expect(await visit.source()).toBe(floating());
  await editor.press('Control+z'); // which can be undone
  expect(await visit.source()).toBe('<mujoco/>');
  await visit.button('Revert').click();
});

test('a model that was refused is mended in the editor, and looked at from its own view', async ({ visit }) => {
  expect(await visit.dropModel(greenBox.replace('<freejoint', '<freejoin'), 'wrong.xml')).toBe('failed');
  await visit.rewrite(greenBox);
  expect(await visit.loading(() => visit.button('Reload').click())).toBe('ready');
  const { x, y } = (await visit.sees(green, 'a green box', 0.01)).find(green);
  expect(Math.hypot(x - 0.5, y - 0.5)).toBeLessThan(0.03);
});

test('a refused model can be reverted to the one in the picture', async ({ visit }) => {
  await visit.dropModel(floating(), 'crate.xml');
  expect(await visit.dropModel('<mujoco><worldbody><gem/></worldbody></mujoco>', 'wrong.xml')).toBe('failed');
  expect(await visit.source()).toContain('<gem/>');
  await visit.page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
  await visit.button('Revert').click();
  expect(await visit.source()).toBe(floating());
  await visit.until(async () => (await visit.page.locator('.mark').count()) === 0, 'no mark');
  expect(await visit.button('Revert').isDisabled()).toBe(true);
  await visit.sees(red, 'the model that is loaded', 0.01);
});

test('completion and documentation come from the schema of the language', async ({ visit }) => {
  const editor = visit.page.getByLabel('Source of the model');
  await editor.focus();
  await visit.page.keyboard.press('Control+End');
  for (let k = 0; k < '</mujoco>'.length; k++) await visit.page.keyboard.press('ArrowLeft');
  await visit.page.keyboard.type('<act');
  await visit.page.locator('.cm-tooltip-autocomplete').waitFor();
  await visit.until(
    async () =>
      (await visit.page.locator('.cm-tooltip-autocomplete li[aria-selected] .cm-completionLabel').innerText()) ===
      'actuator',
    'the element',
  );
  expect(await visit.text('.cm-completionInfo')).toContain('turns controls into forces');
  await visit.page.waitForTimeout(200); // keys that follow at once are not meant for the list
  await visit.page.keyboard.press('Enter');
  expect(await visit.source()).toContain('<actuator>');
  expect(await visit.source()).toContain('</actuator>');
  await visit.page
    .locator('.cm-line', { hasText: '<freejoint' })
    .locator('span', { hasText: 'freejoint' })
    .first()
    .hover();
  await visit.page.locator('.doc').waitFor();
  expect(await visit.text('.doc')).toContain('Six degrees of freedom');
  await visit.button('Revert').click();
});
