import { bytesPerCall } from '@qpos/conformance';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  Box,
  ClipAction,
  Delay,
  type Env,
  FrameStack,
  make,
  Noise,
  NormalizeObservation,
  NormalizeReward,
  RandomGenerator,
  RecordEpisodeStatistics,
  RecordVideo,
  RescaleAction,
  type ResetResult,
  RunningStatistics,
  type StepResult,
  TimeLimit,
  type Video,
  Wrapper,
} from '../index.ts';

/** Counts its steps: observations are (count, 10 · count), the reward is the action, and an episode ends after `length` steps. */
class Counter implements Env {
  readonly observationSpace = new Box(-Infinity, Infinity, [2], 'float64');
  readonly actionSpace: Box;
  readonly metadata = { renderFps: 10 };
  readonly actions: number[] = [];
  closed = 0;
  #count = 0;
  readonly #length: number;
  readonly #obs = new Float64Array(2);

  constructor(length = Infinity, actionSpace: Box = new Box(-2, 4, [1], 'float64')) {
    this.#length = length;
    this.actionSpace = actionSpace;
  }
  get unwrapped(): Counter {
    return this;
  }
  #observe(): Float64Array {
    this.#obs.set([this.#count, 10 * this.#count]);
    return this.#obs;
  }
  reset(): ResetResult {
    this.#count = 0;
    return { obs: this.#observe(), info: {} };
  }
  step(action: ArrayLike<number>): StepResult {
    this.#count++;
    this.actions.push(action[0] as number);
    const terminated = this.#count >= this.#length;
    return { obs: this.#observe(), reward: action[0] as number, terminated, truncated: false, info: {} };
  }
  render(): unknown {
    return `frame ${this.#count}`;
  }
  close(): void {
    this.closed++;
  }
}

let inner: Counter;
beforeEach(() => {
  inner = new Counter();
});

test('Wrapper passes everything on', () => {
  const env = new Wrapper(new Wrapper(inner));
  expect([...env.reset({ seed: 1 }).obs]).toEqual([0, 0]);
  expect(env.step([3]).reward).toBe(3);
  expect([env.render(), env.unwrapped, env.metadata, env.actionSpace]).toEqual([
    'frame 1',
    inner,
    inner.metadata,
    inner.actionSpace,
  ]);
  env.close();
  expect(inner.closed).toBe(1);
});

test('TimeLimit truncates, and begins anew with an episode', () => {
  const env = new TimeLimit(inner, 3);
  const lengths = [0, 1].map(() => {
    env.reset();
    let steps = 1;
    while (!env.step([0]).truncated) steps++;
    return steps;
  });
  expect(lengths).toEqual([3, 3]);
  expect(() => new TimeLimit(inner, 0)).toThrow(expect.objectContaining({ code: 'bad-argument' }));
});

test('ClipAction keeps to the bounds', () => {
  const env = new ClipAction(inner);
  env.reset();
  for (const action of [-9, 1, 9]) env.step([action]);
  expect(inner.actions).toEqual([-2, 1, 4]);
  expect((env.actionSpace as Box).isBounded()).toBe(false);
});

test('RescaleAction stretches [-1, 1] to the bounds', () => {
  const env = new RescaleAction(inner);
  env.reset();
  for (const action of [-1, 0, 0.5, 1]) env.step([action]);
  expect(inner.actions).toEqual([-2, 1, 2.5, 4]);
  expect(String(env.actionSpace)).toBe('Box(-1, 1, (1), float64)');
  expect(() => new RescaleAction(new ClipAction(inner))).toThrow(expect.objectContaining({ code: 'unsupported' }));
  expect(() => new RescaleAction(inner, 1, 1)).toThrow('cannot be stretched');
});

describe('RunningStatistics', () => {
  const random = new RandomGenerator(1);
  const samples = Array.from({ length: 500 }, () => [random.normal(3, 2), random.uniform(-1, 0)]);
  const gather = (part: number[][], prior = 0): RunningStatistics => {
    const statistics = new RunningStatistics(2, prior);
    for (const sample of part) statistics.add(sample);
    return statistics;
  };
  const close = (a: RunningStatistics, b: RunningStatistics): void => {
    expect(a.count).toBeCloseTo(b.count, 9);
    for (const k of [0, 1]) {
      expect(a.mean[k]).toBeCloseTo(b.mean[k] as number, 12);
      expect(a.variance[k]).toBeCloseTo(b.variance[k] as number, 12);
    }
  };

  test('are mean and variance', () => {
    const { mean, variance } = gather(samples);
    for (const k of [0, 1]) {
      const column = samples.map((s) => s[k] as number);
      const average = column.reduce((a, b) => a + b) / column.length;
      expect(mean[k]).toBeCloseTo(average, 12);
      expect(variance[k]).toBeCloseTo(column.reduce((a, b) => a + (b - average) ** 2, 0) / column.length, 12);
    }
  });

  test.each([1, 7, 250, 499])('those of parts merge into those of the whole, cut at %i', (cut) => {
    const merged = gather(samples.slice(0, cut), 1e-4);
    merged.merge(gather(samples.slice(cut)));
    close(merged, gather(samples, 1e-4));
  });

  test('merging nothing changes nothing; saved ones come back', () => {
    const all = gather(samples);
    all.merge(new RunningStatistics(2, 0));
    close(all, gather(samples));
    const none = new RunningStatistics(2, 0);
    none.merge(new RunningStatistics(2, 0));
    expect(none.count).toBe(0);
    const copy = new RunningStatistics(2);
    copy.load(all.save());
    expect(copy).toEqual(all);
    expect(() => copy.load([1])).toThrow('saved as 5, not 1');
    expect(() => copy.merge(new RunningStatistics(3))).toThrow('do not merge');
  });
});

test('NormalizeObservation brings observations to mean 0 and variance 1', () => {
  const env = new NormalizeObservation(inner);
  const seen: number[] = [];
  env.reset();
  for (let k = 0; k < 2000; k++) seen.push((env.step([0]).obs as Float64Array)[1] as number);
  // the k-th of the numbers 1, 2, 3, ... lies √3 deviations above their mean
  expect(seen.at(-1)).toBeCloseTo(Math.sqrt(3), 2);
  env.update = false;
  const { count } = env.statistics;
  env.step([0]);
  expect(env.statistics.count).toBe(count);
  const shared = new NormalizeObservation(new Counter(), { statistics: env.statistics });
  expect(shared.statistics).toBe(env.statistics);
});

test('NormalizeReward divides by the deviation of the discounted return', () => {
  const env = new NormalizeReward(inner, { gamma: 0 });
  env.reset();
  const random = new RandomGenerator(3);
  let last = 0;
  let action = 0;
  for (let k = 0; k < 5000; k++) {
    action = random.normal(0, 7);
    last = env.step([action]).reward;
  }
  expect(action / last).toBeCloseTo(7, 0);
  expect(() => new NormalizeReward(inner, { gamma: 2 })).toThrow('gamma is in [0, 1]');
  expect(() => new NormalizeReward(inner, { epsilon: 0 })).toThrow('epsilon is above 0');
});

test('FrameStack shows the last observations, the oldest first', () => {
  const env = new FrameStack(inner, 3);
  expect([...env.reset().obs]).toEqual([0, 0, 0, 0, 0, 0]);
  env.step([0]);
  expect([...env.step([0]).obs]).toEqual([0, 0, 1, 10, 2, 20]);
  expect([...env.step([0]).obs]).toEqual([1, 10, 2, 20, 3, 30]);
  expect(env.observationSpace.shape).toEqual([3, 2]);
  expect(() => new FrameStack(inner, 0)).toThrow('cannot stack 0');
});

test('RecordEpisodeStatistics adds up rewards and steps', () => {
  const env = new RecordEpisodeStatistics(new Counter(4), 2);
  for (const reward of [1, 2, 3]) {
    env.reset();
    for (let k = 0; k < 3; k++) expect(env.step([reward]).info['episode']).toBeUndefined();
    expect(env.step([reward]).info['episode']).toEqual({ r: 4 * reward, l: 4 });
  }
  expect(env.episodes).toEqual([
    { r: 8, l: 4 },
    { r: 12, l: 4 },
  ]);
});

describe('RecordVideo', () => {
  const record = (options: object, episodes: number, length = 3): Video[] => {
    const videos: Video[] = [];
    const env = new RecordVideo(new Counter(length), { save: (video) => videos.push(video), ...options });
    for (let e = 0; e < episodes; e++) {
      env.reset();
      while (!env.step([0]).terminated);
    }
    env.close();
    return videos;
  };

  test('whole episodes, by their number', () => {
    const videos = record({}, 10);
    expect(videos.map(({ name }) => name)).toEqual(['episode-0', 'episode-1', 'episode-8']);
    expect(videos[0]).toEqual({ name: 'episode-0', frames: ['frame 0', 'frame 1', 'frame 2', 'frame 3'], fps: 10 });
  });

  test('from a step on, of a given length', () => {
    const trigger = { episodeTrigger: () => false, stepTrigger: (step: number) => step === 2, videoLength: 2 };
    expect(record(trigger, 3)).toEqual([{ name: 'step-2', frames: ['frame 2', 'frame 3'], fps: 10 }]);
  });

  test('says what is missing', async () => {
    expect(() => new RecordVideo(inner, {} as never)).toThrow('nowhere to put its recordings');
    const blind = new RecordVideo(await make('Hopper-v5'), { save: () => {} });
    expect(() => blind.reset({ seed: 1 })).toThrow(expect.objectContaining({ code: 'unsupported' }));
  });
});

describe('Delay', () => {
  test('observations and actions come late', () => {
    const env = new Delay(inner, { observation: 2, action: 1, idle: [0.5] });
    expect([...env.reset({ seed: 1 }).obs]).toEqual([0, 0]);
    const seen = [1, 2, 3, 4].map((action) => env.step([action]).obs[0]);
    expect(seen).toEqual([0, 0, 1, 2]);
    expect(inner.actions).toEqual([0.5, 1, 2, 3]);
  });

  test('a range gives each episode a delay of its own, from the seed', () => {
    const env = new Delay(inner, { action: [0, 3] });
    const delays = (seed: number): number[] =>
      Array.from({ length: 20 }, (_, episode) => {
        env.reset(episode === 0 ? { seed } : {});
        inner.actions.length = 0;
        for (let k = 1; k <= 6; k++) env.step([k]);
        return inner.actions.indexOf(1);
      });
    const first = delays(1);
    expect(delays(1)).toEqual(first);
    expect(delays(2)).not.toEqual(first);
    expect(new Set(first)).toEqual(new Set([0, 1, 2, 3]));
  });

  test('refuses what is no delay', () => {
    for (const action of [-1, 0.5, [2, 1] as [number, number]])
      expect(() => new Delay(inner, { action })).toThrow(expect.objectContaining({ code: 'bad-argument' }));
    expect(() => new Delay(inner, { idle: [1, 2] })).toThrow('idle has 2 numbers for 1 actions');
  });
});

describe('Noise', () => {
  const deviation = (x: number[]): number => {
    const mean = x.reduce((a, b) => a + b) / x.length;
    return Math.sqrt(x.reduce((a, b) => a + (b - mean) ** 2, 0) / x.length);
  };

  test('has the given deviations, element by element, and follows from the seed', () => {
    const run = (seed: number): number[][] => {
      const env = new Noise(new Counter(), { observation: [0.5, 0] });
      env.reset({ seed });
      return Array.from({ length: 4000 }, (_, k) => {
        const { obs } = env.step([0]);
        return [(obs[0] as number) - k - 1, (obs[1] as number) - 10 * (k + 1)];
      });
    };
    const noise = run(1);
    expect(deviation(noise.map(([a = 0]) => a))).toBeCloseTo(0.5, 1);
    expect(noise.every(([, b]) => b === 0)).toBe(true);
    expect(run(1)).toEqual(noise);
    expect(run(2)).not.toEqual(noise);
  });

  test('a bias stays for an episode; actions stay within their bounds', () => {
    const env = new Noise(inner, { bias: 2, action: 5 });
    const biases = Array.from({ length: 300 }, (_, k) => {
      const first = env.reset(k === 0 ? { seed: 1 } : {}).obs[0] as number;
      expect((env.step([0]).obs[0] as number) - 1).toBeCloseTo(first, 12);
      return first;
    });
    expect(deviation(biases)).toBeGreaterThan(1.7);
    expect(deviation(biases)).toBeLessThan(2.3);
    expect(Math.min(...inner.actions)).toBe(-2);
    expect(Math.max(...inner.actions)).toBe(4);
  });

  test('refuses what is no deviation', () => {
    expect(() => new Noise(inner, { observation: [1] })).toThrow('1 deviations for 2 numbers');
    expect(() => new Noise(inner, { action: -1 })).toThrow('numbers from 0 on');
  });
});

test('the random numbers of wrappers leave those of the environment alone', async () => {
  const plain = await make('Hopper-v5');
  const wrapped = new Delay(new Noise(await make('Hopper-v5'), { observation: 0.1 }), { action: [0, 2] });
  for (const options of [{ seed: 4 }, {}, {}]) {
    plain.reset(options);
    wrapped.reset(options);
    const state = (env: Env): number[] => [...(env.unwrapped as unknown as { data: { qpos: Float64Array } }).data.qpos];
    expect(state(wrapped)).toEqual(state(plain));
  }
});

test('a tower of wrappers gives the environment its own observation back', async () => {
  const env = new FrameStack(new NormalizeObservation(new ClipAction(await make('HalfCheetah-v5'))), 2);
  const plain = await make('HalfCheetah-v5');
  env.reset({ seed: 1 });
  plain.reset({ seed: 1 });
  const norm = env.env as NormalizeObservation;
  norm.update = false;
  for (let k = 0; k < 5; k++) {
    const raw = plain.step([1, 0, 0, 0, 0, 0]).obs;
    const { mean, variance } = norm.statistics;
    const seen = env.step([1, 0, 0, 0, 0, 0]).obs.slice(17);
    for (let i = 0; i < 17; i++)
      expect(seen[i]).toBeCloseTo(
        ((raw[i] as number) - (mean[i] as number)) / Math.sqrt((variance[i] as number) + 1e-8),
        12,
      );
  }
});

test('wrappers allocate no arrays or objects per step', async () => {
  const base = await make('HalfCheetah-v5', { maxEpisodeSteps: 0 });
  const env = new NormalizeReward(
    new FrameStack(new NormalizeObservation(new Delay(new ClipAction(base), { action: 1 })), 3),
  );
  env.reset({ seed: 1 });
  const action = new Float64Array(6);
  // some numbers go to the heap, since the environments of this file are of several kinds
  expect(bytesPerCall(() => env.step(action), 400, 16 * 16)).toBeLessThan(16 * 16);
});
