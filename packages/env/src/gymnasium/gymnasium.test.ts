import fs from 'node:fs';
import path from 'node:path';
import { extent, loadOracle, loadOracleXml } from '@qpos/conformance';
import { describe, expect, test } from 'vitest';
import { type Env, type EnvError, make, RandomGenerator, type TaskEnv } from '../index.ts';
import * as texts from '../models/generated/texts.ts';
import { resetTwin, stepTwin } from './gymnasium.testing.ts';

/** Relative to numbers above 1, absolute below. */
const TOLERANCE = 1e-9;
const STEPS = extent(200, 1000);

const models: Readonly<Record<string, string>> = {
  'Ant-v5': texts.gymnasiumAnt,
  'HalfCheetah-v5': texts.gymnasiumHalfCheetah,
  'Hopper-v5': texts.gymnasiumHopper,
  'Humanoid-v5': texts.gymnasiumHumanoid,
  'HumanoidStandup-v5': texts.gymnasiumHumanoidStandup,
  'InvertedDoublePendulum-v5': texts.gymnasiumInvertedDoublePendulum,
  'InvertedPendulum-v5': texts.gymnasiumInvertedPendulum,
  'Pusher-v5': texts.gymnasiumPusher,
  'Reacher-v5': texts.gymnasiumReacher,
  'Swimmer-v5': texts.gymnasiumSwimmer,
  'Walker2d-v5': texts.gymnasiumWalker2d,
};
const ids = Object.keys(models);
const inner = (env: Env): TaskEnv => env.unwrapped as unknown as TaskEnv;

/** The largest difference of two vectors, relative to numbers above 1. */
function difference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expect(a.length).toBe(b.length);
  let worst = 0;
  for (let k = 0; k < a.length; k++) {
    const [x, y] = [a[k] as number, b[k] as number];
    worst = Math.max(worst, x === y ? 0 : Math.abs(x - y) / Math.max(1, Math.abs(y)));
  }
  return worst;
}

describe.each(ids)('%s', (id) => {
  test(`equals Gymnasium's formulas on the oracle's data along ${STEPS} actions`, async () => {
    const env = await make(id);
    const oracle = await loadOracle();
    const twin = { oracle, ...loadOracleXml(oracle, models[id] as string) };
    const random = new RandomGenerator(1);
    const { low, high } = inner(env).actionSpace;
    const { data } = inner(env);
    const begin = (seed?: number): number => {
      const { obs } = env.reset(seed === undefined ? {} : { seed });
      return difference(obs, resetTwin(id, twin, inner(env).data.qpos, inner(env).data.qvel));
    };
    let worst = begin(7);
    let episodes = 1;
    for (let k = 0; k < STEPS; k++) {
      const action = Array.from(low, (bound, i) => random.uniform(bound, high[i] as number));
      const from = { qpos: data.qpos.slice(), qvel: data.qvel.slice(), qacc_warmstart: data.qacc_warmstart.slice() };
      const { obs, reward, terminated, truncated } = env.step(action);
      const expected = stepTwin(id, twin, from, action);
      worst = Math.max(worst, difference(obs, expected.obs), difference([reward], [expected.reward]));
      expect(terminated).toBe(expected.terminated);
      expect(worst, `step ${k}, episode ${episodes}`).toBeLessThan(TOLERANCE);
      if (terminated || truncated) {
        worst = Math.max(worst, begin());
        episodes++;
      }
    }
    twin.data.delete();
    twin.model.delete();
  });

  test('equal seeds give equal episodes, to the bit', async () => {
    const run = async (): Promise<number[]> => {
      const env = await make(id);
      const seen = [...env.reset({ seed: 3 }).obs];
      env.actionSpace.seed(4);
      for (let k = 0; k < 20; k++) {
        const { obs, reward } = env.step(env.actionSpace.sample() as Float32Array);
        seen.push(reward, ...obs);
      }
      return [...seen, ...env.reset().obs];
    };
    expect(await run()).toEqual(await run());
  });
});

interface ResetVectors {
  readonly [id: string]: {
    readonly seed: number;
    readonly resets: { readonly qpos: number[]; readonly qvel: number[] }[];
  }[];
}

describe('resets', () => {
  const file = path.join(import.meta.dirname, 'reset-vectors.json');
  const vectors = JSON.parse(fs.readFileSync(file, 'utf8')) as ResetVectors;

  test.each(ids)('%s starts where numpy puts it', async (id) => {
    const env = await make(id);
    const { data } = inner(env);
    for (const { seed, resets } of vectors[id] ?? []) {
      for (const [k, { qpos, qvel }] of resets.entries()) {
        env.reset(k === 0 ? { seed } : {});
        expect([...data.qpos], `seed ${seed}, reset ${k}`).toEqual(qpos);
        expect([...data.qvel], `seed ${seed}, reset ${k}`).toEqual(qvel);
      }
    }
    expect(vectors[id]?.length).toBeGreaterThan(2);
  });
});

describe('options', () => {
  test.each([
    ['HalfCheetah-v5', 18],
    ['Hopper-v5', 12],
    ['Walker2d-v5', 18],
    ['Swimmer-v5', 10],
    ['Ant-v5', 107],
    ['Humanoid-v5', 350],
    ['HumanoidStandup-v5', 350],
  ])('%s shows its position on request', async (id, size) => {
    const env = await make(id, { exclude_current_positions_from_observation: false });
    const { obs, info } = env.reset({ seed: 1 });
    expect(obs.length).toBe(size);
    expect(obs[0]).toBe(info['x_position']);
  });

  test('parts of observations can be left out', async () => {
    const size = async (id: string, options: Record<string, boolean>): Promise<number> =>
      (await make(id, options)).reset().obs.length;
    expect(await size('Ant-v5', { include_cfrc_ext_in_observation: false })).toBe(27);
    const parts = ['cinert', 'cvel', 'qfrc_actuator', 'cfrc_ext'].map((part) => `include_${part}_in_observation`);
    const without = Object.fromEntries(parts.map((name) => [name, false]));
    expect(await size('Humanoid-v5', without)).toBe(45);
    expect(await Promise.all(parts.map((name) => size('Humanoid-v5', { [name]: false })))).toEqual([
      218, 270, 331, 270,
    ]);
  });

  test('weights, ranges and noise do what they say', async () => {
    const still = await make('Hopper-v5', { reset_noise_scale: 0, healthy_reward: 3, ctrl_cost_weight: 2 });
    expect([...still.reset({ seed: 5 }).obs.subarray(0, 2)]).toEqual([1.25, 0]);
    const { reward, info } = still.step([0.5, 0, 0]);
    expect(info['reward_ctrl']).toBe(-0.5);
    expect(info['reward_survive']).toBe(3);
    expect(reward).toBeCloseTo((info['x_velocity'] as number) + 2.5, 12);
    const strict = await make('Hopper-v5', { healthy_z_range: [2, 3] });
    strict.reset({ seed: 1 });
    expect(strict.step([0, 0, 0]).terminated).toBe(true);
    const lenient = await make('Hopper-v5', { healthy_z_range: [2, 3], terminate_when_unhealthy: false });
    lenient.reset({ seed: 1 });
    expect(lenient.step([0, 0, 0]).terminated).toBe(false);
    const fine = await make('HalfCheetah-v5', { frame_skip: 1 });
    expect(inner(fine).dt).toBe(0.01);
    expect(fine.metadata.renderFps).toBe(100);
  });

  test('Ant follows another body', async () => {
    const byName = await make('Ant-v5', { main_body: 'aux_1' });
    byName.reset({ seed: 1 });
    const before = inner(byName).data.body('aux_1').xpos[0] as number;
    const { info } = byName.step(new Float64Array(8));
    const after = inner(byName).data.body('aux_1').xpos[0] as number;
    expect(info['x_velocity']).toBeCloseTo((after - before) / 0.05, 12);
    await expect(make('Ant-v5', { main_body: 'nose' })).rejects.toThrow(
      expect.objectContaining({ code: 'bad-option' }),
    );
    await expect(make('Ant-v5', { main_body: 99 })).rejects.toThrow('main_body is the name or index');
  });

  test('another model of the same kind', async () => {
    const heavy = texts.gymnasiumHopper.replace('size="0.06 0.195"', 'size="0.06 0.195" density="2000"');
    const env = await make('Hopper-v5', { model: heavy });
    expect(inner(env).model.body('foot').mass).toBeCloseTo(2 * inner(await make('Hopper-v5')).model.body('foot').mass);
    await expect(make('Reacher-v5', { model: heavy })).rejects.toThrow("no body 'fingertip'");
    await expect(make('Hopper-v5', { model: 7 })).rejects.toThrow('MJCF text or a Model');
  });

  test.each<[Record<string, unknown>, string, string]>([
    [{ reset_noise: 0 }, "no option 'reset_noise'", "did you mean 'reset_noise_scale'?"],
    [{ reset_noise_scale: '0' }, 'is a number, not a string', ''],
    [{ reset_noise_scale: Number.NaN }, "option 'reset_noise_scale'", ''],
    [{ healthy_z_range: 0.7 }, 'is an array of 2 numbers, not a number', ''],
    [{ healthy_z_range: [2, 1] }, '2 is above 1', ''],
    [{ terminate_when_unhealthy: 1 }, 'is a boolean, not a number', ''],
    [{ frame_skip: 0 }, 'a whole number from 1 on', ''],
  ])('refuses %j', async (options, message, hint) => {
    const error = await make('Hopper-v5', options).then(
      () => undefined,
      (e: EnvError) => e,
    );
    expect(error).toMatchObject({ code: 'bad-option', message: expect.stringContaining(message) });
    if (hint !== '') expect(error?.hint).toBe(hint);
  });
});

const INFOS: Readonly<Record<string, [reset: string[], step: string[]]>> = {
  'Ant-v5': [
    ['x_position', 'y_position', 'distance_from_origin'],
    ['x_velocity', 'y_velocity', 'reward_forward', 'reward_ctrl', 'reward_contact', 'reward_survive'],
  ],
  'HalfCheetah-v5': [['x_position'], ['x_velocity', 'reward_forward', 'reward_ctrl']],
  'Hopper-v5': [
    ['x_position', 'z_distance_from_origin'],
    ['x_velocity', 'reward_forward', 'reward_ctrl', 'reward_survive'],
  ],
  'Humanoid-v5': [
    ['x_position', 'y_position', 'tendon_length', 'tendon_velocity', 'distance_from_origin'],
    ['x_velocity', 'y_velocity', 'reward_survive', 'reward_forward', 'reward_ctrl', 'reward_contact'],
  ],
  'HumanoidStandup-v5': [
    ['x_position', 'y_position', 'z_distance_from_origin', 'tendon_length', 'tendon_velocity'],
    ['reward_linup', 'reward_quadctrl', 'reward_impact'],
  ],
  'InvertedDoublePendulum-v5': [[], ['reward_survive', 'distance_penalty', 'velocity_penalty']],
  'InvertedPendulum-v5': [[], ['reward_survive']],
  'Pusher-v5': [[], ['reward_dist', 'reward_ctrl', 'reward_near']],
  'Reacher-v5': [[], ['reward_dist', 'reward_ctrl']],
  'Swimmer-v5': [
    ['x_position', 'y_position', 'distance_from_origin'],
    ['x_velocity', 'y_velocity', 'reward_forward', 'reward_ctrl'],
  ],
  'Walker2d-v5': [
    ['x_position', 'z_distance_from_origin'],
    ['x_velocity', 'reward_forward', 'reward_ctrl', 'reward_survive'],
  ],
};

test.each(ids)('%s tells what Gymnasium tells', async (id) => {
  const [atReset, more] = INFOS[id] as [string[], string[]];
  const env = await make(id);
  expect(Object.keys(env.reset({ seed: 1 }).info)).toEqual(atReset);
  const { reward, info } = env.step(new Float64Array((env.actionSpace.sample() as Float32Array).length));
  expect(Object.keys(info)).toEqual([...atReset, ...more]);
  const sum = Object.entries(info).reduce(
    (total, [name, value]) => total + (/^reward|penalty$/.test(name) ? Number(value) : 0),
    0,
  );
  expect(reward).toBeCloseTo(sum + (id === 'HumanoidStandup-v5' ? 1 : 0), 12);
});
