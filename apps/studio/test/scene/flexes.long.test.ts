import { expect } from 'vitest';
import { hue, red } from '../picture.ts';
import { brisk as test } from '../studio.ts';

/** A red sheet, hanging upright without gravity, seen from the front. */
const sheet = (count = 9): string => `<mujoco model="sheet">
  <option gravity="0 0 0" timestep=".002"/>
  <statistic center="0 0 1" extent="1"/>
  <visual><global azimuth="90" elevation="0"/></visual>
  <worldbody>
    <flexcomp name="sheet" type="grid" dim="2" count="${count} ${count} 1" spacing=".05 .05 .05" pos="0 0 1" euler="90 0 0" radius=".004" mass=".2" rgba=".9 .05 .05 1">
      <edge equality="true" damping=".01"/><contact selfcollide="none" internal="false"/>
    </flexcomp>
  </worldbody>
</mujoco>`;

const anyRed = hue(10, 30);

test('a flex is drawn as skin, edges or nothing', async ({ visit }) => {
  expect(await visit.dropModel(sheet())).toBe('ready');
  await visit.page.getByRole('tab', { name: 'View' }).click();
  const skin = (await visit.sees(red, 'the skin', 0.02)).find(red).part;
  await visit.page.locator('#flag-flexSkin').uncheck();
  await visit.shows((p) => p.find(red).part < 0.6 * skin && p.find(red).part > 0.002, 'edges only');
  await visit.page.locator('#flag-flexEdge').uncheck();
  await visit.misses(red, 'edges');
  await visit.page.locator('#flag-flexFace').check();
  await visit.shows((p) => p.find(red).part > 0.6 * skin, 'faces');
  await visit.page.locator('#flag-flexSkin').check();
  await visit.page.locator('#flag-flexEdge').check();
});

test('a vertex is selected and pulled by the pointer', async ({ visit }) => {
  const vertices = (): Promise<number[]> => visit.page.evaluate('[...studio.sim.data.flexvert_xpos]');
  const before = await vertices();
  await visit.doubleClick([0.5, 0.5]);
  expect(await visit.page.evaluate('studio.pointer.vertex')).toBeGreaterThanOrEqual(0);
  await visit.run(true);
  let release: (() => Promise<void>) | undefined;
  await visit.withControl(async () => {
    release = await visit.hold([0.5, 0.5], [0.5, 0.3], 'right');
  });
  const height = (x: readonly number[]): number => x.reduce((s, z, k) => s + (k % 3 === 2 ? z : 0), 0) / (x.length / 3);
  await visit.until(async () => height(await vertices()) > height(before) + 0.05, 'the sheet to follow');
  await visit.sees(anyRed, 'the sheet', 0.01); // as long as it is held, it stays in the picture
  await release?.();
  await visit.run(false);
});

test('the editor changes a flex; its state starts anew', async ({ visit }) => {
  await visit.page.getByRole('tab', { name: 'MJCF' }).click();
  const editor = visit.page.getByLabel('Source of the model');
  await visit.rewrite(sheet(5));
  expect(await visit.loading(() => editor.press('Control+Enter'))).toBe('ready');
  expect(await visit.page.evaluate('studio.sim.model.nflexvert')).toBe(25);
  await visit.sees(red, 'a smaller sheet', 0.004);
});
