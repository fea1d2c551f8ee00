import { enums } from 'qpos';

/** Triangles with normals, and texture coordinates where the shape has them. */
export interface Shape {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly texcoords?: Float32Array;
  readonly indices: Uint32Array;
}

const SEGMENTS = 32;
const RINGS = 16;

/** A shape that turns around z: `profile` gives radius, height and normal (radial, axial) from bottom to top. */
function revolve(profile: readonly (readonly [radius: number, z: number, nr: number, nz: number])[]): Shape {
  const positions: number[] = [];
  const normals: number[] = [];
  const texcoords: number[] = [];
  const indices: number[] = [];
  for (const [r, [radius, z, nr, nz]] of profile.entries()) {
    for (let s = 0; s <= SEGMENTS; s++) {
      const angle = (2 * Math.PI * s) / SEGMENTS;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      positions.push(radius * cos, radius * sin, z);
      normals.push(nr * cos, nr * sin, nz);
      texcoords.push(s / SEGMENTS, 1 - r / (profile.length - 1));
    }
  }
  const row = SEGMENTS + 1;
  for (let r = 0; r + 1 < profile.length; r++) {
    for (let s = 0; s < SEGMENTS; s++) {
      const a = r * row + s;
      indices.push(a, a + 1, a + row, a + 1, a + row + 1, a + row);
    }
  }
  return shape(positions, normals, texcoords, indices);
}

function shape(positions: number[], normals: number[], texcoords: number[], indices: number[]): Shape {
  return {
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    texcoords: Float32Array.from(texcoords),
    indices: Uint32Array.from(indices),
  };
}

/** Half a circle from `from` to `to` (elevation), centred at height `z`. */
function arc(radius: number, z: number, from: number, to: number, parts: number): [number, number, number, number][] {
  return Array.from({ length: parts + 1 }, (_, k) => {
    const elevation = from + ((to - from) * k) / parts;
    const [cos, sin] = [Math.cos(elevation), Math.sin(elevation)];
    return [radius * cos, z + radius * sin, cos, sin];
  });
}

/** A sphere of radius 1. */
export const unitSphere = (): Shape => revolve(arc(1, 0, -Math.PI / 2, Math.PI / 2, RINGS));

export function capsule(radius: number, half: number): Shape {
  return revolve([...arc(radius, -half, -Math.PI / 2, 0, RINGS / 2), ...arc(radius, half, 0, Math.PI / 2, RINGS / 2)]);
}

/** A cylinder of radius and half length 1. */
export function unitCylinder(): Shape {
  return revolve([
    [0, -1, 0, -1],
    [1, -1, 0, -1],
    [1, -1, 1, 0],
    [1, 1, 1, 0],
    [1, 1, 0, 1],
    [0, 1, 0, 1],
  ]);
}

const CORNERS = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const;

/** A box of half sizes 1; `place` gives the texture coordinates of a corner of a face. */
function box(place: (face: number, corner: readonly number[], u: number, v: number) => [number, number]): Shape {
  const positions: number[] = [];
  const normals: number[] = [];
  const texcoords: number[] = [];
  const indices: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [1, -1]) {
      const first = positions.length / 3;
      for (const [u, v] of CORNERS) {
        const corner = [0, 0, 0];
        const normal = [0, 0, 0];
        corner[axis] = side;
        corner[(axis + 1) % 3] = u;
        corner[(axis + 2) % 3] = v;
        normal[axis] = side;
        positions.push(...corner);
        normals.push(...normal);
        texcoords.push(...place(2 * axis + (side > 0 ? 0 : 1), corner, u, v));
      }
      const order = side > 0 ? [0, 1, 2, 0, 2, 3] : [0, 2, 1, 0, 3, 2];
      indices.push(...order.map((k) => first + k));
    }
  }
  return shape(positions, normals, texcoords, indices);
}

/** A box with the whole texture on each side. */
export const unitBox = (): Shape => box((_face, _corner, u, v) => [(u + 1) / 2, (1 - v) / 2]);

/** Directions of columns and rows on the faces of a cube map, in the order +x -x +y -y +z -z. */
const CUBE_FACES: readonly (readonly [column: readonly number[], row: readonly number[]])[] = [
  [
    [0, 0, -1],
    [0, -1, 0],
  ],
  [
    [0, 0, 1],
    [0, -1, 0],
  ],
  [
    [1, 0, 0],
    [0, 0, 1],
  ],
  [
    [1, 0, 0],
    [0, 0, -1],
  ],
  [
    [1, 0, 0],
    [0, -1, 0],
  ],
  [
    [-1, 0, 0],
    [0, -1, 0],
  ],
];

/** A box with the six faces of a cube map, which lie below one another in the picture. */
export function cubeMappedBox(): Shape {
  const along = (axis: readonly number[], corner: readonly number[]): number =>
    axis.reduce((sum, x, k) => sum + x * (corner[k] as number), 0);
  return box((face, corner) => {
    const [column = [], row = []] = CUBE_FACES[face] ?? [];
    return [(along(column, corner) + 1) / 2, (face + (along(row, corner) + 1) / 2) / 6];
  });
}

/** A rectangle in the xy plane of half sizes 1. */
export function unitPlane(): Shape {
  const up = [0, 0, 1];
  const texcoords = [0, 1, 1, 1, 1, 0, 0, 0];
  return shape([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], [up, up, up, up].flat(), texcoords, [0, 1, 2, 0, 2, 3]);
}

interface MeshArrays {
  readonly mesh_vertadr: Int32Array;
  readonly mesh_normaladr: Int32Array;
  readonly mesh_texcoordadr: Int32Array;
  readonly mesh_faceadr: Int32Array;
  readonly mesh_facenum: Int32Array;
  readonly mesh_vert: Float32Array;
  readonly mesh_normal: Float32Array;
  readonly mesh_texcoord: Float32Array;
  readonly mesh_face: Int32Array;
  readonly mesh_facenormal: Int32Array;
  readonly mesh_facetexcoord: Int32Array;
}

/** A mesh of a model: one vertex for each combination of position, normal and texture coordinate that its faces use. */
export function meshShape(m: MeshArrays, id: number): Shape {
  const at = (array: Int32Array): number => array[id] as number;
  const [vert, normal, tex] = [at(m.mesh_vertadr), at(m.mesh_normaladr), at(m.mesh_texcoordadr)];
  const [first, end] = [3 * at(m.mesh_faceadr), 3 * (at(m.mesh_faceadr) + at(m.mesh_facenum))];
  const known = new Map<string, number>();
  const positions: number[] = [];
  const normals: number[] = [];
  const texcoords: number[] = [];
  const indices = new Uint32Array(end - first);
  for (let k = first; k < end; k++) {
    const v = vert + (m.mesh_face[k] as number);
    const n = normal + (m.mesh_facenormal[k] as number);
    const t = tex < 0 ? -1 : tex + (m.mesh_facetexcoord[k] as number);
    const key = `${v} ${n} ${t}`;
    let index = known.get(key);
    if (index === undefined) {
      index = positions.length / 3;
      known.set(key, index);
      positions.push(...m.mesh_vert.subarray(3 * v, 3 * v + 3));
      normals.push(...unit(m.mesh_normal.subarray(3 * n, 3 * n + 3)));
      if (t >= 0) texcoords.push(...m.mesh_texcoord.subarray(2 * t, 2 * t + 2));
    }
    indices[k - first] = index;
  }
  const result = { positions: Float32Array.from(positions), normals: Float32Array.from(normals), indices };
  return tex < 0 ? result : { ...result, texcoords: Float32Array.from(texcoords) };
}

/** glTF asks for normals of length 1. */
function unit([x = 0, y = 0, z = 0]: Float32Array): [number, number, number] {
  const norm = Math.hypot(x, y, z);
  return norm > 1e-12 ? [x / norm, y / norm, z / norm] : [0, 0, 1];
}

/** The top of a height field. `size`: half extent in x and y, height of the highest point. */
export function hfieldShape(heights: Float32Array, rows: number, columns: number, size: ArrayLike<number>): Shape {
  const [sx = 1, sy = 1, sz = 1] = Array.from(size);
  const height = (r: number, c: number): number =>
    sz * (heights[Math.min(rows - 1, Math.max(0, r)) * columns + Math.min(columns - 1, Math.max(0, c))] as number);
  const [dx, dy] = [(2 * sx) / (columns - 1), (2 * sy) / (rows - 1)];
  const positions: number[] = [];
  const normals: number[] = [];
  const texcoords: number[] = [];
  const indices: number[] = [];
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      positions.push(-sx + c * dx, -sy + r * dy, height(r, c));
      const gx = (height(r, c + 1) - height(r, c - 1)) / (2 * dx);
      const gy = (height(r + 1, c) - height(r - 1, c)) / (2 * dy);
      const norm = Math.hypot(gx, gy, 1);
      normals.push(-gx / norm, -gy / norm, 1 / norm);
      texcoords.push(c / (columns - 1), 1 - r / (rows - 1));
      if (r + 1 < rows && c + 1 < columns) {
        const a = r * columns + c;
        indices.push(a, a + 1, a + columns + 1, a, a + columns + 1, a + columns);
      }
    }
  }
  return shape(positions, normals, texcoords, indices);
}

/** Geoms that are drawn by scaling one shape, by type. */
export const scaled: Readonly<Record<number, readonly [name: string, make: () => Shape]>> = {
  [enums.GeomType.SPHERE]: ['sphere', unitSphere],
  [enums.GeomType.ELLIPSOID]: ['sphere', unitSphere],
  [enums.GeomType.CYLINDER]: ['cylinder', unitCylinder],
  [enums.GeomType.BOX]: ['box', unitBox],
  [enums.GeomType.PLANE]: ['plane', unitPlane],
};
