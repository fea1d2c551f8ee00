/**
 * Exact line search: Newton's method in one dimension, kept inside a bracket.
 */
import { type f64, type i32, isNaN64 } from '../../dialect.ts';
import type { Data } from '../../model/classes.ts';
import type { Island } from '../island.ts';
import { copyPoint, evaluate, LinePoint, type LineResult, newtonPoint, prepare, take } from './line-cost.ts';

const side1 = new LinePoint(); // the two sides of the bracket
const side2 = new LinePoint();
const next1 = new LinePoint(); // the Newton points of both sides
const next2 = new LinePoint();
const kept1 = new LinePoint(); // the same before either side moves
const kept2 = new LinePoint();
const middle = new LinePoint();

/** Whether the slope at a point is small enough. */
function isFlat(p: LinePoint, tolerance: f64): boolean {
  return Math.abs(p.slope) < tolerance;
}

/** Moves a side of the bracket to a candidate that is between it and the minimum; false if it is not. */
function moveCloser(side: LinePoint, candidate: LinePoint): boolean {
  const left = side.slope < 0 && candidate.slope < 0 && side.slope < candidate.slope;
  const right = side.slope > 0 && candidate.slope > 0 && side.slope > candidate.slope;
  if (!left && !right) return false;
  copyPoint(side, candidate);
  return true;
}

/** Moves a side of the bracket to the best of the candidates and evaluates its Newton point; false if none is better. */
function tighten(side: LinePoint, next: LinePoint, d: Data, island: Island, result: LineResult): boolean {
  const by1 = moveCloser(side, kept1),
    by2 = moveCloser(side, kept2),
    byMiddle = moveCloser(side, middle);
  if (!by1 && !by2 && !byMiddle) return false;
  evaluate(next, d, island, result, newtonPoint(side));
  return true;
}

/**
 * The step α along `solverSearch` that minimises the cost of the island, or 0 where there is none; slope and gain of `result`
 * are left as they are then. It stops when the slope of the cost is below `tolerance`, or after `iterations` evaluations. `solverMv` and `solverJv` are up to date.
 *
 * @writes solverQuad
 */
export function lineSearch(d: Data, island: Island, tolerance: f64, iterations: i32, result: LineResult): f64 {
  result.evaluations = 0;
  prepare(d, island);

  // always try one Newton step
  evaluate(side2, d, island, result, 0);
  evaluate(side1, d, island, result, newtonPoint(side2));
  if (isFlat(side1, tolerance) && (side1.alpha === 0 || side1.cost < 0)) return take(result, side1);

  // move on by Newton steps until the slope changes sign
  const forward = side1.slope < 0;
  while ((forward ? side1.slope : -side1.slope) <= -tolerance && result.evaluations < iterations) {
    copyPoint(side2, side1);
    evaluate(side1, d, island, result, newtonPoint(side1));
    if (isFlat(side1, tolerance) && side1.cost < 0) return take(result, side1);
  }
  if (result.evaluations >= iterations || isNaN64(side1.slope)) return take(result, side1);
  return searchBracket(d, island, tolerance, iterations, result);
}

/** The two sides bracket the minimum: tries the Newton points of both and the middle. */
function searchBracket(d: Data, island: Island, tolerance: f64, iterations: i32, result: LineResult): f64 {
  copyPoint(next2, side1);
  evaluate(next1, d, island, result, newtonPoint(side1));
  while (result.evaluations < iterations) {
    evaluate(middle, d, island, result, 0.5 * (side1.alpha + side2.alpha));
    let best = next1;
    if (isFlat(next2, tolerance) && (!isFlat(best, tolerance) || next2.cost < best.cost)) best = next2;
    if (isFlat(middle, tolerance) && (!isFlat(best, tolerance) || middle.cost < best.cost)) best = middle;
    if (isFlat(best, tolerance)) return take(result, best);

    copyPoint(kept1, next1);
    copyPoint(kept2, next2);
    const moved1 = tighten(side1, next1, d, island, result);
    const moved2 = tighten(side2, next2, d, island, result);
    if (!moved1 && !moved2) return take(result, middle);
  }

  // out of evaluations: the better side, if it is any better than staying
  if (side1.cost <= side2.cost && side1.cost < 0) return take(result, side1);
  if (side2.cost <= side1.cost && side2.cost < 0) return take(result, side2);
  return 0;
}
