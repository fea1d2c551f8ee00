import { describe, expect, test } from 'vitest';
import { allanDeviation, ForceTorqueSensor, Imu, type ImuTruth, Magnetometer, type SignalErrors } from './index.ts';

const STILL: ImuTruth = { quat: [1, 0, 0, 0], acceleration: [0, 0, 0], angularVelocity: [0, 0, 0] };
const turning = (x: number): ImuTruth => ({ ...STILL, angularVelocity: [x, 0, 0] });

/** Readings of the x axis of a gyroscope at a rate, while it turns as `truth` says. */
function record(
  gyroscope: SignalErrors,
  n: number,
  rate = 100,
  truth = (_: number): number => 0,
  seed = 1,
): Float64Array {
  const imu = new Imu({ gyroscope, rate, random: seed });
  return Float64Array.from({ length: n }, (_, k) => imu.read(turning(truth(k / rate)), k / rate).values[3]);
}

const mean = (x: Float64Array): number => x.reduce((a, b) => a + b, 0) / x.length;
const deviation = (x: Float64Array): number => {
  const middle = mean(x);
  return Math.sqrt(mean(x.map((y) => (y - middle) ** 2)));
};

describe('errors of a signal', () => {
  test('white noise has its deviation, and as a density the deviation density·√rate', () => {
    expect(deviation(record({ noise: 0.3 }, 20_000)) / 0.3).toBeCloseTo(1, 1);
    expect(deviation(record({ noiseDensity: 0.01 }, 20_000, 400)) / 0.2).toBeCloseTo(1, 1);
    expect(Math.abs(mean(record({ noise: 0.3 }, 20_000)))).toBeLessThan((0.3 * 4) / Math.sqrt(20_000));
  });

  test('the Allan deviation of white noise is N/√τ, that of a bias that walks K·√(τ/3)', () => {
    const [N, K, rate] = [0.01, 0.004, 100];
    const white = record({ noiseDensity: N }, 2 ** 16, rate);
    for (const cluster of [1, 4, 16, 64, 256])
      expect(allanDeviation(white, cluster) / (N / Math.sqrt(cluster / rate))).toBeCloseTo(1, 1);
    const walk = record({ biasWalk: K }, 2 ** 16, rate);
    for (const cluster of [16, 64, 256, 1024])
      expect(Math.abs(allanDeviation(walk, cluster) / (K * Math.sqrt(cluster / rate / 3)) - 1)).toBeLessThan(0.15);
    // both at once: white noise rules at short times, the walk at long ones
    const both = record({ noiseDensity: N, biasWalk: K }, 2 ** 16, rate);
    expect(allanDeviation(both, 4) / (N / Math.sqrt(0.04))).toBeCloseTo(1, 1);
    const expected = Math.hypot(N / Math.sqrt(40), K * Math.sqrt(40 / 3));
    expect(Math.abs(allanDeviation(both, 4000) / expected - 1)).toBeLessThan(0.3);
  });

  test('bias, scale, temperature and misalignment add up as they say', () => {
    const gyroscope = {
      bias: [0.1, 0, 0],
      scaleError: 0.02,
      biasPerKelvin: 0.001,
      scalePerKelvin: 0.0005,
      misalignment: 0.01,
    };
    const imu = new Imu({ gyroscope, temperature: 45 });
    const { values } = imu.read({ ...STILL, angularVelocity: [1, 2, 3] });
    expect(values[3]).toBeCloseTo(1 * (1 + 0.02 + 0.01) + 0.01 * 5 + 0.1 + 0.02, 14);
    expect(values[4]).toBeCloseTo(2 * 1.03 + 0.01 * 4 + 0.02, 14);
    imu.temperature = 25;
    expect(imu.read(turning(0), 1).values[3]).toBeCloseTo(0.1, 15);
  });

  test('deadband, saturation and quantisation', () => {
    const [sensor] = [new ForceTorqueSensor({ force: { deadband: 0.5, range: 10, resolution: 0.25 } })];
    const force = (x: number): number => sensor.read({ force: [x, 0, 0], torque: [0, 0, 0] }).values[0];
    expect([force(0.4), force(-0.4), force(0.6), force(3.3), force(99), force(-99)]).toEqual([
      0, 0, 0.5, 3.25, 10, -10,
    ]);
  });

  test('quantisation adds noise of resolution/√12', () => {
    const ramp = record({ resolution: 0.1 }, 10_000, 100, (t) => 0.7 * t);
    const error = ramp.map((x, k) => x - 0.7 * (k / 100));
    expect(deviation(error) / (0.1 / Math.sqrt(12))).toBeCloseTo(1, 1);
  });

  test('between two samples the last one is held', () => {
    const imu = new Imu({ rate: 10 });
    const readings = Array.from({ length: 30 }, (_, k) => imu.read(turning(k), k * 0.01).values[3]);
    expect(readings).toEqual(Array.from({ length: 30 }, (_, k) => 10 * Math.floor(k / 10)));
  });

  test('a latency delays every sample by that time', () => {
    const imu = new Imu({ rate: 100, latency: 0.035 });
    const readings = Array.from({ length: 100 }, (_, k) => imu.read(turning(k), k * 0.01).values[3]);
    // samples every 10 ms arrive 35 ms later: at a tick the newest that has arrived is four old
    for (let k = 4; k < 100; k++) expect(readings[k]).toBe(k - 4);
  });

  test('equal seeds give equal bits, others do not, and a reset repeats', () => {
    const errors = { noise: 0.1, biasWalk: 0.01 };
    expect(record(errors, 100, 100, undefined, 7)).toEqual(record(errors, 100, 100, undefined, 7));
    expect(record(errors, 100, 100, undefined, 7)).not.toEqual(record(errors, 100, 100, undefined, 8));
    const imu = new Imu({ gyroscope: errors, random: 3 });
    const first = [0, 1, 2].map((t) => imu.read(STILL, t).values[3]);
    imu.reset(3);
    expect([0, 1, 2].map((t) => imu.read(STILL, t).values[3])).toEqual(first);
  });

  test('noise can come from a source of your own', () => {
    const imu = new Imu({ gyroscope: { noise: 2 }, random: { normal: () => 0.5 } });
    expect(imu.read(STILL).values[3]).toBe(1);
  });

  test('normal numbers are normal: moments and tails', () => {
    const x = record({ noise: 1 }, 50_000);
    expect(mean(x.map((y) => y ** 3))).toBeCloseTo(0, 1);
    expect(Math.abs(mean(x.map((y) => y ** 4)) - 3)).toBeLessThan(0.15);
    expect(x.filter((y) => Math.abs(y) > 1.96).length / 50_000).toBeCloseTo(0.05, 2);
    expect(Math.abs(mean(x.subarray(1).map((y, k) => y * x[k])))).toBeLessThan(0.02);
  });

  test.each([
    ['a density without a rate', () => new Imu({ gyroscope: { noiseDensity: 1 } })],
    ['a latency without a rate', () => new Imu({ latency: 1 })],
    ['negative noise', () => new Imu({ gyroscope: { noise: -1 } })],
    ['noise of two axes', () => new Magnetometer({ field: { noise: [1, 2] } })],
    ['no source of noise', () => new Imu({ random: {} as never })],
    ['a time that is NaN', () => new Imu().read(STILL, Number.NaN)],
    ['a truth that is NaN', () => new Imu().read(turning(Number.NaN))],
    ['too few samples', () => allanDeviation([1, 2, 3], 2)],
  ])('%s is refused', (_, make) => {
    expect(make).toThrow(expect.objectContaining({ name: 'PartsError', code: 'bad-argument' }));
  });
});
