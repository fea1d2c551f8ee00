import { loadModel } from '@qpos/spec';
import { describe, expect, test } from 'vitest';
import {
  Box,
  checkEnv,
  type Env,
  EnvError,
  make,
  makeVec,
  register,
  registeredTasks,
  type Task,
  type TaskContext,
  TaskEnv,
} from '../index.ts';

const PENDULUM = `<mujoco><worldbody><body><joint name="a"/><geom size=".1" pos="1 0 0"/></body></worldbody>
  <actuator><motor joint="a" ctrlrange="-2 2" ctrllimited="true"/></actuator></mujoco>`;

const pendulum = (changes: Partial<Task> = {}): Task => ({
  model: () => loadModel(PENDULUM),
  reset(ctx, rng) {
    ctx.data.qpos[0] = rng.uniform(-1, 1);
  },
  observe(ctx, out) {
    out.set(ctx.data.qpos);
    out.set(ctx.data.qvel, 1);
  },
  evaluate(ctx) {
    ctx.reward = -Math.abs(ctx.data.qpos[0] as number);
  },
  ...changes,
});

const failure = (code: string, text: string): unknown =>
  expect.objectContaining({ code, message: expect.stringContaining(text) });

describe('TaskEnv', () => {
  test('needs a model, a reset, an observation and an evaluation, nothing else', () => {
    const env = new TaskEnv(pendulum());
    expect(String(env.observationSpace)).toBe('Box(-Infinity, Infinity, (2), float64)');
    expect(String(env.actionSpace)).toBe('Box(-2, 2, (1), float32)');
    const { obs } = env.reset({ seed: 1 });
    expect(obs[0]).toBe(0.5118216247002567 * 2 - 1); // numpy.random.default_rng(1).uniform(-1, 1)
    const result = env.step([1]);
    expect(result.reward).toBe(-Math.abs(obs[0] as number));
    expect(env.data.ctrl[0]).toBe(1);
    expect(env.step([0])).toBe(result);
    expect(env.dt).toBe(0.002);
    expect(env.metadata.renderFps).toBe(500);
  });

  test('random numbers go on after a reset without a seed, and can be put back', () => {
    const env = new TaskEnv(pendulum());
    const first = env.reset({ seed: 3 }).obs[0];
    const second = env.reset().obs[0];
    expect(second).not.toBe(first);
    const state = env.random.save();
    const third = env.reset().obs[0];
    env.random = (env.random.constructor as never as { restore(s: unknown): typeof env.random }).restore(state);
    expect(env.reset().obs[0]).toBe(third);
  });

  test('a state that blows up ends the episode, and says so', () => {
    const env = new TaskEnv(
      pendulum({
        act: ({ data }, action) => {
          data.qvel[0] = (action[0] as number) > 1 ? Number.NaN : 0;
        },
      }),
    );
    env.reset({ seed: 1 });
    expect(env.step([0])).toMatchObject({ terminated: false });
    const broken = env.step([2]);
    expect(broken.terminated).toBe(true);
    expect(broken.info['unstable']).toBe(1);
    expect(broken.obs.every(Number.isFinite)).toBe(true);
    env.reset();
    expect(env.step([0]).info['unstable']).toBeUndefined();
  });

  test('draws with the renderer it is given', async () => {
    const seen: unknown[] = [];
    const env = await make('Hopper-v5', { renderer: ({ model, data }) => seen.push([model.nq, data.time]) });
    env.reset({ seed: 1 });
    env.render();
    expect(seen).toEqual([[6, 0]]);
    expect((await make('Hopper-v5')).render()).toBeUndefined();
  });

  test.each<[string, (env: TaskEnv) => unknown, unknown]>([
    ['a step before the reset', (env) => env.step([0]), failure('not-reset', 'before the first reset')],
    ['too many actions', (env) => env.reset() && env.step([0, 0]), failure('bad-action', 'has 1 numbers, not 2')],
    ['a number', (env) => env.reset() && env.step(0 as never), failure('bad-action', 'array of 1 numbers')],
    ['NaN', (env) => env.reset() && env.step([Number.NaN]), failure('bad-action', 'action[0] is NaN')],
    ['a seed below 0', (env) => env.reset({ seed: -1 }), failure('bad-argument', 'whole number from 0 on')],
    ['use after close', (env) => env.close() ?? env.reset(), failure('closed', 'was closed')],
  ])('refuses %s', (_, use, expected) => {
    expect(() => use(new TaskEnv(pendulum()))).toThrow(expected as Error);
  });

  test.each<[string, Task, string]>([
    ['no observe', pendulum({ observe: undefined as never }), 'has no function observe'],
    ['a frame skip of 0', pendulum({ frameSkip: 0 }), 'frame skip of 0'],
    ['actions that fit no actuator', pendulum({ action: new Box(-1, 1, [3]) }), '3 actions do not fit 1 actuators'],
  ])('refuses a task with %s', (_, task, message) => {
    expect(() => new TaskEnv(task)).toThrow(failure('bad-task', message) as Error);
  });
});

describe('registry', () => {
  test('makes what was registered, with its limit, options and wrappers', async () => {
    register('test/Pendulum-v0', (o: { start: number }) => pendulum({ reset: ({ data }) => data.qpos.fill(o.start) }), {
      options: { start: 0.5 },
      maxEpisodeSteps: 2,
      description: 'A test.',
    });
    const env = await make('test/Pendulum-v0');
    expect(env.reset().obs[0]).toBe(0.5);
    env.step([0]);
    expect(env.step([0]).truncated).toBe(true);
    expect((await make('test/Pendulum-v0', { start: 1 })).reset().obs[0]).toBe(1);
    const endless = await make('test/Pendulum-v0', { maxEpisodeSteps: 0 });
    expect(endless.unwrapped).toBe(endless);
    expect(registeredTasks().find(({ id }) => id === 'test/Pendulum-v0')).toEqual({
      id: 'test/Pendulum-v0',
      options: { start: 0.5 },
      maxEpisodeSteps: 2,
      description: 'A test.',
    });
    register('test/Plain-v0', pendulum());
    await expect(make('test/Plain-v0', { start: 1 })).rejects.toThrow(
      failure('bad-option', "no option 'start'") as Error,
    );
    expect((await makeVec('test/Plain-v0', { n: 2 })).reset({ seed: 1 }).obs).toHaveLength(4);
  });

  test.each([
    ['Hoper-v5', "did you mean 'Hopper-v5'?"],
    ['Hopper-v4', 'there is Hopper-v5'],
    ['hopper-v5', "did you mean 'Hopper-v5'?"],
    [undefined, 'there are '],
  ])('knows no %s', async (id, hint) => {
    const error = await make(id as string).then(
      () => undefined,
      (e: EnvError) => e,
    );
    expect(error).toBeInstanceOf(EnvError);
    expect(error).toMatchObject({ code: 'unknown-task', hint: expect.stringContaining(hint) });
  });

  test('refuses ids without a version, and what is no task', () => {
    expect(() => register('Pendulum', pendulum())).toThrow(failure('bad-argument', "'Pendulum' is no id") as Error);
    expect(() => register('Pendulum-v0', {} as never)).toThrow(failure('bad-task', 'has no function model') as Error);
  });
});

describe('checkEnv', () => {
  test('finds nothing wrong with a good one, and warns of bounds', () => {
    expect(checkEnv(new TaskEnv(pendulum()))).toEqual([
      'observationSpace has no lower bound; that is probably too low',
      'observationSpace has no upper bound; that is probably too high',
      'actionSpace is not [-1, 1]; learners prefer that: see RescaleAction',
    ]);
  });

  let calls = 0;
  const set = (ctx: TaskContext, name: 'reward' | 'terminated', value: number): void => {
    ctx[name] = value as never;
  };
  test.each<[string, Partial<Task>, string]>([
    ['observations outside of the space', { observation: new Box(-0.1, 0.1, [2], 'float64') }, 'element 0 is'],
    [
      'resets that no seed decides',
      { reset: ({ data }) => data.qpos.fill(Math.random()) },
      'two resets with the same seed differ',
    ],
    [
      'state that a reset forgets',
      { evaluate: (ctx) => set(ctx, 'reward', calls++) },
      'two episodes with the same seed',
    ],
    ['rewards that are NaN', { evaluate: (ctx) => set(ctx, 'reward', Number.NaN) }, 'the reward is NaN'],
    ['an end that is no boolean', { evaluate: (ctx) => set(ctx, 'terminated', 1) }, 'terminated is 1'],
  ])('finds %s', (_, changes, message) => {
    expect(() => checkEnv(new TaskEnv(pendulum(changes)))).toThrow(failure('bad-task', message) as Error);
  });

  test('finds missing spaces and results', () => {
    const env = new TaskEnv(pendulum());
    const without = (name: string, value: unknown): Env => Object.create(env, { [name]: { value } }) as Env;
    expect(() => checkEnv(without('actionSpace', undefined))).toThrow('has no actionSpace');
    expect(() => checkEnv(without('reset', () => [1, 2]))).toThrow('does not return { obs, info }');
  });
});
