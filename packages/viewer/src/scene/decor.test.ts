import { makeRandom } from '@qpos/conformance';
import { type InstancedMesh, type LineSegments, Matrix4, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { Decor, frameAlong } from './decor.ts';

/** Instances are stored in 32 bits. */
const ROUNDING = 6;
const RED = [1, 0, 0, 1];
const unitZ = new Vector3(0, 0, 1);

const meshes = (decor: Decor): InstancedMesh[] =>
  decor.group.children.filter((o): o is InstancedMesh => 'isInstancedMesh' in o && o.visible);

/** Where an instance puts a point of its unit shape. */
function placed(mesh: InstancedMesh, i: number, point: Vector3): Vector3 {
  const matrix = new Matrix4();
  mesh.getMatrixAt(i, matrix);
  return point.clone().applyMatrix4(matrix);
}

const near = (a: Vector3, b: readonly number[]): void =>
  b.forEach((x, k) => {
    expect(a.getComponent(k)).toBeCloseTo(x, ROUNDING);
  });

describe('frameAlong', () => {
  test('is a rotation whose z axis is along the vector, for 1,000 random ones and the poles', () => {
    const random = makeRandom(1);
    const vectors = Array.from({ length: 1000 }, () => [0, 1, 2].map(() => random.uniform(-3, 3)));
    for (const vector of [...vectors, [0, 0, 2], [0, 0, -2], [0, 1e-9, -1]]) {
      const out = new Float64Array(9);
      const length = frameAlong(vector, 0, out);
      expect(length).toBeCloseTo(Math.hypot(...vector), 12);
      const [x, y, z] = [0, 1, 2].map((c) => new Vector3(out[c], out[3 + c], out[6 + c])) as [
        Vector3,
        Vector3,
        Vector3,
      ];
      near(
        z,
        vector.map((v) => v / length),
      );
      near(x.clone().cross(y), z.toArray());
      for (const axis of [x, y]) expect(axis.length()).toBeCloseTo(1, 12);
      expect(x.dot(y)).toBeCloseTo(0, 12);
    }
  });

  test('a vector without a length has no frame', () => {
    expect(frameAlong([0, 0, 0], 0, new Float64Array(9))).toBe(0);
  });
});

describe('markers', () => {
  test('a rod ends at its two points', () => {
    const decor = new Decor();
    decor.rod([9, 1, 2, 3], 1, [4, 6, 3], 0, 0.1, RED);
    decor.flush();
    const [tube] = meshes(decor);
    if (tube === undefined) throw new Error('there is a tube');
    near(placed(tube, 0, unitZ), [4, 6, 3]);
    near(placed(tube, 0, unitZ.clone().negate()), [1, 2, 3]);
    expect(placed(tube, 0, new Vector3(1, 0, 0)).distanceTo(new Vector3(2.5, 4, 3))).toBeCloseTo(0.1, ROUNDING);
  });

  test('an arrow starts at its point and its tip is at the end of the vector', () => {
    const decor = new Decor();
    decor.arrow([1, 1, 1], 0, [0, 3, 4], 0, 2, 0.05, RED);
    decor.flush();
    const [shaft, cone] = meshes(decor);
    if (shaft === undefined || cone === undefined) throw new Error('a shaft and a head');
    near(placed(shaft, 0, unitZ.clone().negate()), [1, 1, 1]);
    near(placed(shaft, 0, unitZ), placed(cone, 0, new Vector3()).toArray());
    near(placed(cone, 0, unitZ), [1, 7, 9]);
  });

  test('nothing is drawn of a length of zero', () => {
    const decor = new Decor();
    decor.rod([1, 1, 1], 0, [1, 1, 1], 0, 1, RED);
    decor.arrow([0, 0, 0], 0, [0, 0, 0], 0, 1, 1, RED);
    decor.flush();
    expect(meshes(decor)).toEqual([]);
  });

  test('there is room for any number, and each frame starts empty', () => {
    const decor = new Decor();
    for (let i = 0; i < 300; i++) {
      decor.sphere([i, 0, 0], 0, 0.5, RED);
      decor.line([i, 0, 0], 0, [i, 1, 0], 0, RED);
    }
    decor.flush();
    const [spheres] = meshes(decor);
    expect(spheres?.count).toBe(300);
    if (spheres !== undefined) for (const i of [0, 63, 64, 299]) near(placed(spheres, i, new Vector3()), [i, 0, 0]);
    const lines = decor.group.children.find((o): o is LineSegments => 'isLineSegments' in o);
    expect(lines?.geometry.drawRange.count).toBe(600);
    expect(lines?.geometry.getAttribute('position').getX(2 * 299)).toBe(299);
    decor.flush();
    expect(meshes(decor)).toEqual([]);
    expect(lines?.visible).toBe(false);
  });
});
