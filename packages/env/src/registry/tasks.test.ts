import { describe, expect, test } from 'vitest';
import { type CommandTask, checkEnv, make, makeVec, registeredTasks, type TaskEnv } from '../index.ts';

/** The tasks of the package: other tests in this process register some of their own. */
const tasks = registeredTasks().filter(({ id }) => /-v5$|^(control|qpos)\//.test(id));
const ids = tasks.map(({ id }) => id);
const inner = (env: { unwrapped: unknown }): TaskEnv => env.unwrapped as TaskEnv;
const own = ids.filter((id) => /^(control|qpos)\//.test(id));

test('there are the eleven tasks of Gymnasium, those of control and of ours', () => {
  expect(ids.filter((id) => id.endsWith('-v5'))).toHaveLength(11);
  for (const style of ['cartpole-swingup', 'reacher', 'walker', 'cheetah-run', 'humanoid-stand', 'quadruped-run'])
    expect(
      ids.some((id) => id.startsWith(`control/${style}`)),
      style,
    ).toBe(true);
  expect(ids.filter((id) => id.startsWith('qpos/'))).toHaveLength(4);
  for (const { description } of tasks) expect(description).toMatch(/^[A-Z].*\.$/);
});

test.each(ids)('%s passes the checker', async (id) => {
  const warnings = checkEnv(await make(id));
  expect(warnings.filter((text) => !text.startsWith('observationSpace'))).toEqual(
    /^(Humanoid|InvertedPendulum|Pusher)/.test(id) ? [expect.stringContaining('RescaleAction')] : [],
  );
});

test.each(own)('%s: rewards in [-20, 20] and a state that stays finite under random actions', async (id) => {
  const env = await make(id);
  env.reset({ seed: 2 });
  env.actionSpace.seed(2);
  let episodes = 1;
  for (let k = 0; k < 400; k++) {
    const { reward, obs, terminated, truncated, info } = env.step(env.actionSpace.sample() as Float32Array);
    expect(Math.abs(reward)).toBeLessThan(20);
    if (id.startsWith('control/')) expect(reward).toBeGreaterThanOrEqual(0);
    if (id.startsWith('control/')) expect(reward).toBeLessThanOrEqual(1);
    expect(obs.every(Number.isFinite)).toBe(true);
    expect(info['unstable']).toBeUndefined();
    if (terminated || truncated) {
      env.reset();
      episodes++;
    }
  }
  expect(episodes).toBeLessThan(60);
});

describe('control', () => {
  test('the pole earns most upright, at rest, in the middle', async () => {
    const env = await make('control/cartpole-swingup-v0', { reset_noise_scale: 0 });
    env.reset({ seed: 1 });
    const { data } = inner(env);
    const rewardAt = (angle: number, x = 0): number => {
      data.qpos.set([x, angle]);
      data.qvel.fill(0);
      return env.step([0]).reward;
    };
    expect(rewardAt(0)).toBeCloseTo(1, 6);
    expect(rewardAt(Math.PI)).toBeCloseTo(0, 2);
    expect(rewardAt(0, 1)).toBeLessThan(rewardAt(0, 0.5));
    expect(rewardAt(1)).toBeLessThan(rewardAt(0.5));
  });

  test('a faster walker earns more, up to its speed', async () => {
    const env = await make('control/walker-walk-v0');
    env.reset({ seed: 1 });
    const { data } = inner(env);
    const rewardAt = (speed: number): number => {
      data.qpos.fill(0);
      data.qpos[1] = 1.3;
      data.qvel.fill(0);
      data.qvel[0] = speed;
      return env.step(new Float64Array(6)).reward;
    };
    const [still, slow, fast] = [0, 0.7, 1.5].map(rewardAt) as [number, number, number];
    expect(still).toBeLessThan(slow);
    expect(slow).toBeLessThan(fast);
    expect(fast).toBeGreaterThan(0.9);
  });

  test('standing humanoids earn more than lying ones', async () => {
    const env = await make('control/humanoid-stand-v0', { reset_noise_scale: 0 });
    env.reset({ seed: 1 });
    expect(env.step(new Float64Array(21)).reward).toBeGreaterThan(0.8);
    for (let k = 0; k < 100; k++) env.step(new Float64Array(21));
    expect(env.step(new Float64Array(21)).reward).toBeLessThan(0.1);
  });

  test('the reacher earns 1 on the target', async () => {
    const env = await make('control/reacher-hard-v0');
    env.reset({ seed: 1 });
    const { data } = inner(env);
    data.qvel.fill(0);
    data.qpos.set([0, 0, 0.21, 0]);
    expect(env.step([0, 0])).toMatchObject({ reward: 1 });
    data.qpos.set([0, 0, 0.15, 0]);
    data.qvel.fill(0);
    expect(env.step([0, 0])).toMatchObject({ reward: 0 });
  });
});

describe('robots', () => {
  test('domain randomisation gives each episode a model of its own, from the seed', async () => {
    for (const id of ids.filter((name) => name.startsWith('qpos/'))) {
      const env = await make(id);
      const masses = (seed?: number): number[] => {
        env.reset(seed === undefined ? {} : { seed });
        return [...inner(env).model.body_mass];
      };
      const first = masses(1);
      expect(masses(), id).not.toEqual(first);
      expect(masses(1), id).toEqual(first);
      const plain = await make(id, { randomise: false, observation_noise: 0, latency: [0, 0] });
      plain.reset({ seed: 1 });
      const nominal = [...inner(plain).model.body_mass];
      plain.reset({ seed: 2 });
      expect([...inner(plain).model.body_mass], id).toEqual(nominal);
      expect(plain.unwrapped).not.toBe(plain);
    }
  });

  test('environments of one vector have models of their own only where they are randomised', async () => {
    const models = async (randomise: boolean): Promise<number> => {
      const vec = await makeVec('qpos/drone-waypoints-v0', { n: 3, randomise });
      vec.reset({ seed: 1 });
      return new Set((vec as unknown as { envs: { unwrapped: unknown }[] }).envs.map((env) => inner(env).model)).size;
    };
    expect(await models(true)).toBe(3);
    expect(await models(false)).toBe(1);
  });

  test('the quadruped stands with zero actions, and obeys the command that it is given', async () => {
    const env = await make('qpos/quadruped-joystick-v0', { randomise: false, push_speed: 0 });
    const { info } = env.reset({ seed: 1, options: { command: [0, 0, 0] } });
    expect([...(info['command'] as Float64Array)]).toEqual([0, 0, 0]);
    let sum = 0;
    for (let k = 0; k < 200; k++) {
      const { reward, terminated } = env.step(new Float64Array(12));
      expect(terminated).toBe(false);
      sum += reward;
    }
    expect(sum / 200).toBeGreaterThan(0.02); // of at most 1.5 · dt = 0.03
    const { command } = inner(env).task as CommandTask;
    command.set([1, 0, 0]);
    expect(env.step(new Float64Array(12)).reward).toBeLessThan(0.015);
    expect(() => env.reset({ options: { command: 'left' } })).toThrow(
      expect.objectContaining({ code: 'bad-argument' }),
    );
  });

  test('the drone hovers with zero actions and falls without thrust', async () => {
    const env = await make('qpos/drone-waypoints-v0', { randomise: false, reset_noise_scale: 0 });
    env.reset({ seed: 1 });
    for (let k = 0; k < 50; k++) expect(env.step([0, 0, 0, 0]).terminated).toBe(false);
    expect(inner(env).data.qpos[2]).toBeCloseTo(1, 2);
    let steps = 0;
    while (!env.step([-1, -1, -1, -1]).terminated) steps++;
    expect(steps * inner(env).dt).toBeCloseTo(Math.sqrt((2 * 0.92) / 9.81), 1);
  });

  test('waypoints count when they are reached', async () => {
    const env = await make('qpos/drone-waypoints-v0', { randomise: false });
    env.reset({ seed: 1 });
    const { data } = inner(env);
    data.qpos.set(data.mocap_pos);
    const before = [...data.mocap_pos];
    const { info, reward } = env.step([0, 0, 0, 0]);
    expect(info['waypoints']).toBe(1);
    expect(reward).toBeGreaterThan(5);
    expect([...data.mocap_pos]).not.toEqual(before);
  });

  test('a cube at the target is a success, one on the table is none', async () => {
    const env = await make('qpos/arm-lift-v0', { randomise: false });
    env.reset({ seed: 1 });
    const { data } = inner(env);
    const low = env.step(new Float64Array(7));
    expect(low.info['success']).toBe(0);
    const reward = low.reward;
    data.joint('cube').qpos.set(data.mocap_pos);
    const high = env.step(new Float64Array(7));
    expect(high.info['success']).toBe(1);
    expect(high.reward).toBeGreaterThan(reward);
    data.joint('cube').qpos.set([2, 0, -0.2]);
    expect(env.step(new Float64Array(7)).terminated).toBe(true);
  });

  test('the hand holds its cube, and turning it to the goal brings a new goal', async () => {
    const env = await make('qpos/hand-cube-v0', { randomise: false });
    env.reset({ seed: 1 });
    const { data } = inner(env);
    for (let k = 0; k < 100; k++) expect(env.step(new Float64Array(16)).terminated).toBe(false);
    data.joint('cube').qpos.set(data.mocap_quat, 3);
    const goal = [...data.mocap_quat];
    const { info, reward } = env.step(new Float64Array(16));
    expect(info['goals']).toBe(1);
    expect(reward).toBeGreaterThan(4);
    expect([...data.mocap_quat]).not.toEqual(goal);
    data.joint('cube').qpos.set([1, 0, 0.05]);
    expect(env.step(new Float64Array(16)).terminated).toBe(true);
  });
});
