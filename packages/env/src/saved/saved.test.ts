import { loadModel } from '@qpos/spec';
import { describe, expect, test } from 'vitest';
import {
  ClipAction,
  Delay,
  type Env,
  EnvError,
  FrameStack,
  make,
  makeVec,
  Noise,
  NormalizeObservation,
  NormalizeReward,
  RandomGenerator,
  RecordEpisodeStatistics,
  RescaleAction,
  TaskEnv,
} from '../index.ts';
import { builtinTasks } from '../registry/builtin.ts';
import type { Box } from '../spaces/box.ts';

const BEFORE = 30;
const AFTER = 50;

/** Actions that depend on nothing but their number. */
function actionAt({ size, low, high }: Box, step: number): Float64Array {
  const random = new RandomGenerator(7, [step]);
  const bound = (x: number): number => Math.max(-2, Math.min(2, x));
  return Float64Array.from({ length: size }, (_, k) =>
    random.uniform(bound(low[k] as number), bound(high[k] as number)),
  );
}

/** Everything that a step tells, bit by bit, with a reset after the end of an episode. */
function play(env: Env, first: number, steps: number): string[] {
  return Array.from({ length: steps }, (_, k) => {
    const { obs, reward, terminated, truncated, info } = env.step(actionAt(env.actionSpace as Box, first + k));
    const told = JSON.stringify([[...obs], reward, terminated, truncated, info]);
    return terminated || truncated ? told + JSON.stringify([...env.reset().obs]) : told;
  });
}

async function lawOf(makeOne: () => Promise<Env>): Promise<void> {
  const [env, fresh] = [await makeOne(), await makeOne()];
  env.reset({ seed: 11 });
  play(env, 0, BEFORE);
  const bytes = env.save?.() as Uint8Array;
  const expected = play(env, BEFORE, AFTER);
  fresh.load?.(bytes);
  expect(fresh.save?.()).toEqual(bytes);
  expect(play(fresh, BEFORE, AFTER)).toEqual(expected);
  env.load?.(bytes);
  expect(play(env, BEFORE, AFTER), 'loaded where it was saved').toEqual(expected);
}

describe('a saved environment goes on with the same bytes in a fresh one', () => {
  test.each(builtinTasks.map(({ id }) => id))('%s', async (id) => {
    await lawOf(() => make(id));
    await lawOf(() => make(id, { maxEpisodeSteps: 40 })); // an episode ends on the way
  });

  test.each<[string, (env: Env) => Env]>([
    ['FrameStack', (env) => new FrameStack(env, 3)],
    ['Noise', (env) => new Noise(env, { observation: 0.1, bias: 0.2, action: 0.05 })],
    ['Delay', (env) => new Delay(env, { observation: [0, 3], action: [1, 2] })],
    ['NormalizeObservation', (env) => new NormalizeObservation(env)],
    ['NormalizeReward', (env) => new NormalizeReward(env)],
    ['RecordEpisodeStatistics', (env) => new RecordEpisodeStatistics(env)],
    ['several', (env) => new FrameStack(new Noise(new Delay(new ClipAction(env), { action: 1 }), { bias: 1 }), 2)],
    ['RescaleAction', (env) => new RescaleAction(env)],
  ])('with the wrapper %s', async (_, wrap) => {
    await lawOf(async () => wrap(await make('Hopper-v5')));
  });

  test("as one of Node's Buffers, which is a part of a larger piece of memory", async () => {
    const env = await make('Hopper-v5');
    env.reset({ seed: 1 });
    const bytes = env.save?.() as Uint8Array;
    const pool = Buffer.alloc(bytes.length + 16);
    pool.set(bytes, 3);
    const other = await make('Hopper-v5');
    other.load?.(pool.subarray(3, 3 + bytes.length));
    expect(other.save?.()).toEqual(bytes);
  });

  test('a task of your own with state', async () => {
    const pendulum = (): TaskEnv => {
      const goal = new Float64Array(1);
      return new TaskEnv({
        state: [goal],
        model: () =>
          loadModel('<mujoco><worldbody><body><joint/><geom size=".1" pos="1 0 0"/></body></worldbody></mujoco>'),
        reset: (_, rng) => goal.fill(rng.normal()),
        observe: ({ data }, out) => out.set([...data.qpos, goal[0] as number]),
        evaluate(ctx) {
          ctx.reward = goal[0] as number;
        },
      });
    };
    await lawOf(async () => pendulum());
  });

  test.each(['next-step', 'same-step', 'disabled'] as const)(
    'vector environments that reset by %s',
    async (autoreset) => {
      const makeOne = () => makeVec('Hopper-v5', { n: 3, autoreset, maxEpisodeSteps: 17 });
      const [vec, fresh] = [await makeOne(), await makeOne()];
      vec.reset({ seed: 5 });
      const run = (env: typeof vec, from: number, steps: number): string[] =>
        Array.from({ length: steps }, (_, k) => {
          const { obs, rewards, terminated, truncated } = env.step(actionAt(env.actionSpace, from + k));
          const told = [...obs, ...rewards, ...terminated, ...truncated].join();
          const mask = terminated.map((t, e) => t | (truncated[e] as number));
          if (autoreset === 'disabled' && mask.includes(1)) env.reset({ options: { reset_mask: mask } });
          return told;
        });
      run(vec, 0, BEFORE);
      const bytes = vec.save();
      const expected = run(vec, BEFORE, AFTER);
      fresh.load(bytes);
      expect(run(fresh, BEFORE, AFTER)).toEqual(expected);
    },
  );
});

describe('bytes that do not fit are refused', () => {
  const refused = (message: string): unknown =>
    expect.objectContaining({ name: 'EnvError', code: 'saved-state', message: expect.stringContaining(message) });
  const saved = async (id: string, options = {}): Promise<Uint8Array> => {
    const env = await make(id, options);
    env.reset({ seed: 1 });
    return env.save?.() as Uint8Array;
  };

  test.each<[string, (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>, string]>([
    ['nothing', () => new Uint8Array(0), 'no saved environment'],
    ['text', () => new TextEncoder().encode('a text that is long enough'), 'no saved environment'],
    ['no bytes', () => 'text' as never, 'no saved environment'],
    ['a part', (bytes) => bytes.slice(0, -9), 'cut short'],
    ['a flipped bit', (bytes) => bytes.with(bytes.length - 100, (bytes.at(-100) as number) ^ 4), 'damaged'],
    ['another version', (bytes) => bytes.with(4, 9), 'format 9'],
    ['another task', () => saved('Walker2d-v5'), 'is of Walker2d-v5'],
    ['another wrapping', () => saved('Hopper-v5', { maxEpisodeSteps: 0 }), 'of a task, not of a wrapper'],
    ['a vector environment', async () => (await makeVec('Hopper-v5', { n: 1 })).save(), 'of a vector environment'],
  ])('%s', async (_, change, message) => {
    const env = await make('Hopper-v5');
    const bytes = await change(await saved('Hopper-v5'));
    expect(() => env.load?.(bytes)).toThrow(refused(message) as Error);
  });

  test('another number of stacked frames, of environments, another way to reset', async () => {
    const stack = async (count: number): Promise<FrameStack> => new FrameStack(await make('Hopper-v5'), count);
    const bytes = (await stack(2)).save();
    const three = await stack(3);
    expect(() => three.load(bytes)).toThrow(refused('other sizes') as Error);
    const two = (await makeVec('Hopper-v5', { n: 2 })).save();
    const vec = await makeVec('Hopper-v5', { n: 3 });
    expect(() => vec.load(two)).toThrow(refused('of 2 environments; here are 3') as Error);
    const same = await makeVec('Hopper-v5', { n: 2, autoreset: 'same-step' });
    expect(() => same.load(two)).toThrow(refused("reset by 'next-step'") as Error);
  });

  test('an environment of your own without save is a typed error', async () => {
    const env = await make('Hopper-v5');
    const own: Env = Object.create(env, { save: { value: undefined }, load: { value: undefined } });
    expect(() => new FrameStack(own, 2).save()).toThrow(EnvError);
  });
});
