import { fieldTable } from '../table.ts';

/** Bounding volumes and octrees. */
export const volumeFields = fieldTable(`
  bvh_depth         i32           nbvh          1         depth in its tree {>=0}
  bvh_child         i32           nbvh          2         children, or -1 {is volume}
  bvh_nodeid        i32           nbvh          1         geom, element or triangle of a leaf; -1 inside {is volume}
  bvh_aabb          f64           nbvhstatic    6         boxes: centre, half sizes
  oct_depth         i32           noct          1         depth in its tree {>=0}
  oct_child         i32           noct          8         children, or -1 {is volume}
  oct_aabb          f64           noct          6         boxes: centre, half sizes
  oct_coeff         f64           noct          8         signed distance at the corners
`);
