import type { i32 } from '../../dialect.ts';

// What the working memory of a search for contacts has room for.

/** Most iterations of EPA: each adds a vertex and some six faces. */
export const MAX_ITERATIONS: i32 = 1000;
/** Most edges around the part of a polytope that a vertex sees. */
export const MAX_HORIZON: i32 = 1024;
/** Most faces around a vertex, and most vertices of a face, that take part in face contacts. */
export const MAX_DEGREE: i32 = 512;
export const MAX_POLYGON: i32 = 1024;
