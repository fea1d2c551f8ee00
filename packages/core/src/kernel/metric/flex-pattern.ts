// @cold

import type { i32 } from '../dialect.ts';
import { fillI, zeroI } from '../math/linear/dense.ts';
import { COUNT_NEFMK, COUNT_NFLEXPAIR, COUNT_NFLEXPLACE, type Data, type Model } from '../model/classes.ts';
import { reserve } from '../model/reserve.ts';
import { FlexClique, hasKind, nextClique, startCliques } from './flex-cliques.ts';

const clique = new FlexClique();

/**
 * The pattern of the stiffness of the flexes, in blocks of 3×3: points are bodies of three dofs, in the order of these, and pairs of points
 * that some elastic term couples. It is kept from step to step, and made anew where other flexes have such terms. Returns the number of pairs.
 *
 * @reads nflexpair
 * @writes flexPatternKey nflexpair
 */
export function flexPattern(m: Model, d: Data, withGrids: boolean): i32 {
  const key = patternKey(m, withGrids);
  if (d.nflexpair === 0 || d.flexPatternKey[0] !== key) {
    numberPoints(m, d, withGrids);
    listPairs(m, d, withGrids);
    listPlaces(m, d, withGrids);
    d.flexPatternKey[0] = key;
  }
  return d.nflexpair;
}

/** A number that changes with the terms of the flexes. */
function patternKey(m: Model, withGrids: boolean): i32 {
  let key: i32 = withGrids ? 3 : 2;
  for (let f = 0; f < m.nflex; f++) {
    for (let kind = 0; kind < 3; kind++) key = ((key << 1) ^ (key >> 17)) + (hasKind(m, f, kind) ? 1 : 0);
  }
  return key;
}

/** @writes flexPointOf flexPointDof flexPointFlex flexPatternKey */
function numberPoints(m: Model, d: Data, withGrids: boolean): void {
  const flexOf = d.flexPairNum; // for the time being
  fillI(flexOf, 0, -1, m.nv);
  startCliques(clique, withGrids);
  let shared = 0; // points that several flexes have
  while (nextClique(clique, m)) {
    for (let k = 0; k < clique.size; k++) {
      const i = clique.dof[k];
      if (i < 0) continue;
      if (flexOf[i] >= 0 && flexOf[i] !== clique.flex) shared++;
      flexOf[i] = clique.flex;
    }
  }
  let points = 0;
  for (let i = 0; i < m.nv; i++) {
    d.flexPointOf[i] = -1;
    if (flexOf[i] < 0) continue;
    d.flexPointOf[i] = points;
    d.flexPointDof[points] = i;
    d.flexPointFlex[points] = flexOf[i];
    points++;
  }
  d.flexPatternKey[1] = points;
  d.flexPatternKey[2] = shared;
}

/**
 * Lists the first dofs of the points that each point is coupled with, itself included, increasing.
 *
 * @reads flexPointOf
 * @writes flexPairAdr flexPairNum flexPair nflexpair
 */
function listPairs(m: Model, d: Data, withGrids: boolean): void {
  const points = d.flexPatternKey[1];
  const adr = d.flexPairAdr;
  const num = d.flexPairNum;

  // room: as if no two terms had a pair in common
  zeroI(num, 0, points);
  startCliques(clique, withGrids);
  while (nextClique(clique, m))
    for (let k = 0; k < clique.size; k++) if (clique.dof[k] >= 0) num[d.flexPointOf[clique.dof[k]]] += clique.size;
  let room = 0;
  for (let p = 0; p < points; p++) {
    adr[p] = room;
    room += num[p];
    num[p] = 0;
  }
  reserve(m, d, COUNT_NFLEXPAIR, room);

  startCliques(clique, withGrids);
  while (nextClique(clique, m)) {
    for (let k = 0; k < clique.size; k++) {
      if (clique.dof[k] < 0) continue;
      const p = d.flexPointOf[clique.dof[k]];
      for (let j = 0; j < clique.size; j++) if (clique.dof[j] >= 0) insert(d, p, clique.dof[j]);
    }
  }

  // close the gaps
  let count = 0;
  for (let p = 0; p < points; p++) {
    const from = adr[p];
    adr[p] = count;
    for (let k = 0; k < num[p]; k++) d.flexPair[count++] = d.flexPair[from + k];
  }
  d.nflexpair = count;
}

/** Adds the point with first dof `i` to the list of point `p`, unless it is there. */
function insert(d: Data, p: i32, i: i32): void {
  const pair = d.flexPair;
  const first = d.flexPairAdr[p];
  let at = first + d.flexPairNum[p];
  while (at > first && pair[at - 1] > i) at--;
  if (at > first && pair[at - 1] === i) return;
  for (let k = first + d.flexPairNum[p]; k > at; k--) pair[k] = pair[k - 1];
  pair[at] = i;
  d.flexPairNum[p]++;
}

/**
 * Lists, term by term, where the block of each pair of its points starts in `efm_K_val`, or -1.
 *
 * @writes flexPlace nflexplace
 */
function listPlaces(m: Model, d: Data, withGrids: boolean): void {
  let room = 0;
  startCliques(clique, withGrids);
  while (nextClique(clique, m)) room += clique.size * clique.size;
  reserve(m, d, COUNT_NFLEXPLACE, room);
  let next = 0;
  startCliques(clique, withGrids);
  while (nextClique(clique, m)) {
    for (let k = 0; k < clique.size; k++)
      for (let j = 0; j < clique.size; j++) d.flexPlace[next++] = placeOf(d, clique.dof[k], clique.dof[j]);
  }
  d.nflexplace = next;
}

/** Where the block of the points with first dofs `i` and `j` starts. */
function placeOf(d: Data, i: i32, j: i32): i32 {
  if (i < 0 || j < 0) return -1;
  const p = d.flexPointOf[i];
  const adr = d.flexPairAdr[p];
  let k = adr;
  while (d.flexPair[k] !== j) k++;
  return 9 * adr + 3 * (k - adr);
}

/**
 * Rows and columns of the dofs: each point has three rows, over the dofs of all points that it is coupled with.
 *
 * @reads flexPointOf flexPairAdr flexPairNum flexPair flexPointDof nflexpair
 * @writes efm_K_rownnz efm_K_rowadr efm_K_colind nefmK
 */
export function writePattern(m: Model, d: Data): void {
  reserve(m, d, COUNT_NEFMK, 9 * d.nflexpair);
  d.nefmK = 9 * d.nflexpair;
  zeroI(d.efm_K_rownnz, 0, m.nv);
  const points = d.flexPatternKey[1];
  const colind = d.efm_K_colind;
  for (let p = 0; p < points; p++) {
    const dof = d.flexPointDof[p];
    const adr = d.flexPairAdr[p];
    const num = d.flexPairNum[p];
    let at = 9 * adr;
    for (let r = 0; r < 3; r++) {
      d.efm_K_rownnz[dof + r] = 3 * num;
      for (let k = adr; k < adr + num; k++) {
        const column = d.flexPair[k];
        colind[at] = column;
        colind[at + 1] = column + 1;
        colind[at + 2] = column + 2;
        at += 3;
      }
    }
  }
  let sum = 0;
  for (let i = 0; i < m.nv; i++) {
    d.efm_K_rowadr[i] = sum;
    sum += d.efm_K_rownnz[i];
  }
}
