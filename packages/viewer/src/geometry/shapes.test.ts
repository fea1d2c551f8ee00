import { describe, expect, test } from 'vitest';
import { type UnitShape, unitShape } from './shapes.ts';
import { bounds, volume } from './solid-measures.testing.ts';

/** Vertices are stored in 32 bits. */
const ROUNDING = 6;

/** Area of a regular polygon in the unit circle. */
const polygon = (corners: number): number => (corners / 2) * Math.sin((2 * Math.PI) / corners);

describe('unit shapes', () => {
  const boxes: [UnitShape, number[], number[]][] = [
    ['sphere', [-1, -1, -1], [1, 1, 1]],
    ['cap', [-1, -1, 0], [1, 1, 1]],
    ['tube', [-1, -1, -1], [1, 1, 1]],
    ['cylinder', [-1, -1, -1], [1, 1, 1]],
    ['cone', [-1, -1, 0], [1, 1, 1]],
    ['box', [-1, -1, -1], [1, 1, 1]],
    ['plane', [-1, -1, 0], [1, 1, 0]],
  ];
  test.each(boxes)('%s has its half sizes, its axis along z', (shape, min, max) => {
    const found = bounds(unitShape(shape));
    for (let k = 0; k < 3; k++) {
      expect(found.min[k]).toBeCloseTo(min[k] ?? 0, ROUNDING);
      expect(found.max[k]).toBeCloseTo(max[k] ?? 0, ROUNDING);
    }
  });

  test('closed ones have the volume of their solid, faces outwards', () => {
    expect(volume(unitShape('box'))).toBeCloseTo(8, ROUNDING);
    expect(volume(unitShape('cylinder'))).toBeCloseTo(2 * polygon(40), 5);
    expect(volume(unitShape('cone'))).toBeCloseTo(polygon(20) / 3, 5);
    const sphere = volume(unitShape('sphere'));
    expect(sphere).toBeLessThan((4 / 3) * Math.PI);
    expect(sphere).toBeGreaterThan(0.99 * (4 / 3) * Math.PI);
  });

  test('two caps and a tube are the surface of a capsule: normals point away from its axis', () => {
    for (const shape of ['cap', 'tube', 'sphere'] as const) {
      const geometry = unitShape(shape);
      const [position, normal] = [geometry.getAttribute('position'), geometry.getAttribute('normal')];
      for (let i = 0; i < position.count; i++) {
        const z = shape === 'tube' ? 0 : position.getZ(i) * normal.getZ(i);
        const outwards = position.getX(i) * normal.getX(i) + position.getY(i) * normal.getY(i) + z;
        expect(outwards).toBeCloseTo(1, 5);
      }
    }
  });

  test('rows of a texture run downwards: v grows from the top of a plane', () => {
    const plane = unitShape('plane');
    const [position, uv] = [plane.getAttribute('position'), plane.getAttribute('uv')];
    for (let i = 0; i < position.count; i++) expect(uv.getY(i)).toBe(position.getY(i) > 0 ? 0 : 1);
  });

  test('each is made once', () => {
    expect(unitShape('box')).toBe(unitShape('box'));
  });
});
