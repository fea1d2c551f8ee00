import { COMPILER_EPS, MIN_VALUE, normalize, quatToMat, rotate, rotateBack } from '../../spatial/rotation.ts';
import { cross, edge, triangleNormal } from '../../spatial/triangle.ts';
import { AssetError } from '../errors.ts';
import { hullGraph } from '../hull/graph.ts';
import {
  type AssetLimits,
  type BvhArrays,
  defaultAssetLimits,
  defaultMeshOptions,
  type Mesh,
  type MeshOptions,
  type RawMesh,
} from '../types.ts';
import { makeBvh } from './bvh.ts';
import { type MeshInertial, meshInertia, triangleArea } from './inertia.ts';
import { vertexNormals } from './normals.ts';
import { makeOctree } from './octree.ts';
import { makePolygons } from './polygons.ts';

const { fround } = Math;
const NO_INTS = new Int32Array(0);

/**
 * A mesh as the Model stores it: hull, normals and polygons of the raw vertices, then the user's offset, rotation and
 * scale, then the frame of its principal axes, where boxes, hierarchy and octree are made.
 *
 * Vertices are float32 in the input and the output and doubles in between.
 */
export function processMesh(raw: RawMesh, options: Partial<MeshOptions> = {}, limits?: Partial<AssetLimits>): Mesh {
  const opts = { ...defaultMeshOptions, ...options };
  const inertia = raw.inertia ?? opts.inertia;
  const { name, scale } = opts;
  checkMesh(raw);
  const dvert = Float64Array.from(raw.vert);
  let face = raw.face.slice();
  if (inertia === 'exact' && !opts.keepFrame) checkOrientation(name, dvert, face);

  // hull, normals and polygons come before any transformation
  const needsHull = opts.needHull || inertia === 'convex' || face.length === 0;
  const graph = needsHull ? hullGraph(name, dvert, opts.maxhullvert) : NO_INTS;
  const hullFaces = graph.length > 0 ? graph.slice(graph.length - 3 * graph[1]) : NO_INTS;
  if (face.length === 0) face = hullFaces.slice();
  const hasNormals = raw.normal.length > 0;
  const normal = hasNormals ? raw.normal.slice() : vertexNormals(dvert, face, opts.smoothnormal);
  const facenormal = normalIndices(raw, face, normal, hasNormals);
  const facetexcoord =
    raw.facetexcoord.length === 0 && raw.texcoord.length > 0 ? face.slice() : raw.facetexcoord.slice();
  const { loops } = makePolygons(dvert, hullFaces);

  // a mirroring scale turns the triangles over (the hull's keep their order)
  if (!(scale[0] * scale[1] * scale[2] > 0)) for (const list of [face, facenormal, facetexcoord]) turnOver(list);
  applyTransform(dvert, normal, opts);

  const inertial = meshInertia(name, dvert, face, inertia === 'convex' ? hullFaces : face, inertia);
  const { com, quat, boxsz, volume } = opts.keepFrame ? inGivenFrame(inertial) : inertial;
  const aamm = toPrincipalAxes(dvert, normal, com, quat);
  const bvh = faceHierarchy(dvert, face);
  const octreeNodes = limits?.octreeNodes ?? defaultAssetLimits.octreeNodes;
  const vert = Float32Array.from(dvert);
  return {
    vert,
    normal,
    texcoord: raw.texcoord.slice(),
    face,
    facenormal,
    facetexcoord,
    graph,
    extrema: hullExtrema(graph, vert),
    ...flattenPolygons(dvert, loops),
    pos: com,
    quat,
    boxsz,
    aamm,
    volume,
    isShell: inertia === 'shell',
    bvh,
    octree: opts.needSdf ? makeOctree(dvert, face, aamm, bvh, opts.octreeMaxDepth, octreeNodes) : undefined,
  };
}

/** The same without moving or turning anything: half sizes of the box with the same moments about the given axes. */
function inGivenFrame({ quat, boxsz, volume }: MeshInertial): MeshInertial {
  const mat = new Float64Array(9);
  quatToMat(mat, quat);
  const along = boxsz.map((_, k) => Math.sqrt(boxsz.reduce((sum, size, j) => sum + (mat[3 * k + j] * size) ** 2, 0)));
  return { com: new Float64Array(3), quat: Float64Array.of(1, 0, 0, 0), boxsz: along, volume };
}

function checkMesh(raw: RawMesh): void {
  const { vert, normal, texcoord, face, facetexcoord } = raw;
  const nvert = vert.length / 3;
  if (vert.length % 3 !== 0) throw new AssetError('mesh-vertices', 'vertex data must be a multiple of 3');
  if (face.length % 3 !== 0) throw new AssetError('mesh-faces', 'face data must be a multiple of 3');
  for (let i = 0; i < nvert; i++) {
    if (!Number.isFinite(vert[3 * i]) || !Number.isFinite(vert[3 * i + 1]) || !Number.isFinite(vert[3 * i + 2])) {
      throw new AssetError('mesh-vertices', `vertex coordinate ${i} is not finite`);
    }
  }
  if (nvert < 4) throw new AssetError('mesh-vertices', 'at least 4 vertices required');
  if (normal.length % 3 !== 0) throw new AssetError('mesh-normals', 'normal data must be a multiple of 3');
  if (texcoord.length % 2 !== 0) throw new AssetError('mesh-texcoords', 'texcoord must be a multiple of 2');
  if (texcoord.length > 0 && texcoord.length !== 2 * nvert && facetexcoord.length === 0 && raw.format !== 'obj') {
    throw new AssetError(
      'mesh-texcoords',
      'texcoord must be 2*nv if face texcoord indices are not provided in an OBJ file',
    );
  }
  for (let i = 0; i < face.length; i++) {
    if (face[i] >= nvert || face[i] < 0) {
      throw new AssetError(
        'mesh-faces',
        `in face ${Math.floor(i / 3)}, vertex index ${face[i]} does not exist`,
        `the mesh has ${nvert} vertices, numbered from 0`,
      );
    }
  }
  if (raw.facenormal.length > 0 && face.length > 0 && raw.facenormal.length !== face.length) {
    throw new AssetError('mesh-normals', 'face data must have the same size as face normal data');
  }
}

/** Exact inertia needs every edge walked once in each direction; the first edge in vertex order that is not, is named. */
function checkOrientation(name: string, dvert: Float64Array, face: Int32Array): void {
  const nvert = dvert.length / 3;
  const seen = new Set<number>();
  let repeated = Number.POSITIVE_INFINITY;
  for (let i = 0; i < face.length; i += 3) {
    if (!(triangleArea(dvert, face[i], face[i + 1], face[i + 2]) > Math.sqrt(MIN_VALUE))) continue;
    for (let k = 0; k < 3; k++) {
      const edge = face[i + k] * nvert + face[i + ((k + 1) % 3)];
      if (seen.has(edge)) repeated = Math.min(repeated, edge);
      seen.add(edge);
    }
  }
  if (repeated === Number.POSITIVE_INFINITY) return;
  const a = Math.floor(repeated / nvert) + 1;
  const b = (repeated % nvert) + 1;
  throw new AssetError(
    'mesh-orientation',
    `faces of mesh '${name}' have inconsistent orientation. Please check the faces containing the vertices ${a} and ${b}.`,
  );
}

/** Given indices, those of computed normals (one per vertex), or those of given normals in groups per vertex. */
function normalIndices(raw: RawMesh, face: Int32Array, normal: Float32Array, hasNormals: boolean): Int32Array {
  if (!hasNormals) return face.slice();
  if (raw.facenormal.length > 0) return raw.facenormal.slice();
  const perVertex = Math.floor(normal.length / raw.vert.length);
  return face.map((v) => perVertex * v);
}

function turnOver(triangles: Int32Array): void {
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    const t = triangles[i + 1];
    triangles[i + 1] = triangles[i + 2];
    triangles[i + 2] = t;
  }
}

/** Subtracts refpos, turns back by refquat, scales; normals turn along, divide by the scale, and get length one. */
function applyTransform(dvert: Float64Array, normal: Float32Array, opts: MeshOptions): void {
  const { refpos, refquat, scale } = opts;
  if (refpos[0] !== 0 || refpos[1] !== 0 || refpos[2] !== 0) {
    for (let i = 0; i < dvert.length; i++) dvert[i] -= refpos[i % 3];
  }
  if (refquat[0] !== 1 || refquat[1] !== 0 || refquat[2] !== 0 || refquat[3] !== 0) {
    const quat = Float64Array.from(refquat);
    const mat = new Float64Array(9);
    const turned = new Float64Array(3);
    normalize(quat, 0, 4);
    quatToMat(mat, quat);
    for (let i = 0; i < dvert.length; i += 3) rotateBack(dvert, i, mat, dvert, i);
    for (let i = 0; i < normal.length; i += 3) {
      rotateBack(turned, 0, mat, normal, i);
      normal.set(turned, i);
    }
  }
  if (scale[0] !== 1 || scale[1] !== 1 || scale[2] !== 1) {
    for (let i = 0; i < dvert.length; i++) dvert[i] *= scale[i % 3];
    for (let i = 0; i < normal.length; i++) normal[i] /= scale[i % 3];
  }
  for (let i = 0; i < normal.length; i += 3) {
    const x = normal[i];
    const y = normal[i + 1];
    const z = normal[i + 2];
    const square = fround(fround(fround(x * x) + fround(y * y)) + fround(z * z));
    if (square > MIN_VALUE) {
      const inverse = fround(1 / fround(Math.sqrt(square)));
      normal.set([x * inverse, y * inverse, z * inverse], i);
    } else {
      normal.set([0, 0, 1], i);
    }
  }
}

/** Moves vertices and normals into the principal frame; returns the bounds. */
function toPrincipalAxes(
  dvert: Float64Array,
  normal: Float32Array,
  com: Float64Array,
  quat: Float64Array,
): Float64Array {
  const aamm = Float64Array.of(1e10, 1e10, 1e10, -1e10, -1e10, -1e10);
  const mat = new Float64Array(9);
  const turned = new Float64Array(3);
  quatToMat(mat, [quat[0], -quat[1], -quat[2], -quat[3]]);
  for (let i = 0; i < dvert.length; i += 3) {
    for (let k = 0; k < 3; k++) dvert[i + k] -= com[k];
    rotate(dvert, i, mat, dvert, i);
    for (let k = 0; k < 3; k++) {
      aamm[k] = Math.min(aamm[k], dvert[i + k]);
      aamm[k + 3] = Math.max(aamm[k + 3], dvert[i + k]);
    }
  }
  for (let i = 0; i < normal.length; i += 3) {
    rotate(turned, 0, mat, normal, i);
    normal.set(turned, i);
  }
  return aamm;
}

/** Hierarchy over the faces: their boxes, sorted by circumcentres. */
function faceHierarchy(v: Float64Array, face: Int32Array): BvhArrays {
  const nface = face.length / 3;
  const id = new Int32Array(nface).map((_, i) => i);
  const pos = new Float64Array(3 * nface);
  const aabb = new Float64Array(6 * nface);
  for (let i = 0; i < nface; i++) {
    const a = 3 * face[3 * i];
    const b = 3 * face[3 * i + 1];
    const c = 3 * face[3 * i + 2];
    circumcenter(pos, 3 * i, v, a, b, c);
    for (let k = 0; k < 3; k++) {
      const low = Math.min(v[a + k], v[b + k], v[c + k]);
      const high = Math.max(v[a + k], v[b + k], v[c + k]);
      aabb[6 * i + k] = 0.5 * (low + high);
      aabb[6 * i + 3 + k] = 0.5 * (high - low);
    }
  }
  return makeBvh({ id, pos, aabb });
}

const side0 = new Float64Array(3); // from the third corner of a triangle to the others
const side1 = new Float64Array(3);
const weighted = new Float64Array(3); // difference of the sides, each times the square of the other
const faceNormal = new Float64Array(3);
const dot = (a: Float64Array, b: Float64Array): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Centre of the circle through three points; NaN when they are collinear. */
function circumcenter(res: Float64Array, r: number, v: Float64Array, p0: number, p1: number, p2: number): void {
  edge(side0, v, p2, p0);
  edge(side1, v, p2, p1);
  cross(faceNormal, side0, side1);
  const aa = dot(side0, side0);
  const bb = dot(side1, side1);
  const area = Math.sqrt(dot(faceNormal, faceNormal));
  const divisor = 2 * area * area;
  for (let k = 0; k < 3; k++) weighted[k] = aa * side1[k] - bb * side0[k];
  cross(weighted, weighted, faceNormal);
  for (let k = 0; k < 3; k++) res[r + k] = weighted[k] / divisor + v[p2 + k];
}

/** For each of the 27 directions of {-1, 0, 1}³ the hull vertex (local number) farthest along it, in float32. */
function hullExtrema(graph: Int32Array, vert: Float32Array): Int32Array {
  const extrema = new Int32Array(27);
  if (graph.length === 0) return extrema;
  const best = new Float32Array(27).fill(-3.4028234663852886e38);
  const count = graph[0];
  for (let local = 0; local < count; local++) {
    const at = 3 * graph[2 + count + local];
    const x = vert[at];
    const y = vert[at + 1];
    const z = vert[at + 2];
    for (let k = 0; k < 27; k++) {
      const cx = Math.floor(k / 9) - 1;
      const cy = (Math.floor(k / 3) % 3) - 1;
      const cz = (k % 3) - 1;
      const along = fround(fround(x * cx + fround(y * cy)) + z * cz);
      if (along > best[k]) {
        best[k] = along;
        extrema[k] = local;
      }
    }
  }
  return extrema;
}

type PolygonArrays = Pick<
  Mesh,
  'polynormal' | 'polyvertadr' | 'polyvertnum' | 'polyvert' | 'polymapadr' | 'polymapnum' | 'polymap'
>;

/** Loops as flat arrays, with normals of the first three vertices and the polygons around each vertex. */
function flattenPolygons(dvert: Float64Array, loops: number[][]): PolygonArrays {
  const nvert = dvert.length / 3;
  const polynormal = new Float64Array(3 * loops.length);
  const polyvertadr = new Int32Array(loops.length);
  const polyvertnum = new Int32Array(loops.length);
  const polymapadr = new Int32Array(nvert);
  const polymapnum = new Int32Array(nvert);
  let total = 0;
  for (let i = 0; i < loops.length; i++) {
    polyvertadr[i] = total;
    polyvertnum[i] = loops[i].length;
    total += loops[i].length;
    for (const v of loops[i]) polymapnum[v]++;
    loopNormal(polynormal, 3 * i, dvert, loops[i]);
  }
  for (let v = 1; v < nvert; v++) polymapadr[v] = polymapadr[v - 1] + polymapnum[v - 1];
  const polyvert = new Int32Array(total);
  const polymap = new Int32Array(total);
  const fill = polymapadr.slice();
  for (let i = 0; i < loops.length; i++) {
    polyvert.set(loops[i], polyvertadr[i]);
    for (const v of loops[i]) polymap[fill[v]++] = i;
  }
  return { polynormal, polyvertadr, polyvertnum, polyvert, polymapadr, polymapnum, polymap };
}

function loopNormal(res: Float64Array, r: number, v: Float64Array, loop: number[]): void {
  triangleNormal(faceNormal, v, 3 * loop[0], 3 * loop[1], 3 * loop[2]);
  const norm = Math.sqrt(dot(faceNormal, faceNormal));
  res.set(norm < COMPILER_EPS ? [1, 0, 0] : faceNormal.map((x) => x / norm), r);
}
