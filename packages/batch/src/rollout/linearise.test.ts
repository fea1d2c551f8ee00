import { ArgumentError, enums, getState, makeData, setState, stateSize, transition } from '@qpos/core';
import { describe, expect, test } from 'vitest';
import '../js.ts';
import { boxes } from '../testing/scenes.ts';
import { lineariseSteps } from './linearise.ts';

const { FULLPHYSICS } = enums.StateBit;
const model = boxes();
const ROWS = 3;

/** States that differ from row to row. */
function states(): Float64Array {
  const size = stateSize(model, FULLPHYSICS);
  const all = new Float64Array(ROWS * size);
  const data = makeData(model);
  for (let r = 0; r < ROWS; r++) {
    data.qpos[0] = 0.02 * r;
    data.qvel[2] = -0.1 * r;
    getState(model, data, all.subarray(r * size, (r + 1) * size), FULLPHYSICS);
  }
  return all;
}

describe('lineariseSteps', () => {
  test.each([0, 2])('with %d workers: the matrices are those of `transition` to the bit', async (workers) => {
    const initialState = states();
    const { A, nbatch } = await lineariseSteps(model, { initialState, workers });
    expect(nbatch).toBe(ROWS);
    const data = makeData(model);
    const width = A.length / ROWS;
    for (let r = 0; r < ROWS; r++) {
      setState(model, data, initialState.subarray((r * initialState.length) / ROWS), FULLPHYSICS);
      data.qacc_warmstart.fill(0);
      data.ctrl.fill(0);
      expect(A.slice(r * width, (r + 1) * width)).toEqual(transition(model, data, { C: null, D: null }).A);
    }
  });

  test('parts of columns come to the same for any number of workers', async () => {
    const options = { initialState: states(), method: 'fd', parts: 3 } as const;
    const one = await lineariseSteps(model, { ...options, workers: 0 });
    expect(await lineariseSteps(model, { ...options, workers: 2 })).toEqual(one);
    const whole = await lineariseSteps(model, { ...options, parts: 1, workers: 0 });
    for (let k = 0; k < one.A.length; k++) expect(one.A[k]).toBeCloseTo(whole.A[k] as number, 9);
  });

  test('nonsense is refused', async () => {
    const initialState = states();
    await expect(lineariseSteps(model, { initialState, parts: 0 })).rejects.toThrow(ArgumentError);
    await expect(lineariseSteps(model, { initialState, parts: 2 })).rejects.toThrow(/only columns of finite/);
  });
});
