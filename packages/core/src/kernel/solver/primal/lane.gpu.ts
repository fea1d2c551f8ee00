/**
 * What one thread does of Newton's method where the threads of a workgroup share an environment: the rows of blocks of its own, and the weights
 * of any block. The rest, in which they wait for each other, is in `packages/webgpu/src/program/newton.ts`.
 */
import type { f64, i32 } from '../../dialect.ts';
import type { Data } from '../../model/classes.ts';
import { Island } from '../island.ts';
import { updateConstraints } from '../update.ts';
import { evaluate, LinePoint, LineResult, prepare } from './line-cost.ts';
import { setWeight, weightAt } from './newton-direction.gpu.ts';

const part = new Island(); // the blocks of this thread, without dofs
const point = new LinePoint(); // of the line, as far as these blocks matter
const line = new LineResult();

/** How many blocks there are, which a dispatch before this one has made. @reads nefc */
export function laneBlocks(d: Data): i32 {
  let b = 0;
  for (let row = 0; row < d.nefc; b++) row += d.blockRows[b];
  return b;
}

/** Takes the blocks `first` ≤ b < `end`. */
export function laneTake(first: i32, end: i32): void {
  part.firstBlock = first;
  part.firstOther = first;
  part.endBlock = end;
}

/** Forces and states of the rows. @writes solverForce solverState */
export function laneForces(d: Data): void {
  updateConstraints(d.solverForce, d.solverState, d, d.solverJar, part);
}

/** Their coefficients along the line. */
export function lanePrepare(d: Data): void {
  prepare(d, part);
}

/** What they add to the cost at a point of the line, its slope and its curvature. */
export function laneEvaluate(d: Data, alpha: f64): void {
  evaluate(point, d, part, line, alpha);
}

export function laneCost(): f64 {
  return point.cost;
}

export function laneSlope(): f64 {
  return point.slope;
}

export function laneCurve(): f64 {
  return point.curve;
}

/** Prepares the weights of a block. */
export function laneWeigh(d: Data, b: i32): void {
  setWeight(d, b);
}

/** A weight of the block that was prepared last. */
export function laneWeight(k: i32): f64 {
  return weightAt(k);
}
