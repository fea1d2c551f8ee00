import fs from 'node:fs';
import path from 'node:path';
import { makeVec } from '@qpos/env';
import { ppo, savePolicy } from '@qpos/learn';
import { afterEach, expect, test, vi } from 'vitest';

const here = import.meta.dirname;
const log = vi.spyOn(console, 'log').mockImplementation(() => {});
afterEach(() => log.mockClear());

/** Runs a snippet; returns what it printed, call by call. */
async function run(name: string): Promise<unknown[][]> {
  await import(`./snippets/${name}.ts`);
  return log.mock.calls.map((call) => [...call]);
}

test.each(fs.readdirSync(path.join(here, 'snippets')))('the guide shows %s as it is', (file) => {
  const name = file.replace(/\.ts$/, '.md');
  const page = fs.readFileSync(
    ['', 'learning/', 'migration/'].map((folder) => `${here}/${folder}${name}`).find(fs.existsSync) ?? name,
    'utf8',
  );
  expect(page).toContain(`\`\`\`ts\n${fs.readFileSync(path.join(here, 'snippets', file), 'utf8')}\`\`\``);
});

test('the README shows the quick start as it is', () => {
  const readme = fs.readFileSync(path.join(here, '../../README.md'), 'utf8');
  expect(readme).toContain(`\`\`\`ts\n${fs.readFileSync(path.join(here, 'snippets/quick-start.ts'), 'utf8')}\`\`\``);
});

test('quick start', async () => {
  const [[time, angle, position]] = (await run('quick-start')) as [[number, Float64Array, Float64Array]];
  expect(time).toBeCloseTo(1, 9);
  expect(Math.abs(angle[0] as number)).toBeLessThanOrEqual(1);
  expect([...position]).toEqual([0, 0, 1]);
});

test('models', async () => {
  const [angles, [written], problem] = (await run('models')) as [number[], [string], unknown[]];
  const [free, loaded] = angles as [number, number];
  expect(free).toBeGreaterThan(0.5);
  expect(loaded).toBeGreaterThan(free);
  expect(written).toContain('<geom name="load" size="0.03" mass="1" pos="0 0 0.3"/>');
  expect(problem.slice(1)).toEqual(['bad-keyword', 2, "did you mean 'sphere'?"]);
});

test('from MuJoCo', async () => {
  const [contact, [turned], [time, length, first]] = (await run('from-mujoco')) as [
    unknown[],
    [Float64Array],
    [number, number, number],
  ];
  expect(contact.slice(0, 2)).toEqual(['floor', 'ball']);
  expect(contact[2]).toBeLessThan(0);
  expect(Math.hypot(...turned)).toBeCloseTo(1, 12);
  expect(time).toBeCloseTo(0.4, 9);
  expect(length).toBe(21);
  expect(first).toBeCloseTo(1, 2);
});

test('sensors', async () => {
  const [[acc], [height], [load], [past]] = (await run('sensors')) as [Float64Array][];
  expect((acc as Float64Array)[2]).toBeCloseTo(9.81, 3);
  expect((height as Float64Array)[0]).toBeCloseTo(0.1, 3);
  expect([...(height as Float64Array).slice(1)]).toEqual([0, 0, 1]);
  expect((load as Float64Array)[0]).toBe(4);
  expect(Math.abs((load as Float64Array)[3] as number)).toBeCloseTo(2 * 9.81, 2);
  expect((past as Float64Array)[2]).toBeCloseTo(0.1, 3);
});

test('callbacks', async () => {
  const [[angle, power], failure] = (await run('callbacks')) as [[number, number], unknown[]];
  expect(angle).toBeGreaterThan(0);
  expect(Math.abs(power)).toBeLessThan(0.1);
  expect(failure).toEqual(['callback', 'control', 'actuation', new Error('the network is gone'), true]);
});

test('actuators', async () => {
  const [[length, force, activation]] = (await run('actuators')) as [[number, number, number]];
  expect(length).toBeGreaterThan(0);
  expect(force).toBeLessThan(0);
  expect(activation).toBeGreaterThan(0);
});

test('plugins', async () => {
  const [[angle, integral], [ring]] = (await run('plugins')) as [[number, number], [Float64Array]];
  expect(angle).toBeCloseTo(0.3, 2);
  expect(integral).not.toBeCloseTo(0, 2);
  expect(Math.hypot((ring[0] as number) - 2, ring[1] as number)).toBeLessThan(0.15);
  expect(Math.abs((ring[2] as number) - 0.05)).toBeLessThan(0.02);
});

test('robustness', async () => {
  const [flood, warning, [time, count], failure, argument, index, trap, damage, forged] = (await run('robustness')) as [
    unknown[],
    unknown[],
    [number, number],
    unknown[],
    unknown[],
    unknown[],
    unknown[],
    unknown[],
    unknown[],
  ];
  expect(flood).toEqual(['limit', 'flood.xml', 2, 'raise limits.expandedElements']);
  expect(warning).toEqual(['warning', true, 2]);
  expect(time).toBeCloseTo(0.002, 9); // it started over
  expect(count).toBe(1);
  expect(failure).toEqual(['bad-velocity', 'velocity', 2, true]);
  expect((argument as unknown[])[0]).toBe('bad-argument');
  expect(index).toEqual(['jnt_qposadr', 0, 1e9]);
  expect(trap).toEqual(['trap', 'kinematics', 'spoiled']);
  expect(damage).toEqual(['checksum']);
  expect(forged).toEqual(['geom_bodyid', 1, 7]);
});

test('batches', async () => {
  const [sizes, [alike], failures, rows] = (await run('batches')) as [number[], [boolean], unknown[], number[]];
  expect(sizes).toEqual([64, 64 * 3 * 3]);
  expect(alike).toBe(false);
  expect(failures).toEqual([1, 'bad-position', 0]);
  expect(rows).toEqual([10, 100, 10 * 100 * 16]);
});

test('environments', async () => {
  const [one, many, [command], mistake] = (await run('environments')) as [
    unknown[],
    unknown[],
    [Float64Array],
    unknown[],
  ];
  expect(one).toEqual([11, true, true]);
  expect(many).toEqual([8 * 17, 8, 8]);
  expect([...command]).toEqual([0.5, 0, 0]);
  expect(mistake).toEqual(['unknown-task', "did you mean 'Hopper-v5'?"]);
});

test('training', async () => {
  const [end, kept] = (await run('training')) as [unknown[], unknown[]];
  expect(end).toEqual(['return', true, true]);
  expect(kept).toEqual(['InvertedPendulum-v5', true, 1]);
});

test('policies elsewhere', async () => {
  const [played, written] = await run('training-policies');
  expect(played).toEqual([true, 8]);
  expect(written).toEqual([true, true]);
});

test('your own task', async () => {
  const [[warnings], [steps, total]] = (await run('environments-own-task')) as [[string[]], [number, number]];
  expect(warnings).toHaveLength(3);
  expect(steps).toBe(500); // it never fell
  expect(total).toBeGreaterThan(450);
});

test('a policy on a page', async () => {
  const { play } = await import('./snippets/policy-on-a-page.ts');
  const vec = await makeVec('InvertedPendulum-v5', { n: 1, autoreset: 'same-step' });
  const times: number[] = [];
  const total = await play(savePolicy(ppo(vec).policy), (_, data) => times.push(data.time) <= 20);
  expect(total).toBeGreaterThan(10); // 1 for each step that does not end an episode
  expect(times[1]).toBeCloseTo(0.04, 9);
});

test('domain randomisation', async () => {
  const [[models, same]] = (await run('domain-randomisation')) as [[number, boolean]];
  expect(models).toBe(3);
  expect(same).toBe(true);
});

test('extensions', async () => {
  const [refused, [distance, height]] = (await run('extensions')) as [unknown[], [boolean, number]];
  expect(refused).toEqual(['unknown-attribute', "set the option 'extensions' to allow it"]);
  expect(distance).toBe(true);
  expect(height).toBeGreaterThan(0.5);
  expect(height).toBeLessThan(1.2);
});

test('control', async () => {
  const [ik, [held], [swung], [planned], [damping]] = (await run('control')) as [
    [boolean, Float64Array],
    [Float64Array],
    [number],
    [number],
    [number],
  ];
  expect(ik[0]).toBe(true);
  [0.5, 0, 0.3].forEach((x, i) => {
    expect(ik[1][i]).toBeCloseTo(x, 5);
  });
  for (const q of held) expect(Math.abs(q)).toBeLessThan(0.02);
  expect(swung).toBeGreaterThan(0.95);
  expect(planned).toBeGreaterThan(0.98);
  expect(damping).toBeCloseTo(0.01, 6);
});

test('soft bodies', async () => {
  const [[speed, ball, end], [corner]] = (await run('soft-bodies')) as [[number, number, Float64Array], [number]];
  expect(speed).toBeLessThan(3);
  expect(ball > 0.15 && ball < 0.3).toBe(true);
  expect(end[2]).toBeLessThan(0.9);
  expect(corner).toBeLessThan(0.9);
});

test('muscles and cables', async () => {
  const [[force, fiber], [torque], [act, pull], [length], [lift]] = (await run('muscles-and-cables')) as number[][] as [
    [number, number],
    [number],
    [number, number],
    [number],
    [number],
  ];
  expect(force > 500 && force < 700 && fiber > 0.08 && fiber < 0.116).toBe(true);
  expect(torque).toBeGreaterThan(3);
  expect(act).toBeGreaterThan(0.9);
  expect(pull).toBeLessThan(-1);
  expect(length).toBeGreaterThan(0.3);
  expect(lift).toBeCloseTo(390, 0);
});

test('parts', async () => {
  const [[ours, engine], [imu], [height], [highest]] = (await run('parts')) as [
    [Float64Array, Float64Array],
    [Float64Array],
    [number],
    [number],
  ];
  for (let k = 0; k < 4; k++) expect(ours[k]).toBeCloseTo(engine[k] as number, 9);
  expect(Math.hypot(...imu.subarray(0, 3))).toBeCloseTo(9.81, 0);
  expect(height).toBeCloseTo(10 - 9.81 / 2, 9);
  expect(highest).toBeCloseTo(1, 4);
});

test('from @mujoco/mujoco', async () => {
  const [[same, ball], [contacts, first, second]] = (await run('from-mujoco-js')) as [unknown[], unknown[]];
  expect([same, ball]).toEqual([true, 1]);
  expect([contacts, first, second]).toEqual([1, 'floor', 'ball']);
});

test('from Rapier', async () => {
  const [[position, , velocity], [angle, contacts, isFree]] = (await run('from-rapier')) as [
    [Float64Array, Float64Array, Float64Array],
    [number, number, boolean],
  ];
  expect(position[0]).toBeGreaterThan(0);
  expect(position[2]).toBeCloseTo(0.5, 2);
  expect(Math.hypot(...velocity)).toBeLessThan(0.1);
  expect(angle).toBeCloseTo(1, 1);
  expect(contacts).toBe(4);
  expect(isFree).toBe(true);
});

test('geometry', async () => {
  const [apart, faces, hit, terrain, hole, rest] = await run('geometry');
  expect(apart?.[0]).toBeCloseTo(0.16, 9);
  expect(faces).toEqual([4]);
  expect(hit?.[0]).toBeGreaterThan(0.3);
  expect(hit?.[0]).toBeLessThan(0.5);
  expect(terrain?.[0]).toBeCloseTo(1, 9);
  expect(terrain?.[1]).toBeCloseTo(4, 9);
  expect(hole?.[0]).toBeCloseTo(0.03, 9);
  expect(rest?.[0]).toBeCloseTo(0.02, 2);
});
