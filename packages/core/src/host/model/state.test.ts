import { callOracle, loadOracle, loadOracleXml, modelFromOracle } from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  ArgumentError,
  copyState,
  type Data,
  extractState,
  getState,
  type Model,
  makeData,
  setState,
  stateSize,
} from '../../index.ts';
import { StateBit } from './enums.ts';

const xml = `<mujoco><size nuserdata="3"/><worldbody>
  <body mocap="true"><geom size=".1"/></body>
  <body name="a"><freejoint/><geom size=".1"/><body name="b"><joint name="j"/><geom size=".1"/></body></body></worldbody>
  <equality><weld body1="a"/></equality>
  <actuator><intvelocity joint="j" actrange="-1 1"/><motor joint="j"/></actuator></mujoco>`;

describe('state', () => {
  let model: Model;
  let data: Data;
  let theirs: Map<number, Float64Array>;
  const signatures = [...Array(14).keys()]
    .map((k) => 1 << k)
    .concat(StateBit.PHYSICS, StateBit.FULLPHYSICS, StateBit.USER, StateBit.INTEGRATION);

  beforeAll(async () => {
    const oracle = await loadOracle();
    const o = loadOracleXml(oracle, xml);
    model = modelFromOracle(o.model);
    data = makeData(model);
    const mine = data as unknown as Record<string, Float64Array>;
    for (const name of ['qpos', 'qvel', 'act', 'ctrl', 'xfrc_applied', 'userdata', 'mocap_pos', 'eq_active'])
      (o.data[name] as Float64Array).forEach((_, i, a) => {
        a[i] = name === 'eq_active' ? 1 : Math.sin(i + name.length);
        (mine[name] as Float64Array)[i] = a[i] as number;
      });
    data.time = 0.25;
    o.data['time'] = 0.25;
    theirs = new Map();
    for (const s of signatures) {
      const n = callOracle(oracle, 'mj_stateSize', o.model, s) as number;
      const vector = new Float64Array(n);
      if (n > 0) {
        const buffer = new (
          oracle.mj['DoubleBuffer'] as new (
            n: number,
          ) => { GetView(): Float64Array; delete(): void }
        )(n);
        callOracle(oracle, 'mj_getState', o.model, o.data, buffer, s);
        vector.set(buffer.GetView());
        buffer.delete();
      }
      theirs.set(s, vector);
    }
  });

  test('sizes and vectors equal those of the oracle for every bit and group', () => {
    for (const [signature, vector] of theirs) {
      expect(stateSize(model, signature)).toBe(vector.length);
      const state = new Float64Array(vector.length);
      getState(model, data, state, signature);
      expect([...state]).toEqual([...vector]);
    }
  });

  test('set is the inverse of get, and copy the same as both', () => {
    const state = new Float64Array(stateSize(model, StateBit.INTEGRATION));
    getState(model, data, state, StateBit.INTEGRATION);
    const other = makeData(model);
    setState(model, other, state, StateBit.INTEGRATION);
    const third = makeData(model);
    copyState(model, other, third, StateBit.INTEGRATION);
    const back = new Float64Array(state.length);
    getState(model, third, back, StateBit.INTEGRATION);
    expect([...back]).toEqual([...state]);
  });

  test('extraction equals getting the smaller state', () => {
    const whole = new Float64Array(stateSize(model, StateBit.INTEGRATION));
    getState(model, data, whole, StateBit.INTEGRATION);
    const wanted = StateBit.QVEL | StateBit.CTRL | StateBit.USERDATA;
    const part = new Float64Array(stateSize(model, wanted));
    const direct = new Float64Array(part.length);
    extractState(model, whole, StateBit.INTEGRATION, part, wanted);
    getState(model, data, direct, wanted);
    expect([...part]).toEqual([...direct]);
  });

  test('bad signatures and short arrays are refused', () => {
    expect(() => stateSize(model, 1 << 14)).toThrow(ArgumentError);
    expect(() => getState(model, data, new Float64Array(1), StateBit.QPOS)).toThrow(ArgumentError);
    expect(() => extractState(model, new Float64Array(99), StateBit.QPOS, new Float64Array(99), StateBit.QVEL)).toThrow(
      ArgumentError,
    );
  });
});
