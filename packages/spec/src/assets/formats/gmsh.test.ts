import { describe, expect, test } from 'vitest';
import { AssetError } from '../errors.ts';
import { makeRandom } from '../testing.ts';
import { type GmshMesh, readGmsh } from './gmsh.ts';

const LIMITS = { nodes: 1000, elements: 1000 };
const read = (bytes: Uint8Array): GmshMesh => readGmsh(bytes, LIMITS);

const POINTS = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0.5, 0.5, 1];
const TETRAHEDRA = [0, 1, 2, 4, 0, 2, 3, 4];
const TRIANGLES = [0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4, 0, 2, 1];

type Part = string | ['size' | 'int' | 'real', ...number[]];

/** A file in text, or with its numbers in bytes. */
function file(binary: boolean, parts: readonly Part[]): Uint8Array {
  const bytes: number[] = [];
  const text = (s: string): void => {
    for (const c of s) bytes.push(c.charCodeAt(0));
  };
  const number = (kind: string, x: number): void => {
    const view = new DataView(new ArrayBuffer(8));
    if (kind === 'real') view.setFloat64(0, x, true);
    else if (kind === 'size') view.setBigInt64(0, BigInt(x), true);
    else view.setInt32(0, x, true);
    for (let k = 0; k < (kind === 'int' ? 4 : 8); k++) bytes.push(view.getUint8(k));
  };
  for (const part of parts) {
    if (typeof part === 'string') text(part);
    else if (binary) for (const x of part.slice(1) as number[]) number(part[0], x);
    else text(`${part.slice(1).join(' ')}\n`);
  }
  return Uint8Array.from(bytes);
}

const header = (version: string, binary: boolean): Part[] => [
  `$MeshFormat\n${version} ${binary ? 1 : 0} 8\n`,
  ...(binary ? [['int', 1] as Part, '\n'] : []),
  '$EndMeshFormat\n',
];

function format41(dim: 2 | 3, element: readonly number[], binary: boolean): Uint8Array {
  const n = POINTS.length / 3;
  const count = element.length / (dim + 1);
  return file(binary, [
    ...header('4.1', binary),
    '$Nodes\n',
    ['size', 1, n, 1, n],
    ['int', dim, 1, 0],
    ['size', n, ...Array.from({ length: n }, (_, k) => k + 1)],
    ['real', ...POINTS],
    '\n$EndNodes\n$Elements\n',
    ['size', 1, count, 1, count],
    ['int', dim, 1, dim === 2 ? 2 : 4],
    ['size', count],
    ...Array.from(
      { length: count },
      (_, e): Part => ['size', e + 1, ...element.slice(e * (dim + 1), (e + 1) * (dim + 1)).map((v) => v + 1)],
    ),
    '\n$EndElements\n',
  ]);
}

/** Format 2.2 as Gmsh writes it, a header for each element, or as fTetWild does, one for all. */
function format22(dim: 2 | 3, element: readonly number[], binary: boolean, isRun = false): Uint8Array {
  const n = POINTS.length / 3;
  const count = element.length / (dim + 1);
  const type = dim === 2 ? 2 : 4;
  const corners = (e: number): number[] => element.slice(e * (dim + 1), (e + 1) * (dim + 1)).map((v) => v + 1);
  const entry = (e: number): Part[] => {
    if (!binary) return [['int', e + 1, type, 2, 0, 1, ...corners(e)]];
    if (isRun) return [...(e === 0 ? [['int', type, count, 0] as Part] : []), ['int', e + 1, ...corners(e)]];
    return [['int', type, 1, 2, e + 1, 0, 1, ...corners(e)]];
  };
  return file(binary, [
    ...header('2.2', binary),
    `$Nodes\n${n}\n`,
    ...Array.from({ length: n }, (_, k): Part[] =>
      binary
        ? [
            ['int', k + 1],
            ['real', ...POINTS.slice(3 * k, 3 * k + 3)],
          ]
        : [['int', k + 1, ...POINTS.slice(3 * k, 3 * k + 3)]],
    ).flat(),
    `\n$EndNodes\n$Elements\n${count}\n`,
    ...Array.from({ length: count }, (_, e) => entry(e)).flat(),
    '\n$EndElements\n',
  ]);
}

const VARIANTS: [name: string, bytes: Uint8Array, dim: number, element: readonly number[]][] = [
  ['4.1 text, triangles', format41(2, TRIANGLES, false), 2, TRIANGLES],
  ['4.1 text, tetrahedra', format41(3, TETRAHEDRA, false), 3, TETRAHEDRA],
  ['4.1 binary, triangles', format41(2, TRIANGLES, true), 2, TRIANGLES],
  ['4.1 binary, tetrahedra', format41(3, TETRAHEDRA, true), 3, TETRAHEDRA],
  ['2.2 text, triangles', format22(2, TRIANGLES, false), 2, TRIANGLES],
  ['2.2 text, tetrahedra', format22(3, TETRAHEDRA, false), 3, TETRAHEDRA],
  ['2.2 binary, triangles', format22(2, TRIANGLES, true), 2, TRIANGLES],
  ['2.2 binary, tetrahedra', format22(3, TETRAHEDRA, true), 3, TETRAHEDRA],
  ['2.2 binary, tetrahedra in one run', format22(3, TETRAHEDRA, true, true), 3, TETRAHEDRA],
];

const edited = (bytes: Uint8Array, from: string, to: string): Uint8Array =>
  Uint8Array.from(String.fromCharCode(...bytes).replace(from, to), (c) => c.charCodeAt(0));

describe('readGmsh', () => {
  test.each(VARIANTS)('%s', (_, bytes, dim, element) => {
    const mesh = read(bytes);
    expect(mesh.dim).toBe(dim);
    expect([...mesh.point]).toEqual(POINTS);
    expect([...mesh.element]).toEqual(element);
  });

  test.each(VARIANTS)('%s: cut anywhere, or with a byte changed, it is read or refused with a code', (_, bytes) => {
    const random = makeRandom(7);
    for (let trial = 0; trial < 400; trial++) {
      const copy = bytes.slice(0, trial < 200 ? Math.floor((random() + 0.5) * bytes.length) : bytes.length);
      if (trial >= 200) copy[Math.floor((random() + 0.5) * copy.length)] = Math.floor((random() + 0.5) * 256);
      try {
        const { dim, point, element } = read(copy);
        expect(element.every((v) => v >= 0 && 3 * v < point.length)).toBe(true);
        expect([element.length % (dim + 1), point.every(Number.isFinite)]).toEqual([0, true]);
      } catch (error) {
        expect(error).toBeInstanceOf(AssetError);
      }
    }
  });

  const text = format41(3, TETRAHEDRA, false);
  const old = format22(3, TETRAHEDRA, false);
  test.each([
    ['an empty file', new Uint8Array(0), 'asset-empty'],
    ['another file', Uint8Array.of(1, 2, 3), 'asset-format'],
    ['an unknown version', edited(text, '4.1', '3.0'), 'asset-unsupported'],
    ['no nodes', edited(text, '$Nodes', '$Nods'), 'asset-format'],
    ['no end of nodes', edited(text, '$EndNodes', '$Endnodes'), 'asset-truncated'],
    ['two blocks', edited(text, '1 5 1 5', '2 5 1 5'), 'asset-format'],
    ['tags that are not sequential', edited(text, '5 1 2 3', '5 1 3 2'), 'asset-format'],
    ['a largest tag that is not the number of nodes', edited(text, '1 5 1 5', '1 5 1 6'), 'asset-format'],
    [
      'more nodes than there are',
      edited(edited(text, '1 5 1 5', '1 99 1 99'), '5 1 2 3', '99 1 2 3'),
      'asset-truncated',
    ],
    ['a huge number of nodes', edited(old, '$Nodes\n5\n', '$Nodes\n999999999\n'), 'asset-limit'],
    ['a huge number of elements', edited(old, '$Elements\n2\n', '$Elements\n999999999\n'), 'asset-limit'],
    ['no number of elements', edited(old, '$Elements\n2\n', '$Elements\n'), 'asset-format'],
    ['a word', edited(text, '0.5', 'half'), 'asset-format'],
    ['a node that does not exist', edited(old, '1 2 3 5', '1 2 3 9'), 'asset-format'],
    ['elements of two types', edited(old, '2 4 2 0 1', '2 2 2 0 1'), 'asset-format'],
    ['hexahedra', edited(edited(old, '1 4 2 0', '1 5 2 0'), '2 4 2 0', '2 5 2 0'), 'asset-format'],
  ] as const)('%s is refused', (_, bytes, code) => {
    expect(() => read(bytes)).toThrow(expect.objectContaining({ name: 'AssetError', code }));
  });
});
