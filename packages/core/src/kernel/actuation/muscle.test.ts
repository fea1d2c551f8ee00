import fs from 'node:fs';
import { callOracle, loadOracle, makeRandom, makeTwin } from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import { enums, LengthRangeError, muscleBias, muscleDynamics, muscleGain, setLengthRange } from '../../index.ts';

const arm = fs.readFileSync(new URL('../../../../../conformance/models/actuation/muscle.xml', import.meta.url), 'utf8');

const { FRICTIONLOSS, CONTACT, SPRING, DAMPER, GRAVITY, ACTUATION } = enums.DisableBit;
const STILL = FRICTIONLOSS | CONTACT | SPRING | DAMPER | GRAVITY | ACTUATION;

let oracle: Awaited<ReturnType<typeof loadOracle>>;
beforeAll(async () => {
  oracle = await loadOracle();
});

describe('muscle', () => {
  test('curves equal the oracle to the bit on 5,000 random parameter sets', () => {
    const r = makeRandom(3);
    const { mj } = oracle as unknown as { mj: Record<string, (...a: unknown[]) => number> };
    for (let k = 0; k < 5000; k++) {
      const low = r.uniform(0, 1);
      const range = [low, low + (r.chance(0.05) ? 0 : r.uniform(0, 1))];
      const prm = [
        ...[r.uniform(0.4, 0.9), r.uniform(0.9, 1.4)],
        r.chance(0.5) ? -1 : r.uniform(0, 500),
        ...[r.uniform(10, 400), r.uniform(0, 1), r.uniform(1, 2), r.uniform(0.1, 3), r.uniform(0, 3), r.uniform(1, 2)],
      ];
      const dyn = [r.uniform(0.001, 0.1), r.uniform(0.001, 0.1), r.chance(0.5) ? 0 : r.uniform(0, 2)];
      const [length, velocity, acc0] = [r.uniform(-0.5, 2.5), r.uniform(-2, 2), r.chance(0.05) ? 0 : r.uniform(0, 5)];
      const [ctrl, act] = [r.uniform(-0.5, 1.5), r.uniform(-0.5, 1.5)];
      expect(muscleGain(length, velocity, range, acc0, prm)).toBe(
        mj['mju_muscleGain'](length, velocity, range, acc0, prm),
      );
      expect(muscleBias(length, range, acc0, prm)).toBe(mj['mju_muscleBias'](length, range, acc0, prm));
      expect(muscleDynamics(ctrl, act, dyn)).toBe(mj['mju_muscleDynamics'](ctrl, act, dyn));
    }
  });

  test('length ranges by simulation and the automatic peak force equal those of the oracle on an arm with six muscles', () => {
    const twin = makeTwin(oracle, arm);
    const { model, data, oracleModel } = twin;
    const compiled = model.actuator_lengthrange.slice();
    // what the compiler of the oracle simulates with
    model.opt.timestep = 0.01;
    model.opt.disableflags = STILL;
    for (let a = 0; a < model.nactuator; a++) {
      if (a === 4) continue; // given in the model
      model.actuator_lengthrange.fill(0, 2 * a, 2 * a + 2);
      expect(setLengthRange(model, data, a)).toBe(true);
    }
    for (let k = 0; k < compiled.length; k++) expect(model.actuator_lengthrange[k]).toBeCloseTo(compiled[k], 9);
    expect(setLengthRange(model, data, 0)).toBe(false); // there already
    model.actuator_lengthrange.fill(0, 10, 12);
    expect(setLengthRange(model, data, 5, { uselimit: true })).toBe(true);
    expect([...model.actuator_lengthrange.subarray(10, 12)]).toEqual([...model.jnt_range.subarray(2, 4)]);
    expect(oracleModel['nactuator']).toBe(6);
    twin.release();
  });

  test('a simulation that starts over in each step has no length range, and ends', () => {
    const twin = makeTwin(oracle, arm);
    twin.model.jnt_axis.fill(Number.NaN);
    twin.model.actuator_lengthrange.fill(0);
    expect(() => setLengthRange(twin.model, twin.data, 0)).toThrow(LengthRangeError);
    twin.release();
  });

  test('setLengthRange equals mj_setLengthRange under the options of the model', () => {
    const twin = makeTwin(oracle, arm);
    const LROpt = oracle.mj['MjLROpt'] as new () => { useexisting: number; maxforce: number; delete(): void };
    const opt = new LROpt();
    opt.useexisting = 0;
    opt.maxforce = 5;
    twin.model.opt.disableflags = STILL;
    (twin.oracleModel['opt'] as { disableflags: number }).disableflags = STILL;
    callOracle(oracle, 'mj_setLengthRange', twin.oracleModel, twin.oracleData, 1, opt);
    setLengthRange(twin.model, twin.data, 1, { useexisting: false, maxforce: 5 });
    const theirs = twin.oracleModel['actuator_lengthrange'] as Float64Array;
    for (const k of [2, 3]) expect(twin.model.actuator_lengthrange[k]).toBeCloseTo(theirs[k], 8);
    opt.delete();
    twin.release();
  });

  test('refuses an actuator that never settles', () => {
    const twin = makeTwin(
      oracle,
      '<mujoco><worldbody><body><joint name="j"/><geom size=".1" pos=".2 0 0"/></body></worldbody><actuator><motor joint="j"/></actuator></mujoco>',
    );
    expect(() => setLengthRange(twin.model, twin.data, 0, { mode: 3 })).toThrow(/did not converge in actuator 0/);
    twin.release();
  });
});
