import type { Overlay } from './frame.ts';

const corners = new Float64Array(24);
const edges = [0, 1, 1, 3, 3, 2, 2, 0, 4, 5, 5, 7, 7, 6, 6, 4, 0, 4, 1, 5, 2, 6, 3, 7];

/** Bounding volumes of the bodies at one depth of their trees. */
export function drawBodyTrees({ model: m, data: d, draw, options }: Overlay): void {
  for (let b = 0; b < m.nbody; b++) {
    const adr = m.body_bvhadr[b];
    for (let n = adr; n < adr + m.body_bvhnum[b]; n++) {
      const leaf = m.bvh_child[2 * n] < 0 && m.bvh_child[2 * n + 1] < 0;
      const depth = m.bvh_depth[n];
      if (depth !== options.bvhDepth && !(leaf && depth < options.bvhDepth)) continue;
      const rgba = d.bvh_active[n] ? m.vis.rgba.bvactive : m.vis.rgba.bv;
      for (let c = 0; c < 8; c++)
        for (let k = 0; k < 3; k++) {
          let x = d.xipos[3 * b + k];
          for (let a = 0; a < 3; a++) {
            const sign = c & (1 << a) ? 1 : -1;
            x += d.ximat[9 * b + 3 * k + a] * (m.bvh_aabb[6 * n + a] + sign * m.bvh_aabb[6 * n + 3 + a]);
          }
          corners[3 * c + k] = x;
        }
      for (let e = 0; e < edges.length; e += 2)
        draw.line(corners, 3 * (edges[e] ?? 0), corners, 3 * (edges[e + 1] ?? 0), rgba);
    }
  }
}
