/** Limits for GPUs, where every environment has working memory of its own. Models that need more are refused. */
import type { i32 } from '../../dialect.ts';

export const MAX_ITERATIONS: i32 = 40;
export const MAX_HORIZON: i32 = 128;
export const MAX_DEGREE: i32 = 32;
export const MAX_POLYGON: i32 = 64;
