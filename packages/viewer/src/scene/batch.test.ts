import { BoxGeometry, Matrix4, MeshLambertMaterial, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { Batch, type Part } from './batch.ts';

const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1];
/** A quarter turn about x. */
const TURNED = [1, 0, 0, 0, 0, -1, 0, 1, 0];

const part = (object: number, changes: Partial<Part> = {}): Part => ({
  object,
  scale: [1, 2, 3],
  shift: 0,
  flipped: false,
  ...changes,
});

function placed(parts: Part[], visible = [1, 1]): (i: number, x: number, y: number, z: number) => number[] {
  const batch = new Batch(new BoxGeometry(), new MeshLambertMaterial(), parts);
  const pos = Float64Array.of(0, 0, 0, 10, 20, 30);
  batch.place(pos, Float64Array.from([...IDENTITY, ...TURNED]), Uint8Array.from(visible));
  return (i, x, y, z) => {
    const matrix = new Matrix4();
    batch.mesh.getMatrixAt(i, matrix);
    return new Vector3(x, y, z).applyMatrix4(matrix).toArray();
  };
}

test('a copy is scaled, then turned and moved with its object', () => {
  const at = placed([part(1), part(0)]);
  expect(at(0, 1, 1, 1)).toEqual([11, 17, 32]);
  expect(at(1, 1, 1, 1)).toEqual([1, 2, 3]);
});

test('a shift is along the z axis of the object', () => {
  expect(placed([part(1, { shift: 5 })])(0, 0, 0, 0)).toEqual([10, 15, 30]);
});

test('a flipped copy is turned over, not mirrored', () => {
  const at = placed([part(0, { scale: [1, 1, 1], flipped: true })]);
  expect([at(0, 1, 0, 0), at(0, 0, 1, 0), at(0, 0, 0, 1)]).toEqual([
    [1, 0, 0],
    [0, -1, 0],
    [0, 0, -1],
  ]);
});

test('what is hidden shrinks to a point', () => {
  expect(placed([part(1)], [1, 0])(0, 1, 1, 1)).toEqual([10, 20, 30]);
});

test('copies are painted by their object', () => {
  const batch = new Batch(new BoxGeometry(), new MeshLambertMaterial(), [part(3), part(1)]);
  batch.paint((object) => ({ r: object === 3 ? 1 : 0, g: 0, b: object === 1 ? 1 : 0, a: 1 }));
  expect([...(batch.mesh.instanceColor?.array ?? [])]).toEqual([1, 0, 0, 0, 0, 1]);
});
