import { AssetError } from '../errors.ts';
import { FloatList, IntList } from '../lists.ts';
import type { AssetLimits, RawMesh } from '../types.ts';
import { triangulate } from './obj-polygon.ts';

const SPACE = 32;
const TAB = 9;
const CR = 13;
const LF = 10;
const SLASH = 47;
// letters of the statements
const V = 118;
const N = 110;
const T = 116;
const F = 102;
const L = 108;
const P = 112;
const G = 103;
const O = 111;

/** Powers of ten for decimals and of five for exponents, as correctly rounded doubles. */
const TEN_TO_MINUS = Array.from({ length: 340 }, (_, k) => Number(`1e-${k}`));

/** Corners of a polygon: vertex, texture coordinate and normal index of each (-1: none). */
interface Group {
  /** number of corners of each face */
  count: IntList;
  corner: IntList;
}

/**
 * Wavefront OBJ. All `v`, `vn`, `vt` of the file are taken, but only the faces of its first shape (up to the next `g`
 * or `o` after some faces); polygons are cut into triangles by ear clipping; `v` of texture coordinates is flipped.
 */
export function readObj(bytes: Uint8Array, limits: AssetLimits): RawMesh {
  const scan = new ObjScanner(bytes);
  const vert = new FloatList();
  const normal = new FloatList();
  const texcoord = new FloatList();
  let faces: Group = emptyGroup();
  let lines: Group = emptyGroup();
  let hasPoints = false;
  let shape: Shape | undefined;

  // a shape ends at `g` and `o`: the first one with content is the mesh
  const flush = (keepLines: boolean): void => {
    if (!shape) {
      const candidate = makeShape(faces, lines, vert);
      const filled = candidate.corner.length > 0 || (keepLines && (lines.count.length > 0 || hasPoints));
      if (filled) shape = candidate;
    }
    faces = emptyGroup();
    lines = emptyGroup();
    hasPoints = false;
  };

  while (scan.nextLine()) {
    const c0 = scan.peek(0);
    const c1 = scan.peek(1);
    if (c0 === V && isSpace(c1)) {
      scan.skip(2);
      for (let k = 0; k < 3; k++) vert.push(scan.real());
      if (vert.length > 3 * limits.meshVertices) throw new AssetError('asset-limit', 'too many vertices in OBJ file');
    } else if (c0 === V && c1 === N && isSpace(scan.peek(2))) {
      scan.skip(3);
      for (let k = 0; k < 3; k++) normal.push(scan.real());
    } else if (c0 === V && c1 === T && isSpace(scan.peek(2))) {
      scan.skip(3);
      for (let k = 0; k < 2; k++) texcoord.push(scan.real());
    } else if ((c0 === F || c0 === L || c0 === P) && isSpace(c1)) {
      scan.skip(2);
      const group = c0 === F ? faces : lines;
      const keep = shape === undefined && c0 !== P;
      let count = 0;
      for (; scan.more(); count++) {
        const v = scan.corner(vert.length / 3, normal.length / 3, texcoord.length / 2);
        if (!keep) continue;
        group.corner.push(v);
        group.corner.push(scan.texcoordIndex);
        group.corner.push(scan.normalIndex);
      }
      if (keep) group.count.push(count);
      if (c0 === P) hasPoints = true;
      if (faces.count.length > limits.meshFaces) throw new AssetError('asset-limit', 'too many faces in OBJ file');
    } else if ((c0 === G || c0 === O) && isSpace(c1)) {
      flush(c0 === O);
    }
  }
  flush(true);

  const corner = shape?.corner ?? new IntList();
  const n = corner.length / 3;
  const face = new Int32Array(n);
  const facenormal = new Int32Array(normal.length > 0 && !shape?.isLines ? n : 0);
  const facetexcoord = new Int32Array(texcoord.length > 0 && !shape?.isLines ? n : 0);
  for (let i = 0; i < n; i++) {
    face[i] = corner.get(3 * i);
    if (facetexcoord.length > 0) facetexcoord[i] = corner.get(3 * i + 1);
    if (facenormal.length > 0) facenormal[i] = corner.get(3 * i + 2);
  }
  const uv = texcoord.take();
  for (let i = 1; i < uv.length; i += 2) uv[i] = 1 - uv[i];
  return { format: 'obj', vert: vert.take(), normal: normal.take(), texcoord: uv, face, facenormal, facetexcoord };
}

interface Shape {
  corner: IntList;
  isLines: boolean;
}

function emptyGroup(): Group {
  return { count: new IntList(), corner: new IntList() };
}

/** Triangles of the faces, or degenerate triangles (a, b, b) of line segments when there is no face. */
function makeShape(faces: Group, lines: Group, vert: FloatList): Shape {
  const corner = new IntList();
  for (let i = 0, at = 0; i < faces.count.length; i++) {
    const count = faces.count.get(i);
    triangulate(corner, faces.corner, at, count, vert);
    at += 3 * count;
  }
  if (corner.length > 0) return { corner, isLines: false };
  for (let i = 0, at = 0; i < lines.count.length; i++) {
    const count = lines.count.get(i);
    for (let k = 0; k + 1 < count; k++) {
      for (const end of [0, 1, 1]) {
        corner.push(lines.corner.get(at + 3 * (k + end)));
        corner.push(-1);
        corner.push(-1);
      }
    }
    at += 3 * count;
  }
  return { corner, isLines: true };
}

function isSpace(c: number): boolean {
  return c === SPACE || c === TAB;
}

function isDigit(c: number): boolean {
  return c >= 48 && c <= 57;
}

/** A cursor over the bytes, one line at a time. */
class ObjScanner {
  private readonly bytes: Uint8Array;
  private next = 0;
  private at = 0;
  private end = 0;
  texcoordIndex = -1;
  normalIndex = -1;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Moves to the first non-blank of the next line; false at the end of the file. */
  nextLine(): boolean {
    const { bytes } = this;
    if (this.next >= bytes.length) return false;
    let e = this.next;
    this.end = -1;
    for (; e < bytes.length && bytes[e] !== LF && bytes[e] !== CR; e++) {
      // the text of a line ends at a zero byte
      if (bytes[e] === 0 && this.end < 0) this.end = e;
    }
    if (this.end < 0) this.end = e;
    this.at = this.next;
    this.next = bytes[e] === CR && bytes[e + 1] === LF ? e + 2 : e + 1;
    this.blanks();
    return true;
  }

  peek(k: number): number {
    return this.at + k < this.end ? this.bytes[this.at + k] : 0;
  }

  skip(k: number): void {
    this.at += k;
  }

  more(): boolean {
    this.blanks();
    return this.at < this.end;
  }

  private blanks(): void {
    while (isSpace(this.peek(0))) this.at++;
  }

  /**
   * A decimal number as float32; 0 when the text is none. Digits are added one by one in double precision, as the
   * reference reader does, so the last bit can differ from a correctly rounded conversion.
   */
  real(): number {
    this.blanks();
    let stop = this.at;
    while (stop < this.end && !isSpace(this.bytes[stop])) stop++;
    const value = parseDecimal(this.bytes, this.at, stop);
    this.at = stop;
    return value;
  }

  /** `v`, `v/t`, `v//n` or `v/t/n`; returns the vertex index, the others are left in the fields. */
  corner(nvert: number, nnormal: number, ntexcoord: number): number {
    this.texcoordIndex = -1;
    this.normalIndex = -1;
    const vertex = this.index(nvert, false);
    if (this.peek(0) !== SLASH) return vertex;
    this.at++;
    if (this.peek(0) === SLASH) {
      this.at++;
      this.normalIndex = this.index(nnormal, true);
      return vertex;
    }
    this.texcoordIndex = this.index(ntexcoord, true);
    if (this.peek(0) !== SLASH) return vertex;
    this.at++;
    this.normalIndex = this.index(nnormal, true);
    return vertex;
  }

  /** One-based index, or relative to the end when negative; zero is an error for vertices, none for the others. */
  private index(count: number, allowsZero: boolean): number {
    const sign = this.peek(0) === 45 ? -1 : 1;
    let k = sign < 0 || this.peek(0) === 43 ? 1 : 0;
    let value = 0;
    for (; isDigit(this.peek(k)); k++) value = Math.min(10 * value + this.peek(k) - 48, 0x7fffffff);
    while (this.at < this.end && this.peek(0) !== SLASH && !isSpace(this.peek(0))) this.at++;
    if ((value === 0 && !allowsZero) || (sign < 0 && value > count)) {
      throw new AssetError('asset-format', 'could not parse OBJ file: an index is zero, out of range or not a number');
    }
    return sign > 0 ? value - 1 : value === 0 ? -1 : count - value;
  }
}

function parseDecimal(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  let sign = 1;
  const peek = (): number => (at < end ? bytes[at] : 0);
  if (peek() === 43 || peek() === 45) {
    sign = peek() === 45 ? -1 : 1;
    at++;
  }
  let mantissa = 0;
  if (peek() !== 46) {
    if (!isDigit(peek())) return 0;
    for (; isDigit(peek()); at++) mantissa = 10 * mantissa + (peek() - 48);
  }
  if (peek() === 46) {
    at++;
    for (let k = 1; isDigit(peek()); k++, at++) mantissa += (peek() - 48) * (TEN_TO_MINUS[k] ?? 0);
  }
  if (peek() !== 69 && peek() !== 101) return Math.fround(sign * mantissa);
  at++;
  const down = peek() === 45;
  if (down || peek() === 43) at++;
  if (!isDigit(peek())) return 0;
  let exponent = 0;
  for (; isDigit(peek()); at++) exponent = Math.min(10 * exponent + (peek() - 48), 9999);
  return Math.fround(sign * scaleByTen(mantissa, down ? -exponent : exponent));
}

/** mantissa · 5^e · 2^e: the power of five is rounded once, the power of two is exact. */
function scaleByTen(mantissa: number, exponent: number): number {
  if (exponent === 0) return mantissa;
  let five = 1;
  for (let k = Math.min(Math.abs(exponent), 400); k > 0; k--) five *= 5;
  let value = mantissa * (exponent > 0 ? five : 1 / five);
  let shift = exponent;
  while (shift > 0 && Number.isFinite(value) && value !== 0) {
    const k = Math.min(shift, 1000);
    value *= 2 ** k;
    shift -= k;
  }
  while (shift < 0 && value !== 0) {
    const k = Math.min(-shift, 1000);
    value *= 2 ** -k;
    shift += k;
  }
  return value;
}
