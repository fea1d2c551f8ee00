const MOST_STEPS = 200;
const FLAT = 1e-15; // a bracket this narrow, by its ends, is a number

/**
 * A zero of a function that is not positive at `low` and not negative at `high`: regula falsi that halves the weight of an end that stays
 * (the Illinois rule), with a bisection every third step, so it always ends.
 */
export function root(f: (x: number) => number, low: number, high: number, tolerance: number): number {
  let [a, b, fa, fb] = [low, high, f(low), f(high)];
  if (!(fa < 0)) return a;
  if (!(fb > 0)) return b;
  let kept = 0;
  for (let k = 1; k <= MOST_STEPS && b - a > FLAT * (Math.abs(a) + Math.abs(b)); k++) {
    const falsi = (a * fb - b * fa) / (fb - fa);
    const x = k % 3 === 0 || !(falsi > a && falsi < b) ? 0.5 * (a + b) : falsi;
    const fx = f(x);
    if (Math.abs(fx) <= tolerance) return x;
    if (fx < 0) {
      [a, fa] = [x, fx];
      if (kept === 1) fb *= 0.5;
      kept = 1;
    } else {
      [b, fb] = [x, fx];
      if (kept === -1) fa *= 0.5;
      kept = -1;
    }
  }
  return 0.5 * (a + b);
}
