import path from 'node:path';
import { expect } from 'vitest';
import { brisk as test } from './studio.ts';
import type { Visit } from './visit.ts';

/** A pendulum with a motor over a floor that a ball rests on: everything that can be plotted. */
const model = `<mujoco model="plotted">
  <worldbody>
    <geom type="plane" size="2 2 .1"/>
    <body pos="0 0 1.5"><joint name="hinge" axis="0 1 0"/><geom type="capsule" size=".05" fromto="0 0 0 .5 0 0"/></body>
    <body name="ball" pos="1 0 .1"><freejoint/><geom size=".1"/></body>
  </worldbody>
  <actuator><motor name="push" joint="hinge" ctrlrange="-1 1"/></actuator>
  <sensor><jointpos name="angle" joint="hinge"/><framepos name="place" objtype="body" objname="ball"/></sensor>
</mujoco>`;

const WINDOW = 5; // seconds that plots show at first

const charts = (visit: Visit) => visit.page.locator('.chart');

/** Pixels of each chart that have the colour of its first curve. */
const inked = (visit: Visit): Promise<number[]> =>
  visit.page.evaluate(() =>
    [...document.querySelectorAll<HTMLCanvasElement>('.chart .uplot canvas')].map((canvas) => {
      const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      let n = 0;
      for (let i = 0; i < data.length; i += 4)
        if ((data[i] ?? 0) > 200 && (data[i + 2] ?? 0) < 120 && (data[i + 3] ?? 0) > 100) n++;
      return n;
    }),
  );

test('plots of a model that has not moved have their axes, and say when there will be curves', async ({ visit }) => {
  await visit.dropModel(model);
  await visit.page.getByRole('tab', { name: 'Plots' }).click();
  await visit.until(async () => (await visit.page.locator('.chart .uplot').count()) === 3, 'three plots');
  expect(await visit.text('#panel-plots .empty')).toContain('one step so far');
});

test('energies, contact forces, sensors, controls and joints are plotted as they change', async ({ visit }) => {
  await visit.run(true);
  expect(await charts(visit).locator('strong').allInnerTexts()).toEqual(['Energy', 'Contact force', 'Sensor angle']);
  const add = visit.page.getByLabel('Add a plot');
  for (const title of ['Sensor place', 'Controls 0–0', 'Actuator forces 0–0', 'Joint hinge'])
    await add.selectOption({ label: title });
  expect(await charts(visit).count()).toBe(7);
  await visit.until(async () => (await inked(visit)).length === 7, 'seven curves');
  await visit.until(async () => (await inked(visit)).every((n) => n > 30), 'ink in each of them');
  expect(await visit.page.locator('#panel-plots .empty').isVisible()).toBe(false);
  const legend = async (title: string): Promise<string[]> =>
    (await charts(visit).filter({ hasText: title }).locator('.u-label').allInnerTexts()).slice(1);
  expect(await legend('Energy')).toEqual(['potential [J]', 'kinetic [J]', 'total [J]']);
  expect(await legend('Sensor place')).toEqual(['x [m]', 'y [m]', 'z [m]']);
  expect(await legend('Controls')).toEqual(['push']);
});

/** Columns of a table that was saved. */
async function savedTable(visit: Visit, title: string): Promise<{ head: string[]; rows: number[][] }> {
  const { bytes } = await visit.downloadOf(() => visit.button(`Save ${title} as CSV`).click());
  const [head = '', ...lines] = bytes.toString().trim().split('\n');
  return { head: head.split(','), rows: lines.map((line) => line.split(',').map(Number)) };
}

/** Waits until everything that was recorded is evaluated. */
const complete = (visit: Visit): Promise<void> =>
  visit.until(
    () =>
      visit.page.evaluate<boolean>('studio.probes.run("live").curves().times.length === studio.sim.head.historyCount'),
    'a value for each step',
  );

test('an expression is plotted at every step, also of the time before it was asked for', async ({ visit }) => {
  await visit.run(false);
  const input = visit.page.getByLabel('Plot an expression');
  await input.fill('frobnicate(qpos)');
  await input.press('Enter');
  expect(await visit.text('#panel-plots > .problem')).toContain("no function 'frobnicate'");
  await input.fill('time, 2 * time');
  await input.press('Enter');
  await complete(visit);
  const { head, rows } = await savedTable(visit, 'time, 2 * time');
  expect(head).toEqual(['time [s]', 'time [s]', '2 * time [s]']);
  expect(rows.length).toBe(await visit.page.evaluate<number>('studio.sim.head.historyCount'));
  expect(rows.length).toBeGreaterThan(20);
  for (const [k, [time = 0, same, twice]] of rows.entries()) {
    expect(time).toBeCloseTo(0.002 * k, 9); // a step is 2 ms, and none is left out
    expect([same, twice]).toEqual([time, 2 * time]);
  }
  const shown = await charts(visit).filter({ hasText: 'time, 2 * time' }).locator('.u-value').allInnerTexts();
  expect(shown.map(Number)[2]).toBeCloseTo(2 * (await visit.time()), 3); // where the timeline is
  await visit.button('Remove time, 2 * time').click();
});

test('a click on a plot goes to that time, dragging zooms all of them, a double click shows all again', async ({
  visit,
}) => {
  const over = visit.page.locator('.chart .u-over').first();
  await over.scrollIntoViewIfNeeded();
  const end = await visit.time();
  const shown = Math.min(end, WINDOW);
  const { width = 0 } = (await over.boundingBox()) ?? {};
  // a plot begins with the first step that it has, which may be after that of the run
  await over.click({ position: { x: 0.5 * width, y: 30 } });
  await visit.until(async () => (await visit.time()) < end - 0.2 * shown, 'the middle of what is shown');
  const range = (): Promise<number[]> =>
    visit.page.evaluate<number[]>('[studio.plots.window.zoom?.[0] ?? -1, studio.plots.window.zoom?.[1] ?? -1]');
  const box = (await over.boundingBox()) ?? { x: 0, y: 0 };
  await visit.page.mouse.move(box.x + 0.2 * width, box.y + 40);
  await visit.page.mouse.down();
  await visit.page.mouse.move(box.x + 0.6 * width, box.y + 40, { steps: 4 });
  await visit.page.mouse.up();
  await visit.until(async () => (await range())[0] !== -1, 'a zoom');
  const [from = 0, to = 0] = await range();
  expect((to - from) / shown).toBeGreaterThan(0.2);
  expect((to - from) / shown).toBeLessThan(0.7);
  await visit.button('Show all that was zoomed out of').click();
  expect(await range()).toEqual([-1, -1]);
});

test('two runs are compared, and the kept one put back on the timeline', async ({ visit }) => {
  await visit.button('Keep this run to compare').click();
  await visit.button('Reset').click();
  await visit.page.getByRole('tab', { name: 'Control' }).click();
  await visit.page.getByLabel('push').focus();
  await visit.page.keyboard.press('End');
  await visit.page.getByRole('tab', { name: 'Plots' }).click();
  await visit.press('Shift+ArrowRight');
  await visit.press('Shift+ArrowRight');
  const joint = charts(visit).filter({ hasText: 'Joint hinge' });
  await visit.until(
    async () => /position [\d.e-]+ rad at 0\.04/.test(await joint.locator('.difference').innerText()),
    'a difference at the end',
  );
  const ghosts = (): Promise<number> =>
    visit.page.evaluate('studio.stage.viewer.view.scene.getObjectByName("ghost")?.children.length ?? 0');
  await visit.until(async () => (await ghosts()) > 0, 'the kept run in the picture');
  await visit.page.getByLabel('In the picture, too').uncheck();
  await visit.until(async () => (await ghosts()) === 0, 'only the present run in it');
  const kept = await visit.page.evaluate<number>('studio.probes.run("reference").count');
  await visit.button('Put kept run on the timeline').click();
  await visit.until(
    async () => (await visit.page.evaluate<number>('studio.sim.head.historyCount')) === kept,
    'the kept run',
  );
  await visit.button('End the comparison').click();
  await visit.until(async () => (await visit.page.locator('.difference:visible').count()) === 0, 'no differences');
});

test('a run is saved as a table, which is compared with it and does not differ', async ({ visit }) => {
  const { name, bytes } = await visit.downloadOf(() =>
    visit.page.getByLabel('Export', { exact: true }).selectOption('run'),
  );
  expect(name).toBe('model.run.csv');
  const [head = '', ...rows] = bytes.toString().trim().split('\n');
  expect(head.split(',').slice(0, 3)).toEqual(['time', 'qpos[0]', 'qpos[1]']);
  expect(rows.length).toBe(await visit.page.evaluate<number>('studio.sim.head.historyCount'));
  await visit.drop([path.join(visit.write({ [name]: bytes }), name)]);
  const joint = charts(visit).filter({ hasText: 'Joint hinge' }).locator('.difference');
  await visit.button(`Put ${name} on the timeline`).waitFor();
  await complete(visit);
  await visit.until(async () => /position 0, velocity 0$/.test(await joint.innerText()), 'no difference');
  await visit.button('End the comparison').click();
});

test('a recording is compared with the run; one of another model is refused', async ({ visit }) => {
  const rows = Array.from({ length: 11 }, (_, k) => [k * 0.002, 0.5, ...Array(7).fill(k === 0 ? 1 : 0)].join());
  const head = ['time', ...Array.from({ length: 8 }, (_, k) => `qpos[${k}]`)].join();
  const folder = visit.write({ 'run.csv': [head, ...rows].join('\n'), 'other.csv': 'time,qpos[0],qpos[1]\n0,1,2\n' });
  await visit.drop([path.join(folder, 'run.csv')]);
  await visit.button('Put run.csv on the timeline').click();
  await visit.until(
    async () => (await visit.page.evaluate<number>('studio.sim.head.historyCount')) === 11,
    'the recording on the timeline',
  );
  await visit.until(async () => (await visit.page.evaluate<number>('studio.sim.data.qpos[0]')) === 0.5, 'its state');
  await visit.button('End the comparison').click();
  await visit.drop([path.join(folder, 'other.csv')]);
  const alert = visit.page.getByRole('alert');
  await alert.waitFor();
  expect(await alert.innerText()).toContain('other.csv has 2 values of qpos, but the model 8');
  await alert.getByRole('button', { name: 'Close' }).click();
});

test('a plot is saved as a picture', async ({ visit }) => {
  const { name, bytes } = await visit.downloadOf(() => visit.button('Save Energy as PNG').click());
  expect(name).toBe('energy.png');
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
});

test('plots are removed, and start anew after a reset', async ({ visit }) => {
  await visit.button('Remove Energy').click();
  expect(await charts(visit).count()).toBe(6);
  await visit.run(false);
  await visit.button('Reset').click();
  await visit.until(async () => (await visit.time()) === 0, 'the start');
  await visit.until(async () => (await inked(visit)).every((n) => n < 20), 'empty plots');
});

test('a plot with a long name can still be removed', async ({ visit }) => {
  const long = 'angle_of_the_hinge_as_it_was_called_by_a_program_for_drawings';
  await visit.dropModel(model.replace('"angle"', `"${long}"`));
  await visit.page.getByLabel('Add a plot').selectOption({ label: `Sensor ${long}` });
  await visit.button(`Remove Sensor ${long}`).click();
  expect(await charts(visit).filter({ hasText: long }).count()).toBe(0);
});

test('the profiler lists the stages of a step, the solver and what is drawn', async ({ visit }) => {
  await visit.run(true);
  await visit.page.getByRole('tab', { name: 'Profiler' }).click();
  await visit.until(async () => (await visit.page.locator('#panel-profiler .bar').count()) > 15, 'bars');
  await visit.until(async () => /iteration 1/.test(await visit.text('#panel-profiler')), 'an iteration of the solver');
  const text = await visit.text('#panel-profiler');
  const us = (t: string): number => Number.parseFloat(t) * (t.endsWith('ms') ? 1000 : 1);
  const parts = (await visit.page.locator('#panel-profiler .section:nth-of-type(2) .bar output').allInnerTexts()).map(
    us,
  );
  const whole = us(/A whole step takes ([\d.]+ [µm]s)/.exec(text)?.[1] ?? '');
  expect(Math.abs(parts.reduce((a, b) => a + b, 0) - whole)).toBeLessThan(0.06 * parts.length + 0.02 * whole); // as rounded
  expect(us(/Step\s+([\d.]+ [µm]s)/.exec(text)?.[1] ?? '')).toBe(whole);
  for (const stage of ['kinematics', 'collision', 'constraint rows', 'actuation', 'constraint solver', 'force sensors'])
    expect(text).toMatch(new RegExp(`${stage}\\s+[\\d.]+ [µm]s`));
  expect(text).toMatch(/A whole step takes [\d.]+ [µm]s/);
  expect(text).toMatch(/Degrees of freedom\s+7/);
  const longest = await visit.page
    .locator('#panel-profiler meter')
    .evaluateAll((all) => Math.max(...all.map((m) => (m as HTMLMeterElement).value)));
  expect(longest).toBe(1);
});
