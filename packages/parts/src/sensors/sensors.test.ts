import { describe, expect, test } from 'vitest';
import { random } from '../testing/random.ts';
import {
  FORCE_TORQUE_PRESETS,
  ForceTorqueSensor,
  IMU_PRESETS,
  Imu,
  MAGNETOMETER_PRESETS,
  Magnetometer,
  RANGEFINDER_PRESETS,
  Rangefinder,
  TOUCH_PRESETS,
  type TouchContact,
  TouchSensor,
} from './index.ts';

const DEGREE = Math.PI / 180;
const QUARTER = [Math.SQRT1_2, 0, 0, Math.SQRT1_2]; // about z

describe('an imu', () => {
  test('at rest feels gravity upwards, in free fall nothing', () => {
    const still = { quat: [1, 0, 0, 0], acceleration: [0, 0, 0], angularVelocity: [0, 0, 0] };
    expect([...new Imu().read(still).values]).toEqual([0, 0, 9.81, 0, 0, 0]);
    expect([...new Imu().read({ ...still, acceleration: [0, 0, -9.81] }).values]).toEqual([0, 0, 0, 0, 0, 0]);
    expect([...new Imu({ includeGravity: false }).read(still).values]).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('turned, sees vectors along its own axes', () => {
    const { values } = new Imu({ includeGravity: false, mount: { quat: QUARTER } }).read({
      quat: QUARTER,
      acceleration: [1, 0, 0],
      angularVelocity: [0, 2, 0],
    });
    for (const [k, x] of [-1, 0, 0, 0, -2, 0].entries()) expect(values[k]).toBeCloseTo(x, 14);
  });

  test('beside the axis feels centripetal and tangential acceleration', () => {
    const imu = new Imu({ includeGravity: false, mount: { pos: [0.5, 0, 0] } });
    const { values } = imu.read({
      quat: [1, 0, 0, 0],
      acceleration: [0, 0, 0],
      angularVelocity: [0, 0, 3],
      angularAcceleration: [0, 0, 4],
    });
    expect(values[0]).toBeCloseTo(-9 * 0.5, 14);
    expect(values[1]).toBeCloseTo(4 * 0.5, 14);
  });
});

describe('a force and torque sensor', () => {
  test('beside the origin sees the torque of the force', () => {
    const sensor = new ForceTorqueSensor({ mount: { pos: [0.1, 0, 0] } });
    expect([...sensor.read({ force: [0, 0, 10], torque: [0, 0, 0] }).values].map((x) => x + 0)).toEqual([
      0, 0, 10, 0, 1, 0,
    ]);
  });

  test('turned, keeps the size of both and their product', () => {
    const { numbers } = random(2);
    for (let k = 0; k < 20; k++) {
      const [force, torque] = [numbers(3), numbers(3)];
      const { values } = new ForceTorqueSensor({ mount: { quat: numbers(4) } }).read({ force, torque });
      const [f, t] = [values.subarray(0, 3), values.subarray(3)];
      expect(Math.hypot(...f)).toBeCloseTo(Math.hypot(...force), 13);
      expect(f.reduce((s, x, i) => s + x * t[i], 0)).toBeCloseTo(
        force.reduce((s, x, i) => s + x * torque[i], 0),
        13,
      );
    }
  });
});

describe('a touch sensor', () => {
  const contact = (force: number, x = 0, body?: string): TouchContact => ({
    point: [x, 0, 0],
    normal: [0, 0, 1],
    force,
    body,
  });

  test('adds up the contacts that it feels', () => {
    expect([...new TouchSensor().read([contact(1), contact(2, 0, 'ball')]).values]).toEqual([1, 2, 3, 0, 0, 1]);
    expect([...new TouchSensor().read([]).values]).toEqual([0, 0, 0, 0, 0, 0]);
    expect(new TouchSensor({ detectionRadius: 0.1 }).read([contact(1), contact(2, 0.2)]).values[2]).toBe(1);
    expect(
      new TouchSensor({ filterBodies: ['ball'] }).read([contact(1, 0, 'box'), contact(2, 0, 'ball')]).values[2],
    ).toBe(2);
    expect(new TouchSensor({ groundContacts: false }).read([contact(1), contact(2, 0, 'ball')]).values[2]).toBe(2);
    expect(new TouchSensor({ maxContacts: 2 }).read([contact(1), contact(5), contact(3)]).values[2]).toBe(8);
    expect(new TouchSensor({ forceThreshold: 4 }).read([contact(1), contact(2)]).values[0]).toBe(0);
  });

  test('averages normals by their forces', () => {
    const { values } = new TouchSensor().read([
      { point: [0, 0, 0], normal: [1, 0, 0], force: 3 },
      { point: [0, 0, 0], normal: [0, 1, 0], force: 4 },
    ]);
    expect(values[3]).toBeCloseTo(0.6, 14);
    expect(values[4]).toBeCloseTo(0.8, 14);
  });
});

describe('a rangefinder', () => {
  /** A wall at x = 2. */
  const wall = (origin: Float64Array, ray: Float64Array): number => (ray[0] > 0 ? (2 - origin[0]) / ray[0] : -1);

  test('sees the distance along its direction, within its range', () => {
    const at = (options: object): number => new Rangefinder({ direction: [1, 0, 0], ...options }).read(wall).values[0];
    expect(at({})).toBe(2);
    expect(at({ mount: { pos: [0.5, 0, 0] } })).toBe(1.5);
    expect(at({ maxRange: 1 })).toBe(1);
    expect(at({ maxRange: 1, infinityOnNoHit: true })).toBe(Infinity);
    expect(at({ minRange: 3 })).toBe(3);
    expect(at({ direction: [-1, 0, 0] })).toBe(10);
    expect(at({ mount: { quat: [Math.SQRT1_2, 0, 0, -Math.SQRT1_2] }, direction: [0, 1, 0] })).toBeCloseTo(2, 14);
  });

  test('says the nearest thing in its beam', () => {
    /** A sphere of radius 0.2 beside the axis of the beam, 2 m ahead. */
    const post = (origin: Float64Array, ray: Float64Array): number => {
      const [cx, cy] = [2 - origin[0], 0.45 - origin[1]];
      const along = cx * ray[0] + cy * ray[1];
      const square = along * along - (cx * cx + cy * cy - 0.04);
      return square < 0 ? -1 : along - Math.sqrt(square);
    };
    const at = (beamWidth: number): number => new Rangefinder({ direction: [1, 0, 0], beamWidth }).read(post).values[0];
    expect(at(0)).toBe(10);
    expect(at(0.5)).toBeLessThan(2.1);
    expect(at(0.5)).toBeGreaterThan(1.8);
  });

  test.each([
    ['an empty range', () => new Rangefinder({ minRange: 2, maxRange: 1 })],
    ['a beam all around', () => new Rangefinder({ beamWidth: 7 })],
    ['a caster that returns NaN', () => new Rangefinder().read(() => Number.NaN)],
  ])('%s is refused', (_, make) => {
    expect(make).toThrow(expect.objectContaining({ name: 'PartsError', code: 'bad-argument' }));
  });
});

describe('a magnetometer', () => {
  test('sees the field of the earth along its own axes, and so its heading', () => {
    for (const angle of [0, 0.3, 1.5, -2, 3]) {
      const { values } = new Magnetometer().read([Math.cos(angle / 2), 0, 0, Math.sin(angle / 2)]);
      expect(Math.hypot(...values)).toBeCloseTo(Math.hypot(23e-6, 42e-6), 18);
      const off = Magnetometer.heading(values) - angle;
      expect(Math.sin(off / 2)).toBeCloseTo(0, 12);
    }
  });

  test('a place has the field of its declination, inclination and intensity', () => {
    const [d, i, f] = [4 * DEGREE, 66 * DEGREE, 49e-6]; // Central Europe, by the World Magnetic Model
    const [east, north, up] = Magnetometer.fieldAt(d, i, f) as unknown as [number, number, number];
    expect(Math.hypot(east, north, up)).toBeCloseTo(f, 18);
    expect(Math.atan2(east, north)).toBeCloseTo(d, 12);
    expect(Math.atan2(-up, Math.hypot(east, north))).toBeCloseTo(i, 12);
  });

  test('iron beside it shifts and bends the field', () => {
    const sensor = new Magnetometer({
      earthField: [1e-5, 2e-5, 3e-5],
      hardIron: [1e-6, 0, 0],
      softIron: [2, 0, 0, 0, 1, 0.5, 0, 0, 1],
    });
    const { values } = sensor.read([1, 0, 0, 0]);
    for (const [k, x] of [2.1e-5, 3.5e-5, 3e-5].entries()) expect(values[k]).toBeCloseTo(x, 18);
  });
});

describe('presets', () => {
  test('defaults are those of the reference', () => {
    expect(IMU_PRESETS.realistic).toEqual({ accelerometer: { noise: 0.01 }, gyroscope: { noise: 0.001 } });
    expect(FORCE_TORQUE_PRESETS.realistic).toEqual({
      force: { range: 1000, noise: 0.1, deadband: 0.5 },
      torque: { range: 100, noise: 0.01, deadband: 0.05 },
    });
    expect(RANGEFINDER_PRESETS.lidar).toMatchObject({ minRange: 0.1, beamWidth: 0.001 });
    expect(RANGEFINDER_PRESETS.ultrasonic).toMatchObject({ minRange: 0.02, beamWidth: 0.5, distance: { noise: 0.01 } });
    expect(MAGNETOMETER_PRESETS.realistic.field.noise).toBe(0.5e-6);
    expect([...new Magnetometer().earthField]).toEqual([0, 23e-6, -42e-6]);
  });

  test('random truths never give NaN, whatever the device', () => {
    const { number, numbers } = random(8);
    for (let k = 0; k < 50; k++) {
      const time = 0.01 * k;
      const motion = {
        quat: numbers(4),
        acceleration: numbers(3),
        angularVelocity: numbers(3),
        angularAcceleration: numbers(3),
      };
      const values = [
        ...Object.values(IMU_PRESETS).flatMap((p) => [
          ...new Imu({ ...p, mount: { pos: numbers(3), quat: numbers(4) } }).read(motion, time).values,
        ]),
        ...Object.values(FORCE_TORQUE_PRESETS).flatMap((p) => [
          ...new ForceTorqueSensor(p).read({ force: numbers(3), torque: numbers(3) }, time).values,
        ]),
        ...Object.values(TOUCH_PRESETS).flatMap((p) => [
          ...new TouchSensor(p).read([{ point: numbers(3), normal: numbers(3), force: number() }], time).values,
        ]),
        ...Object.values(RANGEFINDER_PRESETS).flatMap((p) => [
          ...new Rangefinder(p).read(() => number(-1, 20), time).values,
        ]),
        ...Object.values(MAGNETOMETER_PRESETS).flatMap((p) => [...new Magnetometer(p).read(numbers(4), time).values]),
      ];
      expect(values.every(Number.isFinite)).toBe(true);
    }
  });
});
