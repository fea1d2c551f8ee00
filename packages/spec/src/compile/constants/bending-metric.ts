import type { Model } from '@qpos/core';
import { EDGE_BENDING } from '../flex/bending.ts';
import { factorPattern, stencilNeighbours } from '../flex/bending-pattern.ts';

const MIN_VALUE = 1e-15;

/**
 * The factor of M + (h² + h·damping)·K over the dofs of vertices that bend: bending is a constant matrix K that couples equal
 * coordinates only, and the vertices are point masses. Rows are vertices in the order of the flexes, coordinates fastest.
 */
export function setBendingMetric(m: Model): void {
  if (m.nefm0dof === 0) return;
  const slots = bendingVertices(m);
  const count = m.nefm0dof / 3;
  const stencils = [...bendingStencils(m, slots)];
  const pattern = factorPattern(
    stencilNeighbours(
      count,
      stencils.map(({ vertices }) => vertices),
    ),
  );
  const stiffness = pattern.map(() => new Map<number, number>());
  for (const { vertices, bending, scale } of stencils) {
    for (const [i, a] of vertices.entries()) {
      if (a < 0) continue;
      for (const [j, b] of vertices.entries())
        if (b >= 0 && b <= a) stiffness[a].set(b, (stiffness[a].get(b) ?? 0) + scale * bending[4 * i + j]);
    }
  }
  slots.forEach((slot, v) => {
    const dof = slot < 0 ? 0 : m.body_dofadr[m.flex_vertbodyid[v]];
    if (slot >= 0) for (let k = 0; k < 3; k++) m.efm0_dofid[3 * slot + k] = dof + k;
  });

  // three factors of one pattern, interleaved
  let adr = 0;
  for (const [slot, columns] of pattern.entries()) {
    for (let k = 0; k < 3; k++) {
      m.efm0_L_rowadr[3 * slot + k] = adr;
      m.efm0_L_rownnz[3 * slot + k] = columns.length;
      for (const column of columns) m.efm0_L_colind[adr++] = 3 * column + k;
    }
  }
  for (let k = 0; k < 3; k++) {
    const mass = (slot: number): number => {
      const dof = m.efm0_dofid[3 * slot + k];
      return m.body_mass[m.dof_bodyid[dof]] + m.dof_armature[dof];
    };
    const factor = factorise(pattern, stiffness, mass);
    for (const [slot, row] of factor.entries()) m.efm0_L.set(row, m.efm0_L_rowadr[3 * slot + k]);
  }
}

const bends = (m: Model, f: number): boolean =>
  m.flex_interp[f] === 0 && !m.flex_rigid[f] && m.flex_dim[f] === 2 && m.flex_bendingadr[f] >= 0;

/** Numbers of the vertices that bend and move, -1 for the others. */
function bendingVertices(m: Model): Int32Array {
  const slots = new Int32Array(m.nflexvert).fill(-1);
  let next = 0;
  for (let f = 0; f < m.nflex; f++) {
    if (!bends(m, f)) continue;
    for (let v = m.flex_vertadr[f]; v < m.flex_vertadr[f] + m.flex_vertnum[f]; v++)
      if (m.body_dofnum[m.flex_vertbodyid[v]] === 3) slots[v] = next++;
  }
  return slots;
}

interface Stencil {
  readonly vertices: number[];
  readonly bending: Float64Array;
  readonly scale: number;
}

function* bendingStencils(m: Model, slots: Int32Array): Generator<Stencil> {
  const h = m.opt.timestep;
  for (let f = 0; f < m.nflex; f++) {
    if (!bends(m, f)) continue;
    const scale = h * h + h * m.flex_damping[f];
    for (let e = 0; e < m.flex_edgenum[f]; e++) {
      const edge = 2 * (m.flex_edgeadr[f] + e);
      if (m.flex_edgeflap[edge + 1] < 0) continue;
      const ends = [m.flex_edge[edge], m.flex_edge[edge + 1], m.flex_edgeflap[edge], m.flex_edgeflap[edge + 1]];
      const at = m.flex_bendingadr[f] + EDGE_BENDING * e;
      const bending = m.flex_bending.subarray(at, at + EDGE_BENDING);
      yield { vertices: ends.map((v) => slots[m.flex_vertadr[f] + v]), bending, scale };
    }
  }
}

/** Rows of L in H = LᵀL, where H is the stiffness with masses added to its diagonal. */
function factorise(
  pattern: readonly Int32Array[],
  stiffness: readonly ReadonlyMap<number, number>[],
  mass: (row: number) => number,
): Float64Array[] {
  const factor: Float64Array[] = new Array(pattern.length);
  const below: { row: number; place: number }[][] = pattern.map(() => []);
  const dense = new Float64Array(pattern.length);
  for (let r = pattern.length - 1; r >= 0; r--) {
    for (const [column, value] of stiffness[r]) dense[column] += value;
    dense[r] += mass(r);
    for (const { row, place } of below[r]) {
      const values = factor[row];
      for (let k = 0; k <= place; k++) dense[pattern[row][k]] -= values[place] * values[k];
    }
    const columns = pattern[r];
    const diagonal = Math.sqrt(Math.max(dense[r], MIN_VALUE));
    factor[r] = Float64Array.from(columns, (column) => (column === r ? diagonal : dense[column] / diagonal));
    for (const [place, column] of columns.entries()) {
      dense[column] = 0;
      if (column < r) below[column].push({ row: r, place });
    }
  }
  return factor;
}
