import { loadModel } from '@qpos/spec';
import { describe, expect, test } from 'vitest';
import { directionOf, type EnvironmentMap, environmentMap, solidAngle } from './environment.ts';

const WIDTH = 64;
const load = (asset: string, world = '') =>
  loadModel(`<mujoco><asset>${asset}</asset><worldbody>${world}</worldbody></mujoco>`);
const BLUE_SKY = '<texture type="skybox" builtin="flat" rgb1="0 0 1" rgb2="0 0 1" width="8" height="8"/>';

/** Sums a weighted colour over all directions. */
function integrate(map: EnvironmentMap, weight: (x: number, y: number, z: number) => number): number[] {
  const sum = [0, 0, 0];
  for (let row = 0; row < map.height; row++)
    for (let column = 0; column < map.width; column++) {
      const w = solidAngle(map, row) * weight(...directionOf(map, column, row));
      for (let k = 0; k < 3; k++) sum[k] = (sum[k] ?? 0) + w * (map.data[4 * (row * map.width + column) + k] ?? 0);
    }
  return sum;
}

const luminance = ([r = 0, g = 0, b = 0]: number[]): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

describe('the environment', () => {
  test('its directions cover the sphere', () => {
    const map = environmentMap(load(''), WIDTH);
    let all = 0;
    for (let row = 0; row < map.height; row++) all += map.width * solidAngle(map, row);
    expect(all).toBeCloseTo(4 * Math.PI, 9);
  });

  test.each(['', BLUE_SKY])('a level white surface sends back a luminance of one: %s', (asset) => {
    const map = environmentMap(load(asset), WIDTH);
    const irradiance = integrate(map, (_x, _y, z) => Math.max(0, z));
    expect(luminance(irradiance) / Math.PI).toBeCloseTo(1, 5);
  });

  test('it has the colour of the sky above and that of the floor below', () => {
    const floor = '<geom type="plane" size="0 0 1" rgba="1 0 0 1"/>';
    const map = environmentMap(load(BLUE_SKY, floor), WIDTH);
    const [r = 0, g = 0, b = 0] = integrate(map, (_x, _y, z) => (z < -0.2 ? 1 : 0));
    expect(r).toBeGreaterThan(0.1);
    expect(g + b).toBeLessThan(1e-6);
    const [above = 0, , blue = 0] = integrate(map, (_x, _y, z) => (z > 0.2 ? 1 : 0));
    expect(blue).toBeGreaterThan(1.5 * above);
  });

  test('no direction is dark, negative or without end', () => {
    for (const x of environmentMap(load(''), WIDTH).data) expect(x > 0 && x < 100).toBe(true);
  });
});
