import type { Model } from '@qpos/core';
import { AssetError } from '../assets/errors.ts';
import { processMesh } from '../assets/mesh/mesh.ts';
import type { MeshInertia, MeshOptions, Mesh as ProcessedMesh, RawMesh } from '../assets/types.ts';
import { encodeUtf8 } from '../compile/pack/utf8.ts';
import { quatToMat, rotate } from '../spatial/rotation.ts';
import { type Decompilation, type Draft, type Fields, fileName } from './context.ts';

const { fround } = Math;

/** The arrays of one mesh of a Model. */
interface StoredMesh extends Omit<RawMesh, 'format' | 'inertia'> {
  graph: Int32Array;
  pos: Float64Array;
  quat: Float64Array;
  scale: Float64Array;
}

function storedMesh(m: Model, x: Fields): StoredMesh {
  const n = (key: string): number => x[key] as number;
  const uv = n('texcoordadr');
  const faces = (array: Int32Array): Int32Array => array.slice(3 * n('faceadr'), 3 * (n('faceadr') + n('facenum')));
  const graphEnd = [...m.mesh_graphadr.subarray(x.id + 1), m.nmeshgraph].find((adr) => adr >= 0) as number;
  return {
    vert: m.mesh_vert.slice(3 * n('vertadr'), 3 * (n('vertadr') + n('vertnum'))),
    normal: m.mesh_normal.slice(3 * n('normaladr'), 3 * (n('normaladr') + n('normalnum'))),
    texcoord: uv < 0 ? new Float32Array(0) : m.mesh_texcoord.slice(2 * uv, 2 * (uv + n('texcoordnum'))),
    face: faces(m.mesh_face),
    facenormal: faces(m.mesh_facenormal),
    facetexcoord: uv < 0 ? new Int32Array(0) : faces(m.mesh_facetexcoord),
    graph: n('graphadr') < 0 ? new Int32Array(0) : m.mesh_graph.slice(n('graphadr'), graphEnd),
    pos: (x['pos'] as Float64Array).slice(),
    quat: (x['quat'] as Float64Array).slice(),
    scale: (x['scale'] as Float64Array).slice(),
  };
}

/**
 * A mesh with the vertices that it was made from. The Model has them in the frame of the principal axes, rounded to 32
 * bits; its inertia rule, and whether its normals were given, are found by trying.
 */
export function mesh(d: Decompilation, x: Fields): Draft {
  const stored = storedMesh(d.model, x);
  const raw = rawMesh(stored);
  const options = recoverOptions(raw, stored);
  const draft: Draft = { kind: 'mesh' };
  if (stored.scale.some((s) => s !== 1)) draft['scale'] = Array.from(stored.scale);
  if (options.inertia !== 'legacy') draft['inertia'] = options.inertia;
  if (options.smoothnormal) draft['smoothnormal'] = true;
  if (options.maxhullvert !== undefined) draft['maxhullvert'] = options.maxhullvert;
  const { facenormal, facetexcoord, face } = raw;
  const inline =
    isShared(facenormal, face, raw.normal, raw.vert) && isShared(facetexcoord, face, raw.texcoord, raw.vert);
  if (inline) {
    draft['vertex'] = Array.from(raw.vert);
    if (!isHull(raw.face, stored.graph)) draft['face'] = Array.from(raw.face);
    if (!options.ownNormals) draft['normal'] = Array.from(raw.normal);
    if (raw.texcoord.length > 0) draft['texcoord'] = Array.from(raw.texcoord);
  } else {
    const file = fileName('mesh', x, 'obj');
    d.files[file] = encodeObj(raw, options.ownNormals);
    draft['file'] = file;
    if (x.name === '') draft.name = `mesh${x.id}`;
  }
  return draft;
}

/** True if a list of values has one for each vertex, or is empty. */
function isShared(indices: Int32Array, face: Int32Array, values: Float32Array, vert: Float32Array): boolean {
  if (values.length === 0) return true;
  const size = values === undefined ? 0 : values.length / (vert.length / 3);
  return Number.isInteger(size) && size <= 3 && indices.every((v, k) => v === face[k]);
}

/** True for the faces that a mesh without faces of its own gets. */
function isHull(face: Int32Array, graph: Int32Array): boolean {
  return graph.length > 0 && same(face, graph.subarray(graph.length - 3 * graph[1]));
}

/** Undoes frame, scale and mirroring. */
function rawMesh(stored: StoredMesh): RawMesh {
  const { scale, quat, vert, normal } = stored;
  const mirrored = !(scale[0] * scale[1] * scale[2] > 0);
  const faces = (list: Int32Array): Int32Array => (mirrored ? turnedOver(list) : list);
  const mat = new Float64Array(9);
  quatToMat(mat, quat);
  const turned = new Float64Array(3);
  const raw = new Float32Array(normal.length);
  for (let i = 0; i < normal.length; i += 3) {
    rotate(turned, 0, mat, normal, i);
    const length = Math.hypot(...turned.map((v, k) => v * scale[k])) || 1;
    for (let k = 0; k < 3; k++) raw[i + k] = (turned[k] * scale[k]) / length;
  }
  return {
    format: 'inline',
    vert: rawVertices(vert, stored, mat),
    normal: raw,
    texcoord: stored.texcoord,
    face: faces(stored.face),
    facenormal: faces(stored.facenormal),
    facetexcoord: faces(stored.facetexcoord),
  };
}

function turnedOver(list: Int32Array): Int32Array {
  return list.map((_, i) => list[i % 3 === 0 ? i : i % 3 === 1 ? i + 1 : i - 1]);
}

/** For each vertex the numbers of 32 bits that the compiler makes the stored ones of. */
function rawVertices(vert: Float32Array, { pos, scale, quat }: StoredMesh, mat: Float64Array): Float32Array {
  const raw = new Float32Array(vert.length);
  const point = new Float64Array(3);
  const back = new Float64Array(9);
  quatToMat(back, [quat[0], -quat[1], -quat[2], -quat[3]]);
  const matches = (candidate: readonly number[], i: number): boolean => {
    for (let k = 0; k < 3; k++) point[k] = candidate[k] * scale[k] - pos[k];
    rotate(point, 0, back, point, 0);
    return fround(point[0]) === vert[i] && fround(point[1]) === vert[i + 1] && fround(point[2]) === vert[i + 2];
  };
  const slack = ROUNDING * vert.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  for (let i = 0; i < vert.length; i += 3) {
    rotate(point, 0, mat, vert, i);
    const near = Array.from(point, (x, k) => (x + pos[k]) / scale[k]);
    const written = near.map((x, k) => fround(shortest(x, slack / Math.abs(scale[k]))));
    const rounded = near.map(fround);
    raw.set([written, ...neighbours(rounded)].find((c) => matches(c, i)) ?? rounded, i);
  }
  return raw;
}

/** Relative error of a stored vertex after it was turned back. */
const ROUNDING = 1.5e-7;

/** The decimal number with the fewest places that is as near as `slack`: most meshes were written by people or programs. */
function shortest(x: number, slack: number): number {
  for (let places = 0; places < 12; places++) {
    const short = Number(x.toFixed(places));
    if (Math.abs(short - x) <= slack) return short;
  }
  return x;
}

const bits = new Int32Array(1);
const value = new Float32Array(bits.buffer);

/** The number of 32 bits that is `steps` after x. */
function stepped(x: number, steps: number): number {
  value[0] = x;
  bits[0] += steps;
  return value[0];
}

/** A point and the 26 around it. */
function neighbours(near: readonly number[]): number[][] {
  const choices = near.map((x) => [x, stepped(x, 1), stepped(x, -1)]);
  return choices[0].flatMap((a) => choices[1].flatMap((b) => choices[2].map((c) => [a, b, c])));
}

interface Recovered {
  inertia: MeshInertia;
  smoothnormal: boolean;
  ownNormals: boolean;
  maxhullvert: number | undefined;
}

const INERTIAS: readonly MeshInertia[] = ['legacy', 'exact', 'convex', 'shell'];

function recoverOptions(raw: RawMesh, stored: StoredMesh): Recovered {
  const attempt = (options: Partial<MeshOptions>, normals: boolean): ProcessedMesh | undefined => {
    const own = { ...raw, normal: new Float32Array(0), facenormal: new Int32Array(0) };
    const shape = { scale: Array.from(stored.scale), needHull: stored.graph.length > 0, ...options };
    try {
      return processMesh(normals ? own : raw, shape as Partial<MeshOptions>);
    } catch (error) {
      if (error instanceof AssetError) return undefined;
      throw error;
    }
  };
  const fits = (mesh: ProcessedMesh | undefined): boolean =>
    mesh !== undefined && same(mesh.pos, stored.pos) && same(mesh.quat, stored.quat);
  const inertia = INERTIAS.find((kind) => fits(attempt({ inertia: kind }, true))) ?? 'legacy';
  const plain = attempt({ inertia }, true);
  const ownNormals = (mesh: ProcessedMesh | undefined): boolean =>
    mesh !== undefined && mesh.normal.length === stored.normal.length && near(mesh.normal, stored.normal);
  const smoothnormal = !ownNormals(plain) && ownNormals(attempt({ inertia, smoothnormal: true }, true));
  const [hullVertices] = stored.graph;
  return {
    inertia,
    smoothnormal,
    ownNormals: smoothnormal || ownNormals(plain),
    maxhullvert:
      plain !== undefined && plain.graph.length > stored.graph.length && hullVertices >= 4 ? hullVertices : undefined,
  };
}

const same = (a: ArrayLike<number>, b: ArrayLike<number>): boolean =>
  a.length === b.length && Array.from(a).every((x, k) => x === b[k]);
const near = (a: Float32Array, b: Float32Array): boolean => a.every((x, k) => Math.abs(x - b[k]) < 1e-5);

/** Wavefront OBJ, with indices of their own for normals and texture coordinates. */
function encodeObj(
  { vert, normal, texcoord, face, facenormal, facetexcoord }: RawMesh,
  ownNormals: boolean,
): Uint8Array {
  const lines: string[] = [];
  const text = (x: number): string => String(Number(x.toPrecision(9)));
  const points = (word: string, list: Float32Array, size: number): void => {
    for (let i = 0; i < list.length; i += size)
      lines.push(`${word} ${Array.from(list.subarray(i, i + size), text).join(' ')}`);
  };
  points('v', vert, 3);
  points(
    'vt',
    texcoord.map((x, k) => (k % 2 === 1 ? 1 - x : x)),
    2,
  );
  if (!ownNormals) points('vn', normal, 3);
  const corner = (k: number): string => {
    const uv = texcoord.length > 0 ? facetexcoord[k] + 1 : '';
    const n = ownNormals ? '' : `/${facenormal[k] + 1}`;
    return uv === '' && n === '' ? `${face[k] + 1}` : `${face[k] + 1}/${uv}${n}`;
  };
  for (let k = 0; k < face.length; k += 3) lines.push(`f ${corner(k)} ${corner(k + 1)} ${corner(k + 2)}`);
  return encodeUtf8(`${lines.join('\n')}\n`);
}
