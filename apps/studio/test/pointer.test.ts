import { expect } from 'vitest';
import { type Found, hue, type Picture, red } from './picture.ts';
import { floating, brisk as test } from './studio.ts';
import type { Visit } from './visit.ts';

/** Red, or what red becomes when the body is selected. */
const crate = hue(10, 30);
const box = (picture: Picture): Found => picture.find(crate);
const middle = [0.5, 0.5] as const;

/** The box where it starts: right after a drop there may be nothing to take hold of yet, and the picture may still show the model before. */
async function atStart(visit: Visit): Promise<Found> {
  const held = 'studio.sim.data && studio.stage.viewer?.pick(studio.sim.data, 0, 0)?.body > 0';
  await visit.until(async () => (await visit.page.evaluate(held)) === true, 'something in the middle');
  return box(await visit.shows((p) => Math.abs(box(p).x - middle[0]) < 0.02, 'the box in the middle'));
}

test('dragging turns the camera, the right button moves it, the wheel zooms', async ({ visit }) => {
  await visit.dropModel(floating());
  const start = await visit.still();
  await visit.drag([0.2, 0.8], [0.32, 0.86]);
  const turned = await visit.still();
  expect(turned.distance(start)).toBeGreaterThan(1);
  expect(box(turned).width).toBeGreaterThan(1.15 * box(start).width); // seen over the corner
  await visit.drag([0.3, 0.8], [0.5, 0.7], 'right');
  const moved = box(await visit.still());
  expect(moved.x - box(turned).x).toBeGreaterThan(0.12);
  expect(moved.y - box(turned).y).toBeLessThan(-0.06);
  await visit.page.mouse.wheel(0, -400);
  expect(box(await visit.still()).part).toBeGreaterThan(1.5 * moved.part);
  await visit.press('Control+a');
  expect((await visit.still()).distance(start)).toBeLessThan(0.02);
});

test('a double click selects a body, another beside it lets go', async ({ visit }) => {
  const before = await visit.still();
  await visit.doubleClick(middle);
  await visit.until(async () => (await visit.page.locator('.node[aria-current]').count()) === 1, 'a selection');
  expect(await visit.text('.node[aria-current]')).toContain('crate');
  expect(await visit.text('.inspector')).toContain('body crate');
  expect((await visit.still()).distance(before)).toBeGreaterThan(0.3); // it is marked
  await visit.doubleClick([0.1, 0.1]);
  await visit.until(async () => (await visit.page.locator('.node[aria-current]').count()) === 0, 'no selection');
  expect((await visit.still()).distance(before)).toBeLessThan(0.02);
});

test('a right double click looks there, with Ctrl the camera follows', async ({ visit }) => {
  await visit.doubleClick([0.5, 0.42], 'right'); // near the upper edge of the box
  await visit.shows((p) => box(p).y > 0.55, 'the edge in the middle');
  await visit.withControl(() => visit.doubleClick([0.5, 0.55], 'right'));
  await visit.shows((p) => Math.abs(box(p).y - 0.5) < 0.02, 'the box in the middle');
  await visit.page.getByRole('tab', { name: 'View' }).click();
  await visit.until(async () => (await visit.page.locator('#camera').inputValue()) === 'track', 'the mode');
});

test('Ctrl and the right button pull a body by a spring', async ({ visit }) => {
  await visit.dropModel(floating());
  await visit.run(true);
  const before = box(await visit.sees(red, 'the box', 0.01));
  await visit.withControl(async () => {
    const release = await visit.hold(middle, [0.75, 0.5], 'right');
    await visit.shows((p) => box(p).x > before.x + 0.1, 'the box to the right');
    await release();
  });
});

test('while it runs a plain drag pulls what it begins on, and selects nothing', async ({ visit }) => {
  await visit.dropModel(floating());
  await visit.run(true);
  const before = box(await visit.sees(red, 'the box', 0.01));
  const azimuth = () => visit.page.evaluate<number>('studio.stage.viewer.rig.azimuth');
  const seen = await azimuth();
  const release = await visit.hold(middle, [0.75, 0.5]);
  await visit.shows((p) => box(p).x > before.x + 0.1, 'the box to the right');
  await release();
  expect(await azimuth()).toBe(seen);
  expect(await visit.page.evaluate('studio.pointer.selected')).toBe(-1);
  await visit.drag([0.1, 0.8], [0.2, 0.8]); // beside it
  expect(await azimuth()).not.toBe(seen);
});

test('Ctrl and the left button turn a body by a torque', async ({ visit }) => {
  await visit.run(false);
  await visit.dropModel(floating());
  const before = await atStart(visit);
  await visit.run(true);
  await visit.withControl(async () => {
    const release = await visit.hold(middle, [0.72, 0.5]);
    await visit.shows((p) => box(p).width > 1.2 * before.width, 'the box over its corner');
    await release();
  });
});

test('a paused free body and a mocap body follow the mouse itself', async ({ visit }) => {
  const mocap = floating('').replace('<body name="crate"', '<body name="crate" mocap="true"');
  for (const model of [floating(), mocap]) {
    await visit.run(false);
    await visit.dropModel(model);
    const before = await atStart(visit);
    if (model === mocap) await visit.run(true);
    await visit.withControl(() => visit.drag(middle, [0.7, 0.4], 'right'));
    const after = box(await visit.shows((p) => box(p).x > before.x + 0.15, 'the box under the mouse'));
    expect(after.x - before.x).toBeCloseTo(0.2, 1);
    expect(after.y - before.y).toBeCloseTo(-0.1, 1);
  }
});
