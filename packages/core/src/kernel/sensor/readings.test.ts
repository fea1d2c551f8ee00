import { bytesPerCall, loadOracle, makeTwin, type Oracle, relativeError } from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import * as core from '../../index.ts';

const TOLERANCE = 1e-12;

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
});

const delayed = (
  attributes: string,
) => `<mujoco><worldbody><body><joint name="j" axis="0 1 0"/><geom size=".1" pos=".2 0 0"/>
  <site name="s" pos=".2 0 0"/></body></worldbody><sensor><framepos objtype="site" objname="s" ${attributes}/></sensor></mujoco>`;

describe('histories', () => {
  const times = [-0.031, -0.02, -0.011, -0.004];
  const values = Array.from({ length: 12 }, (_, k) => Math.sin(2 * k));

  test.each([
    'nsample="4" delay=".012"',
    'nsample="4" delay=".012" interp="linear"',
    'nsample="4" delay=".012" interp="cubic"',
    'nsample="4" interval=".007 -.002" delay=".012" interp="cubic"',
    'nsample="4"',
  ])('what a history was set to, and then holds, equals the oracle: %s', (attributes) => {
    const twin = makeTwin(oracle, delayed(attributes));
    const { model, data, oracleData } = twin;
    twin.call('mj_initSensorHistory', 0, times, values, -0.003);
    core.initSensorHistory(model, data, 0, times, values, -0.003);
    expect([...data.history]).toEqual([...(oracleData['history'] as Float64Array)]);
    for (let k = 0; k < 30; k++) {
      twin.call('mj_step');
      core.step(model, data);
      expect(relativeError(data.history, oracleData['history'] as Float64Array)).toBeLessThan(TOLERANCE);
      expect(relativeError(data.sensordata, oracleData['sensordata'] as Float64Array)).toBeLessThan(TOLERANCE);
    }
    twin.release();
  });

  test('a reading at a sample time is the sample, by a line between two samples their mean', () => {
    const { model, data, release } = makeTwin(oracle, delayed('nsample="4" delay=".01"'));
    core.initSensorHistory(model, data, 0, times, values);
    const read = new Float64Array(3);
    core.readSensor(model, data, 0, -0.01, read);
    expect([...read]).toEqual(values.slice(3, 6));
    core.readSensor(model, data, 0, 0.01 + (times[1] as number) / 2 + (times[2] as number) / 2, read, 1);
    for (let k = 0; k < 3; k++)
      expect(read[k]).toBeCloseTo(((values[3 + k] as number) + (values[6 + k] as number)) / 2, 12);
    core.readSensor(model, data, 0, 5, read, 2);
    expect([...read]).toEqual(values.slice(9));
    release();
  });

  test('a sensor without a history reads as it is, and cannot be given one', () => {
    const { model, data, release } = makeTwin(oracle, delayed(''));
    core.forward(model, data);
    const read = new Float64Array(3);
    core.readSensor(model, data, 0, -1, read);
    expect(read).toEqual(data.sensordata.slice());
    expect(() => core.initSensorHistory(model, data, 0, times, values)).toThrow(core.ArgumentError);
    expect(() => core.readSensor(model, data, 1, 0, read)).toThrow(core.ArgumentError);
    release();
  });

  test('times must increase', () => {
    const { model, data, release } = makeTwin(oracle, delayed('nsample="4"'));
    expect(() => core.initSensorHistory(model, data, 0, [0, 1, 1, 2], values)).toThrow(/increase/);
    release();
  });
});

describe('insideSite', () => {
  test('1,000 points and seven volumes: as the oracle says', () => {
    const shapes = [
      'sphere" size=".4',
      'capsule" size=".2 .3',
      'ellipsoid" size=".3 .4 .5',
      'cylinder" size=".35 .3',
      'box" size=".4 .2 .3',
      'mesh" mesh="rock',
      'mesh" mesh="notch',
    ];
    const xml = `<mujoco><asset><mesh name="rock" vertex="-.4 -.4 -.4 .5 0 0 0 .6 0 0 0 .7 .4 .4 .3 -.5 .1 .2" refpos=".1 0 0" refquat=".9 .1 0 .2"/>
      <mesh name="notch" vertex="0 0 0 1 0 0 1 1 0 .5 .2 0 0 0 .5 1 0 .5 1 1 .5 .5 .2 .5" scale=".5 .8 .6"/></asset><worldbody>
      ${shapes.map((t, k) => `<site type="${t}" pos=".1 0 ${0.1 * k}" euler="${20 * k} 10 30"/>`).join('')}</worldbody></mujoco>`;
    const twin = makeTwin(oracle, xml);
    twin.call('mj_forward');
    core.forward(twin.model, twin.data);
    let x = 12345;
    const next = () => {
      x = (Math.imul(x, 1103515245) + 12345) | 0;
      return (0.6 * x) / 2147483648;
    };
    let inside = 0;
    for (let k = 0; k < 1000; k++) {
      const point = [next(), next(), next()];
      for (let s = 0; s < shapes.length; s++) {
        const theirs = twin.call('mj_insideSite', s, point) !== 0;
        expect(core.insideSite(twin.model, twin.data, s, point), `site ${s}, point ${point}`).toBe(theirs);
        if (theirs) inside++;
      }
    }
    expect(inside).toBeGreaterThan(300);
    twin.release();
  });
});

describe('stages', () => {
  const xml = `<mujoco><worldbody><geom type="plane" size="1 1 .1"/><body pos="0 0 .09"><freejoint/><geom type="box" size=".1 .1 .1"/><site name="s" type="box" size=".1 .1 .1"/></body></worldbody>
    <sensor><framepos objtype="site" objname="s"/><gyro site="s"/><touch site="s"/><user dim="1" needstage="pos"/><user dim="1" needstage="vel" cutoff=".25"/><user dim="1"/></sensor></mujoco>`;

  test('each writes its own sensors', () => {
    const { model, data, release } = makeTwin(oracle, xml);
    data.qvel.fill(0.3);
    core.forward(model, data);
    const full = data.sensordata.slice();
    const written = (run: () => void) => {
      data.sensordata.fill(7);
      run();
      return [...data.sensordata].map((v, k) => (v === full[k] ? k : -1)).filter((k) => k >= 0);
    };
    expect(written(() => core.sensorPos(model, data))).toEqual([0, 1, 2, 7]);
    expect(written(() => core.sensorVel(model, data))).toEqual([3, 4, 5, 8]);
    expect(written(() => core.sensorAcc(model, data))).toEqual([6, 9]);
    release();
  });

  test('the callback fills user sensors at their stage, cut off', () => {
    const { model, data, release } = makeTwin(oracle, xml);
    const stages: number[] = [];
    model.callbacks = {
      sensor(_m, d, stage) {
        stages.push(stage);
        d.sensordata[6 + stage] = stage;
      },
    };
    core.step(model, data);
    expect(stages).toEqual([1, 2, 3]);
    expect([...data.sensordata.slice(7)]).toEqual([1, 0.25, 3]);
    release();
  });
});

/** V8 boxes numbers that cross from one compiled function to another; the `js` back end pays that for some of its results. */
const BOXED = 32;

/** Less than the smallest object per call is what the surroundings allocate meanwhile. */
const LEAST_OBJECT = 16;

test('sensors of every kind allocate nothing, nor does a step with all of them', () => {
  const { model, data, release } = makeTwin(oracle, allSensors);
  core.step(model, data, 20);
  const bytes = bytesPerCall(() => {
    core.sensorPos(model, data);
    core.sensorVel(model, data);
    core.sensorAcc(model, data);
  });
  expect(bytes).toBeLessThan(core.backendName() === 'wasm' ? LEAST_OBJECT : BOXED * model.nsensordata);
  if (core.backendName() === 'wasm') expect(bytesPerCall(() => core.step(model, data))).toBeLessThan(LEAST_OBJECT);
  release();
});

const frames = [
  'framepos',
  'framequat',
  'framexaxis',
  'frameyaxis',
  'framezaxis',
  'framelinvel',
  'frameangvel',
  'framelinacc',
  'frameangacc',
];
const allSensors = `<mujoco><asset><mesh name="plate" builtin="plate" params="4 4" scale=".1 .1 .1"/></asset>
  <worldbody><geom name="floor" type="plane" size="1 1 .1"/><camera name="c" pos="0 0 1" resolution="4 3"/><site name="w" type="box" size="1 1 1"/>
    <body name="b" pos="0 0 .09"><freejoint/><geom name="g" type="box" size=".1 .1 .1"/><geom name="skin" type="mesh" mesh="plate" mass="0" contype="0" conaffinity="0"/><site name="s" type="box" size=".1 .1 .1"/>
      <body name="t" pos=".2 0 0"><joint name="j" axis="0 1 0" range="-1 1"/><geom name="h" size=".05"/><site name="e"/>
        <body pos=".1 0 0"><joint name="q" type="ball"/><geom size=".03"/></body></body></body></worldbody>
  <tendon><fixed name="f" range="-1 1"><joint joint="j" coef="1"/></fixed></tendon>
  <actuator><motor name="m" joint="j"/><motor name="n" tendon="f"/></actuator>
  <sensor><touch site="s"/><accelerometer site="s"/><velocimeter site="s"/><gyro site="s"/><force site="e"/><torque site="e"/><magnetometer site="s"/>
    <rangefinder site="e" data="dist dir origin point normal depth"/><rangefinder camera="c"/><camprojection site="s" camera="c"/>
    <jointpos joint="j"/><jointvel joint="j"/><tendonpos tendon="f"/><tendonvel tendon="f"/><actuatorpos actuator="m"/><actuatorvel actuator="m"/><actuatorfrc actuator="m"/>
    <jointactuatorfrc joint="j"/><tendonactuatorfrc tendon="f"/><ballquat joint="q"/><ballangvel joint="q"/>
    <jointlimitpos joint="j"/><jointlimitvel joint="j"/><jointlimitfrc joint="j"/><tendonlimitpos tendon="f"/><tendonlimitvel tendon="f"/><tendonlimitfrc tendon="f"/>
    ${frames.map((f) => `<${f} objtype="site" objname="e"/>`).join('')}
    <subtreecom body="b"/><subtreelinvel body="b"/><subtreeangmom body="b"/><insidesite site="w" objtype="body" objname="b"/>
    <distance geom1="floor" geom2="h" cutoff="1"/><normal geom1="g" geom2="h" cutoff="1"/><fromto body1="b" body2="t" cutoff="1"/>
    <contact num="3" data="found force torque dist pos normal tangent" reduce="maxforce"/><contact body1="b" reduce="netforce"/><contact site="w" num="2" reduce="mindist"/>
    <e_potential/><e_kinetic/><clock/><tactile geom="skin" mesh="plate"/><user dim="2"/>
    <jointpos joint="j" nsample="4" delay=".01" interp="cubic"/><clock nsample="4" interval=".01 0"/></sensor></mujoco>`;
