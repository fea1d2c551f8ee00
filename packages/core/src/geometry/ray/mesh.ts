import { type F32, type F64, type f64, type I32, type i32, scratchF64, scratchI32 } from '../../dialect.ts';
import { mulMatVec3 } from '../../math/mat3.ts';
import { zero3 } from '../../math/vec3.ts';
import { BVH_STACK, raySlab } from '../bvh.ts';
import { rayBox } from './box.ts';
import { enterFrame, ray } from './local-ray.ts';
import { rayTriangle, setRayDirection, triangle } from './triangle.ts';

const stack = scratchI32(BVH_STACK);
const faceNormal = scratchF64(3);

/**
 * Ray against the triangles of a mesh, through its bounding volume hierarchy. `size` is the geom's, that is the half sizes of the mesh's box.
 * `vertadr`, `faceadr` and `bvhadr` are the mesh's first vertex, face and node; node arrays are those of the model.
 */
export function rayMesh(
  normal: F64,
  n: i32,
  pos: F64,
  p: i32,
  mat: F64,
  m: i32,
  size: F64,
  s: i32,
  pnt: F64,
  q: i32,
  vec: F64,
  v: i32,
  vert: F32,
  vertadr: i32,
  face: I32,
  faceadr: i32,
  bvhAabb: F64,
  bvhChild: I32,
  bvhNodeid: I32,
  bvhadr: i32,
): f64 {
  if (rayBox(normal, n, pos, p, mat, m, size, s, pnt, q, vec, v) < 0 || bvhadr < 0) {
    zero3(normal, n);
    return -1;
  }
  zero3(normal, n);
  enterFrame(pos, p, mat, m, pnt, q, vec, v);
  setRayDirection(ray, 3);

  let best: f64 = -1;
  let top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const node = stack[--top];
    if (!raySlab(bvhAabb, 6 * (bvhadr + node), ray, 0, ray, 3)) continue;
    const id = bvhNodeid[bvhadr + node];
    if (id >= 0) {
      for (let k = 0; k < 3; k++) {
        const adr = 3 * (vertadr + face[3 * (faceadr + id) + k]);
        triangle[3 * k] = vert[adr];
        triangle[3 * k + 1] = vert[adr + 1];
        triangle[3 * k + 2] = vert[adr + 2];
      }
      const x = rayTriangle(faceNormal, 0, ray, 0, ray, 3);
      if (x >= 0 && (best < 0 || x < best)) {
        best = x;
        for (let k = 0; k < 3; k++) normal[n + k] = faceNormal[k];
      }
      continue;
    }
    for (let k = 0; k < 2; k++) {
      const child = bvhChild[2 * (bvhadr + node) + k];
      if (child >= 0 && top < BVH_STACK) stack[top++] = child;
    }
  }
  if (best >= 0) mulMatVec3(normal, n, mat, m, normal, n);
  return best;
}
