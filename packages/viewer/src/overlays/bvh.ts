import { enums } from '@qpos/core';
import type { Overlay } from './frame.ts';

const corners = new Float64Array(24);
const edges = [0, 1, 1, 3, 3, 2, 2, 0, 4, 5, 5, 7, 7, 6, 6, 4, 0, 4, 1, 5, 2, 6, 3, 7];

/** The edges of a bounding box in some frame. */
function drawBox(
  draw: Overlay['draw'],
  pos: Float64Array,
  mat: Float64Array,
  i: number,
  aabb: Float64Array,
  n: number,
  rgba: Float32Array,
): void {
  for (let c = 0; c < 8; c++)
    for (let k = 0; k < 3; k++) {
      let x = pos[3 * i + k];
      for (let a = 0; a < 3; a++) {
        const sign = c & (1 << a) ? 1 : -1;
        x += mat[9 * i + 3 * k + a] * (aabb[6 * n + a] + sign * aabb[6 * n + 3 + a]);
      }
      corners[3 * c + k] = x;
    }
  for (let e = 0; e < edges.length; e += 2)
    draw.line(corners, 3 * (edges[e] ?? 0), corners, 3 * (edges[e + 1] ?? 0), rgba);
}

/** Whether a node of a tree is shown: it has the depth that is asked for, or is a leaf above that. */
function isShown({ model: m, options }: Overlay, n: number): boolean {
  const isLeaf = m.bvh_child[2 * n] < 0 && m.bvh_child[2 * n + 1] < 0;
  return m.bvh_depth[n] === options.bvhDepth || (isLeaf && m.bvh_depth[n] < options.bvhDepth);
}

/** Bounding volumes of the bodies at one depth of their trees. */
export function drawBodyTrees(overlay: Overlay): void {
  const { model: m, data: d, draw } = overlay;
  const { bv, bvactive } = m.vis.rgba;
  for (let b = 0; b < m.nbody; b++) {
    const adr = m.body_bvhadr[b];
    for (let n = adr; n < adr + m.body_bvhnum[b]; n++)
      if (isShown(overlay, n)) drawBox(draw, d.xipos, d.ximat, b, m.bvh_aabb, n, d.bvh_active[n] ? bvactive : bv);
  }
}

/** Bounding volumes of the triangles of meshes at one depth of their trees. */
export function drawMeshTrees(overlay: Overlay): void {
  const { model: m, data: d, draw } = overlay;
  const { bv, bvactive } = m.vis.rgba;
  for (let g = 0; g < m.ngeom; g++) {
    const mesh = m.geom_type[g] === enums.GeomType.MESH ? m.geom_dataid[g] : -1;
    const adr = mesh < 0 ? 0 : m.mesh_bvhadr[mesh];
    const end = mesh < 0 ? 0 : adr + m.mesh_bvhnum[mesh];
    for (let n = adr; n < end; n++)
      if (isShown(overlay, n))
        drawBox(draw, d.geom_xpos, d.geom_xmat, g, m.bvh_aabb, n, d.bvh_active[n] ? bvactive : bv);
  }
}
