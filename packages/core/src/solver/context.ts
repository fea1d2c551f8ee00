/** The island that is being solved, handed from function to function of a primal solver. */
import { type i32, scratchF64, scratchI32 } from '../dialect.ts';

/** Integers about the island, by the indices below. */
export const span = scratchI32(16);

/** Its blocks are FIRST_BLOCK ≤ b < END_BLOCK; likewise rows and dofs. */
export const FIRST_BLOCK: i32 = 0;
export const END_BLOCK: i32 = 1;
export const FIRST_ROW: i32 = 2;
export const END_ROW: i32 = 3;
export const FIRST_DOF: i32 = 4;
export const END_DOF: i32 = 5;
/** Where its statistics go; the whole system counts as the first island. */
export const ISLAND: i32 = 6;
/** Rows that are not satisfied, rows in the cone state. */
export const NACTIVE: i32 = 7;
export const NCONE: i32 = 8;
/** Evaluations of the last line search. */
export const NEVAL: i32 = 9;
/** Rows whose part of the Hessian changed. */
export const NUPDATE: i32 = 10;
/** Whether rows are in the order of islands, which is not that of the model. */
export const PERMUTED: i32 = 11;
/** Whether dofs are in another order than the model's, so that M is a copy. */
export const MOVED: i32 = 13;

/** Numbers about the island, by the indices below. */
export const num = scratchF64(8);

/** Coefficients of the deviation's cost along the search direction: of α and of α². */
export const GAUSS1: i32 = 2;
export const GAUSS2: i32 = 3;
/** What costs and gradients are multiplied by before they are compared with a tolerance. */
export const SCALE: i32 = 4;
/** Slope at the end of the line search (1 if there was none), and the decrease of the cost there. */
export const SLOPE: i32 = 5;
export const GAIN: i32 = 6;
/** Rows that are followed since H was factorised. */
export const NFOLLOWED: i32 = 14;
/** Multiplications and additions of a factorisation of H in fronts. */
export const WORK: i32 = 0;
/** Fronts of the factor of H; 0 when H is one dense matrix. */
export const NFRONT: i32 = 12;
