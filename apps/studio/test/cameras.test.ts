import { expect } from 'vitest';
import { green, red } from './picture.ts';
import { brisk as test } from './studio.ts';

/** A red ball that flies to the right, and a green one that stays; a camera on each side. */
const scene = `<mujoco model="cameras">
  <option gravity="0 0 0"/>
  <statistic center="0 0 0" extent="2"/>
  <visual><global azimuth="90" elevation="0"/></visual>
  <worldbody>
    <camera name="red side" pos="0 -3 0" xyaxes="1 0 0 0 0 1"/>
    <camera name="green side" pos="0 3 0" xyaxes="-1 0 0 0 0 1"/>
    <geom size=".4" pos="0 .5 0" rgba=".05 .8 .05 1"/>
    <body name="ball" pos="0 -.5 0"><joint name="x" type="slide" axis="1 0 0"/><geom size=".45" rgba=".9 .05 .05 1"/></body>
  </worldbody>
  <keyframe><key name="away" qpos="0.9"/></keyframe>
</mujoco>`;

test('cameras of the model are chosen, by list and by keys', async ({ visit }) => {
  await visit.dropModel(scene);
  await visit.page.getByLabel('Keyframe').selectOption({ label: 'Initial state' });
  await visit.page.getByRole('tab', { name: 'View' }).click();
  const camera = visit.page.getByLabel('Camera', { exact: true });
  expect(await camera.locator('option').allInnerTexts()).toEqual([
    'Free',
    'Follow selection',
    'red side',
    'green side',
  ]);
  await camera.selectOption({ label: 'green side' });
  let picture = await visit.still();
  expect(picture.find(green).part).toBeGreaterThan(0.02);
  expect(picture.find(red).part).toBeLessThan(picture.find(green).part);
  await visit.press('[');
  picture = await visit.still();
  expect(picture.find(red).part).toBeGreaterThan(0.02);
  expect(picture.find(green).part).toBeLessThan(0.001);
  expect(await camera.inputValue()).toBe('0');
  await visit.press(']');
  expect(await camera.inputValue()).toBe('1');
  await visit.press('Escape');
  expect(await camera.inputValue()).toBe('free');
});

test('the free camera stays, the tracking one follows the selected body', async ({ visit }) => {
  const camera = visit.page.getByLabel('Camera', { exact: true });
  await visit.press('Control+a');
  await visit.page.getByRole('tab', { name: 'Model' }).click();
  await visit.page.locator('.node.body', { hasText: 'ball' }).click();
  await visit.page.getByLabel('Keyframe').selectOption({ label: 'away' });
  expect((await visit.still()).find(red).x).toBeGreaterThan(0.6);
  await camera.selectOption('track');
  await visit.shows((p) => Math.abs(p.find(red).x - 0.5) < 0.02, 'the ball in the middle');
  await visit.page.getByLabel('Keyframe').selectOption({ label: 'Initial state' });
  await visit.shows((p) => Math.abs(p.find(red).x - 0.5) < 0.02, 'the ball in the middle');
});

test('dragging takes the view of a fixed camera over', async ({ visit }) => {
  const camera = visit.page.getByLabel('Camera', { exact: true });
  await camera.selectOption({ label: 'green side' });
  const before = await visit.still();
  await visit.drag([0.5, 0.9], [0.51, 0.9]);
  const after = await visit.still();
  await visit.until(async () => (await camera.inputValue()) === 'free', 'the free camera');
  expect(after.find(green).part).toBeGreaterThan(0.02);
  expect(Math.abs(after.find(green).x - before.find(green).x)).toBeLessThan(0.1);
});
