import { loadOracle, modelFromXml } from '@qpos/conformance';
import { describe, expect, test } from 'vitest';
import { cloneData, type Data, enums, fieldView, type Model, makeData, step } from '../index.ts';
import { applySnapshot, snapshotField, snapshotSize, takeSnapshot } from './snapshot.ts';

const falling = (sleep: boolean): string => `<mujoco>
  <option><flag sleep="${sleep ? 'enable' : 'disable'}"/></option>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body pos="1 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body pos="1 .05 3"><freejoint/><geom size=".1" mass=".1"/></body>
    <body pos="0 0 2"><joint name="hinge" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .5 0 0" size=".03"/></body>
  </worldbody>
  <actuator><intvelocity joint="hinge" kp="1"/></actuator>
  <sensor><framepos objtype="body" objname="world"/><jointvel joint="hinge"/></sensor>
</mujoco>`;

const oracle = await loadOracle();
const load = (sleep: boolean): Model => modelFromXml(oracle, falling(sleep));

const results = (d: Data): number[][] =>
  [d.qpos, d.qvel, d.act, d.qacc, d.tree_asleep, d.xpos, d.geom_xpos, d.sensordata, d.efc_force].map((a) => [...a]);

/** A run that is continued in another Data from `at` on, beside the one that goes on. */
function continued(model: Model, at: number, steps: number): [Data, Data] {
  const data = makeData(model);
  data.ctrl[0] = 0.3;
  step(model, data, at);
  const snapshot = new Float64Array(snapshotSize(model));
  takeSnapshot(model, data, snapshot);
  const other = makeData(model);
  step(model, other, 17); // what it holds does not matter
  applySnapshot(model, other, snapshot);
  step(model, data, steps);
  step(model, other, steps);
  return [data, other];
}

describe('snapshot', () => {
  test.each([
    [false, 1],
    [false, 300],
    [true, 10],
    [true, 300],
    [true, 800],
  ])('another Data goes on with the same bits (sleep %s, step %i)', (sleep, at) => {
    const [data, other] = continued(load(sleep), at, 600);
    expect(results(other)).toEqual(results(data));
    expect(other.time).toBe(data.time);
  });

  test('bodies are asleep at step 300, and one is woken by what falls on it later', () => {
    const model = load(true);
    const data = makeData(model);
    step(model, data, 300);
    const asleep = [...data.tree_asleep];
    expect(asleep.some((t) => t >= 0)).toBe(true);
    let woken = false;
    for (let k = 0; k < 600; k++) {
      step(model, data);
      woken ||= asleep.some((t, tree) => t >= 0 && (data.tree_asleep[tree] as number) < 0);
    }
    expect(woken).toBe(true);
  });

  test('warnings are part of it', () => {
    const model = load(false);
    const data = makeData(model);
    data.qvel[0] = Number.NaN;
    step(model, data);
    const snapshot = new Float64Array(snapshotSize(model));
    takeSnapshot(model, data, snapshot);
    const other = makeData(model);
    applySnapshot(model, other, snapshot);
    expect([...other.warning.number]).toEqual([...data.warning.number]);
    expect([...other.warning.number].some((n) => n > 0)).toBe(true);
    expect(results(cloneData(other))).toEqual(results(other));
  });

  test('every component of a state is in it', () => {
    const model = load(false);
    const data = makeData(model);
    step(model, data, 20);
    const snapshot = new Float64Array(snapshotSize(model));
    takeSnapshot(model, data, snapshot);
    const components =
      'time qpos qvel act history qacc_warmstart ctrl qfrc_applied xfrc_applied eq_active mocap_pos mocap_quat userdata plugin_state';
    for (const name of components.split(' '))
      expect([...snapshotField(model, snapshot, name)], name).toEqual([...fieldView(data, name)]);
    expect(components.split(' ').length).toBe(Math.log2(enums.StateBit.INTEGRATION + 1));
    for (const name of ['xpos', 'nothing', 'capacity'])
      expect(() => snapshotField(model, snapshot, name)).toThrow(expect.objectContaining({ code: 'unknown-name' }));
  });

  test('a Data that was disposed of has none', () => {
    const model = load(false);
    const data = makeData(model);
    const snapshot = new Float64Array(snapshotSize(model));
    takeSnapshot(model, data, snapshot);
    data[Symbol.dispose]();
    expect(() => takeSnapshot(model, data, snapshot)).toThrow(expect.objectContaining({ code: 'disposed' }));
  });

  test('too short an array is refused', () => {
    const model = load(false);
    const data = makeData(model);
    const short = new Float64Array(snapshotSize(model) - 1);
    expect(() => takeSnapshot(model, data, short)).toThrow('snapshot has');
    expect(() => applySnapshot(model, data, short)).toThrow('snapshot has');
  });
});
