import { EMPTY_I32, type I32, type i32 } from '../../dialect.ts';

/**
 * The pattern of a sparse symmetric matrix as a sum of dense pieces. Variables that every piece has all of or none of are a group, and
 * follow each other; a piece is the clique of the groups that it couples. The diagonal blocks of groups need no clique.
 */
export class CliquePattern {
  variables: i32 = 0;
  groups: i32 = 0;
  /** Group of a variable; groups are numbered in the order of their variables. */
  group: I32 = EMPTY_I32;
  cliques: i32 = 0;
  /** Groups in the cliques, altogether. */
  members: i32 = 0;
  /** Where the groups of a clique start in `member`, and their number. */
  cliqueAdr: I32 = EMPTY_I32;
  cliqueSize: I32 = EMPTY_I32;
  member: I32 = EMPTY_I32;
}
