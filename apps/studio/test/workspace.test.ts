import { expect } from 'vitest';
import { red } from './picture.ts';
import { floating, brisk as test } from './studio.ts';
import type { Visit } from './visit.ts';

const place = (visit: Visit, selector: string) =>
  visit.page.locator(selector).evaluate((e) => {
    const { left, top, width, height } = e.getBoundingClientRect();
    return { left, top, width, height };
  });

/** Runs a command of the palette by its name. */
async function command(visit: Visit, name: string): Promise<void> {
  await visit.press('Control+k');
  await visit.page.getByLabel('Command', { exact: true }).fill(name);
  await visit.page.keyboard.press('Enter');
}

test('the command palette finds commands by words, and is used with keys alone', async ({ visit }) => {
  await visit.dropModel(floating());
  await visit.press('Control+k');
  const dialog = visit.page.getByRole('dialog', { name: 'Commands' });
  const all = await dialog.getByRole('option').count();
  expect(all).toBeGreaterThan(60);
  await visit.page.keyboard.type('panel plots');
  expect(await dialog.getByRole('option').count()).toBe(4);
  await visit.page.keyboard.press('ArrowDown');
  await visit.page.keyboard.press('ArrowUp');
  await visit.page.keyboard.press('Enter');
  expect(await dialog.isVisible()).toBe(false);
  expect(await visit.page.locator('#panel-plots').isVisible()).toBe(true);
  await visit.press('Control+k');
  await visit.page.keyboard.type('no such thing');
  expect(await dialog.innerText()).toContain('There is no such command');
  await visit.page.keyboard.press('Escape');
});

test('panels are moved below the picture and back, and their arrangement is kept', async ({ visit }) => {
  await command(visit, 'move panel plots below');
  const stage = await place(visit, '#stage');
  const plots = await place(visit, '#panel-plots');
  expect(plots.top).toBeGreaterThan(stage.top + stage.height - 2);
  expect(Math.abs(plots.width - stage.width)).toBeLessThan(3);
  expect(await visit.loading(() => visit.page.reload())).toBe('ready');
  await visit.run(false);
  expect((await place(visit, '#panel-plots')).top).toBeGreaterThan(stage.top + 100);
  await command(visit, 'put all panels back');
  expect((await place(visit, '#panel-control')).left).toBeGreaterThan(500);
});

test('panels are resized with the mouse', async ({ visit }) => {
  const before = await place(visit, '#panel-control');
  await visit.page.mouse.move(before.left - 1, 300);
  await visit.page.mouse.down();
  await visit.page.mouse.move(before.left - 81, 300, { steps: 4 });
  await visit.page.mouse.up();
  await visit.until(async () => (await place(visit, '#panel-control')).width > before.width + 60, 'a wider panel');
});

test('a panel is dragged to another place by its tab', async ({ visit }) => {
  const canvas = await visit.box();
  await visit.page.locator('#tab-physics').dragTo(visit.page.locator('#canvas'), {
    targetPosition: { x: canvas.width / 2, y: canvas.height - 12 },
  });
  await visit.until(
    async () => (await place(visit, '#panel-physics')).top > canvas.y + 100,
    'the panel below the picture',
  );
  await command(visit, 'put all panels back');
});

test('handles move a free body while the simulation rests', async ({ visit }) => {
  await visit.dropModel(floating());
  await visit.page.locator('.node.body', { hasText: 'crate' }).click();
  await visit.press('F6');
  const { x } = (await visit.still()).find(red);
  const { width, height, x: left, y: top } = await visit.box();
  const { y } = (await visit.picture()).find(red);
  // along the arrow of the x axis, which goes to the right in this view
  const { mouse } = visit.page;
  await mouse.move(left + x * width + 48, top + y * height);
  await mouse.move(left + x * width + 40, top + y * height, { steps: 3 });
  await mouse.down();
  await mouse.move(left + x * width + 130, top + y * height, { steps: 6 });
  await mouse.up();
  await visit.until(
    async () => Math.abs(await visit.page.evaluate<number>('studio.sim.data.qpos[0]')) > 0.1,
    'the box at another place',
  );
  expect(await visit.page.evaluate<number>('Math.abs(studio.sim.data.qpos[2] - 1)')).toBeLessThan(1e-9);
  await visit.press('F6');
});

test('handles turn a body that is fixed in the model; that is undone', async ({ visit }) => {
  await visit.dropModel(floating(''));
  await visit.page.locator('.node.body', { hasText: 'crate' }).click();
  await visit.press('F7');
  const before = await visit.still();
  const { x, y } = before.find(red);
  const { width, height, x: left, y: top } = await visit.box();
  const quat = (): Promise<number[]> => visit.page.evaluate<number[]>('[...studio.sim.model.body_quat.slice(4, 8)]');
  const { mouse } = visit.page;
  // the radius of a ring is found by where the handles take hold
  const busy = (): Promise<boolean> => visit.page.evaluate<boolean>('studio.gizmo.busy');
  let r = 26;
  do await mouse.move(left + x * width + r++, top + y * height - 3);
  while (r < 110 && !(await busy()));
  await mouse.down();
  await mouse.move(left + x * width + r + 25, top + y * height + 30, { steps: 4 });
  await mouse.up();
  expect((await quat())[0]).toBeLessThan(0.9999);
  await visit.press('F7');
  while ((await visit.page.evaluate<number>('studio.sim.changes')) > 0) await visit.press('Control+z');
  expect(await quat()).toEqual([1, 0, 0, 0]);
});

test('a geom that is chosen in the tree is marked in the picture, its size and the mass of its body can be changed', async ({
  visit,
}) => {
  await visit.dropModel(floating());
  const before = await visit.still();
  await visit.page.locator('.node.geom', { hasText: 'side' }).click();
  await visit.shows((p) => p.distance(before) > 0.2, 'a mark');
  const input = visit.page.locator('.inspector .lil-controller').filter({ hasText: 'size x' }).locator('input');
  await input.fill('0.32');
  await input.press('Enter');
  await visit.shows((p) => p.find(() => true).count > 0 && p.distance(before) > 1, 'a larger box');
  const rbound = await visit.page.evaluate<number>('studio.sim.model.geom_rbound[0]');
  expect(rbound).toBeCloseTo(Math.hypot(0.32, 0.16, 0.16), 12);
  await visit.page.locator('.node.body', { hasText: 'crate' }).click();
  const mass = visit.page.locator('.inspector .lil-controller').filter({ hasText: /^mass/ }).locator('input');
  const [m, inertia] = await visit.page.evaluate<number[]>(
    '[studio.sim.model.body_mass[1], studio.sim.model.body_inertia[3]]',
  );
  await mass.fill(String(2 * (m ?? 0)));
  await mass.press('Enter');
  const doubled = await visit.page.evaluate<number>('studio.sim.model.body_inertia[3]');
  expect(doubled / (inertia ?? 0)).toBeCloseTo(2, 6);
});

test('the colour of a geom is picked, and taken back as one change', async ({ visit }) => {
  await visit.page.locator('.node.geom', { hasText: 'side' }).click();
  const picker = visit.page.locator('.inspector input[type=color]');
  await picker.evaluate((e: HTMLInputElement) => {
    e.value = '#00ff00';
    e.dispatchEvent(new Event('input', { bubbles: true }));
    e.dispatchEvent(new Event('blur'));
  });
  await visit.until(
    async () => (await visit.page.evaluate<number>('studio.sim.model.geom_rgba[1]')) === 1,
    'the colour in the model',
  );
  await visit.press('Control+z');
  expect(await visit.page.evaluate<number>('studio.sim.model.geom_rgba[0]')).toBeCloseTo(0.9, 6);
});

test('a state is saved as a keyframe of the model, which goes on from it', async ({ visit }) => {
  await visit.dropModel(floating());
  await visit.press('Shift+ArrowRight');
  await visit.until(async () => (await visit.time()) === 0.02, 'ten steps');
  expect(await visit.loading(() => command(visit, 'save this state as a keyframe'))).toBe('ready');
  expect(await visit.source()).toContain('<key name="state at 0.020 s" time="0.02" qpos="0 0 1 1 0 0 0"/>');
  const options = await visit.page.locator('#keyframe option').allInnerTexts();
  expect(options).toEqual(['Initial state', 'state at 0.020 s']);
});

test('numbers of the present state: an expression, energies, sensors and contacts', async ({ visit }) => {
  await visit.dropModel(`<mujoco><worldbody><geom name="floor" type="plane" size="1 1 .1"/>
    <body pos="0 0 .0999"><freejoint/><geom name="ball" size=".1" mass="2"/><site name="s"/></body></worldbody>
    <sensor><velocimeter name="speed" site="s"/></sensor></mujoco>`);
  await visit.page.getByRole('tab', { name: 'Watch' }).click();
  const input = visit.page.getByLabel('Watch an expression');
  await input.fill('body(7).xpos');
  await input.press('Enter');
  expect(await visit.text('#panel-watch .problem')).toContain('the model has no body number 7');
  await input.fill('height = 100 * qpos[2]');
  await input.press('Enter');
  await visit.until(async () => /height\s+9.99\b/.test(await visit.text('.watched')), 'the height');
  await visit.until(async () => /potential\s+1.96/.test(await visit.text('#panel-watch')), 'the energy m·g·h');
  expect(await visit.text('#panel-watch .bars')).toMatch(/speed x\s+0 m\/s/);
  const row = await visit.text('.contacts tbody tr');
  expect(row).toMatch(/floor – ball\s+0.10 mm\s+[\d.]+ N\s+0 N/);
  await visit.button('Stop watching height = 100 * qpos[2]').click();
  expect(await visit.text('.watched')).not.toContain('height');
});
