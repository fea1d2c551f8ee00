import { loadModel } from '@qpos/spec';
import { describe, expect, test } from 'vitest';
import { ControlError, Cost, costOfModel, sensorResidual } from '../index.ts';
import { type NormName, norms } from './norms.ts';

const points = [-2, -0.3, 0, 0.05, 1.7];

describe('norms', () => {
  test.each(Object.keys(norms) as NormName[])('%s: gradient and Hessian are those of the value', (name) => {
    const { value, derivatives, defaults } = norms[name];
    const parameters =
      name === 'cosh'
        ? [1]
        : name === 'power'
          ? [2.5]
          : name === 'smooth-abs-2' || name === 'l22'
            ? [0.3, 3]
            : defaults;
    const [gradient, hessian, h] = [new Float64Array(2), new Float64Array(4), 1e-5];
    for (const a of points)
      for (const b of points) {
        if (name !== 'quadratic' && Math.abs(a) < 0.01) continue; // where some have no second derivative
        const at = (da: number, db: number): number => value(Float64Array.of(9, a + da, b + db), 1, 2, parameters);
        derivatives(gradient, hessian, Float64Array.of(9, a, b), 1, 2, parameters);
        expect(gradient[0]).toBeCloseTo((at(h, 0) - at(-h, 0)) / (2 * h), 4);
        expect(hessian[0] / (1 + Math.abs(hessian[0]))).toBeCloseTo(
          (at(h, 0) - 2 * at(0, 0) + at(-h, 0)) / h ** 2 / (1 + Math.abs(hessian[0])),
          3,
        );
        const mixed = (at(h, h) - at(h, -h) - at(-h, h) + at(-h, -h)) / (4 * h * h);
        expect(hessian[1]).toBeCloseTo(mixed, 3);
      }
  });

  test.each(Object.keys(norms) as NormName[])('%s: nothing costs nothing, but for what is rectified', (name) => {
    const { value, defaults } = norms[name];
    const cost = value(new Float64Array(3), 0, 3, defaults);
    expect(cost).toBeCloseTo(name === 'rectify' ? 0.3 * Math.log(2) : 0, 12);
  });
});

describe('closed forms', () => {
  const at = (name: NormName, x: readonly number[], ...parameters: number[]): number =>
    norms[name].value(Float64Array.from(x), 0, x.length, parameters);

  test.each<readonly [NormName, readonly number[], readonly number[], number]>([
    ['identity', [0.7], [], 0.7],
    ['quadratic', [3, 4], [], 12.5],
    ['l22', [3, 4], [12, 2], 1], // √(5² + 12²) - 12
    ['l22', [2, 2, 1], [0, 5], 3], // the length alone
    ['l22', [0.6, 0.8], [1, 3], Math.cbrt(2) - 1],
    ['l2', [3, 4], [12], 1],
    ['cosh', [2 * Math.log(2)], [2], 1], // cosh(ln 2) = 5/4
    ['power', [-2, 3], [3], 35],
    ['smooth-abs', [3, -4], [4], 5 - 4 + Math.sqrt(32) - 4],
    ['smooth-abs', [3, -4], [0], 7],
    ['smooth-abs-2', [3, 4], [4, 2], 1 + Math.sqrt(32) - 4],
    ['smooth-abs-2', [-1], [1, 4], 2 ** 0.25 - 1],
    ['rectify', [Math.log(3), -Math.log(3)], [1], Math.log(4) + Math.log(4 / 3)],
    ['rectify', [2, -5], [0], 2],
  ])('%s of %j with %j', (name, x, parameters, expected) => {
    expect(at(name, x, ...parameters)).toBeCloseTo(expected, 12);
  });

  test.each<NormName>(['l22', 'l2', 'smooth-abs', 'smooth-abs-2', 'rectify'])('%s: with p = 0 no NaN at 0', (name) => {
    const [gradient, hessian] = [new Float64Array(2), new Float64Array(4)];
    norms[name].derivatives(gradient, hessian, new Float64Array(2), 0, 2, [0, 2]);
    expect([...gradient, ...hessian].every(Number.isFinite)).toBe(true);
  });
});

describe('Cost', () => {
  const cost = new Cost(
    [
      { name: 'a', dim: 2, weight: 3 },
      { name: 'b', norm: 'smooth-abs', parameters: [0.5] },
    ],
    () => {},
  );

  test('is the weighted sum of its terms', () => {
    expect(cost.dim).toBe(3);
    expect(cost.value(Float64Array.of(1, 2, 0))).toBeCloseTo(7.5, 12);
    cost.setWeight('a', 1);
    expect(cost.weights).toEqual({ a: 1, b: 1 });
    expect(cost.value(Float64Array.of(1, 2, 1.2))).toBeCloseTo(2.5 + 0.8, 12);
  });

  test('its derivatives go through the Jacobian', () => {
    const J = Float64Array.of(1, 0, 2, 1, -1, 3);
    const x = Float64Array.of(0.3, -0.2);
    const residual = (u: Float64Array): Float64Array =>
      Float64Array.from([0, 1, 2], (r) => J[2 * r] * u[0] + J[2 * r + 1] * u[1]);
    const [gradient, hessian] = [new Float64Array(2), new Float64Array(4)];
    cost.addDerivatives(residual(x), J, 2, gradient, hessian, 2);
    const h = 1e-5;
    const at = (a: number, b: number): number => 2 * cost.value(residual(Float64Array.of(x[0] + a, x[1] + b)));
    expect(gradient[1]).toBeCloseTo((at(0, h) - at(0, -h)) / (2 * h), 6);
    expect(hessian[1]).toBeCloseTo((at(h, h) - at(h, -h) - at(-h, h) + at(-h, -h)) / (4 * h * h), 3);
    expect(hessian[2]).toBe(hessian[1]);
  });

  test('refuses nonsense', () => {
    expect(() => new Cost([], () => {})).toThrow(ControlError);
    expect(() => new Cost([{ name: 'a', weight: -1 }], () => {})).toThrow(/weight of 'a'/);
    expect(() => new Cost([{ name: 'a', norm: 'cubic' as NormName }], () => {})).toThrow(/'cubic' is no norm/);
    expect(() => cost.setWeight('c', 1)).toThrow(/no term is called 'c'/);
    expect(() => new Cost([{ name: 'a' }], () => {}, { reads: 'minds' as 'all' })).toThrow(/cannot read 'minds'/);
  });

  test('is read from the sensors of a model', () => {
    const model =
      loadModel(`<mujoco><size nuser_sensor="5"/><worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody>
      <sensor><user name="speed" dim="2" user="6 0.5 0 1 0.2"/><user name="height" dim="1" user="0 2 0 1"/><jointpos joint="j"/></sensor></mujoco>`);
    const read = costOfModel(model, sensorResidual);
    expect(read.dim).toBe(3);
    expect(read.weights).toEqual({ speed: 0.5, height: 2 });
    expect(read.value(Float64Array.of(1, 0, 1))).toBeCloseTo(0.5 * (Math.sqrt(1.04) - 0.2) + 1, 12);
    expect(() => costOfModel(loadModel('<mujoco/>'), sensorResidual)).toThrow(/states no cost/);
  });
});
