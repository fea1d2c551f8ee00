import fs from 'node:fs';
import path from 'node:path';
import { loadPolicy, toOnnx } from '@qpos/learn';
import { expect } from 'vitest';
import { test as base } from './studio.ts';

const file = path.resolve('policies/quadruped-joystick.safetensors');
const task = 'qpos/quadruped-joystick-v0';

const test = base.override('address', `?quality=low&task=${task}&policy=policies/quadruped-joystick.safetensors`);

type Studio = {
  sim: { data: { qpos: Float64Array }; head: { episodeSteps: number; episodeReturn: number; episodes: number } };
};
declare const studio: Studio;

const number = async (visit: { text(s: string): Promise<string> }, name: string): Promise<number> =>
  Number(new RegExp(`${name}\\s+(-?[\\d.]+)`).exec(await visit.text('#policy-numbers'))?.[1]);

test('a link plays a task by a policy: the robot walks, the camera follows', async ({ visit }) => {
  expect(await visit.text('#model-title')).toBe(task);
  await visit.until(
    () => visit.page.evaluate(() => Math.hypot(studio.sim.data.qpos[0] ?? 0, studio.sim.data.qpos[1] ?? 0) > 0.7),
    'steps',
  );
  expect(await visit.page.evaluate('studio.stage.viewer.rig.mode.kind')).toBe('track');
});

test('return and steps are shown, commands are obeyed', async ({ visit }) => {
  await visit.page.getByRole('tab', { name: 'Policy' }).click();
  await visit.until(async () => (await number(visit, 'Steps')) > 20, 'steps');
  expect(await number(visit, 'Return')).toBeGreaterThan(0);
  expect(await visit.page.locator('#policy-task').inputValue()).toBe(task);
  const turn = visit.page.getByLabel('Turn, rad/s');
  await turn.fill('1');
  const yaw = (): Promise<number> =>
    visit.page.evaluate(() => {
      const [w = 1, , , z = 0] = studio.sim.data.qpos.slice(3, 7);
      return 2 * Math.atan2(z, w);
    });
  const before = await yaw();
  await visit.until(async () => Math.abs(Math.sin((await yaw()) - before)) > 0.5, 'a turn');
});

test('a push moves the robot', async ({ visit }) => {
  await visit.page.getByLabel('Forward, m/s').fill('0');
  await visit.page.getByLabel('Turn, rad/s').fill('0');
  await visit.run(false);
  const speed = (): Promise<number> =>
    visit.page.evaluate(
      'studio.stage.settled().then(() => Math.hypot(studio.sim.data.qvel[0], studio.sim.data.qvel[1]))',
    );
  const before = await speed();
  for (let k = 0; k < 3; k++) await visit.button('Push').click();
  expect(Math.abs((await speed()) - before)).toBeGreaterThan(0.05);
  await visit.run(true);
});

test('a dropped policy is played in the task it names', async ({ visit }) => {
  expect(await visit.loading(() => visit.drop([file]))).toBe('ready');
  expect(await visit.text('#model-title')).toBe(task);
  expect(await visit.text('#policy-name')).toBe(path.basename(file));
  await visit.until(async () => (await number(visit, 'Steps')) > 5, 'steps');
});

test('a dropped network in the format ONNX plays the task that is chosen', async ({ visit }) => {
  const onnx = path.join(visit.write({ 'walk.onnx': '' }), 'walk.onnx');
  fs.writeFileSync(onnx, toOnnx(loadPolicy(fs.readFileSync(file))));
  expect(await visit.loading(() => visit.drop([onnx]))).toBe('ready');
  expect(await visit.text('#model-title')).toBe(task);
  expect(await visit.text('#policy-name')).toBe('walk.onnx');
  await visit.until(async () => (await number(visit, 'Steps')) > 5, 'steps');
});

test('what is no policy is refused and explained', async ({ visit }) => {
  const folder = visit.write({ 'a.safetensors': 'no tensors', 'b.onnx': '\b\b' });
  expect(await visit.loading(() => visit.drop([path.join(folder, 'a.safetensors')]))).toBe('failed');
  expect(await visit.page.getByRole('alert').innerText()).toContain('tensors');
  await visit.page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
  await visit.drop([path.join(folder, 'b.onnx')]);
  await visit.until(async () => (await visit.page.getByRole('alert').innerText()).includes('ONNX'), 'a word on ONNX');
});
