import { expect } from 'vitest';
import { test as base } from './studio.ts';

const test = base.override('address', '?quality=low&fps=8&model=pendulum');

test('PPO trains in a worker, with curves, and shows its policy', async ({ visit }) => {
  await visit.page.getByRole('tab', { name: 'Train' }).click();
  await visit.until(async () => (await visit.page.locator('#train-task option').count()) > 10, 'tasks');
  expect(await visit.loading(() => visit.button('Train').click())).toBe('ready');
  expect(await visit.text('#model-title')).toBe('InvertedPendulum-v5');
  await visit.until(async () => (await visit.text('#train-status')).includes('per second'), 'progress');
  await visit.until(async () => (await visit.page.locator('#panel-train canvas').count()) === 2, 'two plots');
  await visit.until(() => visit.page.locator('#train-save').isEnabled(), 'a policy');
  await visit.page.getByRole('tab', { name: 'Policy' }).click();
  expect(await visit.text('#policy-name')).toMatch(/^after [\d,]+ steps$/);
  await visit.page.getByRole('tab', { name: 'Train' }).click();
});

test('it is stopped, and its policy downloaded and played again', async ({ visit }) => {
  await visit.button('Stop').click();
  await visit.until(async () => (await visit.text('#train-status')).startsWith('Stopped'), 'the end');
  const { name, bytes } = await visit.downloadOf(() => visit.button('Download policy').click());
  expect(name).toBe('InvertedPendulum.safetensors');
  const folder = visit.write({ [name]: bytes });
  expect(await visit.loading(() => visit.drop([`${folder}/${name}`]))).toBe('ready');
  expect(await visit.text('#model-title')).toBe('InvertedPendulum-v5');
});

test('wrong settings are refused', async ({ visit }) => {
  await visit.page.getByRole('tab', { name: 'Train' }).click();
  await visit.page.locator('#train-steps').fill('5');
  await visit.button('Train').click();
  expect(await visit.text('#train-status')).toContain('at least 1000 steps');
});
