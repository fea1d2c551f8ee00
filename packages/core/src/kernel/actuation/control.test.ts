import { callOracle, loadOracle, makeRandom, makeTwin } from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import { enums, forward, initCtrlHistory, readCtrl, resetData, step } from '../../index.ts';

const rails = (attributes: readonly string[], element = 'motor'): string => `<mujoco><worldbody>
  ${attributes.map((_, k) => `<body pos="0 ${k} 0"><joint name="j${k}" type="slide" damping="1"/><geom size=".1"/></body>`).join('')}
  </worldbody><actuator>${attributes.map((a, k) => `<${element} joint="j${k}" ${a}/>`).join('')}</actuator></mujoco>`;

let oracle: Awaited<ReturnType<typeof loadOracle>>;
beforeAll(async () => {
  oracle = await loadOracle();
});

describe('controls', () => {
  test.each([
    ['NaN', Number.NaN],
    ['infinite', Number.POSITIVE_INFINITY],
    ['too large', 2e10],
    ['large, but clamped', -2e10],
  ])('%s: warning and forces as the oracle', (_name, bad) => {
    const twin = makeTwin(oracle, rails(['', 'ctrlrange="-1 2"', 'ctrlrange="-1 1"']));
    const { model, data, oracleData } = twin;
    const told: number[][] = [];
    data.onWarning = (kind, info) => told.push([kind, info]);
    for (const [k, slot] of [1, 2, 0].entries()) {
      data.ctrl.set([0.1, 0.2, 0.3]);
      data.ctrl[slot] = bad;
      (oracleData['ctrl'] as Float64Array).set(data.ctrl);
      twin.call('mj_forward');
      forward(model, data);
      expect([...data.actuator_force], `case ${k}`).toEqual([...(oracleData['actuator_force'] as Float64Array)]);
      const warning = (oracleData['warning'] as { get(k: number): { number: number; lastinfo: number } }).get(
        enums.Warning.BADCTRL,
      );
      expect(data.warning.number[enums.Warning.BADCTRL]).toBe(warning.number);
      expect(data.warning.lastinfo[enums.Warning.BADCTRL]).toBe(warning.lastinfo);
    }
    expect(told.length).toBe(data.warning.number[enums.Warning.BADCTRL]);
    twin.release();
  });

  test('history: reads at any time, by any interpolation, equal the oracle while steps go by', () => {
    const delays = ['delay=".0125" nsample="9"', 'delay=".004" nsample="6" interp="cubic"', 'nsample="3"', ''];
    const twin = makeTwin(oracle, rails(delays));
    const { model, data, oracleModel, oracleData } = twin;
    const r = makeRandom(1);
    expect([...data.history]).toEqual([...(oracleData['history'] as Float64Array)]);
    for (let k = 0; k < 40; k++) {
      data.ctrl.set(data.ctrl.map(() => r.uniform(-1, 1)));
      (oracleData['ctrl'] as Float64Array).set(data.ctrl);
      twin.call('mj_step');
      step(model, data);
      expect([...data.history]).toEqual([...(oracleData['history'] as Float64Array)]);
      const now = data.time;
      const time = now + r.uniform(-0.03, 0.03);
      for (const interp of [0, 1, 2]) {
        // the force of a motor is its control
        for (const a of [0, 1]) (oracleModel['actuator_history'] as Int32Array)[2 * a + 1] = interp;
        oracleData['time'] = time;
        twin.call('mj_fwdActuation');
        const force = oracleData['actuator_force'] as Float64Array;
        for (const a of [0, 1]) expect(readCtrl(model, data, a, time, interp)).toBe(force[a]);
      }
      (oracleModel['actuator_history'] as Int32Array).set(model.actuator_history);
      oracleData['time'] = now;
      expect(readCtrl(model, data, 3, time)).toBe(data.ctrl[3]);
    }
    twin.release();
  });

  test('history: set from outside, written out of order, and started anew', () => {
    const twin = makeTwin(oracle, rails(['delay=".02" nsample="5" interp="linear"', '']));
    const { model, data, oracleModel, oracleData } = twin;
    const history = oracleData['history'] as Float64Array;
    const times = [-0.4, -0.3, 0.01, 0.2, 0.5];
    const values = [1, -2, 3, 4, 5];
    initCtrlHistory(model, data, 0, times, values);
    callOracle(oracle, 'mj_initCtrlHistory', oracleModel, oracleData, 0, times, values);
    expect([...data.history]).toEqual([...history]);
    data.ctrl[0] = 0.7;
    (oracleData['ctrl'] as Float64Array)[0] = 0.7;
    for (const time of [0.1, 0.01, -0.7, 0.6, 0.15]) {
      data.time = time;
      oracleData['time'] = time;
      twin.call('mj_step');
      step(model, data);
      expect([...data.history], `at ${time}`).toEqual([...history]);
    }
    const kept = data.history.slice(2, 7);
    initCtrlHistory(model, data, 0, undefined, values);
    expect([...data.history.slice(2, 7)]).toEqual([...kept]);
    resetData(model, data);
    twin.call('mj_resetData');
    expect([...data.history]).toEqual([...history]);
    expect(() => initCtrlHistory(model, data, 0, [0, 1, 1, 2, 3], values)).toThrow(/times must increase/);
    expect(() => initCtrlHistory(model, data, 1, undefined, values)).toThrow(/no history/);
    twin.release();
  });

  test('callbacks give the dynamics, gain and bias of user actuators', () => {
    const user = 'dyntype="user" gaintype="user" biastype="user"';
    const twin = makeTwin(oracle, rails([user, `${user} actdim="3"`, ''], 'general'));
    const { model, data } = twin;
    const asked: string[] = [];
    model.callbacks = {
      actDyn: (_m, d, a) => {
        asked.push(`dynamics ${a}`);
        if (a === 1) d.act_dot.set([1, 2, 3], 1);
        return 7;
      },
      actGain: (_m, _d, a) => 2 + a,
      actBias: (_m, _d, a) => 10 * (a + 1),
    };
    data.act.set([0.5, 1, 2, 3]);
    data.ctrl[2] = 4;
    forward(model, data);
    expect(asked).toEqual(['dynamics 0', 'dynamics 1']);
    expect([...data.act_dot]).toEqual([7, 1, 2, 3]);
    expect([...data.actuator_force]).toEqual([2 * 0.5 + 10, 3 * 3 + 20, 4]);

    // without them: no rate, a gain of 1, no bias
    model.callbacks = {};
    forward(model, data);
    (twin.oracleData['act'] as Float64Array).set(data.act);
    (twin.oracleData['ctrl'] as Float64Array).set(data.ctrl);
    twin.call('mj_forward');
    expect([...data.act_dot]).toEqual([0, 0, 0, 0]);
    expect([...data.actuator_force]).toEqual([...(twin.oracleData['actuator_force'] as Float64Array)]);
    twin.release();
  });
});
