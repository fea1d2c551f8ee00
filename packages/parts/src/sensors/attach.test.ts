import { forward, makeData, step } from '@qpos/core';
import { type Task, TaskEnv } from '@qpos/env';
import { loadModel } from '@qpos/spec';
import { describe, expect, test } from 'vitest';
import {
  attach,
  ForceTorqueSensor,
  IMU_PRESETS,
  Imu,
  Magnetometer,
  Rangefinder,
  SensorObservation,
  TouchSensor,
} from './index.ts';

const XML = `
<mujoco>
  <option magnetic="1e-5 2e-5 -4e-5"/>
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    <body name="arm" pos="0 0 .6"><joint axis="0 1 0" damping=".1"/><geom type="capsule" size=".04" fromto="0 0 0 .5 0 0"/>
      <body name="hand" pos=".5 0 0"><joint axis="1 0 .5" damping=".1"/><geom type="box" size=".05 .05 .1"/>
        <site name="wrist" pos=".02 .01 .03" euler="20 30 40" type="sphere" size=".5"/></body></body>
    <body name="box" pos="-1 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/><site name="skin" type="sphere" size=".3"/></body>
  </worldbody>
  <actuator><motor name="m" joint="0" gear="2"/></actuator>
  <sensor>
    <accelerometer name="a" site="wrist"/><gyro name="g" site="wrist"/><force name="f" site="wrist"/><torque name="t" site="wrist"/>
    <magnetometer name="b" site="wrist"/><rangefinder name="r" site="wrist"/><touch name="touch" site="skin"/>
  </sensor>
</mujoco>`
  .replace('joint="0"', 'joint="shoulder"')
  .replace('<joint axis="0 1 0"', '<joint name="shoulder" axis="0 1 0"');

const model = loadModel(XML);

describe('attached sensors', () => {
  test('ideal ones say what the sensors of the engine say', () => {
    const data = makeData(model);
    data.qvel.set([1, -2]);
    data.ctrl[0] = 0.5;
    const imu = attach(model, data, new Imu(), 'wrist');
    const force = attach(model, data, new ForceTorqueSensor(), 'wrist');
    const field = attach(model, data, new Magnetometer({ earthField: model.opt.magnetic }), 'wrist');
    const range = attach(model, data, new Rangefinder({ direction: [0, 0, 1], minRange: 0, maxRange: 1e3 }), 'wrist');
    const touch = attach(model, data, new TouchSensor(), 'skin');
    for (let k = 0; k < 100; k++) {
      step(model, data, 3);
      forward(model, data);
      const engine = (name: string): number[] => [...data.sensor(name).data];
      const close = (ours: ArrayLike<number>, theirs: number[]): void => {
        for (const [i, x] of theirs.entries()) expect(ours[i]).toBeCloseTo(x, 9);
      };
      close(imu.read().values, [...engine('a'), ...engine('g')]);
      close(force.read().values, [...engine('f'), ...engine('t')]);
      close(field.read().values, engine('b'));
      const [distance] = engine('r') as [number];
      close(range.read().values, [distance < 0 ? 1e3 : distance]);
      expect(touch.read().values[2]).toBeCloseTo(engine('touch')[0] as number, 9);
    }
    expect(touch.read().values[0]).toBe(1);
    expect(touch.read().values[5]).toBeCloseTo(1, 6); // the floor pushes up
  });

  test('a box at rest carries its weight, and an imu without gravity feels nothing', () => {
    const data = makeData(model);
    step(model, data, 2000);
    forward(model, data);
    const weight = (model.body('box').mass as unknown as number) * 9.81;
    expect(attach(model, data, new TouchSensor(), 'skin').read().values[2]).toBeCloseTo(weight, 3);
    const { values } = attach(model, data, new Imu({ includeGravity: false }), 'skin').read();
    expect(Math.hypot(...values)).toBeLessThan(1e-3);
  });

  test.each([
    ['no sensor', () => attach(model, makeData(model), {} as never, 'wrist'), 'bad-argument'],
    ['an unknown site', () => attach(model, makeData(model), new Imu(), 'elbow'), 'unknown-name'],
    [
      'one sensor at two sites',
      () => {
        const sensor = new Imu();
        return new SensorObservation([
          { sensor, site: 0 },
          { sensor, site: 1 },
        ]);
      },
      'bad-argument',
    ],
  ])('%s is refused', (_, make, code) => {
    // biome-ignore format: a table
    expect(make).toThrow(expect.objectContaining({ code }));
  });
});

/** A task whose policy sees an imu and a rangefinder, and nothing of the state. */
function task(): Task {
  const senses = new SensorObservation([
    {
      sensor: new Imu({
        ...IMU_PRESETS.bmi270,
        rate: 100,
        latency: 0.02,
        gyroscope: { noiseDensity: 1e-3, biasWalk: 0.01 },
      }),
      site: 'wrist',
    },
    { sensor: new Rangefinder({ distance: { noise: 0.01 } }), site: 'wrist' },
  ]);
  return {
    frameSkip: 5,
    observation: senses.size,
    state: senses.state,
    model: () => loadModel(XML),
    reset: (_, rng) => senses.reset(rng),
    observe: (ctx, out) => senses.observe(ctx, out),
    evaluate: (ctx) => {
      ctx.reward = -Math.abs(ctx.data.qpos[0] as number);
    },
  };
}

describe('sensors as observations of an environment', () => {
  const run = (env: TaskEnv, n: number): number[][] => Array.from({ length: n }, () => [...env.step([0.3]).obs]);

  test('episodes of a seed repeat, others differ', () => {
    const env = new TaskEnv(task());
    const episode = (seed: number): number[][] => [[...env.reset({ seed }).obs], ...run(env, 20)];
    const first = episode(1);
    expect(first[0]?.length).toBe(7);
    expect(episode(1)).toEqual(first);
    expect(episode(2)).not.toEqual(first);
  });

  test('a saved environment goes on with the same readings', () => {
    const [env, other] = [new TaskEnv(task()), new TaskEnv(task())];
    env.reset({ seed: 3 });
    other.reset({ seed: 4 });
    run(env, 10);
    const saved = env.save();
    const wanted = run(env, 10);
    other.load(saved);
    expect(run(other, 10)).toEqual(wanted);
  });
});
