import { bytesPerCall, inFull } from '@qpos/conformance';
import { cloneModel, enums, makeData, resetData, resetDataKeyframe, setState, step, stepStrict } from '@qpos/core';
import { loadModel, setConst } from '@qpos/spec';
import { afterEach, describe, expect, test } from 'vitest';
import './js.ts';
import type { BatchOptions } from './batch.ts';
import { BatchSim } from './batch-sim.ts';
import type { RewardModule } from './share/reward-module.ts';
import { boxes, disturb, drive, Sequential } from './testing/scenes.ts';

const model = boxes();
const size = model.nq + model.nv + model.na;
const open: BatchSim[] = [];
const rewardModule = new URL('./testing/reward.mjs', import.meta.url);
/** Numbers of workers, on one memory and on several. */
const TEAMS: readonly Pick<BatchOptions, 'workers' | 'memory'>[] = [
  { workers: 0 },
  ...(inFull ? [1, 2, 3, 5] : [1, 3]).flatMap((workers) => [
    { workers, memory: 'separate' as const },
    // the js back end has no memory that could be shared
    ...(model.backendName === 'wasm' ? [{ workers, memory: 'shared' as const }] : []),
  ]),
];
const nameOf = ({ workers, memory }: (typeof TEAMS)[number]): string => `${workers} workers, ${memory} memory`;

async function make(options: BatchOptions, of = model): Promise<BatchSim> {
  const sim = await BatchSim.create(of, options);
  open.push(sim);
  return sim;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((sim) => sim.close()));
});

/** Some calls with changing controls, and everything that came of them. */
function play(sim: BatchSim, calls = 6, steps = 8): number[] {
  const xpos = sim.bind('xpos');
  const qacc = sim.bind('qacc');
  for (let e = 0; e < sim.n; e++) disturb(sim.states, sim.ctrl, sim.model, e);
  for (let k = 0; k < calls; k++) {
    for (let e = 0; e < sim.n; e++) drive(sim.ctrl, sim.model, e, k);
    sim.stepAll(steps);
  }
  return [...sim.states, ...sim.ctrl, ...sim.sensordata, ...xpos, ...qacc];
}

function playSequential(n: number, calls = 6, steps = 8): number[] {
  const all = new Sequential(model, n);
  for (let e = 0; e < n; e++) disturb(all.states, all.ctrl, model, e);
  for (let k = 0; k < calls; k++) {
    for (let e = 0; e < n; e++) drive(all.ctrl, model, e, k);
    all.stepAll(steps);
  }
  return [...all.states, ...all.ctrl, ...all.field('sensordata'), ...all.field('xpos'), ...all.field('qacc')];
}

describe('stepAll gives the results of stepping each Data in sequence', () => {
  test.each([1, 7, 256])('%i environments, to the bit, for any number of workers', async (n) => {
    const calls = n === 256 ? 3 : 6;
    const expected = playSequential(n, calls);
    for (const team of TEAMS) {
      const sim = await make({ n, ...team });
      expect(sim.workers).toBe(Math.min(Number(team.workers), n));
      expect(sim.memory).toBe(team.memory ?? 'shared');
      expect(play(sim, calls), nameOf(team)).toEqual(expected);
      await sim.close();
    }
  });

  test('contacts have grown the memory of a Data', () => {
    const all = new Sequential(model, 1);
    for (let k = 0; k < 60; k++) all.stepAll(5);
    expect(all.all[0]?.ncon).toBeGreaterThan(8);
    expect(all.all[0]?.nefc).toBeGreaterThan(32);
  });

  test('stepAllAsync gives the same', async () => {
    for (const workers of [0, 2]) {
      const [a, b] = [await make({ n: 7, workers }), await make({ n: 7, workers: 0 })];
      for (let k = 0; k < 4; k++) {
        await a.stepAllAsync(5);
        b.stepAll(5);
      }
      expect([...a.states]).toEqual([...b.states]);
    }
  });

  test('reward modules with callbacks, resets and ends of episodes, for any number of workers', async () => {
    const runs: number[][] = [];
    for (const team of TEAMS) {
      const sim = await make({ n: 7, ...team, reward: rewardModule, autoreset: 'done', seed: 5 });
      const seen: number[] = [];
      for (let k = 0; k < 12; k++) {
        const { states, rewards, terminated, truncated } = sim.stepAll(5);
        seen.push(...states, ...rewards, ...terminated, ...truncated, sim.episodeOf(3));
      }
      runs.push(seen);
    }
    expect(runs[0]?.some((x) => x > 2000)).toBe(true);
    for (const run of runs) expect(run).toEqual(runs[0]);
  });
});

describe('the layout of states is stable', () => {
  test('row = environment, columns = qpos ++ qvel ++ act, and the arrays stay the same', async () => {
    const sim = await make({ n: 3, workers: 2 });
    const { states, ctrl, sensordata } = sim;
    expect(states.length).toBe(3 * size);
    expect([...states.subarray(size, size + model.nq)]).toEqual([...model.qpos0]);
    states[size + model.nq + 2] = -1; // environment 1 falls
    ctrl[2 * model.nu + 1] = 1; // environment 2 drives its second actuator
    const result = sim.stepAll(10);
    expect(result.states).toBe(states);
    expect([sim.states, sim.ctrl, sim.sensordata]).toEqual([states, ctrl, sensordata]);
    const data = makeData(model);
    data.qvel[2] = -1;
    step(model, data, 10);
    expect([...states.subarray(size, 2 * size)]).toEqual([...data.qpos, ...data.qvel, ...data.act]);
    expect(states[3 * size - 1]).toBeCloseTo(0.02, 12); // the activation of environment 2
    expect(states[2 * size - 1]).toBe(0);
  });

  test('stepAll hands out the same object each time', async () => {
    const sim = await make({ n: 2, workers: 1 });
    expect(sim.stepAll()).toBe(sim.stepAll());
  });
});

describe('a failed environment does not affect others', () => {
  test.each([0, 2])(
    'a state that becomes NaN is reported, and starts over in the next call (%i workers)',
    async (workers) => {
      const sim = await make({ n: 5, workers });
      const healthy = new Sequential(model, 5);
      sim.states[2 * size + 3] = Number.NaN;
      const { errors, terminated, failed } = sim.stepAll(3);
      healthy.stepAll(3);
      expect(failed).toBe(1);
      expect(errors.map((e) => e?.code)).toEqual([undefined, undefined, 'bad-position', undefined, undefined]);
      expect(errors[2]).toMatchObject({ environment: 2, index: 3, stage: 'position' });
      expect([...terminated]).toEqual([0, 0, 1, 0, 0]);
      for (const e of [0, 1, 3, 4])
        expect([...sim.states.subarray(e * size, (e + 1) * size)]).toEqual([
          ...healthy.states.subarray(e * size, (e + 1) * size),
        ]);
      expect(sim.episodeOf(2)).toBe(1);
      const next = sim.stepAll(4);
      expect(next.failed).toBe(0);
      expect(next.errors.every((e) => e === undefined)).toBe(true);
      expect([...next.terminated]).toEqual([0, 0, 0, 0, 0]);
      const fresh = makeData(model);
      step(model, fresh, 4);
      expect([...sim.states.subarray(2 * size, 2 * size + model.nq)]).toEqual([...fresh.qpos]);
    },
  );

  test.each([0, 2])('strict: the state stays where the failed step began (%i workers)', async (workers) => {
    const sim = await make({ n: 3, workers, strict: true });
    sim.ctrl[model.nu] = Number.NaN;
    const { errors } = sim.stepAll(2);
    expect(errors.map((e) => e?.code)).toEqual([undefined, 'bad-control', undefined]);
    expect([...sim.states.subarray(size, size + model.nq)]).toEqual([...model.qpos0]);
    const data = makeData(model);
    stepStrict(model, data, 2);
    expect([...sim.states.subarray(0, model.nq)]).toEqual([...data.qpos]);
  });

  test.each([0, 2])('a callback that throws (%i workers)', async (workers) => {
    const sim = await make({ n: 4, workers, reward: rewardModule });
    const userdata = sim.bind('userdata');
    userdata[2] = 13; // of environment 1
    const { errors, rewards, terminated } = sim.stepAll(2);
    expect(errors.map((e) => e?.code)).toEqual([undefined, 'callback', undefined, undefined]);
    expect(errors[1]?.message).toContain('unlucky');
    expect([...terminated]).toEqual([0, 1, 0, 0]);
    expect(rewards[1]).toBe(0);
    expect(rewards[2]).toBeGreaterThan(2000);
    userdata[2] = 0;
    expect(sim.stepAll().failed).toBe(0);
  });

  test('it is reported also where a module has a warning handler of its own', async () => {
    const seen: number[] = [];
    const reward: RewardModule = {
      reset(_model, data) {
        data.onWarning = (kind) => seen.push(kind);
      },
    };
    const sim = await make({ n: 3, workers: 0, reward });
    sim.stepAll();
    sim.states[size + 3] = Number.NaN;
    expect(sim.stepAll(2).errors.map((e) => e?.code)).toEqual([undefined, 'bad-position', undefined]);
    expect(seen).toEqual([enums.Warning.BADQPOS]);
  });

  test('autoreset never leaves it where it is', async () => {
    const sim = await make({ n: 2, workers: 0, autoreset: 'never', strict: true });
    sim.states[0] = 3;
    sim.ctrl[0] = Number.NaN;
    sim.stepAll();
    sim.ctrl[0] = 0;
    sim.stepAll();
    expect(sim.states[0]).toBeCloseTo(3, 3);
    expect(sim.episodeOf(0)).toBe(0);
  });
});

describe('states are filled without copies', () => {
  test.each([0, 2])(
    'a call allocates a few small objects, however many environments there are (%i workers)',
    async (workers) => {
      const sim = await make({ n: 16, workers });
      for (let k = 0; k < 200; k++) sim.stepAll(); // a steady state
      // the kernels of the js back end box numbers, so there only what is around them counts
      const steps = model.backendName === 'wasm' ? 1 : 0;
      expect(bytesPerCall(() => sim.stepAll(steps), 400, 512)).toBeLessThan(512);
    },
  );

  test.each([0, 2])('states, result and row views lie in one buffer (%i workers)', async (workers) => {
    const sim = await make({ n: 4, workers });
    const { buffer } = sim.states;
    sim.stepAll();
    expect(sim.states.buffer).toBe(buffer);
    expect(buffer.constructor).toBe(workers === 0 ? ArrayBuffer : SharedArrayBuffer);
  });
});

describe('resetWhere touches only flagged environments', () => {
  test.each([0, 2])('to the initial state (%i workers)', async (workers) => {
    const sim = await make({ n: 4, workers });
    sim.ctrl.fill(0.3);
    sim.stepAll(20);
    const before = sim.states.slice();
    sim.resetWhere([true, false, false, true]);
    for (const e of [1, 2])
      expect([...sim.states.subarray(e * size, (e + 1) * size)]).toEqual([
        ...before.subarray(e * size, (e + 1) * size),
      ]);
    expect([...sim.states.subarray(0, model.nq)]).toEqual([...model.qpos0]);
    expect([...sim.ctrl]).toEqual([0, 0, 0.3, 0.3, 0.3, 0.3, 0, 0]);
    sim.stepAll(5);
    const data = makeData(model);
    step(model, data, 5);
    for (const e of [0, 3]) expect([...sim.states.subarray(e * size, e * size + model.nq)]).toEqual([...data.qpos]);
    const going = makeData(model);
    going.ctrl.fill(0.3);
    step(model, going, 25);
    for (const e of [1, 2]) expect([...sim.states.subarray(e * size, e * size + model.nq)]).toEqual([...going.qpos]);
  });

  test('to given states, of which only flagged rows count', async () => {
    const sim = await make({ n: 3, workers: 2 });
    const states = new Float64Array(3 * size).fill(Number.NaN);
    const data = makeData(model);
    data.qpos[2] = 2;
    data.qvel[1] = 0.5;
    states.set([...data.qpos, ...data.qvel, ...data.act], size);
    sim.stepAll(3);
    sim.resetWhere(Uint8Array.of(0, 1, 0), states);
    const { failed } = sim.stepAll(7);
    step(model, data, 7);
    expect(failed).toBe(0);
    expect([...sim.states.subarray(size, size + model.nq)]).toEqual([...data.qpos]);
    const other = makeData(model);
    step(model, other, 10);
    expect([...sim.states.subarray(0, model.nq)]).toEqual([...other.qpos]);
  });

  test('a state that is written after a reset counts', async () => {
    const sim = await make({ n: 2, workers: 0 });
    sim.stepAll(4);
    sim.reset(1);
    sim.states[size + 2] = 5;
    sim.stepAll(1);
    expect(sim.states[size + 2]).toBeCloseTo(5, 3);
  });

  test('keyframes are where it starts', async () => {
    const sim = await make({ n: 2, workers: 2, keyframe: 'up' });
    const data = makeData(model);
    resetDataKeyframe(model, data, 0);
    expect([...sim.ctrl.subarray(0, 2)]).toEqual([...data.ctrl]);
    sim.stepAll(5);
    step(model, data, 5);
    expect([...sim.states.subarray(size, size + model.nq)]).toEqual([...data.qpos]);
  });
});

describe('bind', () => {
  test.each([0, 2])('inputs are written, results are read (%i workers)', async (workers) => {
    const sim = await make({ n: 3, workers });
    sim.stepAll(2);
    const force = sim.bind('qfrc_applied') as Float64Array;
    const time = sim.bind('time');
    const contacts = sim.bind('ncon');
    force[model.nv + 2] = 30; // environment 1
    sim.stepAll(5);
    const data = makeData(model);
    step(model, data, 2);
    data.qfrc_applied[2] = 30;
    step(model, data, 5);
    expect([...sim.states.subarray(size, size + model.nq)]).toEqual([...data.qpos]);
    expect([...time]).toEqual([data.time, data.time, data.time]);
    expect(contacts[1]).toBe(data.ncon);
    expect(sim.bind('qfrc_applied')).toBe(force);
    expect(sim.bind('ctrl')).toBe(sim.ctrl);
  });

  test('an input has its current values at once', async () => {
    const sim = await make({ n: 2, workers: 1 });
    sim.stepAll(5);
    expect(sim.bind('time')[1]).toBeCloseTo(0.01, 12);
  });

  test.each([
    ['efc_force', 'unsupported'],
    ['xpoz', 'unknown-name'],
  ])('%s: %s', async (name, code) => {
    const sim = await make({ n: 1, workers: 0 });
    expect(() => sim.bind(name)).toThrow(expect.objectContaining({ code }));
  });
});

describe('expand', () => {
  /** A model for each environment with its own friction, masses and gravity. */
  const models = Array.from({ length: 5 }, (_, e) => {
    const own = cloneModel(model);
    for (let b = 1; b < own.nbody; b++) (own.body_mass[b] as number) *= 1 + 0.3 * e;
    own.body_inertia.forEach((x, k) => {
      own.body_inertia[k] = x * (1 + 0.1 * e);
    });
    own.geom_friction[0] = 0.2 + 0.2 * e;
    own.opt.gravity[2] = -9.81 - e;
    own.qpos0[2] = 0.4 + 0.01 * e;
    setConst(own);
    return own;
  });

  test.each(TEAMS)(
    'environments with models of their own, recomputed constants included ($workers workers, $memory memory)',
    async (team) => {
      const sim = await make({ n: 5, ...team });
      const fields = ['body_mass', 'body_inertia', 'geom_friction', 'qpos0'] as const;
      sim.stepAll();
      for (const field of fields) {
        const all = sim.expand(field);
        models.forEach((own, e) => {
          all.set(own[field], (e * all.length) / 5);
        });
      }
      const gravity = sim.expand('opt.gravity');
      models.forEach((own, e) => {
        gravity.set(own.opt.gravity, 3 * e);
      });
      sim.setConst();
      sim.resetWhere([1, 1, 1, 1, 1]);
      for (let k = 0; k < 8; k++) sim.stepAll(10);
      models.forEach((own, e) => {
        const data = makeData(own);
        step(own, data, 80);
        expect([...sim.states.subarray(e * size, (e + 1) * size)]).toEqual([...data.qpos, ...data.qvel, ...data.act]);
      });
      expect(sim.states[size + 2]).not.toBe(sim.states[2]);
    },
  );

  test('values that setConst refuses fail their environment alone', async () => {
    const ball = loadModel('<mujoco><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>');
    const sim = await make({ n: 2, workers: 0 }, ball);
    const ipos = sim.expand('body_ipos');
    ipos[ipos.length - 1] = 0.1; // of environment 1: the compiled model relies on a centred mass
    sim.setConst();
    const { errors } = sim.stepAll();
    expect(errors.map((e) => e?.code)).toEqual([undefined, 'constants']);
  });

  test.each([
    ['nq', 'unsupported'],
    ['geom_frictoin', 'unknown-name'],
    ['xpos', 'unknown-name'],
  ])('%s: %s', async (name, code) => {
    const sim = await make({ n: 1, workers: 0 });
    expect(() => sim.expand(name)).toThrow(expect.objectContaining({ code }));
  });
});

describe('save and load', () => {
  test.each([
    [0, 2],
    [2, 0],
    [3, 1],
  ])('a batch of %i workers goes on in one of %i', async (before, after) => {
    const a = await make({ n: 5, workers: before, reward: rewardModule, autoreset: 'done' });
    a.bind('xfrc_applied')[8] = 3;
    a.expand('geom_friction')[0] = 0.4;
    for (let e = 0; e < 5; e++) disturb(a.states, a.ctrl, model, e);
    a.stepAll(15);
    a.reset(1);
    const bytes = a.save();
    const b = await make({ n: 5, workers: after, reward: rewardModule, autoreset: 'done' });
    b.stepAll(3);
    b.load(bytes);
    for (let k = 0; k < 5; k++) {
      a.stepAll(9);
      b.stepAll(9);
      expect([...b.states, ...b.sensordata]).toEqual([...a.states, ...a.sensordata]);
    }
    expect([...b.bind('xfrc_applied')]).toEqual([...a.bind('xfrc_applied')]);
    expect(b.episodeOf(1)).toBe(a.episodeOf(1));
  });

  test.each([0, 2])('what was loaded can be saved again at once (%i workers)', async (workers) => {
    const sim = await make({ n: 3, workers });
    sim.stepAll(12);
    const bytes = sim.save();
    sim.stepAll(3);
    sim.load(bytes);
    const copy = await make({ n: 3, workers: 0 });
    copy.load(sim.save());
    expect(sim.bind('time')[2]).toBeCloseTo(0.024, 12);
    sim.stepAll(4);
    copy.stepAll(4);
    expect([...copy.states]).toEqual([...sim.states]);
  });

  test('other bytes are refused', async () => {
    const sim = await make({ n: 2, workers: 0 });
    const bytes = sim.save();
    const other = await make({ n: 3, workers: 0 });
    const refused = expect.objectContaining({ name: 'BatchError', code: 'saved-batch' });
    expect(() => other.load(bytes)).toThrow(refused);
    expect(() => sim.load(bytes.slice(0, -8))).toThrow(refused);
    expect(() => sim.load(new Uint8Array(40))).toThrow(refused);
    const ball = loadModel('<mujoco><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>');
    const another = await make({ n: 2, workers: 0 }, ball);
    expect(() => another.load(bytes)).toThrow(refused);
  });
});

describe('as a Batch', () => {
  test('write, step, read', async () => {
    const sim = await make({ n: 2, workers: 2 });
    const states = sim.states.slice();
    states[2] = 3;
    await sim.write({ states, ctrl: Float64Array.of(0.1, 0.2, 0.3, 0.4) });
    await sim.step(5);
    const read = await sim.read(['states', 'errors']);
    expect(read.states).not.toBe(sim.states);
    expect([...read.states]).toEqual([...sim.states]);
    const data = makeData(model);
    setState(model, data, states.subarray(0, model.nq), 2);
    data.ctrl.set([0.1, 0.2]);
    step(model, data, 5);
    expect([...read.states.subarray(0, model.nq)]).toEqual([...data.qpos]);
    await expect(sim.write({ ctrl: new Float64Array(3) })).rejects.toMatchObject({ code: 'bad-argument' });
  });

  test('forwardAll computes what is derived and advances nothing', async () => {
    const sim = await make({ n: 2, workers: 2 });
    const xpos = sim.bind('xpos') as Float64Array;
    const before = sim.states.slice();
    sim.forwardAll();
    expect([...sim.states]).toEqual([...before]);
    expect(xpos[3 * 3 + 2]).toBe(1);
    sim.stepAll(3);
    const data = makeData(model);
    resetData(model, data);
    step(model, data, 3);
    expect([...sim.states.subarray(0, model.nq)]).toEqual([...data.qpos]);
  });
});

describe('misuse', () => {
  const bad = (code: string) => expect.objectContaining({ code });

  test.each([
    [{ n: 0 }, 'bad-argument'],
    [{ n: 1.5 }, 'bad-argument'],
    [{ n: 1, workers: -1 }, 'bad-argument'],
    [{ n: 1, memory: 'common' as 'shared' }, 'unknown-name'],
    [{ n: 1, keyframe: 'down' }, 'unknown-name'],
    [{ n: 1, autoreset: 'perhaps' as never }, 'unknown-name'],
    [{ n: 1, workers: 1, reward: { reward: () => 1 } }, 'unsupported'],
    [{ n: 1, workers: 0, reward: { rewrad: () => 1 } as object }, 'module'],
    [{ n: 1, workers: 0, reward: './nowhere.js' }, 'module'],
    [{ n: 1, workers: 1, reward: new URL('./nowhere.js', import.meta.url) }, 'module'],
  ])('%o: %s', async (options, code) => {
    await expect(BatchSim.create(model, options)).rejects.toMatchObject({ code });
  });

  test('closures of the model cannot go to workers, and are used without', async () => {
    const own = cloneModel(model);
    own.callbacks = { control: (_m, d) => d.ctrl.fill(0.5) };
    await expect(BatchSim.create(own, { n: 1, workers: 1 })).rejects.toMatchObject({ code: 'unsupported' });
    const sim = await make({ n: 1 }, own);
    expect(sim.workers).toBe(0);
    sim.stepAll();
    expect([...sim.ctrl]).toEqual([0.5, 0.5]);
  });

  test('closed and busy batches, wrong arguments', async () => {
    const sim = await make({ n: 2, workers: 1 });
    expect(() => sim.stepAll(-1)).toThrow(bad('bad-argument'));
    expect(() => sim.reset(2)).toThrow(bad('bad-argument'));
    expect(() => sim.resetWhere([true])).toThrow(bad('bad-argument'));
    expect(() => sim.resetWhere([true, true], new Float64Array(3))).toThrow(bad('bad-argument'));
    const pending = sim.stepAllAsync();
    expect(() => sim.stepAll()).toThrow(bad('busy'));
    expect(() => sim.save()).toThrow(bad('busy'));
    await pending;
    await sim.close();
    await sim.close();
    expect(() => sim.stepAll()).toThrow(bad('closed'));
    await expect(sim.stepAllAsync()).rejects.toMatchObject({ code: 'closed' });
  });

  test('the model of a batch cannot be disposed of before the batch is closed', async () => {
    const own = cloneModel(model);
    const starting = make({ n: 2, workers: 1 }, own);
    expect(() => own[Symbol.dispose]()).toThrow(bad('in-use'));
    const sim = await starting;
    expect(() => own[Symbol.dispose]()).toThrow(bad('in-use'));
    sim.stepAll();
    await sim.close();
    own[Symbol.dispose]();
    expect(() => own.nq).toThrow(bad('disposed'));
    const refused = cloneModel(model);
    await expect(BatchSim.create(refused, { n: 0 })).rejects.toMatchObject({ code: 'bad-argument' });
    refused[Symbol.dispose]();
  });

  test('several batches at once, stepped in turn and together', async () => {
    const sims = await Promise.all([
      make({ n: 3, workers: 1 }),
      make({ n: 3, workers: 2 }),
      make({ n: 3, workers: 0 }),
    ]);
    for (let k = 0; k < 3; k++) await Promise.all(sims.map((sim) => sim.stepAllAsync(4)));
    for (const sim of sims) sim.stepAll(2);
    for (const sim of sims) expect([...sim.states]).toEqual([...(sims[2] as BatchSim).states]);
  });
});
