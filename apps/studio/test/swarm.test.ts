import { expect } from 'vitest';
import { cellsAround } from '../src/swarm/grid.ts';
import { brisk as test } from './studio.ts';
import type { Visit } from './visit.ts';

/** A box that slides along a rail for ever, with a motor: quick to step and to draw. */
const model = `<mujoco model="slider">
  <option gravity="0 0 0"/>
  <worldbody>
    <body><joint name="rail" type="slide" axis="1 0 0"/><geom type="box" size=".1 .1 .1" rgba=".9 .05 .05 1"/></body>
  </worldbody>
  <actuator><motor name="push" joint="rail" ctrlrange="-1 1"/></actuator>
</mujoco>`;

/** Where the boxes are drawn along their rails. */
const places = (visit: Visit): Promise<number[]> =>
  visit.page.evaluate(`(() => {
    const mesh = studio.stage.viewer.view.scene.getObjectByName('swarm')?.children[0];
    return mesh === undefined ? [] : Array.from({ length: mesh.count }, (_, e) => mesh.instanceMatrix.array[16 * e + 12]);
  })()`);

test('cells lie in rings around the middle one, each once', () => {
  const cells = cellsAround(30);
  const all = Array.from({ length: 30 }, (_, e) => `${cells[2 * e]} ${cells[2 * e + 1]}`);
  expect(new Set(all).size).toBe(30);
  expect(all).not.toContain('0 0');
  const ring = (e: number): number => Math.max(Math.abs(cells[2 * e] ?? 0), Math.abs(cells[2 * e + 1] ?? 0));
  expect(Array.from({ length: 30 }, (_, e) => ring(e))).toEqual([
    ...Array(8).fill(1),
    ...Array(16).fill(2),
    3,
    3,
    3,
    3,
    3,
    3,
  ]);
});

test('a swarm is drawn around the model, says where it runs and why, and goes on with it', async ({ visit }) => {
  await visit.dropModel(model);
  await visit.page.getByRole('tab', { name: 'Swarm' }).click();
  expect(await visit.page.getByLabel('Controls', { exact: true }).isDisabled()).toBe(true); // there is no policy
  await visit.page.getByLabel('Environments', { exact: true }).focus();
  await visit.page.keyboard.press('ArrowRight');
  await visit.until(async () => (await places(visit)).length === 16, 'sixteen copies');
  const facts = await visit.text('#swarm-facts');
  expect(facts).toMatch(/Device\s+Processor, \d+ worker/);
  expect(facts).toMatch(/Why\s+no GPU: /);
  await visit.run(true);
  const before = await places(visit);
  await visit.until(async () => (await places(visit)).every((x, e) => x !== before[e]), 'each copy somewhere else');
  await visit.until(async () => /Steps per s\s+[1-9]/.test(await visit.text('#swarm-facts')), 'a rate');
  await visit.run(false);
  await visit.until(async () => {
    const first = await places(visit);
    await visit.page.evaluate('studio.stage.settled()');
    return (await places(visit)).every((x, e) => x === first[e]);
  }, 'a rest');
});

test('a swarm on the processor is asked for, spread out and ended', async ({ visit }) => {
  await visit.page.getByLabel('Runs on', { exact: true }).selectOption('cpu');
  await visit.until(async () => /the processor was chosen/.test(await visit.text('#swarm-facts')), 'the processor');
  await visit.until(async () => (await places(visit)).length === 16, 'sixteen copies');
  const width = async (): Promise<number> => Math.max(...(await places(visit))) - Math.min(...(await places(visit)));
  const narrow = await width();
  await visit.page.getByLabel('Spacing', { exact: true }).focus();
  await visit.page.keyboard.press('End');
  await visit.until(async () => (await width()) > 1.5 * narrow, 'more room');
  await visit.button('Only one').click();
  await visit.until(async () => (await places(visit)).length === 0, 'one');
  expect(await visit.text('#swarm-facts')).toContain('only the environment in the picture');
});
