import type { Kernel } from './kernel.ts';

const f = Math.fround;

/** Terms of Σ tᵏ/k! after t, from the highest; t is at most ln(2)/2, where the rest is below 1e-8. */
const SERIES = [5040, 720, 120, 24, 6, 2].map((factorial) => f(1 / factorial));
const LOG2_E = f(Math.LOG2E);
/** ln 2 in two parts: the first has few enough bits that its product with a small integer is exact. */
const LN2_HIGH = 0.693145751953125;
const LN2_LOW = f(Math.LN2 - LN2_HIGH);
/** Added and subtracted, it leaves the nearest integer. */
const ROUNDING = 1.5 * 2 ** 23;
/** From here on tanh is 1 in single precision. */
const TANH_LIMIT = 9;

const bits = new Int32Array(1);
const asFloat = new Float32Array(bits.buffer);

/**
 * tanh x = e / (e + 2) with e = exp(2x) - 1 = 2ⁿ p + (2ⁿ - 1), 2x = n ln 2 + t, p = exp(t) - 1: small results keep their digits.
 */
function tanh(x: number): number {
  if (Number.isNaN(x)) return x;
  const z = Math.max(Math.min(x, TANH_LIMIT), -TANH_LIMIT);
  const twice = f(z + z);
  const n = f(f(f(twice * LOG2_E) + ROUNDING) - ROUNDING);
  let t = f(twice - f(n * LN2_HIGH));
  t = f(t - f(n * LN2_LOW));
  let p = SERIES[0] as number;
  for (let k = 1; k < SERIES.length; k++) p = f(f(p * t) + (SERIES[k] as number));
  p = f(f(f(p * t) * t) + t);
  bits[0] = (n + 127) << 23;
  const power = asFloat[0] as number; // 2ⁿ
  const e = f(f(power * p) + f(power - 1));
  return f(e / f(e + 2));
}

/** The kernel in plain JavaScript, for pages without WebAssembly and as the other one's check. */
export function plainKernel(): Kernel {
  return {
    allocate: (count) => new Float32Array(count),

    affine(y, x, w, bias, rows, inputs, outputs) {
      for (let i = 0; i < rows; i++) {
        for (let j = 0; j < outputs; j++) {
          let sum = bias[j] as number;
          for (let t = 0; t < inputs; t++)
            sum = f(sum + f((x[i * inputs + t] as number) * (w[t * outputs + j] as number)));
          y[i * outputs + j] = sum;
        }
      }
    },

    addTransposedProduct(g, x, d, rows, inputs, outputs) {
      for (let i = 0; i < inputs; i++) {
        for (let j = 0; j < outputs; j++) {
          let sum = g[i * outputs + j] as number;
          for (let r = 0; r < rows; r++)
            sum = f(sum + f((x[r * inputs + i] as number) * (d[r * outputs + j] as number)));
          g[i * outputs + j] = sum;
        }
      }
    },

    transpose(result, a, rows, columns) {
      for (let i = 0; i < rows; i++)
        for (let j = 0; j < columns; j++) result[j * rows + i] = a[i * columns + j] as number;
    },

    addColumnSums(sums, a, rows, columns) {
      for (let j = 0; j < columns; j++) {
        let sum = sums[j] as number;
        for (let i = 0; i < rows; i++) sum = f(sum + (a[i * columns + j] as number));
        sums[j] = sum;
      }
    },

    tanhInPlace(x, count) {
      for (let i = 0; i < count; i++) x[i] = tanh(x[i] as number);
    },

    tanhBackward(d, y, count) {
      for (let i = 0; i < count; i++) {
        const value = y[i] as number;
        d[i] = (d[i] as number) * f(1 - f(value * value));
      }
    },

    reluInPlace(x, count) {
      for (let i = 0; i < count; i++) if (!((x[i] as number) > 0)) x[i] = 0;
    },

    reluBackward(d, y, count) {
      for (let i = 0; i < count; i++) if (!((y[i] as number) > 0)) d[i] = 0;
    },

    adam(w, g, m, v, count, rate, beta1, beta2, epsilon) {
      const [step, keep1, keep2, small] = [f(rate), f(beta1), f(beta2), f(epsilon)];
      const [take1, take2] = [f(1 - keep1), f(1 - keep2)];
      for (let i = 0; i < count; i++) {
        const slope = g[i] as number;
        const mean = f(f(keep1 * (m[i] as number)) + f(take1 * slope));
        const square = f(f(keep2 * (v[i] as number)) + f(take2 * f(slope * slope)));
        m[i] = mean;
        v[i] = square;
        w[i] = (w[i] as number) - f(f(step * mean) / f(f(Math.sqrt(square)) + small));
      }
    },

    blend(target, source, count, share) {
      const part = f(share);
      for (let i = 0; i < count; i++) {
        const old = target[i] as number;
        target[i] = old + f(part * f((source[i] as number) - old));
      }
    },
  };
}
