/** All of this folder in one call, in the dialect: tests run it in both back ends. */
import type { F64, f64, I32, i32 } from '../../dialect.ts';
import { factorFronts } from './factor.ts';
import { elementPlace, Fronts, frontsRoom, openFronts } from './fronts.ts';
import { addTerm, SparseRow } from './low-rank-update.ts';
import { Elimination, eliminate, startElimination } from './ordering.ts';
import { CliquePattern } from './pattern.ts';
import { solveFronts } from './solve.ts';
import { analyse } from './symbolic.ts';

const pattern = new CliquePattern();
const elimination = new Elimination();
const fronts = new Fronts();
const row = new SparseRow();

/**
 * x = (A + u·uᵀ)⁻¹·x for a dense A that has the pattern, u being zero but for the variables of the first group. `sizes` has the
 * numbers of variables, groups, cliques and members; `ints`, `panels` and `reals` are long enough. A test can hand only numbers and arrays to
 * WebAssembly, hence the many parameters. Returns the number of fronts.
 */
export function solveDense(
  sizes: I32,
  group: I32,
  cliqueAdr: I32,
  cliqueSize: I32,
  member: I32,
  ints: I32,
  capacity: i32,
  A: F64,
  panels: F64,
  reals: F64,
  u: F64,
  columns: I32,
  x: F64,
): i32 {
  const variables = sizes[0],
    groups = sizes[1];
  pattern.variables = variables;
  pattern.groups = groups;
  pattern.cliques = sizes[2];
  pattern.members = sizes[3];
  pattern.group = group;
  pattern.cliqueAdr = cliqueAdr;
  pattern.cliqueSize = cliqueSize;
  pattern.member = member;
  startElimination(elimination, pattern, ints, capacity, frontsRoom(variables, groups));
  if (!eliminate(elimination)) return -1;
  analyse(fronts, pattern, elimination);
  openFronts(fronts, ints);
  fronts.reals = reals;
  for (let i = 0; i < variables; i++) {
    for (let j = 0; j <= i; j++) {
      const a: f64 = A[i * variables + j];
      if (a !== 0) panels[elementPlace(fronts, i, j)] = a;
    }
  }
  if (factorFronts(fronts, panels) > 0) return -1;
  row.n = fronts.ints[fronts.groupSize];
  row.column = columns;
  row.value = u;
  if (!addTerm(fronts, panels, row, 1, 1)) return -1;
  solveFronts(fronts, panels, x, 0);
  return fronts.count;
}
