import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { diskFiles } from './disk-files.ts';
import type { Example, Scene } from './scene.ts';

/** The long form runs every plan to its end. */
const everything = process.env['QPOS_PLANS'] === 'all';
const here = import.meta.dirname;
const files = fs
  .readdirSync(here, { recursive: true, encoding: 'utf8' })
  .filter((file) => /^[\w-]+[\\/]\d\d-[\w-]+\.ts$/.test(file))
  .map((file) => file.replaceAll('\\', '/'))
  .sort((a, b) => path.basename(a).localeCompare(path.basename(b)));

async function startFile(file: string): Promise<Scene> {
  const [folder, name] = file.replace(/\.ts$/, '').split('/');
  const example = (await import(`./${folder}/${name}.ts`)) as Example;
  return example.start(diskFiles);
}

const startOf = (name: string): Promise<Scene> => startFile(files.find((f) => f.endsWith(`${name}.ts`)) ?? name);

/** Runs an example; what it reports at the end. */
function run(scene: Scene, seconds: number): Readonly<Record<string, number>> {
  while (scene.data.time < seconds) scene.advance();
  return scene.report();
}

test('they are numbered from 01 on, thirty at least', () => {
  const numbers = files.map((file) => Number(path.basename(file).slice(0, 2)));
  expect(numbers).toEqual(numbers.map((_, k) => k + 1));
  expect(numbers.length).toBeGreaterThanOrEqual(30);
});

test.each(files)('%s says what it shows, in 60 lines at most', (file) => {
  const text = fs.readFileSync(path.join(here, file), 'utf8');
  expect(text).toMatch(/^\/\/ [A-Z].*\.\n(?!\/\/)/);
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
});

test.each(files)('%s runs', async (file) => {
  const { model, data, advance, report, follow } = await startFile(file);
  const before = data.qpos.slice();
  const start = data.time;
  while (data.time < start + 0.02) advance();
  expect(data.qpos.some((q, k) => q !== before[k])).toBe(true);
  expect(data.warning.number.every((n) => n === 0)).toBe(true);
  expect(Object.values(report()).every(Number.isFinite)).toBe(true);
  if (follow !== undefined) expect(model.body(follow).name).toBe(follow);
});

describe('what they claim', () => {
  test('a pendulum keeps its energy', async () => {
    const scene = await startOf('01-pendulum');
    scene.advance();
    const { 'energy (J)': before = 0 } = scene.report();
    const { 'energy (J)': after = 0 } = run(scene, 5);
    expect(Math.abs(after - before)).toBeLessThan(1e-6 * Math.abs(before));
  });

  test('two double pendulums part', async () => {
    expect(run(await startOf('double-pendulum'), 15)['apart (rad)']).toBeGreaterThan(0.1);
  });

  test('a damped ball lies still while another still bounces', async () => {
    const scene = await startOf('bouncing-balls');
    let highest = 0;
    run(scene, 1.5);
    while (scene.data.time < 2.5) {
      scene.advance();
      highest = Math.max(highest, scene.report()['first (m)'] ?? 0);
      expect(scene.report()['last (m)']).toBeLessThan(0.105);
    }
    expect(highest).toBeGreaterThan(0.3);
  });

  test('the tippe top stands on its stem', async () => {
    expect(run(await startOf('tippe-top'), 2.5)['upright']).toBeLessThan(-0.9);
  });

  test('the drone gets where it should', async () => {
    expect(run(await startOf('drone'), 2.99)['to go (m)']).toBeLessThan(0.15);
    expect(run(await startOf('drone'), 11.99)['to go (m)']).toBeLessThan(0.3);
  });

  test('the swimmer moves on', async () => {
    expect(run(await startOf('swimmer'), 10)['way (m)']).toBeGreaterThan(0.5);
  });

  test('the pads hold, then let go', async () => {
    const scene = await startOf('adhesion-wall');
    expect(run(scene, 0.9)['contacts']).toBeGreaterThan(0);
    expect(run(scene, 4.5)['pads']).toBe(0);
  });

  test('the arm follows its circle within two centimetres', async () => {
    expect(run(await startOf('inverse-kinematics'), 3)['off by (mm)']).toBeLessThan(20);
  });

  test('LQR holds the pole', async () => {
    expect(Math.abs(run(await startOf('balance-a-pole'), 9)['pole (rad)'] ?? 1)).toBeLessThan(0.05);
  });

  test('a crane carries its load where the model says, then where the parameter is put', async () => {
    const scene = await startOf('task-in-a-model');
    expect(run(scene, 3.9)['place (m)']).toBeCloseTo(0.8, 1);
    expect(run(scene, 8)['place (m)']).toBeCloseTo(-0.8, 1);
    expect(Math.abs(scene.report()['swing (rad)'] ?? 1)).toBeLessThan(0.05);
  });

  test.each(['quadruped-policy', 'half-cheetah-policy', 'walker-policy'])('%s goes forward', async (name) => {
    const scene = await startOf(name);
    const before = scene.data.qpos.slice(0, 2);
    run(scene, 3);
    expect(
      Math.hypot(scene.data.qpos[0] - before[0], name.startsWith('quad') ? scene.data.qpos[1] - before[1] : 0),
    ).toBeGreaterThan(1);
  });
});

const plans = everything
  ? ['swing-up', 'quadruped-stand', 'quadruped-walk', 'humanoid-stand', 'arm-reach', 'hand-cube']
  : [];
test.each(plans.map((name) => [name]))(
  '%s gets there',
  async (name) => {
    const { controlTasks } = await import('@qpos/control');
    const task = controlTasks[(name === 'swing-up' ? 'cartpole' : name) as keyof typeof controlTasks];
    expect(run(await startOf(name), task.duration)['distance']).toBeLessThan(1);
  },
  300_000,
);
