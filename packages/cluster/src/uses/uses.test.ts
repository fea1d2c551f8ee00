import { createHash } from 'node:crypto';
import { rollout } from '@qpos/batch';
import { enums, getState, type Model, makeData, stateSize } from '@qpos/core';
import { ars, createTrainer, loadPolicy, ppo, resume, savePolicy, type Trainer } from '@qpos/learn';
import { loadModel } from 'qpos';
import { afterAll, describe, expect, test } from 'vitest';
import { rolloutJob } from '../jobs/rollout-job.ts';
import { trainJob } from '../jobs/train-job.ts';
import { workJob } from '../jobs/work-job.ts';
import { faulty } from '../queue/faulty.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { local } from '../queue/local.ts';
import { distributedRollout } from './distributed-rollout.ts';
import { remoteEnvs } from './remote-envs.ts';
import { type SweepPlan, sweep } from './sweep.ts';

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const functions = { rollout: rolloutJob, work: workJob, train: trainJob };
const faults = { killed: 0.15, duplicated: 0.15, thrown: 0.15, lost: 0.05, delayed: 0.05 };
const threads = local({ workers: 2, backOffSeconds: 0.01 });
const double = faulty({ functions, faults, tries: 50, stalls: 50, stallSeconds: 0.3, backOffSeconds: 0.002, seed: 3 });
const one = local({ workers: 1 });
const queues: [string, JobQueue][] = [
  ['one thread', one],
  ['two threads', threads],
  ['a queue with faults', double],
];
afterAll(() => Promise.all(queues.map(([, queue]) => queue.close())));

describe('trajectories', () => {
  const model = (mass: number): Model =>
    loadModel(`<mujoco><worldbody><body><joint name="j" type="hinge" axis="0 1 0"/>
      <geom type="capsule" size=".02" fromto="0 0 0 0 0 -.5" mass="${mass}"/></body></worldbody>
      <actuator><motor joint="j"/></actuator><sensor><jointvel joint="j"/></sensor></mujoco>`);
  const arm = model(1);
  const data = makeData(arm);
  const nstate = stateSize(arm, enums.StateBit.FULLPHYSICS);
  const initialState = new Float64Array(nstate);
  getState(arm, data, initialState, enums.StateBit.FULLPHYSICS);
  const many = { data: new Float64Array(7 * nstate), shape: [7, nstate] };
  for (let k = 0; k < 7; k++)
    many.data.set(
      initialState.map((x, j) => x + (j === 1 ? 0.1 * k : 0)),
      k * nstate,
    );
  const control = { data: Float64Array.from({ length: 7 * 5 }, (_, k) => Math.sin(k)), shape: [7, 5, 1] };
  const constant = { data: Float64Array.of(0.3), shape: [1, 1, 1] };
  const models = Array.from({ length: 7 }, (_, k) => model(1 + k));

  test.each(queues)('on %s are those of rollout, to the bit', async (_, queue) => {
    const cases = [
      { initialState: many, nstep: 12 },
      { initialState, control, nstep: 5 },
      { initialState: many, control: constant, nstep: 4, initialWarmstart: new Float64Array(1).fill(0.5) },
    ];
    for (const options of cases) {
      const expected = await rollout(arm, { ...options, workers: 0 });
      const result = await distributedRollout(queue, arm, { ...options, rows: 2 });
      expect(result.state).toEqual(expected.state);
      expect(result.sensordata).toEqual(expected.sensordata);
    }
    const expected = await rollout(models, { initialState, control, workers: 0 });
    const result = await distributedRollout(queue, models, { initialState, control, rows: 3 });
    expect(result.state).toEqual(expected.state);
    expect(hash(new Uint8Array(result.state.buffer))).not.toBe(
      hash(new Uint8Array((await rollout(arm, { initialState, control, workers: 0 })).state.buffer)),
    );
  });

  test('of models with callbacks are refused', async () => {
    const own = model(1);
    own.callbacks = { control: () => {} };
    await expect(distributedRollout(threads, own, { initialState, nstep: 2 })).rejects.toThrow('callbacks');
  });
});

describe('training', () => {
  const learn: [string, (queue: JobQueue) => Promise<Trainer>][] = [
    [
      'ppo',
      async (queue) =>
        ppo(await remoteEnvs(queue, 'InvertedPendulum-v5', { n: 6, actors: 3 }), {
          horizon: 32,
          batch: 32,
          epochs: 2,
          hidden: [8],
          seed: 4,
        }),
    ],
    ['ars', async (queue) => ars(await remoteEnvs(queue, 'InvertedPendulum-v5', { n: 1 }), { directions: 4, seed: 4 })],
    [
      'cem',
      async (queue) =>
        createTrainer('cem', await remoteEnvs(queue, 'InvertedPendulum-v5', { n: 1 }), { population: 8, elites: 2 }),
    ],
  ];

  test.each(learn)('%s has the same weights on one thread, on two, and whatever goes wrong', async (_, make) => {
    const hashes = new Set<string>();
    for (const [, queue] of queues) {
      const trainer = await make(queue);
      await trainer.learn(600);
      expect(trainer.episodes).toBeGreaterThan(3);
      hashes.add(hash(savePolicy(trainer.policy)));
    }
    expect(hashes.size).toBe(1);
  });

  test('a checkpoint of one queue goes on in another', async () => {
    const make = learn[0]?.[1] as (queue: JobQueue) => Promise<Trainer>;
    const whole = await make(threads);
    await whole.learn(200);
    const checkpoint = whole.save();
    await whole.learn(600);
    const resumed = resume(checkpoint, await remoteEnvs(double, 'InvertedPendulum-v5', { n: 6, actors: 3 }));
    await resumed.learn(600);
    expect(hash(savePolicy(resumed.policy))).toBe(hash(savePolicy(whole.policy)));
  });

  test('a job that fails for good ends the training with its error', async () => {
    const poisoned = faulty({ functions, poisoned: () => true, tries: 2, backOffSeconds: 0.001 });
    const trainer = ars(await remoteEnvs(poisoned, 'InvertedPendulum-v5', { n: 1 }));
    await expect(trainer.learn(100)).rejects.toMatchObject({ code: 'job-failed' });
    await poisoned.close();
  });

  test('asynchronous updates take the half of the actors that is ready first', async () => {
    const envs = await remoteEnvs(threads, 'InvertedPendulum-v5', { n: 8, actors: 4, asynchronous: true });
    const trainer = ppo(envs, { horizon: 64, seed: 2 });
    await trainer.learn(2048);
    expect(trainer.updates).toBe(8);
    expect(trainer.steps / trainer.updates).toBe(64 * 4);
    expect(trainer.episodes).toBeGreaterThan(20);
  });

  test('bad groups and options are refused', async () => {
    await expect(remoteEnvs(threads, 'InvertedPendulum-v5', { n: 6, actors: 4 })).rejects.toThrow('evenly');
    await expect(remoteEnvs(threads, 'Hopper-v5', { n: 1, module: 'data:,x' })).rejects.toThrow('cannot be sent');
    const job = { kind: 'train', args: { task: 'Hopper-v5', options: { workers: 1 }, n: 1 } };
    for await (const { error } of threads.submit([job])) expect(error?.message).toContain('cannot be sent');
    await expect(remoteEnvs(threads, 'NoSuchTask-v5', { n: 6 })).rejects.toThrow('NoSuchTask');
  });
});

describe('sweeps', () => {
  const plan: SweepPlan = {
    task: 'InvertedPendulum-v5',
    n: 2,
    steps: 540,
    trials: 6,
    episodes: 2,
    settings: {
      horizon: 32,
      hidden: { values: [[4], [8]] },
      learningRate: { from: 1e-4, to: 1e-2, scale: 'log' },
      epochs: { from: 1, to: 3, whole: true },
    },
  };

  test('by halving train the best longest; the result is the same whatever goes wrong', async () => {
    const results = await Promise.all([threads, double].map((queue) => sweep(queue, plan)));
    const [first, second] = results;
    expect(second?.trials).toEqual(first?.trials);
    expect(second?.policy).toEqual(first?.policy);
    const trials = first?.trials ?? [];
    expect(trials.map(({ rounds }) => rounds)).toEqual([3, 2, 1, 1, 1, 1]);
    expect(trials.map(({ steps }) => steps >= 540)).toEqual([true, false, false, false, false, false]);
    const ones = trials.filter(({ rounds }) => rounds === 1).map((trial) => trial.return);
    expect(ones).toEqual(ones.toSorted((a, b) => b - a));
    expect(loadPolicy(first?.policy as Uint8Array).parts.task).toBe('InvertedPendulum-v5');
  });

  test('by population replace the worst by the best, with other settings', async () => {
    const rounds: (readonly string[])[] = [];
    const { trials } = await sweep(
      threads,
      {
        ...plan,
        trials: 4,
        settings: { horizon: 32, hidden: { values: [[4]] }, learningRate: { from: 1e-4, to: 1e-2 } },
        rule: { method: 'population', rounds: 3, replace: 0.25 },
      },
      {
        onRound: (_, __, all) =>
          rounds.push(all.toSorted((a, b) => a.index - b.index).map(({ settings }) => JSON.stringify(settings))),
      },
    );
    expect(trials.every(({ steps, rounds: done }) => steps >= 540 && done === 3)).toBe(true);
    const changed = (rounds[0] ?? []).filter((settings, k) => settings !== rounds[1]?.[k]);
    expect(changed).toHaveLength(1);
  });

  test('a trial that fails is told, and the others go on', async () => {
    const { trials } = await sweep(threads, {
      ...plan,
      trials: 8,
      steps: 64,
      rule: { method: 'halving', rounds: 1 },
      settings: { horizon: { values: [16, -1] } },
    });
    const failed = trials.filter(({ error }) => error !== undefined);
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.length).toBeLessThan(8);
    expect(failed[0]?.error).toContain('horizon');
    expect(trials[0]?.error).toBeUndefined();
  });

  test.each([
    [{ settings: { noSuch: 1 } }, 'no setting'],
    [{ algorithm: 'dqn' }, 'no algorithm'],
    [{ settings: { gamma: { from: 0, to: 1, scale: 'log' } } }, 'larger one'],
    [{ settings: { gamma: { values: [] } } }, 'neither'],
    [{ rule: { method: 'random' } }, 'no rule'],
    [{ rule: { method: 'population', replace: 0.9 } }, 'at most half'],
    [{ trials: 0 }, 'trials'],
  ])('%j is refused', async (wrong, message) => {
    await expect(sweep(threads, { ...plan, ...wrong } as SweepPlan)).rejects.toThrow(message);
  });
});
