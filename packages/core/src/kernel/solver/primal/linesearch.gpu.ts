/**
 * Exact line search for GPUs, whose compilers copy a function to each of its calls: Newton's method in one dimension, kept inside a bracket,
 * with one call of `evaluate`.
 */
import type { f64, i32 } from '../../dialect.ts';
import { max } from '../../math/scalar.ts';
import type { Data } from '../../model/classes.ts';
import type { Island } from '../island.ts';
import { copyPoint, evaluate, LinePoint, type LineResult, newtonPoint, prepare, take } from './line-cost.ts';

/** The part of the first slope below which single precision has no digits left. */
const LEAST_SLOPE: f64 = 1e-6;

const point = new LinePoint(); // the one that is looked at
const best = new LinePoint(); // of least cost so far

/** Returns the α of least cost, or 0 if there is no better one than that. */
export function lineSearch(d: Data, island: Island, tolerance: f64, iterations: i32, result: LineResult): f64 {
  result.evaluations = 0;
  prepare(d, island);
  let alpha: f64 = 0;
  let below: f64 = 0; // ends of the bracket: slopes are negative at the one, positive at the other
  let above: f64 = 0;
  let isBracket = false;
  let flat = tolerance;
  while (result.evaluations <= iterations) {
    evaluate(point, d, island, result, alpha);
    if (result.evaluations === 1) {
      copyPoint(best, point);
      flat = max(tolerance, LEAST_SLOPE * Math.abs(point.slope));
    } else if (point.cost < best.cost) copyPoint(best, point);
    if (result.evaluations > 1 && Math.abs(point.slope) < flat) break;
    if (point.slope < 0) below = alpha;
    else {
      above = alpha;
      isBracket = true;
    }
    let next = newtonPoint(point);
    if (isBracket && !(next > below && next < above)) next = 0.5 * (below + above);
    if (next === alpha) break;
    alpha = next;
  }
  return take(result, best);
}
