import { expect } from 'vitest';
import { brisk as test } from '../studio.ts';

const [WIDTH, HEIGHT] = [90, 60];
/** Depth and normals are drawn in single precision; a ball is a polyhedron of 64 by 36 faces. */
const METRES = 2e-3;

/** A camera at a height of 3 that looks straight down on a ball of radius .5 on a floor. */
const DOWN = `<mujoco model="numbers">
  <worldbody>
    <geom name="floor" type="plane" size="1 1 .1"/>
    <geom name="ball" size=".5" pos="0 0 .5"/>
    <camera name="down" pos="0 0 3"/>
  </worldbody>
</mujoco>`;

interface Numbers {
  readonly width: number;
  readonly height: number;
  readonly data: readonly number[];
}

test('depth, objects and normals of a ball on a floor, seen from above', async ({ visit }) => {
  await visit.dropModel(DOWN);
  const read = (kind: string): Promise<Numbers> =>
    visit.page.evaluate(
      ([kind, width, height]) => {
        const { stage, sim } = (globalThis as never as { studio: { stage: never; sim: never } }).studio as never as {
          stage: {
            viewer: Record<string, (...args: unknown[]) => { width: number; height: number; data: Float32Array }>;
          };
          sim: { data: unknown };
        };
        const { viewer } = stage;
        viewer['resize']?.(width, height, 1);
        const pixels = viewer[kind as string]?.(sim.data, 'down');
        if (pixels === undefined) throw new Error('no numbers');
        return { width: pixels.width, height: pixels.height, data: [...pixels.data] };
      },
      [kind, WIDTH, HEIGHT] as const,
    );
  const depth = await read('depth');
  expect([depth.width, depth.height]).toEqual([WIDTH, HEIGHT]);
  const middle = WIDTH * (HEIGHT / 2) + WIDTH / 2;
  expect(Math.abs((depth.data[middle] ?? 0) - 2)).toBeLessThan(METRES);
  const edge = WIDTH * (HEIGHT / 2) + WIDTH * 0.72; // on the floor, and inside of it
  expect(depth.data[Math.round(edge)]).toBeCloseTo(3, 4);
  expect(depth.data[0]).toBe(Number.POSITIVE_INFINITY);

  const objects = await read('segmentation');
  const at = (pixel: number): number[] => objects.data.slice(2 * pixel, 2 * pixel + 2);
  expect(at(middle)).toEqual([1, 5]);
  expect(at(Math.round(edge))).toEqual([0, 5]);
  expect(at(0)).toEqual([-1, -1]);

  const normals = await read('normals');
  const normal = (pixel: number): number[] => normals.data.slice(3 * pixel, 3 * pixel + 3);
  expect(normal(middle)[2]).toBeGreaterThan(0.99);
  expect(normal(Math.round(edge))).toEqual([0, 0, 1]);
  expect(normal(0)).toEqual([0, 0, 0]);
  // each normal of the ball points away from its centre: n = (p - c) / r, with p from the depth
  const scale = (2 * Math.tan(Math.PI / 8)) / HEIGHT;
  for (const [column, row] of [
    [-6, 0],
    [5, 4],
    [0, -7],
  ] as const) {
    const pixel = middle + row * WIDTH + column;
    const z = depth.data[pixel] ?? 0;
    const p = [(column + 0.5) * scale * z, -(row + 0.5) * scale * z, 3 - z - 0.5];
    normal(pixel).forEach((n, k) => {
      expect(Math.abs(n - (p[k] ?? 0) / 0.5)).toBeLessThan(0.02);
    });
  }
});

test('depth, objects and normals are shown in place of colours', async ({ visit }) => {
  await visit.dropModel(DOWN);
  await visit.page.getByRole('tab', { name: 'View' }).click();
  const colours = [await visit.still()];
  for (const image of ['depth', 'segmentation', 'normals']) {
    await visit.page.locator('#image').selectOption(image, { force: true });
    const picture = await visit.still();
    for (const other of colours) expect(picture.distance(other), image).toBeGreaterThan(1);
    colours.push(picture);
  }
  await visit.page.locator('#image').selectOption('color', { force: true });
});
