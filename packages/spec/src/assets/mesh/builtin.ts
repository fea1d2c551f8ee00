import { cos, pow, sin } from '../../spatial/trig.ts';
import { AssetError } from '../errors.ts';
import { FloatList, IntList } from '../lists.ts';
import { type AssetLimits, defaultAssetLimits, type MeshBuiltin, type RawMesh } from '../types.ts';

/** A builtin mesh of `<mesh builtin params>`. */
export function builtinMesh(kind: MeshBuiltin, params: readonly number[], limits?: Partial<AssetLimits>): RawMesh {
  const maxVertices = limits?.meshVertices ?? defaultAssetLimits.meshVertices;
  const maker = MAKERS[kind];
  if (!maker) throw new AssetError('mesh-builtin', 'Unsupported mesh type');
  if (params.length !== maker.nparam) {
    throw new AssetError(
      'mesh-builtin',
      `${maker.title} requires ${maker.nparam} parameter${maker.nparam > 1 ? 's' : ''}`,
    );
  }
  if (maker.vertices(params) > maxVertices) throw new AssetError('asset-limit', `builtin mesh '${kind}' is too fine`);
  return maker.make(params);
}

const NO_INTS = new Int32Array(0);

interface Maker {
  title: string;
  nparam: number;
  /** number of vertices, known before any is made */
  vertices(params: readonly number[]): number;
  make(params: readonly number[]): RawMesh;
}

const MAKERS: Readonly<Record<MeshBuiltin, Maker>> = {
  sphere: { title: 'Sphere mesh type', nparam: 1, vertices: () => 0, make: makeSphere },
  hemisphere: { title: 'Hemisphere mesh type', nparam: 1, vertices: () => 0, make: makeHemisphere },
  cone: { title: 'Cone mesh type', nparam: 2, vertices: ([n = 0]) => 2 * n, make: makeCone },
  supersphere: { title: 'Supersphere mesh type', nparam: 3, vertices: ([n = 0]) => n * n, make: makeSupersphere },
  supertorus: { title: 'Supertorus mesh type', nparam: 4, vertices: ([n = 0]) => n * n, make: makeSupertorus },
  wedge: { title: 'Wedge builtin mesh types', nparam: 5, vertices: ([a = 0, b = 0]) => a * b, make: makeWedge },
  plate: { title: 'Plate builtin mesh type', nparam: 2, vertices: ([a = 0, b = 0]) => a * b, make: makePlate },
};

function refuse(condition: boolean, message: string): void {
  if (condition) throw new AssetError('mesh-builtin', message);
}

function raw(vert: Float32Array, face: Int32Array = NO_INTS, normal: Float32Array = new Float32Array(0)): RawMesh {
  return {
    format: 'builtin',
    vert,
    normal,
    texcoord: new Float32Array(0),
    face,
    facenormal: NO_INTS,
    facetexcoord: NO_INTS,
  };
}

// vertices: (±1, ±phi, 0), (0, ±1, ±phi), (±phi, 0, ±1)
const ICOSAHEDRON_FACES = [
  0, 11, 5, 0, 5, 1, 0, 1, 7, 0, 7, 10, 0, 10, 11, 1, 5, 9, 5, 11, 4, 11, 10, 2, 10, 7, 6, 7, 1, 8, 3, 9, 4, 3, 4, 2, 3,
  2, 6, 3, 6, 8, 3, 8, 9, 4, 9, 5, 2, 4, 11, 6, 2, 10, 8, 6, 7, 9, 8, 1,
];

/** Icosahedron, each triangle split in four `subdiv` times, in float32. */
function makeSphere(params: readonly number[]): RawMesh {
  const subdiv = Math.trunc(params[0]);
  refuse(subdiv < 0, 'Sphere subdivision cannot be negative');
  refuse(subdiv > 4, 'Sphere subdivision cannot be greater than 4');
  const { fround } = Math;
  const phi = fround((1 + Math.sqrt(5)) / 2);
  const norm = Math.sqrt(1 + fround(phi * phi));
  const vert: number[] = [];
  for (let unitAxis = 0; unitAxis < 3; unitAxis++) {
    for (const [unitSign, phiSign] of SIGNS) {
      const p = [0, 0, 0];
      p[unitAxis] = unitSign;
      p[(unitAxis + 1) % 3] = phiSign * phi;
      for (const x of p) vert.push(fround(x / norm));
    }
  }
  let face = ICOSAHEDRON_FACES;
  for (let level = 0; level < subdiv; level++) face = subdivide(vert, face);
  return raw(Float32Array.from(vert), Int32Array.from(face));
}

const SIGNS = [
  [-1, 1],
  [1, 1],
  [-1, -1],
  [1, -1],
] as const;

/** Splits every triangle at its edge midpoints, pushed out to the unit sphere. */
function subdivide(vert: number[], face: readonly number[]): number[] {
  const { fround } = Math;
  const midpoints = new Map<number, number>();
  const at = (i: number): number => vert[i];
  const midpoint = (a: number, b: number): number => {
    const key = Math.min(a, b) * 65536 + Math.max(a, b);
    const known = midpoints.get(key);
    if (known !== undefined) return known;
    const m = [0, 1, 2].map((k) => fround(fround(at(3 * a + k) + at(3 * b + k)) / 2));
    const sum = fround(fround(fround(m[0] * m[0]) + fround(m[1] * m[1])) + fround(m[2] * m[2]));
    const norm = fround(Math.sqrt(sum));
    const id = vert.length / 3;
    for (const x of m) vert.push(fround(x / norm));
    midpoints.set(key, id);
    return id;
  };
  const out: number[] = [];
  for (let i = 0; i < face.length; i += 3) {
    const [a, b, c] = [face[i], face[i + 1], face[i + 2]];
    const ab = midpoint(a, b);
    const bc = midpoint(b, c);
    const ca = midpoint(c, a);
    out.push(a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca);
  }
  return out;
}

const EQUATOR = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

/** Octahedral hemisphere with rows of 4, 8, 12, ... vertices from the pole, and a flat cap around a centre vertex. */
function makeHemisphere(params: readonly number[]): RawMesh {
  const res = Math.trunc(params[0]);
  refuse(res < 0, 'Hemisphere resolution cannot be negative');
  refuse(res > 10, 'Hemisphere resolution cannot be greater than 10');
  const vert = new FloatList();
  const push = (list: FloatList | IntList, ...values: number[]): void => {
    for (const x of values) list.push(x);
  };
  push(vert, 0, 0, 1);
  for (let row = 0; row <= res; row++) {
    const factor = (row + 1) / (res + 1);
    for (let side = 0; side < 4; side++) {
      const [from, to] = [EQUATOR[side], EQUATOR[(side + 1) % 4]];
      const start = [factor * from[0], factor * from[1], 1 + factor * -1];
      const end = [factor * to[0], factor * to[1], 1 + factor * -1];
      const delta = start.map((s, k) => (end[k] - s) / (row + 1));
      for (let i = 0; i <= row; i++) {
        const p = start.map((s, k) => s + i * delta[k]);
        const norm = Math.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
        push(vert, p[0] / norm, p[1] / norm, p[2] / norm);
      }
    }
  }
  push(vert, 0, 0, 0);

  const face = new IntList();
  push(face, 0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1);
  for (let row = 0; row < res; row++) {
    const ring = 2 * row * (row + 1) + 1;
    const count = 4 * (row + 1);
    const below = ring + count;
    const belowCount = count + 4;
    for (let side = 0; side < 4; side++) {
      for (let i = 0; i < row + 2; i++) {
        const upper = i + (row + 1) * side;
        const lower = i + (row + 2) * side;
        push(face, ring + (upper % count), below + (lower % belowCount), below + ((lower + 1) % belowCount));
        if (i <= row) {
          push(face, ring + (upper % count), below + ((lower + 1) % belowCount), ring + ((upper + 1) % count));
        }
      }
    }
  }
  const rim = 2 * res * (res + 1) + 1;
  const count = 4 * (res + 1);
  for (let i = 0; i < count; i++) push(face, rim + i, vert.length / 3 - 1, rim + ((i + 1) % count));
  return raw(vert.take(), face.take());
}

/** Regular polygon at z = -1 and a smaller one (or a point) at z = 1; the faces come from the hull. */
function makeCone(params: readonly number[]): RawMesh {
  const nedge = Math.trunc(params[0]);
  const radius = params[1];
  refuse(!(nedge >= 0), 'Cone resolution cannot be negative');
  const vert = new Float32Array(3 * (nedge + (radius > 0 ? nedge : 1)));
  for (let i = 0; i < nedge; i++) {
    const angle = (2 * i * Math.PI) / nedge;
    vert.set([cos(angle), sin(angle), -1], 3 * i);
  }
  if (radius > 0) {
    for (let i = nedge; i < 2 * nedge; i++) {
      const angle = (2 * i * Math.PI) / nedge;
      vert.set([radius * cos(angle), radius * sin(angle), 1], 3 * i);
    }
  } else {
    vert[3 * nedge + 2] = 1;
  }
  return raw(vert);
}

/** sign(c)·|c|^m of the cosine or sine: the profile of superquadrics. */
function profile(c: number, m: number): number {
  const power = pow(Math.abs(c), m);
  return c < 0 || Object.is(c, -0) ? -power : power;
}

function makeSupersphere(params: readonly number[]): RawMesh {
  const [res, e, n] = [Math.trunc(params[0]), params[1], params[2]];
  refuse(res < 3, 'Supersphere resolution must be greater than 2');
  refuse(e < 0, "Supersphere 'e' cannot be negative");
  refuse(n < 0, "Supersphere 'n' cannot be negative");
  const vert: number[] = [0, 0, -1];
  for (let i = 1; i < res; i++) {
    const v = -Math.PI / 2 + (i * Math.PI) / res;
    const ring = profile(cos(v), n);
    for (let j = 0; j < res; j++) {
      const u = -Math.PI + (j * 2 * Math.PI) / res;
      vert.push(ring * profile(cos(u), e), ring * profile(sin(u), e), profile(sin(v), n));
    }
  }
  vert.push(0, 0, 1);

  const face: number[] = [];
  const north = (res - 1) * res + 1;
  const last = 1 + (res - 2) * res;
  for (let j = 0; j < res; j++) face.push(0, 1 + ((j + 1) % res), 1 + j);
  for (let i = 0; i < res - 2; i++) {
    const ring = 1 + i * res;
    for (let j = 0; j < res; j++) {
      const k = (j + 1) % res;
      face.push(ring + j, ring + k, ring + res + j, ring + k, ring + res + k, ring + res + j);
    }
  }
  for (let j = 0; j < res; j++) face.push(last + j, last + ((j + 1) % res), north);
  return raw(Float32Array.from(vert), Int32Array.from(face));
}

function makeSupertorus(params: readonly number[]): RawMesh {
  const [, radius, s, t] = params;
  const res = Math.trunc(params[0]);
  refuse(res < 3, 'Supertorus resolution must be greater than 3');
  refuse(!(radius > 0 && radius <= 1), 'Supertorus radius must be in (0, 1]');
  refuse(s <= 0, "Supertorus 's' must be greater than 0");
  refuse(t <= 0, "Supertorus 't' must be greater than 0");
  const vert = new Float32Array(3 * res * res);
  const face = new Int32Array(6 * res * res);
  for (let i = 0, at = 0; i < res; i++) {
    const u = (2 * Math.PI * i) / res;
    for (let j = 0; j < res; j++, at++) {
      const v = (2 * Math.PI * j) / res;
      const tube = 1 + radius * profile(cos(v), s);
      vert.set([tube * profile(cos(u), t), tube * profile(sin(u), t), radius * profile(sin(v), s)], 3 * at);
      const across = ((i + 1) % res) * res;
      const k = (j + 1) % res;
      face.set([at, across + j, i * res + k, across + j, across + k, i * res + k], 6 * at);
    }
  }
  return raw(vert, face);
}

/** Bin edges of one angular axis: linear in [-1, 1], pushed outward by gamma, then scaled to the field of view. */
function binEdges(count: number, fov: number, gamma: number): number[] {
  const edges: number[] = [];
  const step = count > 0 ? 2 / count : 0;
  for (let i = 0, x = -1; i <= count; i++, x += step) {
    const g = Math.max(0, Math.min(1, gamma));
    const y = gamma ? g * pow(x, 5) + (1 - g) * x : x;
    edges.push(((fov * Math.PI) / 180) * y);
  }
  return edges;
}

/** Centres of the cells of a spherical sensor grid, with a tangent frame (three normals) at each. */
function makeWedge(params: readonly number[]): RawMesh {
  const [nx, ny] = [Math.trunc(params[0]), Math.trunc(params[1])];
  const [fovX, fovY, gamma] = [params[2], params[3], params[4]];
  refuse(!(fovX > 0 && fovX <= 180), 'fov[0] must be a float between (0, 180] degrees');
  refuse(!(fovY > 0 && fovY <= 90), '`fov[1]` must be a float between (0, 90] degrees');
  refuse(!(nx > 0 && ny > 0), 'Horizontal and vertical resolutions must be positive');
  refuse(!(gamma >= 0 && gamma <= 1), '`gamma` must be a nonnegative float between [0, 1]');
  const azimuths = binEdges(nx, fovX, gamma);
  const elevations = binEdges(ny, fovY, gamma);
  const vert = new Float32Array(3 * nx * ny);
  const normal = new Float32Array(9 * nx * ny);
  for (let i = 0, at = 0; i < nx; i++) {
    const a = 0.5 * (azimuths[i + 1] + azimuths[i]);
    for (let j = 0; j < ny; j++, at++) {
      const e = 0.5 * (elevations[j + 1] + elevations[j]);
      vert.set([cos(e) * sin(a), sin(e), -cos(e) * cos(a)], 3 * at);
      const ta = unit([cos(e) * cos(a), 0, cos(e) * sin(a)]);
      const te = unit([-sin(e) * sin(a), cos(e), sin(e) * cos(a)]);
      const n = [te[1] * ta[2] - te[2] * ta[1], te[2] * ta[0] - te[0] * ta[2], te[0] * ta[1] - te[1] * ta[0]];
      normal.set([...n, ...ta, ...te], 9 * at);
    }
  }
  return raw(vert, undefined, normal);
}

function unit(v: [number, number, number]): [number, number, number] {
  const square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
  const norm = Math.sqrt(square);
  if (square < 1e-14 || Math.abs(norm - 1) <= 1e-14) return v;
  return [v[0] / norm, v[1] / norm, v[2] / norm];
}

/** Centres of the cells of a flat sensor grid at z = -1, with the axes as normals; the inertia is a shell's. */
function makePlate(params: readonly number[]): RawMesh {
  const [nx, ny] = [Math.trunc(params[0]), Math.trunc(params[1])];
  refuse(!(nx > 0 && ny > 0), 'Horizontal and vertical resolutions must be positive');
  const vert = new Float32Array(3 * nx * ny);
  const normal = new Float32Array(9 * nx * ny);
  const face: number[] = [];
  for (let i = 0, at = 0; i < nx; i++) {
    for (let j = 0; j < ny; j++, at++) {
      vert.set([-1 + (i + 0.5) * (2 / nx), -1 + (j + 0.5) * (2 / ny), -1], 3 * at);
      normal.set([1, 0, 0, 0, 1, 0, 0, 0, 1], 9 * at);
      if (i > 0 && j > 0) face.push(at - ny - 1, at - 1, at - ny, at, at - ny, at - 1);
    }
  }
  return { ...raw(vert, Int32Array.from(face), normal), inertia: 'shell' };
}
