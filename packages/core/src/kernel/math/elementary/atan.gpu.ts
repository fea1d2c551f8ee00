/** Inverse trigonometric functions in single precision, for GPUs, whose own may be off by 4096 units in the last place. */
import type { f64 } from '../../dialect.ts';

const PI: f64 = 3.141592653589793;
const HALF_PI: f64 = 1.5707963267948966;
const QUARTER_PI: f64 = 0.7853981633974483;
/** tan(π/8): up to here the polynomial holds, a least-squares fit of the relative error. */
const NEAR: f64 = 0.41421356237309503;

function atanNear(x: f64): f64 {
  const z = x * x;
  const p: f64 = -0.14240786230275834 + z * (0.10573245367761837 - z * 0.06025324694653098);
  return x + x * z * (-0.3333331279857654 + z * (0.19998326959275953 + z * p));
}

/** Inverse tangent of 0 ≤ x ≤ 1 */
function atanUnit(x: f64): f64 {
  return x > NEAR ? QUARTER_PI + atanNear((x - 1) / (x + 1)) : atanNear(x);
}

export function atan(x: f64): f64 {
  const size = Math.abs(x);
  const angle: f64 = size > 1 ? HALF_PI - atanUnit(1 / size) : atanUnit(size);
  return x < 0 ? -angle : angle;
}

export function atan2(y: f64, x: f64): f64 {
  const a = Math.abs(x);
  const b = Math.abs(y);
  if (a === 0 && b === 0) return 0;
  const first: f64 = b > a ? HALF_PI - atanUnit(a / b) : atanUnit(b / a);
  const angle: f64 = x < 0 ? PI - first : first;
  return y < 0 ? -angle : angle;
}

export function asin(x: f64): f64 {
  return atan2(x, Math.sqrt(Math.abs((1 - x) * (1 + x))));
}

export function acos(x: f64): f64 {
  return atan2(Math.sqrt(Math.abs((1 - x) * (1 + x))), x);
}
