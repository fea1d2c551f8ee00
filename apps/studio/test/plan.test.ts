import { expect } from 'vitest';
import { test } from './studio.ts';

type Studio = { sim: { data: { qpos: Float64Array }; info: { plan?: { method: string } } }; traces: { count: number } };
declare const studio: Studio;

const number = async (visit: { text(s: string): Promise<string> }, name: string): Promise<number> =>
  Number(new RegExp(`${name}\\s+(-?[\\d.]+)`).exec(await visit.text('#plan-numbers'))?.[1]);

test('before a task is planned there are no goals or weights to move', async ({ visit }) => {
  await visit.page.getByRole('tab', { name: 'Plan', exact: true }).click();
  expect(await visit.text('#plan-numbers')).toBe('Choose a task and press Plan.');
  expect(await visit.page.getByText('Weights', { exact: true }).isVisible()).toBe(false);
});

test('a task is chosen and planned: its cost is shown, its candidates are drawn', async ({ visit }) => {
  await visit.page.getByRole('tab', { name: 'Plan', exact: true }).click();
  await visit.until(async () => (await visit.page.locator('#plan-task option').count()) === 6, 'tasks');
  await visit.page.locator('#plan-task').selectOption('cartpole');
  await visit.page.locator('#plan-method').selectOption('cem');
  expect(await visit.loading(() => visit.button('Plan').click())).toBe('ready');
  expect(await visit.text('#model-title')).toBe('cartpole');
  await visit.until(async () => (await number(visit, 'Plans')) > 3, 'plans');
  expect(await number(visit, 'Cost')).toBeGreaterThan(0);
  expect(await visit.page.evaluate(() => studio.traces.count)).toBe(32);
  expect(await visit.page.evaluate(() => studio.sim.info.plan?.method)).toBe('cem');
});

test('the pole swings up', async ({ visit }) => {
  await visit.until(() => visit.page.evaluate(() => Math.cos(studio.sim.data.qpos[1] ?? 0) > 0.9), 'an upright pole');
});

test('goal and weights are moved while it runs', async ({ visit }) => {
  await visit.page.getByLabel('place', { exact: true }).fill('4');
  await visit.page.getByLabel('Goal 1').fill('0.8');
  await visit.until(() => visit.page.evaluate(() => (studio.sim.data.qpos[0] ?? 0) > 0.3), 'a cart on its way');
});

test('starting again leads back to the start', async ({ visit }) => {
  const before = await number(visit, 'Plans');
  await visit.button('Start again').click();
  await visit.until(async () => (await number(visit, 'Plans')) < before, 'plans counted anew');
});
