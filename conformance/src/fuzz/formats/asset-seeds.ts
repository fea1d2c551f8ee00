import zlib from 'node:zlib';
import { crc32 } from '../../../../packages/spec/src/compression/checksum.ts';

/** Arrays of the numbers that files have: int32, float32, int64 and float64. */
const ARRAYS = {
  i: (x: readonly number[]) => Int32Array.from(x),
  f: (x: readonly number[]) => Float32Array.from(x),
  q: (x: readonly number[]) => BigInt64Array.from(x, BigInt),
  d: (x: readonly number[]) => Float64Array.from(x),
} as const;

/** A little-endian file: numbers of a kind, bytes as they are. */
function packed(...parts: readonly (readonly [keyof typeof ARRAYS, readonly number[]] | Uint8Array)[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) => {
      if (part instanceof Uint8Array) return [...part];
      const [kind, values] = part;
      return [...new Uint8Array(ARRAYS[kind](values).buffer)];
    }),
  );
}

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A box with two triangles to each side, and a tetrahedron. */
const BOX_VERTICES = Array.from({ length: 8 }, (_, k) => [k & 1, (k >> 1) & 1, k >> 2]).flat();
const BOX_FACES = [
  0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5,
];
const TETRAHEDRON_VERTICES = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const TETRAHEDRON_FACES = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];

const SHAPES = [
  [BOX_VERTICES, BOX_FACES],
  [TETRAHEDRON_VERTICES, TETRAHEDRON_FACES],
] as const;

function stl(vertices: readonly number[], faces: readonly number[]): Uint8Array {
  const corner = (v: number): readonly number[] => vertices.slice(3 * v, 3 * v + 3);
  const triangles = Array.from({ length: faces.length / 3 }, (_, t) =>
    packed(['f', [0, 0, 0, ...faces.slice(3 * t, 3 * t + 3).flatMap(corner)]], new Uint8Array(2)),
  );
  return packed(new Uint8Array(80), ['i', [triangles.length]], ...triangles);
}

/** With texture coordinates and normals, or with vertices counted from the last. */
function obj(vertices: readonly number[], faces: readonly number[], isRelative: boolean): Uint8Array {
  const lines = ['# made here', 'mtllib none.mtl', 'o thing'];
  const count = vertices.length / 3;
  for (let k = 0; k < vertices.length; k += 3) lines.push(`v ${vertices.slice(k, k + 3).join(' ')}`);
  lines.push('vn 0 0 1', 'vt 0 0', 'vt 1 1', 's 1', 'usemtl none', 'l 1 2', 'p 1');
  const corner = (v: number): string => (isRelative ? `${v - count}//-1` : `${v + 1}/1/1`);
  for (let k = 0; k < faces.length; k += 3)
    lines.push(
      `f ${faces
        .slice(k, k + 3)
        .map(corner)
        .join(' ')}`,
    );
  return ascii(lines.join('\n'));
}

function msh(vertices: readonly number[], faces: readonly number[], isComplete: boolean): Uint8Array {
  const n = vertices.length / 3;
  const [normals, coordinates] = isComplete ? [vertices, Array.from({ length: 2 * n }, () => 0.5)] : [[], []];
  const counts = [n, normals.length / 3, coordinates.length / 2, faces.length / 3];
  return packed(['i', counts], ['f', vertices], ['f', normals], ['f', coordinates], ['i', faces]);
}

export const stlSeeds = (): Uint8Array[] => SHAPES.map(([v, f]) => stl(v, f));
export const objSeeds = (): Uint8Array[] => SHAPES.flatMap(([v, f]) => [obj(v, f, false), obj(v, f, true)]);
export const mshSeeds = (): Uint8Array[] => SHAPES.flatMap(([v, f]) => [msh(v, f, true), msh(v, f, false)]);

/** A box of five tetrahedra, or the triangles of its sides, in each form of Gmsh's formats. */
export function gmshSeeds(): Uint8Array[] {
  const tetrahedra = [0, 1, 2, 4, 3, 2, 1, 7, 5, 4, 7, 1, 6, 7, 4, 2, 1, 2, 4, 7];
  const kinds = [
    { dim: 2, type: 2, element: BOX_FACES },
    { dim: 3, type: 4, element: tetrahedra },
  ];
  return kinds.flatMap((kind) => [false, true].flatMap((binary) => [gmsh41(kind, binary), gmsh22(kind, binary)]));
}

interface GmshKind {
  readonly dim: number;
  readonly type: number;
  readonly element: readonly number[];
}

const gmshHeader = (version: string, binary: boolean): Uint8Array =>
  binary
    ? packed(ascii(`$MeshFormat\n${version} 1 8\n`), ['i', [1]], ascii('\n$EndMeshFormat\n'))
    : ascii(`$MeshFormat\n${version} 0 8\n$EndMeshFormat\n`);

const tagged = ({ dim, element }: GmshKind): number[][] =>
  Array.from({ length: element.length / (dim + 1) }, (_, e) => [
    e + 1,
    ...element.slice(e * (dim + 1), (e + 1) * (dim + 1)).map((v) => v + 1),
  ]);

function gmsh41(kind: GmshKind, binary: boolean): Uint8Array {
  const tags = Array.from({ length: BOX_VERTICES.length / 3 }, (_, k) => k + 1);
  const entries = tagged(kind);
  const numbers = (type: 'q' | 'i' | 'd', values: readonly number[]): Uint8Array =>
    binary ? packed([type, values]) : ascii(`${values.join(' ')}\n`);
  return packed(
    gmshHeader('4.1', binary),
    ascii('$Nodes\n'),
    numbers('q', [1, tags.length, 1, tags.length]),
    numbers('i', [kind.dim, 1, 0]),
    numbers('q', [tags.length, ...tags]),
    numbers('d', BOX_VERTICES),
    ascii('\n$EndNodes\n$Elements\n'),
    numbers('q', [1, entries.length, 1, entries.length]),
    numbers('i', [kind.dim, 1, kind.type]),
    numbers('q', [entries.length, ...entries.flat()]),
    ascii('\n$EndElements\n'),
  );
}

function gmsh22(kind: GmshKind, binary: boolean): Uint8Array {
  const nodes = Array.from({ length: BOX_VERTICES.length / 3 }, (_, k) => {
    const at = BOX_VERTICES.slice(3 * k, 3 * k + 3);
    return binary ? packed(['i', [k + 1]], ['d', at]) : ascii(`${k + 1} ${at.join(' ')}\n`);
  });
  const entries = tagged(kind);
  const elements = entries.map(([tag = 0, ...corners]) =>
    binary
      ? packed(['i', [kind.type, 1, 2, tag, 0, 1, ...corners]])
      : ascii(`${[tag, kind.type, 2, 0, 1, ...corners].join(' ')}\n`),
  );
  return packed(
    gmshHeader('2.2', binary),
    ascii(`$Nodes\n${nodes.length}\n`),
    ...nodes,
    ascii(`\n$EndNodes\n$Elements\n${entries.length}\n`),
    ...elements,
    ascii('\n$EndElements\n'),
  );
}

/** A skin of four vertices on two bones. */
export function skinSeeds(): Uint8Array[] {
  const bone = (name: string, vertices: readonly number[]): Uint8Array =>
    packed(
      ascii(name.padEnd(40, '\0')),
      ['f', [0, 0, 0, 1, 0, 0, 0]],
      ['i', [vertices.length, ...vertices]],
      ['f', vertices.map(() => 0.5)],
    );
  const head = (texcoords: number): Uint8Array =>
    packed(
      ['i', [4, texcoords, 4, 2]],
      ['f', TETRAHEDRON_VERTICES],
      ['f', Array.from({ length: 2 * texcoords }, () => 0.5)],
      ['i', TETRAHEDRON_FACES],
    );
  return [0, 4].map((texcoords) => packed(head(texcoords), bone('b', [0, 1, 2, 3]), bone('c', [2, 3])));
}

export function hfieldSeeds(): Uint8Array[] {
  return [
    [2, 2],
    [7, 5],
  ].map(([rows = 0, columns = 0]) =>
    packed(['i', [rows, columns]], ['f', Array.from({ length: rows * columns }, (_, k) => (k * 7) % 5)]),
  );
}

/** A KTX file is handed on as it is; this one has the signature and a header. */
export const ktxSeeds = (): Uint8Array[] => [
  packed(Uint8Array.of(0xab, 0x4b, 0x54, 0x58, 0x20, 0x31, 0x31, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a), [
    'i',
    [0x04030201, 0, 1, 0, 0, 0, 4, 4, 0, 0, 6, 1, 0],
  ]),
];

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

function chunk(type: string, data: Uint8Array): Uint8Array {
  const out = new Uint8Array(12 + data.length);
  new DataView(out.buffer).setUint32(0, data.length);
  out.set(ascii(type), 4);
  out.set(data, 8);
  return out;
}

/** Start and distance of the pixels of each pass of an interlaced picture. */
const PASSES = [
  [0, 8, 0, 8],
  [4, 8, 0, 8],
  [0, 4, 4, 8],
  [2, 4, 0, 4],
  [0, 2, 2, 4],
  [1, 2, 0, 2],
  [0, 1, 1, 2],
] as const;

/** Rows of a pattern, each with a filter of its own. */
function pngRows(width: number, height: number, bitsPerPixel: number): Uint8Array {
  const stride = 1 + Math.ceil((width * bitsPerPixel) / 8);
  return Uint8Array.from({ length: width > 0 ? height * stride : 0 }, (_, k) =>
    k % stride === 0 ? (k / stride) % 5 : k % 2,
  );
}

/** A picture of any kind that PNG knows. */
function png(size: number, bits: number, color: number, isInterlaced: boolean): Uint8Array {
  const header = new Uint8Array(13);
  new DataView(header.buffer).setUint32(0, size);
  new DataView(header.buffer).setUint32(4, size);
  header.set([bits, color, 0, 0, isInterlaced ? 1 : 0], 8);
  const depth = bits * ([1, 1, 3, 1, 2, 1, 4][color] ?? 1);
  const rows = isInterlaced
    ? PASSES.map(([x, dx, y, dy]) => pngRows(Math.ceil((size - x) / dx), Math.ceil((size - y) / dy), depth))
    : [pngRows(size, size, depth)];
  return sealPng(
    packed(
      SIGNATURE,
      chunk('IHDR', header),
      chunk('gAMA', Uint8Array.of(0, 0, 0xb1, 0x8f)),
      ...(color === 3 ? [chunk('PLTE', Uint8Array.of(255, 0, 0, 0, 255, 0)), chunk('tRNS', Uint8Array.of(0, 1))] : []),
      chunk('IDAT', zlib.deflateSync(packed(...rows))),
      chunk('IEND', new Uint8Array(0)),
    ),
  );
}

export function pngSeeds(): Uint8Array[] {
  const kinds = [
    [8, 0],
    [16, 0],
    [1, 0],
    [8, 2],
    [16, 2],
    [8, 3],
    [2, 3],
    [8, 4],
    [8, 6],
    [16, 6],
  ];
  return kinds.flatMap(([bits = 8, color = 0]) =>
    [false, true].map((isInterlaced) => png(12, bits, color, isInterlaced)),
  );
}

/** The same PNG with the right checksum behind each chunk, as far as its chunks can be followed. */
export function sealPng(bytes: Uint8Array): Uint8Array {
  const out = bytes.slice();
  const view = new DataView(out.buffer);
  for (let at = 8; at + 12 <= out.length; ) {
    const end = at + 8 + view.getUint32(at);
    if (end + 4 > out.length) break;
    view.setUint32(end, crc32(out, at + 4, end));
    at = end + 4;
  }
  return out;
}
