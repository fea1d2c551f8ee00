import { RandomGenerator } from '@qpos/env';
import { expect, test } from 'vitest';
import { SquashedGaussian } from './squashed-gaussian.ts';

const noise = [0.3, -1.2, 0.8, 2.1];
const replayed = (): { normal(): number } => {
  let k = 0;
  return { normal: () => noise[k++ % noise.length] as number };
};
const rows = 2;
const outputs = Float32Array.of(0.5, -0.25, 0.5, -0.75, 1, -2, 0.125, 1.5); // per row: two means, two raw deviations
const logDeviation = (raw: number): number => -5 + 3.5 * (Math.tanh(raw) + 1);

test('the density is that of the normal distribution over the slope of tanh', () => {
  const distribution = new SquashedGaussian(2, rows);
  distribution.sample(outputs, rows, replayed());
  for (let i = 0; i < rows; i++) {
    let expected = 0;
    for (let j = 0; j < 2; j++) {
      const sigma = Math.exp(logDeviation(outputs[4 * i + 2 + j] as number));
      const u = (outputs[4 * i + j] as number) + sigma * (noise[2 * i + j] as number);
      expect(distribution.actions[2 * i + j]).toBeCloseTo(Math.tanh(u), 6);
      expected += Math.log(Math.exp(-0.5 * (noise[2 * i + j] as number) ** 2) / (sigma * Math.sqrt(2 * Math.PI)));
      expected -= Math.log(1 / Math.cosh(u) ** 2);
    }
    expect(distribution.logDensities[i]).toBeCloseTo(expected, 9);
  }
});

test('densities of actions between -1 and 1 add up to 1', () => {
  // E[1 / π(a)] over a drawn from π is the length of the interval, 2
  const distribution = new SquashedGaussian(1, 1);
  const random = new RandomGenerator(2);
  let sum = 0;
  const count = 40_000;
  for (let k = 0; k < count; k++) {
    distribution.sample(Float32Array.of(0.1, 0.6), 1, random);
    sum += Math.exp(-(distribution.logDensities[0] as number));
  }
  expect(Math.abs(sum / count - 2)).toBeLessThan(0.05); // some standard errors
});

test('the density stays finite where tanh is 1', () => {
  const distribution = new SquashedGaussian(1, 1);
  distribution.sample(Float32Array.of(60, 0), 1, replayed());
  expect(distribution.actions[0]).toBe(1);
  expect(distribution.logDensities[0]).toBeGreaterThan(100);
  expect(Number.isFinite(distribution.logDensities[0])).toBe(true);
});

test('backward gives the slopes of a loss of densities and actions, by central differences', () => {
  const [weight, along] = [0.7, Float32Array.of(9, 0.5, -1.5, 9, 2, 0.25)]; // rows of three, actions from the second on
  const loss = (at: Float32Array): number => {
    const distribution = new SquashedGaussian(2, rows);
    distribution.sample(at, rows, replayed());
    const { actions, logDensities } = distribution;
    let sum = weight * ((logDensities[0] as number) + (logDensities[1] as number));
    for (let i = 0; i < rows; i++)
      for (let j = 0; j < 2; j++) sum += (along[3 * i + 1 + j] as number) * (actions[2 * i + j] as number);
    return sum;
  };
  const distribution = new SquashedGaussian(2, rows);
  distribution.sample(outputs, rows, replayed());
  const slopes = new Float32Array(8);
  distribution.backward(slopes, rows, weight, along, 3, 1);
  const h = 2 ** -8;
  for (let k = 0; k < 8; k++) {
    const [above, below] = [outputs.slice(), outputs.slice()];
    above[k] = (above[k] as number) + h;
    below[k] = (below[k] as number) - h;
    // h² of the third derivative, and rounding of actions to single precision over h
    expect(Math.abs((slopes[k] as number) - (loss(above) - loss(below)) / (2 * h)), `output ${k}`).toBeLessThan(1e-3);
  }
});
