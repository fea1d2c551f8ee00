import { thrownBy } from '../testing.ts';
import { AssetError, type AssetErrorCode } from './errors.ts';
import type { Mesh } from './types.ts';

/** A seeded generator of numbers in [-0.5, 0.5). */
export function makeRandom(start: number): () => number {
  let seed = start;
  return () => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed / 2147483648 - 0.5;
  };
}

/** Hands an oracle model to `use`, then frees it and its data: the oracle's heap is small. */
export function using<T>(
  loaded: { model: OracleLike; data: OracleLike },
  use: (model: Record<string, unknown>) => T,
): T {
  try {
    return use(loaded.model);
  } finally {
    loaded.data.delete();
    loaded.model.delete();
  }
}

type OracleLike = Record<string, unknown> & { delete(): void };

/** Arrays of the Model that belong to one mesh, by field name. */
export function meshFields(mesh: Mesh): Record<string, ArrayLike<number>> {
  const { facetexcoord, octree } = mesh;
  return {
    mesh_vert: mesh.vert,
    mesh_normal: mesh.normal,
    mesh_face: mesh.face,
    mesh_facenormal: mesh.facenormal,
    mesh_texcoord: mesh.texcoord,
    mesh_facetexcoord: facetexcoord.length > 0 ? facetexcoord : new Int32Array(mesh.face.length),
    mesh_graph: mesh.graph,
    mesh_extrema: mesh.extrema,
    mesh_pos: mesh.pos,
    mesh_quat: mesh.quat,
    mesh_polynormal: mesh.polynormal,
    mesh_polyvertadr: mesh.polyvertadr,
    mesh_polyvertnum: mesh.polyvertnum,
    mesh_polyvert: mesh.polyvert,
    mesh_polymapadr: mesh.polymapadr,
    mesh_polymapnum: mesh.polymapnum,
    mesh_polymap: mesh.polymap,
    bvh_aabb: mesh.bvh.aabb,
    bvh_child: mesh.bvh.child,
    bvh_nodeid: mesh.bvh.nodeid,
    bvh_depth: mesh.bvh.depth,
    oct_aabb: octree?.aabb ?? [],
    oct_child: octree?.child ?? [],
    oct_depth: octree?.depth ?? [],
    oct_coeff: octree?.coeff ?? [],
  };
}

/** Names of the fields in which a mesh differs, in any bit, from the only mesh of an oracle model. */
export function meshDifferences(model: Record<string, unknown>, mesh: Mesh): string[] {
  const out: string[] = [];
  for (const [name, ours] of Object.entries(meshFields(mesh))) {
    let theirs = model[name] as Float64Array;
    if (name.startsWith('bvh_')) {
      // the mesh's hierarchy follows that of the body
      const width = theirs.length / (model['nbvh'] as number);
      const adr = (model['mesh_bvhadr'] as Int32Array)[0];
      theirs = theirs.subarray(adr * width, (adr + (model['mesh_bvhnum'] as Int32Array)[0]) * width);
    }
    if (!isSame(theirs, ours)) out.push(name);
  }
  return out;
}

export function isSame(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i] && !(Number.isNaN(a[i]) && Number.isNaN(b[i]))) return false;
  return true;
}

/** The code of the AssetError that a call throws; anything else is thrown on. */
export function codeOf(call: () => unknown): AssetErrorCode | undefined {
  return thrownBy(AssetError, call)?.code;
}

const TETRAHEDRON = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const TETRAHEDRON_FACES = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];

/** A unit tetrahedron as OBJ text. */
export function tetrahedronObj(): Uint8Array {
  let text = '';
  for (let i = 0; i < 12; i += 3) text += `v ${TETRAHEDRON.slice(i, i + 3).join(' ')}\n`;
  for (let i = 0; i < 12; i += 3)
    text += `f ${TETRAHEDRON_FACES.slice(i, i + 3)
      .map((v) => v + 1)
      .join(' ')}\n`;
  return ascii(text);
}

/** A unit tetrahedron as binary STL. */
export function tetrahedronStl(): Uint8Array {
  const bytes = new Uint8Array(84 + 50 * 4);
  const view = new DataView(bytes.buffer);
  view.setInt32(80, 4, true);
  TETRAHEDRON_FACES.forEach((v, i) => {
    const at = 84 + 50 * Math.floor(i / 3) + 12 * ((i % 3) + 1);
    for (let k = 0; k < 3; k++) view.setFloat32(at + 4 * k, TETRAHEDRON[3 * v + k], true);
  });
  return bytes;
}

/** A unit tetrahedron as legacy MSH. */
export function tetrahedronMsh(): Uint8Array {
  const bytes = new Uint8Array(16 + 48 + 48);
  const view = new DataView(bytes.buffer);
  [4, 0, 0, 4].forEach((n, i) => {
    view.setInt32(4 * i, n, true);
  });
  TETRAHEDRON.forEach((x, i) => {
    view.setFloat32(16 + 4 * i, x, true);
  });
  TETRAHEDRON_FACES.forEach((v, i) => {
    view.setInt32(64 + 4 * i, v, true);
  });
  return bytes;
}

export function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (c) => c.charCodeAt(0));
}
