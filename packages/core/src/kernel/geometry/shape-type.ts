import type { i32 } from '../dialect.ts';

// The shapes that the queries of this folder know, by the numbers of MuJoCo's geom types: a model's geom type is a shape type.
export const SHAPE_PLANE: i32 = 0;
export const SHAPE_HFIELD: i32 = 1;
export const SHAPE_SPHERE: i32 = 2;
export const SHAPE_CAPSULE: i32 = 3;
export const SHAPE_ELLIPSOID: i32 = 4;
export const SHAPE_CYLINDER: i32 = 5;
export const SHAPE_BOX: i32 = 6;
export const SHAPE_MESH: i32 = 7;
export const SHAPE_SDF: i32 = 8;

/** Up to four points with a radius: a shape that no geom has. */
export const SHAPE_SIMPLEX: i32 = -1;
