import { expect } from 'vitest';
import { test } from './studio.ts';
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

test('plots of a paused model have their axes, and say when curves will be drawn', async ({ visit }) => {
  await visit.dropModel(model);
  await visit.page.getByRole('tab', { name: 'Plots' }).click();
  expect(await visit.page.locator('.chart .uplot').count()).toBe(3);
  expect(await visit.text('#panel-plots .empty')).toContain('while this panel is open');
  await visit.page.getByRole('tab', { name: 'Control' }).click();
});

test('energies, contact forces, sensors, controls and joints are plotted as they change', async ({ visit }) => {
  await visit.dropModel(model);
  await visit.run(true);
  await visit.page.getByRole('tab', { name: 'Plots' }).click();
  expect(await charts(visit).locator('strong').allInnerTexts()).toEqual(['Energy', 'Contact force', 'Sensor angle']);
  const add = visit.page.getByLabel('Add a plot');
  for (const title of ['Sensor place', 'Controls 0–0', 'Actuator forces 0–0', 'Joint hinge'])
    await add.selectOption({ label: title });
  expect(await charts(visit).count()).toBe(7);
  await visit.until(async () => (await inked(visit)).length === 7, 'seven curves');
  await visit.until(async () => (await inked(visit)).every((n) => n > 30), 'ink in each of them');
  expect(await visit.page.locator('#panel-plots .empty').isVisible()).toBe(false);
  const legend = async (title: string): Promise<string[]> =>
    charts(visit).filter({ hasText: title }).locator('.u-label').allInnerTexts();
  expect(await legend('Energy')).toEqual(['potential', 'kinetic', 'total']);
  expect(await legend('Sensor place')).toEqual(['x', 'y', 'z']);
  expect(await legend('Controls')).toEqual(['push']);
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
  for (const stage of ['kinematics', 'collision', 'constraint rows', 'actuation', 'constraint solver', 'force sensors'])
    expect(text).toMatch(new RegExp(`${stage}\\s+[\\d.]+ [µm]s`));
  expect(text).toMatch(/A whole step takes [\d.]+ [µm]s/);
  expect(text).toMatch(/Degrees of freedom\s+7/);
  const longest = await visit.page
    .locator('#panel-profiler meter')
    .evaluateAll((all) => Math.max(...all.map((m) => (m as HTMLMeterElement).value)));
  expect(longest).toBe(1);
});
