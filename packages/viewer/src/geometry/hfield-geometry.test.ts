import { loadModel } from '@qpos/spec';
import { expect, test } from 'vitest';
import { hfieldGeometry } from './hfield-geometry.ts';
import { bounds, volume } from './solid-measures.testing.ts';

/** Vertices are stored in 32 bits. */
const ROUNDING = 5;
const [SX, SY, TOP, BOTTOM] = [2, 3, 0.5, 0.25];

const field = (nrow: number, ncol: number, elevation: number[]) =>
  hfieldGeometry(
    loadModel(`<mujoco><asset><hfield name="h" nrow="${nrow}" ncol="${ncol}" size="${SX} ${SY} ${TOP} ${BOTTOM}"
      elevation="${elevation.join(' ')}"/></asset><worldbody><geom type="hfield" hfield="h"/></worldbody></mujoco>`),
    0,
  );

/** Volume between the surface and the bottom, which is not drawn: its part of the divergence theorem is a closed form. */
const enclosed = (geometry: ReturnType<typeof field>): number => volume(geometry) + (2 * SX * 2 * SY * BOTTOM) / 3;

test('a level field is a box: its sides, its top and its volume', () => {
  const geometry = field(3, 4, new Array(12).fill(0.7)); // the lowest and highest are made 0 and 1; a level one is 0
  expect(bounds(geometry)).toEqual({ min: [-SX, -SY, -BOTTOM], max: [SX, SY, 0] });
  expect(enclosed(geometry)).toBeCloseTo(2 * SX * 2 * SY * BOTTOM, ROUNDING);
});

test('a ramp has half the volume of the box around it', () => {
  const geometry = field(2, 2, [0, 1, 0, 1]);
  expect(bounds(geometry).max[2]).toBeCloseTo(TOP, ROUNDING);
  expect(enclosed(geometry)).toBeCloseTo(2 * SX * 2 * SY * (BOTTOM + TOP / 2), ROUNDING);
});

test('the first row of the text is the far one, and its texture starts there', () => {
  const geometry = field(2, 2, [1, 1, 0, 0]);
  const [position, uv] = [geometry.getAttribute('position'), geometry.getAttribute('uv')];
  for (let i = 0; i < 4; i++) {
    expect(position.getZ(i)).toBeCloseTo(position.getY(i) > 0 ? TOP : 0, ROUNDING);
    expect(uv.getY(i)).toBe(position.getY(i) > 0 ? 0 : 1);
    expect(uv.getX(i)).toBe(position.getX(i) > 0 ? 1 : 0);
  }
});

test('every vertex belongs to a face, and surface normals point up', () => {
  const [nrow, ncol] = [5, 7];
  const geometry = field(
    nrow,
    ncol,
    Array.from({ length: nrow * ncol }, (_, i) => Math.sin(3 * i)),
  );
  const index = geometry.getIndex();
  const used = new Set(Array.from({ length: index?.count ?? 0 }, (_, k) => index?.getX(k)));
  expect(used.size).toBe(geometry.getAttribute('position').count);
  const normal = geometry.getAttribute('normal');
  for (let i = 0; i < nrow * ncol; i++) expect(normal.getZ(i)).toBeGreaterThan(0);
});
