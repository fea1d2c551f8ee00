import { describe, expect, test } from 'vitest';
import { ascii, codeOf, tetrahedronObj } from '../testing.ts';
import { defaultAssetLimits as limits } from '../types.ts';
import { readObj } from './obj.ts';

const read = (text: string) => readObj(ascii(text), limits);
const SQUARE = 'v 0 0 0\nv 2 0 0\nv 2 1 0\nv 0 1 0\n';

describe('readObj', () => {
  test('vertices, texture coordinates flipped in v, normals, and their own indices', () => {
    const mesh = read(`${SQUARE}vt 0.25 0.25\nvn 0 0 1\nf 1/1/1 2/1/1 3/1/1\n`);
    expect([...mesh.vert]).toEqual([0, 0, 0, 2, 0, 0, 2, 1, 0, 0, 1, 0]);
    expect([...mesh.texcoord]).toEqual([0.25, 0.75]);
    expect([...mesh.face, ...mesh.facetexcoord, ...mesh.facenormal]).toEqual([0, 1, 2, 0, 0, 0, 0, 0, 0]);
  });

  test.each([
    ['f 1 2 3 4\n', [0, 1, 3, 1, 2, 3]],
    ['f -4 -3 -2\n', [0, 1, 2]],
    ['f 1//1 2//1 3//1\n', [0, 1, 2]],
    ['usemtl x\r\ns 1\r\nf 1 2 3\r\n# f 1 2 4\r\n', [0, 1, 2]],
  ])('faces of %j', (text, face) => {
    expect([...read(SQUARE + text).face]).toEqual(face);
  });

  test('only the first shape with faces counts', () => {
    expect([...read(`o a\n${SQUARE}g b\nf 1 2 3\ng c\nf 1 3 4\n`).face]).toEqual([0, 1, 2]);
  });

  test('a concave polygon is cut into ears that cover its area', () => {
    const { vert, face } = read('v 0 0 0\nv 4 0 0\nv 4 4 0\nv 2 1 0\nv 0 4 0\nf 1 2 3 4 5\n');
    let area = 0;
    for (let i = 0; i < face.length; i += 3) {
      const [a, b, c] = [3 * face[i], 3 * face[i + 1], 3 * face[i + 2]];
      area +=
        ((vert[b] - vert[a]) * (vert[c + 1] - vert[a + 1]) - (vert[c] - vert[a]) * (vert[b + 1] - vert[a + 1])) / 2;
    }
    expect(face.length).toBe(9);
    expect(area).toBeCloseTo(10, 6);
  });

  test.each(['f 0 1 2\n', 'f a b c\n', 'f -9 1 2\n'])('refuses %j', (text) => {
    expect(codeOf(() => read(SQUARE + text))).toBe('asset-format');
  });

  test('numbers: exponents, missing digits, text', () => {
    expect([...read('v 1e-7 .5 5.\nv abc 1,5 -2.5E+2\n').vert]).toEqual([Math.fround(1e-7), 0.5, 5, 0, 1, -250]);
  });

  test('limits are checked while reading', () => {
    expect(codeOf(() => readObj(tetrahedronObj(), { ...limits, meshVertices: 3 }))).toBe('asset-limit');
    expect(codeOf(() => readObj(tetrahedronObj(), { ...limits, meshFaces: 3 }))).toBe('asset-limit');
  });

  test('any prefix is read or refused with a code', () => {
    const bytes = tetrahedronObj();
    for (let n = 0; n < bytes.length; n++) codeOf(() => readObj(bytes.subarray(0, n), limits));
  });
});
