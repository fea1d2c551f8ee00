import { describe, expect, test } from 'vitest';
import { type AutoresetMode, make, makeVec, RecordEpisodeStatistics, SyncVectorEnv } from '../index.ts';

const ID = 'InvertedPendulum-v5';
const N = 4;
const OBS = 4;
const PUSH = Float64Array.from({ length: N }, (_, k) => 3 - k); // environments end one after another

/** The rows of an array of rows. */
const rows = (x: ArrayLike<number>, width = OBS): number[][] =>
  Array.from({ length: x.length / width }, (_, k) => Array.from(x).slice(k * width, (k + 1) * width));

const vector = (autoreset: AutoresetMode, options = {}) => makeVec(ID, { n: N, autoreset, ...options });

interface Step {
  readonly obs: number[];
  readonly reward: number;
  readonly over: boolean;
  /** The first observation of the next episode, if this one is over. */
  readonly next: number[];
}

/** Each environment on its own, with the seeds that a vector gives them. */
async function alone(steps: number): Promise<Step[][]> {
  return Promise.all(
    Array.from({ length: N }, async (_, k) => {
      const env = await make(ID);
      env.reset({ seed: 5 + k });
      return Array.from({ length: steps }, () => {
        const { obs, reward, terminated, truncated } = env.step([PUSH[k] as number]);
        const over = terminated || truncated;
        const step = { obs: [...obs], reward, over, next: over ? [...env.reset().obs] : [] };
        return step;
      });
    }),
  );
}

test('environment i has the seed seed + i, and a list has one for each', async () => {
  const vec = await vector('next-step');
  const first = rows(vec.reset({ seed: 5 }).obs);
  for (const [k, row] of first.entries()) expect(row).toEqual([...(await make(ID)).reset({ seed: 5 + k }).obs]);
  expect(rows(vec.reset({ seed: [5, 6, 7, 8] }).obs)).toEqual(first);
  expect(() => vec.reset({ seed: [1, 2] })).toThrow('2 seeds for 4 environments');
  expect(vec.metadata.autoreset).toBe('next-step');
  expect([vec.observationSpace.shape, vec.actionSpace.shape]).toEqual([
    [4, 4],
    [4, 1],
  ]);
});

describe('autoreset', () => {
  test('next-step: the step after the end resets, ignores the action and has no reward', async () => {
    const vec = await vector('next-step');
    vec.reset({ seed: 5 });
    const expected = await alone(30);
    const at = [0, 0, 0, 0];
    const wasOver = [false, false, false, false];
    let resets = 0;
    for (let k = 0; k < 30; k++) {
      const { obs, rewards, terminated, truncated } = vec.step(PUSH);
      for (let i = 0; i < N; i++) {
        if (wasOver[i]) {
          expect([rewards[i], terminated[i], truncated[i]]).toEqual([0, 0, 0]);
          wasOver[i] = false;
          resets++;
          continue;
        }
        const step = expected[i]?.[at[i] as number];
        expect(rows(obs)[i]).toEqual(step?.obs);
        expect(rewards[i]).toBe(step?.reward);
        wasOver[i] = terminated[i] === 1;
        expect(wasOver[i]).toBe(step?.over);
        at[i] = (at[i] as number) + 1;
      }
    }
    expect(resets).toBeGreaterThan(2);
  });

  test('same-step: the new observation comes at once, the last one is in finalObs', async () => {
    const vec = await vector('same-step');
    vec.reset({ seed: 5 });
    const expected = await alone(30);
    let ends = 0;
    for (let k = 0; k < 30; k++) {
      const { obs, rewards, terminated, finalObs, finalInfo } = vec.step(PUSH);
      for (let i = 0; i < N; i++) {
        const step = expected[i]?.[k] as Step;
        expect(rewards[i]).toBe(step.reward);
        expect(terminated[i]).toBe(step.over ? 1 : 0);
        expect(rows(obs)[i]).toEqual(step.over ? step.next : step.obs);
        if (!step.over) continue;
        expect(rows(finalObs)[i]).toEqual(step.obs);
        expect([finalInfo['reward_survive']?.[i], finalInfo['_reward_survive']?.[i]]).toEqual([0, 1]);
        ends++;
      }
    }
    expect(ends).toBeGreaterThan(2);
  });

  test('disabled: nothing resets by itself, and a mask resets some', async () => {
    const vec = await vector('disabled');
    vec.reset({ seed: 5 });
    let result = vec.step(PUSH);
    while (!result.terminated.includes(1)) result = vec.step(PUSH);
    expect(() => vec.step(PUSH)).toThrow(expect.objectContaining({ code: 'not-reset' }));
    const before = rows(result.obs);
    const mask = [...result.terminated];
    const { obs, info } = vec.reset({ options: { reset_mask: mask } });
    for (let i = 0; i < N; i++) {
      if (mask[i] === 1) expect(rows(obs)[i]).not.toEqual(before[i]);
      else expect(rows(obs)[i]).toEqual(before[i]);
    }
    expect(info).toBeDefined();
    vec.step(PUSH);
    expect(() => vec.reset({ options: { reset_mask: [0, 0, 0, 0] } })).toThrow('selects no environment');
    expect(() => vec.reset({ options: { reset_mask: [1] } })).toThrow('1 entries for 4 environments');
  });
});

test('infos are arrays with a mask', async () => {
  const vec = await makeVec('Humanoid-v5', { n: 2 });
  const { info } = vec.reset({ seed: 1 });
  expect(info['x_position']).toHaveLength(2);
  expect(info['tendon_length']).toHaveLength(4);
  expect([...(info['_x_position'] as Uint8Array)]).toEqual([1, 1]);
  const step = vec.step(new Float64Array(34));
  expect(step.info['x_velocity']?.[1]).not.toBe(0);
  const stats = await makeVec(ID, { n: 1, autoreset: 'same-step', wrap: (env) => new RecordEpisodeStatistics(env) });
  stats.reset({ seed: 1 });
  let last = stats.step([3]);
  let length = 1;
  for (; last.terminated[0] === 0; length++) last = stats.step([3]);
  expect(last.finalInfo['episode.l']?.[0]).toBe(length);
  expect(last.finalInfo['episode.r']?.[0]).toBe(length - 1);
});

test('actions of a step are those of its rows; asynchronous steps are the same', async () => {
  const [a, b] = [await makeVec('Hopper-v5', { n: 2 }), await makeVec('Hopper-v5', { n: 2 })];
  a.reset({ seed: 1 });
  b.reset({ seed: 1 });
  const actions = [1, 0, 0, 0, 0, -1];
  expect([...(await a.stepAsync(actions)).obs]).toEqual([...b.step(actions).obs]);
  const hopper = await make('Hopper-v5');
  hopper.reset({ seed: 2 });
  hopper.step([0, 0, -1]);
  expect(rows(b.step(actions).obs, 11)[1]).toEqual([...hopper.step([0, 0, -1]).obs]);
});

describe('refuses', () => {
  test.each<[Record<string, unknown>, string, string]>([
    [{ n: 0 }, 'bad-argument', 'cannot make 0 environments'],
    [{}, 'bad-argument', 'cannot make undefined environments'],
    [{ n: 2, autoreset: 'never' }, 'bad-argument', "'never' is no way to reset"],
    [{ n: 2, workers: -1 }, 'bad-argument', 'no number of workers'],
    [{ n: 2, noise: 1 }, 'bad-option', "no option 'noise'"],
  ])('%j', async (options, code, message) => {
    await expect(makeVec(ID, options as never)).rejects.toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message) }),
    );
  });

  test('misuse', async () => {
    const vec = await vector('next-step');
    expect(() => vec.step(PUSH)).toThrow(expect.objectContaining({ code: 'not-reset' }));
    expect(() => vec.reset({ options: { reset_mask: [1, 0, 0, 0] } })).toThrow('the first reset is of all');
    vec.reset({ seed: 1 });
    expect(() => vec.step([1, 2])).toThrow(expect.objectContaining({ code: 'bad-action' }));
    await vec.close();
    expect(() => vec.step(PUSH)).toThrow(expect.objectContaining({ code: 'closed' }));
    expect(() => new SyncVectorEnv([])).toThrow('at least one');
    const mixed = [await make('Hopper-v5'), await make('Walker2d-v5')];
    expect(() => new SyncVectorEnv(mixed)).toThrow('environment 1 has another observationSpace');
  });
});
