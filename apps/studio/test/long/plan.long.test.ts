import { expect } from 'vitest';
import { test } from '../studio.ts';

type Studio = { sim: { data: { qpos: Float64Array }; info: { plan?: { method: string } } }; traces: { count: number } };
declare const studio: Studio;

const number = async (visit: { text(s: string): Promise<string> }, name: string): Promise<number> =>
  Number(new RegExp(`${name}\\s+(-?[\\d.]+)`).exec(await visit.text('#plan-numbers'))?.[1]);

test('a task is opened', async ({ visit }) => {
  await visit.page.getByRole('tab', { name: 'Plan', exact: true }).click();
  await visit.page.locator('#plan-task').selectOption('cartpole');
  expect(await visit.loading(() => visit.button('Plan').click())).toBe('ready');
});

test.for([
  ['sampling', 32],
  ['mppi', 32],
  ['ilqg', 1], // its trajectory
] as const)('%s: plans, draws %i traces, and follows goal and weights', async ([method, traces], { visit }) => {
  await visit.page.locator('#plan-method').selectOption(method);
  expect(await visit.loading(() => visit.button('Plan').click())).toBe('ready');
  expect(await visit.page.evaluate(() => studio.sim.info.plan?.method)).toBe(method);
  await visit.until(async () => (await number(visit, 'Plans')) > 1, 'plans');
  expect(await visit.page.evaluate(() => studio.traces.count)).toBe(traces);
  await visit.page.getByLabel('upright', { exact: true }).fill('0');
  await visit.page.getByLabel('place', { exact: true }).fill('4');
  await visit.page.getByLabel('Goal 1').fill('-0.6');
  await visit.until(() => visit.page.evaluate(() => (studio.sim.data.qpos[0] ?? 0) < -0.3), 'a cart on its way');
});
