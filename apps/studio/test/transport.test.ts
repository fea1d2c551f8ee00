import { expect } from 'vitest';
import { test as base, floating } from './studio.ts';

const test = base.override('address', '?quality=low&fps=8&paused&model=humanoid');

test('space and the button play and pause', async ({ visit }) => {
  await visit.press('Space');
  await visit.until(async () => (await visit.time()) > 0.05, 'a running simulation');
  await visit.press('Space');
  await visit.until(async () => (await visit.text('.rate')) === 'paused', 'a pause');
  await visit.still();
  const stopped = await visit.time();
  await visit.still();
  expect(await visit.time()).toBe(stopped);
  await visit.button('Play').click();
  await visit.until(async () => (await visit.time()) > stopped + 0.1, 'time to pass');
  await visit.button('Pause').click();
  await visit.until(async () => (await visit.text('.rate')) === 'paused', 'a pause');
});

test('steps forward and back by time steps', async ({ visit }) => {
  await visit.still();
  const at = await visit.time();
  const shows = (time: number): Promise<void> =>
    visit.until(async () => Math.abs((await visit.time()) - time) < 1e-6, `time ${time}`);
  await visit.button('Step').click();
  await shows(at + 0.005);
  await visit.button('Step back').click();
  await shows(at);
  await visit.press('Shift+ArrowLeft');
  await shows(at - 0.05);
  await visit.press('ArrowLeft');
  await shows(at - 0.055);
  await visit.press('Shift+ArrowRight');
  await shows(at - 0.005);
  await visit.press('ArrowRight');
  await shows(at);
});

test('the timeline goes back to recorded states, and forth', async ({ visit }) => {
  await visit.press('ArrowRight'); // to the end of what was recorded
  const before = await visit.still();
  const late = await visit.time();
  const box = await visit.page.locator('#timeline').boundingBox();
  if (box === null) throw new Error('no timeline');
  const { mouse } = visit.page;
  await mouse.move(box.x + box.width - 9, box.y + box.height / 2);
  await mouse.down();
  await mouse.move(box.x + 0.05 * box.width, box.y + box.height / 2, { steps: 4 });
  await mouse.up();
  await visit.until(async () => (await visit.time()) < 0.4 * late, 'an early state');
  expect((await visit.still()).distance(before)).toBeGreaterThan(0.2);
  await visit.page.locator('#timeline').focus();
  await visit.page.keyboard.press('End');
  await visit.until(async () => (await visit.time()) === late, 'the last state');
  expect((await visit.still()).distance(before)).toBeLessThan(0.02);
});

test('resets, and goes to keyframes', async ({ visit }) => {
  await visit.button('Reset').click();
  await visit.until(async () => (await visit.time()) === 0, 'the start');
  const standing = await visit.still();
  await visit.page.getByLabel('Keyframe').selectOption({ label: 'squat' });
  const squat = await visit.still();
  expect(squat.distance(standing)).toBeGreaterThan(0.3);
  await visit.press('Shift+ArrowRight');
  await visit.until(async () => (await visit.time()) > 0, 'steps');
  await visit.press('Backspace');
  await visit.until(async () => (await visit.time()) === 0, 'the keyframe again');
  expect((await visit.still()).distance(squat)).toBeLessThan(0.02);
  await visit.page.getByLabel('Keyframe').selectOption({ label: 'stand' });
  expect((await visit.still()).distance(standing)).toBeLessThan(0.02);
});

test('runs at other speeds than real time', async ({ visit }) => {
  await visit.dropModel(floating());
  const speed = visit.page.getByLabel('Speed', { exact: true });
  const options = await speed.locator('option').allInnerTexts();
  expect([options.at(0), options.at(-1)]).toEqual(['8×', '1/32×']);
  await speed.selectOption('0.25');
  await visit.run(true);
  const rate = async (): Promise<number> => Number.parseFloat(await visit.text('.rate'));
  await visit.until(async () => Math.abs((await rate()) - 25) < 7, 'a quarter of real time');
  await visit.press('-');
  expect(await speed.inputValue()).toBe('0.125');
  await visit.until(async () => Math.abs((await rate()) - 12.5) < 5, 'an eighth of real time');
  await visit.press('+');
  await visit.press('+');
  expect(await speed.inputValue()).toBe('0.5');
  await speed.selectOption('8');
  await visit.until(async () => (await rate()) > 150, 'faster than real time');
});
