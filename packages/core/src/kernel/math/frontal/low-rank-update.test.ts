import { describe, expect, test } from 'vitest';
import { distance, generator, vector } from '../testing.ts';
import { factorFronts } from './factor.ts';
import { type Fronts, MOST_TERMS } from './fronts.ts';
import { addTerm, SparseRow } from './low-rank-update.ts';
import { solveFronts } from './solve.ts';
import { fronts, panelsOf, randomSample, type Sample } from './testing.ts';

const random = generator(35);

/** Rounding, times the condition of the matrices and the change that a term may make. */
const EPS = 1e-9;

/** A row over the variables of one clique, in the order of elimination; `first` is added to each. */
function randomRow(f: Fronts, { pattern }: Sample, first: number): SparseRow {
  const c = Math.floor(random() * pattern.cliques);
  const adr = pattern.cliqueAdr[c];
  const groups = [...pattern.member.subarray(adr, adr + pattern.cliqueSize[c])];
  const place = (i: number): number => f.ints[f.place + i];
  const variables = [...pattern.group.keys()].filter((i) => groups.includes(pattern.group[i]));
  variables.sort((i, j) => place(i) - place(j));
  const row = new SparseRow();
  row.n = variables.length;
  row.column = Int32Array.from([99, ...variables.map((i) => i + first)]);
  row.c = 1;
  row.first = first;
  row.value = vector(random, row.n + 2);
  row.a = 2;
  return row;
}

/** Adds sign·scale²·row·rowᵀ to the dense matrix. */
function change({ dense, n }: Sample, row: SparseRow, scale: number, sign: number): void {
  for (let p = 0; p < row.n; p++)
    for (let q = 0; q < row.n; q++) {
      const i = row.column[row.c + p] - row.first;
      const j = row.column[row.c + q] - row.first;
      dense[i * n + j] += sign * scale ** 2 * row.value[row.a + p] * row.value[row.a + q];
    }
}

describe('low-rank update', () => {
  test('terms that come and go give what factorising again gives, on 30 random matrices', () => {
    for (let k = 0; k < 30; k++) {
      const sample = randomSample(random, 2 + (k % 20), 1 + k);
      const f = fronts(sample.pattern);
      const L = panelsOf(f, sample);
      factorFronts(f, L);
      for (let term = 0; term < MOST_TERMS - 1; term += 2) {
        const rows = [0, 1].map(() => randomRow(f, sample, 5));
        rows.forEach((row, q) => {
          // the second is taken out of what it is part of already
          const scale = q === 0 ? 1.5 : 0.3;
          if (addTerm(f, L, row, scale, q === 0 ? 1 : -1)) change(sample, row, scale, q === 0 ? 1 : -1);
        });
      }
      expect(f.nterm).toBeGreaterThan(MOST_TERMS / 2);
      const b = vector(random, sample.n);
      const updated = b.slice();
      solveFronts(f, L, updated, 0);

      const again = panelsOf(f, sample);
      expect(factorFronts(f, again)).toBe(0);
      expect(f.nterm).toBe(0);
      const x = b.slice();
      solveFronts(f, again, x, 0);
      expect(distance(updated, x)).toBeLessThan(EPS);
    }
  });

  test('refuses a term that would cost digits, and stays as it is', () => {
    const sample = randomSample(random, 10, 15);
    const f = fronts(sample.pattern);
    const L = panelsOf(f, sample);
    factorFronts(f, L);
    const x = vector(random, sample.n);
    const y = x.slice();
    solveFronts(f, L, x, 0);
    expect(addTerm(f, L, randomRow(f, sample, 0), 1e4, 1)).toBe(false);
    expect(addTerm(f, L, randomRow(f, sample, 0), 1e4, -1)).toBe(false);
    solveFronts(f, L, y, 0);
    expect([...y]).toEqual([...x]);
  });
});
