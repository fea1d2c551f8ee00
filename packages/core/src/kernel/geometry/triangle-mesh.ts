import { EMPTY_F32, EMPTY_F64, EMPTY_I32, type F32, type F64, type I32, type i32, scratchF64 } from '../dialect.ts';

/** Triangles in the world with their bounding volume hierarchy, in the layout of bvh.ts. */
export class TriangleMesh {
  readonly pos: F64 = scratchF64(3);
  readonly mat: F64 = scratchF64(9);
  /** Half sizes of the box around the triangles. */
  readonly size: F64 = scratchF64(3);
  vert: F32 = EMPTY_F32;
  /** First vertex of the mesh. */
  vertadr: i32 = 0;
  face: I32 = EMPTY_I32;
  /** First face of the mesh. */
  faceadr: i32 = 0;
  aabb: F64 = EMPTY_F64;
  child: I32 = EMPTY_I32;
  nodeid: I32 = EMPTY_I32;
  /** First node of its tree, -1 without one. */
  bvhadr: i32 = 0;
}

/** The three vertices of a face, in the frame of the mesh. */
export function readTriangle(triangle: F64, mesh: TriangleMesh, face: i32): void {
  const vert = mesh.vert;
  for (let k = 0; k < 3; k++) {
    const adr = 3 * (mesh.vertadr + mesh.face[3 * (mesh.faceadr + face) + k]);
    for (let c = 0; c < 3; c++) triangle[3 * k + c] = vert[adr + c];
  }
}
