/** What the tests of this folder share: random sparse positive definite matrices, and the whole way to their factor. */
import { elementPlace, Fronts, frontsRoom, openFronts } from './fronts.ts';
import { Elimination, eliminate, eliminationRoom, startElimination } from './ordering.ts';
import { CliquePattern } from './pattern.ts';
import { analyse, analysisRoom } from './symbolic.ts';

/** A pattern, and a positive definite matrix that has it (n×n, row major). */
export interface Sample {
  pattern: CliquePattern;
  n: number;
  dense: Float64Array;
}

/** The pattern of groups of the given sizes, coupled by the given cliques. */
export function makePattern(sizes: readonly number[], cliques: readonly (readonly number[])[]): CliquePattern {
  const pattern = new CliquePattern();
  pattern.group = Int32Array.from(sizes.flatMap((size, g) => Array<number>(size).fill(g)));
  pattern.variables = pattern.group.length;
  pattern.groups = sizes.length;
  pattern.cliques = cliques.length;
  pattern.member = Int32Array.from(cliques.flat());
  pattern.members = pattern.member.length;
  pattern.cliqueSize = Int32Array.from(cliques, (c) => c.length);
  pattern.cliqueAdr = Int32Array.from(cliques, (_, c) => cliques.slice(0, c).flat().length);
  return pattern;
}

/** Variables of the groups of a clique. */
function variablesOf(pattern: CliquePattern, groups: readonly number[]): number[] {
  return [...pattern.group.keys()].filter((i) => groups.includes(pattern.group[i]));
}

/** The sum of b·bᵀ of random vectors b for each clique and group, plus the identity. */
export function makeMatrix(pattern: CliquePattern, random: () => number): Float64Array {
  const n = pattern.variables;
  const dense = new Float64Array(n * n);
  const add = (variables: number[]): void => {
    for (let term = 0; term < 3; term++) {
      const b = variables.map(() => 2 * random() - 1);
      for (const [p, i] of variables.entries())
        for (const [q, j] of variables.entries()) dense[i * n + j] += b[p] * b[q];
    }
  };
  for (let c = 0; c < pattern.cliques; c++) {
    const adr = pattern.cliqueAdr[c];
    add(variablesOf(pattern, [...pattern.member.subarray(adr, adr + pattern.cliqueSize[c])]));
  }
  for (let g = 0; g < pattern.groups; g++) add(variablesOf(pattern, [g]));
  for (let i = 0; i < n; i++) dense[i * n + i]++;
  return dense;
}

/** Groups of 1 to 6 variables, and cliques of 2 to 4 of them. */
export function randomSample(random: () => number, groups: number, cliques: number): Sample {
  const upTo = (k: number): number => Math.floor(k * random());
  const sizes = Array.from({ length: groups }, () => 1 + upTo(6));
  const pattern = makePattern(
    sizes,
    Array.from({ length: cliques }, () => [...new Set(Array.from({ length: 2 + upTo(3) }, () => upTo(groups)))]),
  );
  return { pattern, n: pattern.variables, dense: makeMatrix(pattern, random) };
}

/** An elimination that is complete, its memory grown by exactly what it asks for. */
export function order(pattern: CliquePattern, spare = 0): Elimination {
  const e = new Elimination();
  const start = frontsRoom(pattern.variables, pattern.groups);
  let ints = new Int32Array(start + eliminationRoom(pattern) + spare).fill(-7);
  startElimination(e, pattern, ints, ints.length, start);
  while (!eliminate(e)) {
    const longer = new Int32Array(e.needed).fill(-7);
    longer.set(ints);
    ints = longer;
    e.ints = ints;
    e.capacity = ints.length;
  }
  return e;
}

/** The fronts of a pattern, with memory of the least size. */
export function fronts(pattern: CliquePattern): Fronts {
  const e = order(pattern);
  const ints = new Int32Array(analysisRoom(e)).fill(-7);
  ints.set(e.ints.subarray(0, e.end));
  e.ints = ints;
  const f = new Fronts();
  analyse(f, pattern, e);
  f.reals = new Float64Array(openFronts(f, ints)).fill(Number.NaN);
  return f;
}

/** The panels of a matrix. */
export function panelsOf(f: Fronts, { n, dense }: Sample): Float64Array {
  const panels = new Float64Array(f.panels);
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) if (dense[i * n + j] !== 0) panels[elementPlace(f, i, j)] = dense[i * n + j];
  return panels;
}

/** Places of the rows of front `k`. */
export function rowPlaces(f: Fronts, k: number): number[] {
  const { ints } = f;
  const run = (first: number, n: number): number[] => Array.from({ length: n }, (_, i) => first + i);
  const places = run(ints[f.first + k], ints[f.pivots + k]);
  const adr = ints[f.belowAdr + k];
  for (let j = adr; j < adr + ints[f.belowSize + k]; j++) {
    const g = ints[f.belowGroup + j];
    places.push(...run(ints[f.groupPlace + g], ints[f.groupSize + g]));
  }
  return places;
}

/** The lower triangle that the panels have, dense, in the order of elimination. */
export function lowerOf(f: Fronts, panels: Float64Array): Float64Array {
  const n = f.variables;
  const lower = new Float64Array(n * n);
  for (let k = 0; k < f.count; k++) {
    const places = rowPlaces(f, k);
    for (let j = 0; j < f.ints[f.pivots + k]; j++)
      for (let i = j; i < places.length; i++)
        lower[places[i] * n + places[j]] = panels[f.ints[f.panel + k] + j * f.ints[f.rows + k] + i];
  }
  return lower;
}

/** A dense matrix with rows and columns in the order of elimination. */
export function permuted(f: Fronts, { n, dense }: Sample): Float64Array {
  const res = new Float64Array(n * n);
  const place = f.ints.subarray(f.place, f.place + n);
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) res[place[i] * n + place[j]] = dense[i * n + j];
  return res;
}
