import type { Compilation } from '../context.ts';
import { listObjects } from './tree.ts';

/** Removes geoms that neither collide nor are referred to, and the meshes that only they use. */
export function discardVisual(c: Compilation): void {
  for (const g of c.geoms) {
    const mesh = g.mesh ?? g.fittedMesh;
    if (mesh !== undefined && !g.visual) mesh.visual = false;
  }
  for (const s of c.sites) if (s.mesh !== undefined) s.mesh.visual = false;
  for (const body of c.bodies) {
    const kept = body.geoms.filter((g) => !g.visual);
    if (kept.length === body.geoms.length) continue;
    // leaves of the hierarchy are indices in the list of geoms
    const index = new Map(kept.map((g, i) => [g, i]));
    const old = body.geoms;
    body.bvh?.nodeid.forEach((id, n, nodeid) => {
      if (id >= 0) nodeid[n] = index.get(old[id]) ?? -1;
    });
    body.geoms = kept;
  }
  const meshes = c.meshes.filter((m) => !m.visual);
  c.meshes.length = 0;
  for (const m of meshes) {
    m.id = c.meshes.length;
    c.meshes.push(m);
  }
  listObjects(c, c.bodies[0]);
}
