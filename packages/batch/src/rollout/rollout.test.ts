import { cloneModel, enums, getState, type Model, makeData, resetData, setState, stateSize, step } from '@qpos/core';
import { loadModel } from '@qpos/spec';
import { afterAll, describe, expect, test } from 'vitest';
import '../js.ts';
import { boxes } from '../testing/scenes.ts';
import { RolloutPool } from './pool.ts';
import { rollout } from './rollout.ts';

const { FULLPHYSICS, CTRL, QFRC_APPLIED, MOCAP_POS, QPOS } = enums.StateBit;
const model = boxes();
const nstate = stateSize(model, FULLPHYSICS);
const { nv, nu, nsensordata } = model;

/** Initial states that differ from row to row. */
function initialStates(rows: number): Float64Array {
  const states = new Float64Array(rows * nstate);
  const data = makeData(model);
  for (let r = 0; r < rows; r++) {
    data.qpos[0] = 0.02 * r;
    data.qvel[2] = -0.1 * r;
    getState(model, data, states.subarray(r * nstate, (r + 1) * nstate), FULLPHYSICS);
  }
  return states;
}

/** Controls that differ from row to row and from step to step. */
const controls = (rows: number, steps: number): Float64Array =>
  Float64Array.from({ length: rows * steps * nu }, (_, k) => 0.1 * ((k * 7) % 13) - 0.6);

/** One row after the other with `step`. */
function sequential(
  initial: Float64Array,
  control: Float64Array | undefined,
  nstep: number,
  models: readonly Model[] = [model],
) {
  const rows = initial.length / nstate;
  const state = new Float64Array(rows * nstep * nstate);
  const sensordata = new Float64Array(rows * nstep * nsensordata);
  const data = makeData(models[0] as Model);
  for (let r = 0; r < rows; r++) {
    const own = models[r % models.length] as Model;
    resetData(own, data);
    setState(own, data, initial.subarray(r * nstate, (r + 1) * nstate), FULLPHYSICS);
    for (let t = 0; t < nstep; t++) {
      const at = r * nstep + t;
      if (control !== undefined) data.ctrl.set(control.subarray(at * nu, (at + 1) * nu));
      step(own, data);
      getState(own, data, state.subarray(at * nstate, (at + 1) * nstate), FULLPHYSICS);
      sensordata.set(data.sensordata, at * nsensordata);
    }
  }
  return { state: [...state], sensordata: [...sensordata] };
}

const pools: RolloutPool[] = [];
async function makePool(workers: number, of: Model | readonly Model[] = model): Promise<RolloutPool> {
  const pool = await RolloutPool.create(of, { workers });
  pools.push(pool);
  return pool;
}
afterAll(() => Promise.all(pools.map((pool) => pool.close())));

describe('rollout', () => {
  test.each([0, 1, 2, 3])('gives what stepping row after row gives (%i workers)', async (workers) => {
    const initialState = initialStates(7);
    const control = controls(7, 30);
    const expected = sequential(initialState, control, 30);
    const result = await rollout(model, { initialState, control, workers });
    expect(result).toMatchObject({ nbatch: 7, nstep: 30, nstate });
    expect([...result.state]).toEqual(expected.state);
    expect([...result.sensordata]).toEqual(expected.sensordata);
  });

  test('one row, or one step, is repeated', async () => {
    const pool = await makePool(2);
    const one = initialStates(1);
    const control = controls(1, 5);
    const repeat = (values: Float64Array, n: number): Float64Array =>
      Float64Array.from(
        Array(n)
          .fill([...values])
          .flat(),
      );
    const rows = await rollout(model, { initialState: repeat(one, 4), control, nstep: 5, pool });
    expect([...rows.state]).toEqual(sequential(repeat(one, 4), repeat(control, 4), 5).state);
    const steps = await rollout(model, { initialState: one, control: Float64Array.of(0.3, -0.2), nstep: 6, pool });
    expect([...steps.state]).toEqual(sequential(one, repeat(Float64Array.of(0.3, -0.2), 6), 6).state);
    const nested = await rollout(model, {
      initialState: [[...one]],
      control: [[[0.3, -0.2]], [[0.1, 0.1]]],
      nstep: 3,
      pool,
    });
    expect(nested.nbatch).toBe(2);
    const both = Float64Array.from([...repeat(Float64Array.of(0.3, -0.2), 3), ...repeat(Float64Array.of(0.1, 0.1), 3)]);
    expect([...nested.state]).toEqual(sequential(repeat(one, 2), both, 3).state);
    const shaped = await rollout(model, {
      initialState: one,
      control: { data: controls(3, 1), shape: [3, 1, nu] },
      nstep: 3,
      pool,
    });
    expect(shaped.nbatch).toBe(3);
    const without = await rollout(model, { initialState: one, nstep: 4, pool });
    expect([...without.state]).toEqual(sequential(one, undefined, 4).state);
  });

  test.each([0, 2])('a model for each row (%i workers)', async (workers) => {
    const heavy = cloneModel(model);
    heavy.opt.gravity[2] = -3;
    const models = [model, heavy, model];
    const initialState = initialStates(3);
    const { state } = await rollout(models, { initialState, control: controls(3, 20), workers });
    expect([...state]).toEqual(sequential(initialState, controls(3, 20), 20, models).state);
    const single = await rollout(models, { initialState: initialStates(1), nstep: 2, workers });
    expect(single.nbatch).toBe(3);
  });

  test('controlSpec: forces instead of controls', async () => {
    const initialState = initialStates(2);
    const control = Float64Array.from({ length: 2 * 10 * nv }, (_, k) => (k % nv === 2 ? 5 : 0));
    const { state } = await rollout(model, { initialState, control, controlSpec: QFRC_APPLIED, workers: 1 });
    const data = makeData(model);
    setState(model, data, initialState.subarray(nstate), FULLPHYSICS);
    data.qfrc_applied[2] = 5;
    step(model, data, 10);
    const end = new Float64Array(nstate);
    getState(model, data, end, FULLPHYSICS);
    expect([...state.subarray(19 * nstate)]).toEqual([...end]);
    await expect(rollout(model, { initialState, controlSpec: QPOS, workers: 0 })).rejects.toMatchObject({
      code: 'bad-argument',
    });
    expect(MOCAP_POS & enums.StateBit.USER).not.toBe(0);
    expect(CTRL & enums.StateBit.USER).not.toBe(0);
  });

  test('initialWarmstart is what the solver starts from', async () => {
    const initialState = initialStates(1);
    const warm = new Float64Array(nv).fill(3);
    const { state } = await rollout(model, { initialState, initialWarmstart: warm, nstep: 40, workers: 0 });
    const data = makeData(model);
    setState(model, data, initialState, FULLPHYSICS);
    data.qacc_warmstart.set(warm);
    step(model, data, 40);
    const end = new Float64Array(nstate);
    getState(model, data, end, FULLPHYSICS);
    expect([...state.subarray(39 * nstate)]).toEqual([...end]);
  });

  test('after a warning the rest of a row repeats what there is, and others go on', async () => {
    const initialState = initialStates(3);
    initialState[nstate + 1 + model.nq] = Number.NaN; // a velocity of the second row, after time and positions
    const { state } = await rollout(model, { initialState, nstep: 6, workers: 2 });
    const row = (r: number, t: number): number[] => [...state.subarray((6 * r + t) * nstate, (6 * r + t + 1) * nstate)];
    for (let t = 1; t < 6; t++) expect(row(1, t)).toEqual(row(1, 0));
    expect(row(1, 0).every(Number.isFinite)).toBe(true);
    const good = sequential(initialStates(3), undefined, 6).state;
    expect(row(2, 5)).toEqual(good.slice(17 * nstate, 18 * nstate));
  });

  test.each([1, 2, 5, 100])('chunks of %i rows', async (chunkSize) => {
    const initialState = initialStates(7);
    const pool = await makePool(2);
    const { state } = await rollout(model, { initialState, nstep: 5, chunkSize, pool });
    expect([...state]).toEqual(sequential(initialState, undefined, 5).state);
  });

  test('results go to given arrays, shared or not', async () => {
    const initialState = initialStates(2);
    const expected = sequential(initialState, undefined, 3);
    const state = new Float64Array(2 * 3 * nstate);
    const sensordata = new Float64Array(new SharedArrayBuffer(8 * 2 * 3 * nsensordata));
    const result = await rollout(model, { initialState, nstep: 3, state, sensordata, workers: 1 });
    expect(result.state).toBe(state);
    expect(result.sensordata).toBe(sensordata);
    expect([...state]).toEqual(expected.state);
    expect([...sensordata]).toEqual(expected.sensordata);
  });

  test('several pools at once, several rollouts of one at a time', async () => {
    const [a, b] = await Promise.all([makePool(1), makePool(2)]);
    const initialState = initialStates(4);
    const all = await Promise.all([a, b, a, b].map((pool) => rollout(model, { initialState, nstep: 8, pool })));
    const { state } = sequential(initialState, undefined, 8);
    for (const result of all) expect([...result.state]).toEqual(state);
  });

  test('a pool follows changes of the model when it is told', async () => {
    const own = cloneModel(model);
    const pool = await makePool(1, own);
    own.opt.gravity[2] = 0;
    await pool.update(own);
    const { state } = await rollout(own, { initialState: initialStates(1), nstep: 10, pool });
    expect(state[9 * nstate + 3]).toBe(model.qpos0[2]);
  });

  test.each([0, 2])('progress and abort (%i workers)', async (workers) => {
    const initialState = initialStates(40);
    const seen: number[] = [];
    const { state } = await rollout(model, {
      initialState,
      nstep: 3,
      workers,
      onProgress: ({ done, total, steps }) => {
        seen.push(done);
        expect(total).toBe(40);
        expect(steps).toBe(3 * done);
      },
    });
    expect(state.length).toBe(40 * 3 * nstate);
    expect(seen.at(-1)).toBe(40);
    expect(seen.length).toBeGreaterThan(5);
    const abort = new AbortController();
    const ended = rollout(model, {
      initialState,
      nstep: 2000,
      workers,
      signal: abort.signal,
      onProgress: () => abort.abort(),
    });
    await expect(ended).rejects.toMatchObject({ name: 'BatchError', code: 'aborted' });
    await expect(rollout(model, { initialState, signal: abort.signal })).rejects.toMatchObject({ code: 'aborted' });
  });

  test('an aborted pool goes on to serve', async () => {
    const pool = await makePool(1);
    const abort = new AbortController();
    const initialState = initialStates(2);
    const long = rollout(model, {
      initialState,
      nstep: 50_000,
      pool,
      signal: abort.signal,
    });
    setTimeout(() => abort.abort(), 20);
    await expect(long).rejects.toMatchObject({ code: 'aborted' });
    const { state } = await rollout(model, { initialState, nstep: 3, pool });
    expect([...state]).toEqual(sequential(initialState, undefined, 3).state);
  });

  test('a callback that throws names its row', async () => {
    const own = cloneModel(model);
    own.callbacks = {
      control: (_m, data) => {
        if (data.qpos[0] === 0.02) throw new Error('enough');
      },
    };
    const ended = rollout(own, { initialState: initialStates(3), chunkSize: 1 });
    await expect(ended).rejects.toMatchObject({ name: 'EnvironmentError', code: 'callback', environment: 1 });
    await expect(rollout(own, { initialState: initialStates(3), workers: 1 })).rejects.toMatchObject({
      code: 'unsupported',
    });
  });

  test.each([
    ['initialState', { initialState: new Float64Array(nstate - 1) }],
    ['nbatch', { initialState: initialStates(2), control: { data: controls(3, 1), shape: [3, 1, nu] } }],
    ['may be one row', { initialState: initialStates(4), control: controls(4, 1), nstep: 4 }],
    ['steps', { initialState: initialStates(2), control: controls(1, 3), nstep: 4 }],
    ['nstep', { initialState: initialStates(1), nstep: 0 }],
    ['chunkSize', { initialState: initialStates(1), chunkSize: 0 }],
    ['state must', { initialState: initialStates(1), state: new Float64Array(3) }],
    ['nested', { initialState: [[1, 2], [3]] }],
    ['controlSpec', { initialState: initialStates(1), controlSpec: -1 }],
  ])('refuses inputs that do not fit: %s', async (text, options) => {
    await expect(rollout(model, { workers: 0, ...options })).rejects.toThrow(text);
  });

  test('models of other sizes are refused', async () => {
    const ball = loadModel('<mujoco><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>');
    await expect(rollout([model, ball], { initialState: initialStates(2) })).rejects.toMatchObject({
      code: 'wrong-model',
    });
  });
});
