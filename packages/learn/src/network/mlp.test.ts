import { RandomGenerator } from '@qpos/env';
import { describe, expect, test } from 'vitest';
import { plainKernel } from '../kernel/plain.ts';
import { Adam } from './adam.ts';
import { type Activation, Mlp, parameterCount } from './mlp.ts';
import { fillOrthogonal } from './orthogonal.ts';

const SINGLE = 2 ** -24;

describe.each<Activation>(['tanh', 'relu'])('a network with %s', (activation) => {
  const rows = 5;
  const random = new RandomGenerator(3);
  const kernel = plainKernel();
  const network = new Mlp(kernel, { sizes: [4, 7, 6, 3], activation }, rows);
  for (let k = 0; k < network.parameters.length; k++) network.parameters[k] = 0.7 * random.normal();
  const x = Float32Array.from({ length: rows * 4 }, () => random.normal());
  const weights = Float64Array.from({ length: rows * 3 }, () => random.normal());
  const loss = (): number => network.forward(x, rows).reduce((sum, y, k) => sum + y * (weights[k] as number), 0);

  /** The slope of the loss along an element, by central differences. */
  function difference(array: Float32Array, k: number): number {
    const [value, h] = [array[k] as number, 2 ** -9];
    array[k] = value + h;
    const above = loss();
    array[k] = value - h;
    const below = loss();
    array[k] = value;
    return (above - below) / (2 * h);
  }
  // h² of the third derivative, and rounding over h
  const tolerance = 2e-3;

  test('backward gives the slopes of the loss along parameters and inputs', () => {
    loss();
    network.slopes.fill(0);
    network.outputSlopes.set(weights);
    network.backward(x, rows, true);
    const [slopes, inputSlopes] = [network.slopes.slice(), network.inputSlopes.slice()];
    for (let k = 0; k < slopes.length; k++)
      expect(Math.abs((slopes[k] as number) - difference(network.parameters, k)), `parameter ${k}`).toBeLessThan(
        tolerance,
      );
    for (let k = 0; k < x.length; k++)
      expect(Math.abs((inputSlopes[k] as number) - difference(x, k)), `input ${k}`).toBeLessThan(tolerance);
    loss();
    network.outputSlopes.set(weights);
    network.inputSlopes.fill(0);
    network.backwardToInputs(rows);
    expect(network.inputSlopes).toEqual(inputSlopes);
    expect(network.slopes).toEqual(slopes);
  });
});

test('parameters are counted with biases', () => {
  expect(parameterCount([4, 7, 3])).toBe(4 * 7 + 7 + 7 * 3 + 3);
});

test.each([
  [5, 9],
  [9, 5],
  [6, 6],
])('orthogonal weights of %d × %d have orthonormal rows or columns', (rows, columns) => {
  const w = new Float32Array(rows * columns);
  fillOrthogonal(w, rows, columns, 2, new RandomGenerator(1));
  const few = Math.min(rows, columns);
  const element = (vector: number, k: number): number =>
    w[rows < columns ? vector * columns + k : k * columns + vector] as number;
  for (let a = 0; a < few; a++) {
    for (let b = 0; b < few; b++) {
      let dot = 0;
      for (let k = 0; k < Math.max(rows, columns); k++) dot += element(a, k) * element(b, k);
      expect(Math.abs(dot - (a === b ? 4 : 0))).toBeLessThan(100 * SINGLE);
    }
  }
});

test('Adam moves by the learning rate at first, whatever the slope', () => {
  const kernel = plainKernel();
  const adam = new Adam(kernel, 3);
  const w = kernel.allocate(3);
  adam.update(w, Float32Array.of(1e-3, -5, 2e4), 0.01);
  expect([...w].map((x) => Math.round(x * 1e5) / 1e5)).toEqual([-0.01, 0.01, -0.01]);
});

test('Adam follows the recurrence of its paper', () => {
  const kernel = plainKernel();
  const adam = new Adam(kernel, 1, { beta1: 0.8, beta2: 0.9, epsilon: 1e-3 });
  const w = kernel.allocate(1);
  let [expected, m, v] = [0, 0, 0];
  [1, -2, 0.5, 3].forEach((g, k) => {
    adam.update(w, Float32Array.of(g), 0.1);
    m = 0.8 * m + 0.2 * g;
    v = 0.9 * v + 0.1 * g * g;
    expected -= (0.1 * (m / (1 - 0.8 ** (k + 1)))) / (Math.sqrt(v / (1 - 0.9 ** (k + 1))) + 1e-3);
    expect(w[0]).toBeCloseTo(expected, 5);
  });
});
