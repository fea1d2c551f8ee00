// @cold

import { scratchF64 } from '../../dialect.ts';
import { copy9, mulMatVec3 } from '../../math/mat3.ts';
import { copy3 } from '../../math/vec3.ts';
import { NodeStack, popNode, pushChildren, raySlab, startAtRoot } from '../bvh.ts';
import { Geom } from '../geom.ts';
import { readTriangle, type TriangleMesh } from '../triangle-mesh.ts';
import { rayBox } from './box.ts';
import { enterFrame, keepNearer, miss, Ray, RayHit } from './ray.ts';
import { RayBasis, rayTriangle, setBasis } from './triangle.ts';

const box = new Geom(); // around the mesh
const local = new Ray();
const basis = new RayBasis();
const onFace = new RayHit();
const stack = new NodeStack();
const triangle = scratchF64(9);

/** Ray against the triangles of a mesh, through its bounding volume hierarchy. */
export function rayMesh(mesh: TriangleMesh, ray: Ray, hit: RayHit): void {
  copy3(box.pos, 0, mesh.pos, 0);
  copy9(box.mat, 0, mesh.mat, 0);
  copy3(box.size, 0, mesh.size, 0);
  rayBox(box, ray, onFace);
  miss(hit);
  if (onFace.dist < 0) return;

  enterFrame(local, ray, mesh.pos, mesh.mat);
  setBasis(basis, local.vec);
  startAtRoot(stack, mesh);
  while (stack.count > 0) {
    const node = popNode(stack, mesh);
    if (!raySlab(mesh.aabb, 6 * node, local.pnt, local.vec)) continue;
    const face = mesh.nodeid[node];
    if (face < 0) {
      pushChildren(stack, mesh, node);
      continue;
    }
    readTriangle(triangle, mesh, face);
    rayTriangle(triangle, local, basis, onFace);
    keepNearer(hit, onFace);
  }
  if (hit.dist >= 0) mulMatVec3(hit.normal, 0, mesh.mat, 0, hit.normal, 0);
}
