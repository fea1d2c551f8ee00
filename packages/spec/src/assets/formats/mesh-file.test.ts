import { describe, expect, test } from 'vitest';
import { codeOf, tetrahedronMsh, tetrahedronObj, tetrahedronStl } from '../testing.ts';
import { decodeMesh } from './mesh-file.ts';

const FILES = { 'a.obj': tetrahedronObj(), 'a.STL': tetrahedronStl(), 'a.Msh': tetrahedronMsh() };

describe('decodeMesh', () => {
  test.each(Object.entries(FILES))('%s holds the tetrahedron', (name, bytes) => {
    const { vert, face } = decodeMesh(bytes, name);
    expect(vert.length).toBe(12);
    const corners = Array.from(face, (v) => [...vert.subarray(3 * v, 3 * v + 3)]);
    expect(corners.slice(0, 3)).toEqual([
      [0, 0, 0],
      [0, 1, 0],
      [1, 0, 0],
    ]);
  });

  test('STL corners with the same bits are one vertex, numbered by appearance', () => {
    expect([...decodeMesh(tetrahedronStl(), 'a.stl').face]).toEqual([0, 1, 2, 0, 2, 3, 0, 3, 1, 2, 1, 3]);
  });

  test.each([
    ['a.Obj', 'asset-unsupported'],
    ['a.dae', 'asset-unsupported'],
    ['a', 'asset-unsupported'],
  ])('%s has no reader', (name, code) => {
    expect(codeOf(() => decodeMesh(tetrahedronObj(), name))).toBe(code);
  });

  test('an ASCII STL is named as such', () => {
    const text = `solid a\n${'facet normal 0 0 0\n'.repeat(9)}`;
    expect(() =>
      decodeMesh(
        Uint8Array.from(text, (c) => c.charCodeAt(0)),
        'a.stl',
      ),
    ).toThrow(/ASCII/);
  });

  test.each(['a.stl', 'a.msh'])('every truncation of %s is refused with a code', (name) => {
    const bytes = name === 'a.stl' ? tetrahedronStl() : tetrahedronMsh();
    for (let n = 0; n < bytes.length; n++) {
      expect(codeOf(() => decodeMesh(bytes.subarray(0, n), name))).toMatch(/^asset-/);
    }
  });

  test('sizes that the header invents are refused before anything is allocated', () => {
    const msh = tetrahedronMsh();
    new DataView(msh.buffer).setInt32(0, 100_000_000, true);
    expect(codeOf(() => decodeMesh(msh, 'a.msh'))).toBe('asset-truncated');
    const stl = tetrahedronStl();
    new DataView(stl.buffer).setInt32(80, 2_000_000_000, true);
    expect(codeOf(() => decodeMesh(stl, 'a.stl'))).toBe('asset-format');
  });
});
