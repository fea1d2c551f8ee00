import type { Model } from '../../model.ts';
import { contradicts, expectIndex, expectValue } from '../field-error.ts';

/** A tree whose nodes are rows of a field: where they start and how many there are. Children are numbered from the root. */
interface NodeRange {
  readonly first: number;
  readonly count: number;
}

/**
 * Hierarchies of bounding volumes and octrees: a child comes after its parent and has no other, so that every walk from the root ends. The
 * leaves of a hierarchy are geoms of its body, triangles of its mesh, or elements of its flex.
 */
export function checkVolumes(m: Model): void {
  expectValue('nbvhdynamic', 0, m.nbvhdynamic, m.nbvh - m.nbvhstatic);
  const taken = new Uint8Array(Math.max(m.nbvh, m.noct));
  for (let b = 0; b < m.nbody; b++) {
    const first = m.body_geomadr[b];
    checkHierarchy(m, { first: m.body_bvhadr[b], count: m.body_bvhnum[b] }, first, first + m.body_geomnum[b], taken);
  }
  for (let k = 0; k < m.nmesh; k++)
    checkHierarchy(m, { first: m.mesh_bvhadr[k], count: m.mesh_bvhnum[k] }, 0, m.mesh_facenum[k], taken);
  for (let f = 0; f < m.nflex; f++) {
    if (m.flex_bvhnum[f] > 0) expectIndex('flex_bvhadr', f, m.flex_bvhadr[f], m.nbvh, m.nbvhstatic);
    checkHierarchy(m, { first: m.flex_bvhadr[f], count: m.flex_bvhnum[f] }, 0, m.flex_elemnum[f], taken);
  }
  taken.fill(0);
  for (let k = 0; k < m.nmesh; k++) {
    const range = { first: m.mesh_octadr[k], count: m.mesh_octnum[k] };
    for (let n = 0; n < range.count; n++) checkChildren('oct_child', m.oct_child, 8, range, n, taken);
  }
}

function checkHierarchy(m: Model, range: NodeRange, leafFirst: number, leafEnd: number, taken: Uint8Array): void {
  for (let n = 0; n < range.count; n++) {
    const row = range.first + n;
    const isLeaf = checkChildren('bvh_child', m.bvh_child, 2, range, n, taken) === 0;
    if (isLeaf) expectIndex('bvh_nodeid', row, m.bvh_nodeid[row], leafEnd, leafFirst);
    else expectValue('bvh_nodeid', row, m.bvh_nodeid[row], -1);
  }
}

/** The children of node `n`, `width` of them or fewer; returns how many. */
function checkChildren(
  field: string,
  child: Int32Array,
  width: number,
  { first, count }: NodeRange,
  n: number,
  taken: Uint8Array,
): number {
  let children = 0;
  for (let k = width * (first + n); k < width * (first + n + 1); k++) {
    const c = child[k];
    if (c === -1) continue;
    expectIndex(field, first + n, c, count, n + 1);
    if (taken[first + c] !== 0) contradicts(field, first + n, c, 'another node has this child');
    taken[first + c] = 1;
    children++;
  }
  return children;
}
