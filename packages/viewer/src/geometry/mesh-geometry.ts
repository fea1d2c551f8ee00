import type { Model } from '@qpos/core';
import { BufferAttribute, BufferGeometry } from 'three';
import { sharpenCreases } from './creases.ts';

/** Whether faces use the same indices for their vertices and normals, so that vertices can be shared. */
function sharesIndices(model: Model, first: number, end: number): boolean {
  for (let i = 3 * first; i < 3 * end; i++) if (model.mesh_face[i] !== model.mesh_facenormal[i]) return false;
  return true;
}

function indexed(model: Model, mesh: number, first: number, end: number): BufferGeometry {
  const vertices = 3 * model.mesh_vertadr[mesh];
  const normals = 3 * model.mesh_normaladr[mesh];
  const count = 3 * model.mesh_vertnum[mesh];
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(model.mesh_vert.slice(vertices, vertices + count), 3));
  geometry.setAttribute('normal', new BufferAttribute(model.mesh_normal.slice(normals, normals + count), 3));
  geometry.setIndex(new BufferAttribute(Uint32Array.from(model.mesh_face.subarray(3 * first, 3 * end)), 1));
  return geometry;
}

/** Copies rows of `source`, picked by `index` from `from` on, in the order of the corners. */
function gather(source: Float32Array, adr: number, width: number, index: Int32Array, from: number, n: number) {
  const out = new Float32Array(width * n);
  for (let i = 0; i < n; i++) {
    const row = width * (adr + index[from + i]);
    for (let k = 0; k < width; k++) out[width * i + k] = source[row + k];
  }
  return new BufferAttribute(out, width);
}

function expanded(model: Model, mesh: number, first: number, end: number, normal: BufferAttribute): BufferGeometry {
  const n = 3 * (end - first);
  const geometry = new BufferGeometry();
  const { mesh_vert, mesh_texcoord, mesh_face, mesh_facetexcoord } = model;
  geometry.setAttribute('position', gather(mesh_vert, model.mesh_vertadr[mesh], 3, mesh_face, 3 * first, n));
  geometry.setAttribute('normal', normal);
  const texcoordadr = model.mesh_texcoordadr[mesh];
  if (texcoordadr >= 0)
    geometry.setAttribute('uv', gather(mesh_texcoord, texcoordadr, 2, mesh_facetexcoord, 3 * first, n));
  return geometry;
}

/** Texture coordinates of a mesh that has none: its xy plane, one unit per texture and half of it from the middle. */
function planarCoordinates(geometry: BufferGeometry): void {
  const position = geometry.getAttribute('position');
  const uv = new Float32Array(2 * position.count);
  for (let i = 0; i < position.count; i++) {
    uv[2 * i] = 0.5 * position.getX(i) - 0.5;
    uv[2 * i + 1] = -0.5 * position.getY(i) - 0.5;
  }
  geometry.setAttribute('uv', new BufferAttribute(uv, 2));
}

/** The faces of a mesh. */
export function meshGeometry(model: Model, mesh: number): BufferGeometry {
  const first = model.mesh_faceadr[mesh];
  const end = first + model.mesh_facenum[mesh];
  const { mesh_normal, mesh_facenormal } = model;
  const normal = gather(mesh_normal, model.mesh_normaladr[mesh], 3, mesh_facenormal, 3 * first, 3 * (end - first));
  const vertex = model.mesh_face.slice(3 * first, 3 * end);
  const creased = sharpenCreases(model, mesh, { vertex, normal: normal.array as Float32Array });
  const shared = !creased && model.mesh_texcoordadr[mesh] < 0 && sharesIndices(model, first, end);
  const geometry = shared ? indexed(model, mesh, first, end) : expanded(model, mesh, first, end, normal);
  if (!geometry.hasAttribute('uv')) planarCoordinates(geometry);
  return geometry;
}

/** The convex hull of a mesh that the compiler stored, or undefined if it has none. */
export function hullGeometry(model: Model, mesh: number): BufferGeometry | undefined {
  const adr = model.mesh_graphadr[mesh];
  if (adr < 0) return undefined;
  const { mesh_graph, mesh_vert } = model;
  const numvert = mesh_graph[adr];
  const numface = mesh_graph[adr + 1];
  const faces = adr + 2 + 3 * numvert + 3 * numface;
  const geometry = new BufferGeometry();
  const n = 3 * numface;
  geometry.setAttribute('position', gather(mesh_vert, model.mesh_vertadr[mesh], 3, mesh_graph, faces, n));
  geometry.computeVertexNormals();
  planarCoordinates(geometry);
  return geometry;
}
