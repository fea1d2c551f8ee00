import type { Model } from '@qpos/core';

/** Triangles with the corners they share: a vertex of the flex, and where its texture coordinates are (or -1). */
export interface Triangles {
  /** Vertex of each corner, counted in the flex. */
  readonly vertex: readonly number[];
  /** Texture coordinate of each corner, counted in the flex; -1 without texture. */
  readonly texcoord: readonly number[];
  /** Three corners for each triangle. */
  readonly index: readonly number[];
}

/** Merges corners that have the same vertex and the same texture coordinate. */
function weld(vertices: readonly number[], texcoords: readonly number[]): Triangles {
  const known = new Map<string, number>();
  const vertex: number[] = [];
  const texcoord: number[] = [];
  const index = vertices.map((v, k) => {
    const t = texcoords[k] ?? -1;
    const name = `${v} ${t}`;
    const found = known.get(name);
    if (found !== undefined) return found;
    known.set(name, vertex.length);
    vertex.push(v);
    texcoord.push(t);
    return vertex.length - 1;
  });
  return { vertex, texcoord, index };
}

/** Corners of a tetrahedron's faces. */
const FACES = [
  [0, 1, 2],
  [0, 2, 3],
  [0, 3, 1],
  [1, 3, 2],
];

/** The elements of a flex, corner by corner, with their texture coordinates. */
function elements(m: Model, f: number): { corners: Int32Array; texcoords: Int32Array } {
  const from = m.flex_elemdataadr[f];
  const to = from + (m.flex_dim[f] + 1) * m.flex_elemnum[f];
  return { corners: m.flex_elem.subarray(from, to), texcoords: m.flex_elemtexcoord.subarray(from, to) };
}

/** The surface of a sheet or a solid. */
export function outerTriangles(m: Model, f: number): Triangles {
  const textured = m.flex_texcoordadr[f] >= 0;
  const { corners, texcoords } = elements(m, f);
  if (m.flex_dim[f] === 2) return weld([...corners], textured ? [...texcoords] : []);
  const from = m.flex_shelldataadr[f];
  const shell = [...m.flex_shell.subarray(from, from + 3 * m.flex_shellnum[f])];
  if (!textured) return weld(shell, []);
  const texcoordOf = new Int32Array(m.flex_vertnum[f]).fill(-1);
  corners.forEach((v, k) => {
    texcoordOf[v] = texcoords[k];
  });
  return weld(
    shell,
    shell.map((v) => texcoordOf[v]),
  );
}

/** The faces of the elements: all of a sheet, those of one layer of a solid. */
export function layerTriangles(m: Model, f: number, layer: number): Triangles {
  if (m.flex_dim[f] === 2) return outerTriangles(m, f);
  const textured = m.flex_texcoordadr[f] >= 0;
  const { corners, texcoords } = elements(m, f);
  const vertices: number[] = [];
  const textures: number[] = [];
  for (let e = 0; e < m.flex_elemnum[f]; e++) {
    if (m.flex_elemlayer[m.flex_elemadr[f] + e] !== layer) continue;
    for (const face of FACES)
      for (const k of face) {
        vertices.push(corners[4 * e + k]);
        if (textured) textures.push(texcoords[4 * e + k]);
      }
  }
  return weld(vertices, textures);
}

/** Edges of one triangle only, as pairs of corners in the triangle's own direction. */
export function rim({ vertex, index }: Triangles): [number, number][] {
  const edges = new Map<string, [number, number]>();
  for (let t = 0; t < index.length; t += 3)
    for (let k = 0; k < 3; k++) {
      const [a, b] = [index[t + k], index[t + ((k + 1) % 3)]];
      const [low, high] = [Math.min(vertex[a], vertex[b]), Math.max(vertex[a], vertex[b])];
      const name = `${low} ${high}`;
      if (!edges.delete(name)) edges.set(name, [a, b]);
    }
  return [...edges.values()];
}
