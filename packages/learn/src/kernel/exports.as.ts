// The kernel in AssemblyScript with SIMD: the same results, bit for bit, as `plain.ts`.
//
// A lane belongs to one element of the result and goes through its terms in the order of the plain loops; nothing is fused.
// Pointers are byte addresses of f32 arrays.

@inline const WIDE: i32 = 4; // f32 lanes
@inline const BYTES: usize = 4;

@inline function at(p: usize, i: i32): usize { return p + (<usize>i << 2); }

// four rows and eight columns of c, in registers while the terms go by
@inline function block4x8(c: usize, ldc: i32, a: usize, rowStride: i32, termStride: i32, b: usize, ldb: i32, terms: i32, start: usize, isSum: bool): void {
  let c00: v128, c01: v128, c10: v128, c11: v128, c20: v128, c21: v128, c30: v128, c31: v128;
  if (isSum) {
    c00 = v128.load(c); c01 = v128.load(c, 16);
    c10 = v128.load(at(c, ldc)); c11 = v128.load(at(c, ldc), 16);
    c20 = v128.load(at(c, 2 * ldc)); c21 = v128.load(at(c, 2 * ldc), 16);
    c30 = v128.load(at(c, 3 * ldc)); c31 = v128.load(at(c, 3 * ldc), 16);
  } else {
    c00 = v128.load(start); c01 = v128.load(start, 16);
    c10 = c00; c11 = c01; c20 = c00; c21 = c01; c30 = c00; c31 = c01;
  }
  let pa = a, pb = b;
  const step = <usize>termStride << 2, next = <usize>ldb << 2;
  for (let t = 0; t < terms; t++) {
    const b0 = v128.load(pb), b1 = v128.load(pb, 16);
    const a0 = v128.load_splat<f32>(pa);
    c00 = f32x4.add(c00, f32x4.mul(a0, b0)); c01 = f32x4.add(c01, f32x4.mul(a0, b1));
    const a1 = v128.load_splat<f32>(at(pa, rowStride));
    c10 = f32x4.add(c10, f32x4.mul(a1, b0)); c11 = f32x4.add(c11, f32x4.mul(a1, b1));
    const a2 = v128.load_splat<f32>(at(pa, 2 * rowStride));
    c20 = f32x4.add(c20, f32x4.mul(a2, b0)); c21 = f32x4.add(c21, f32x4.mul(a2, b1));
    const a3 = v128.load_splat<f32>(at(pa, 3 * rowStride));
    c30 = f32x4.add(c30, f32x4.mul(a3, b0)); c31 = f32x4.add(c31, f32x4.mul(a3, b1));
    pa += step; pb += next;
  }
  v128.store(c, c00); v128.store(c, c01, 16);
  v128.store(at(c, ldc), c10); v128.store(at(c, ldc), c11, 16);
  v128.store(at(c, 2 * ldc), c20); v128.store(at(c, 2 * ldc), c21, 16);
  v128.store(at(c, 3 * ldc), c30); v128.store(at(c, 3 * ldc), c31, 16);
}

// one row and four columns
@inline function block1x4(c: usize, a: usize, termStride: i32, b: usize, ldb: i32, terms: i32, start: usize): void {
  let sum = v128.load(start);
  let pa = a, pb = b;
  const step = <usize>termStride << 2, next = <usize>ldb << 2;
  for (let t = 0; t < terms; t++) {
    sum = f32x4.add(sum, f32x4.mul(v128.load_splat<f32>(pa), v128.load(pb)));
    pa += step; pb += next;
  }
  v128.store(c, sum);
}

// one element
@inline function block1x1(c: usize, a: usize, termStride: i32, b: usize, ldb: i32, terms: i32, start: usize): void {
  let sum = load<f32>(start);
  let pa = a, pb = b;
  const step = <usize>termStride << 2, next = <usize>ldb << 2;
  for (let t = 0; t < terms; t++) {
    sum = sum + load<f32>(pa) * load<f32>(pb);
    pa += step; pb += next;
  }
  store<f32>(c, sum);
}

// c[i, j] = start + sum over t of a[i·rowStride + t·termStride] b[t, j]; the start is a row that all rows share, or c itself
@inline function product(c: usize, a: usize, rowStride: i32, termStride: i32, b: usize, rows: i32, terms: i32, columns: i32, start: usize, isSum: bool): void {
  const wide = columns & ~7, medium = columns & ~3, tall = rows & ~3;
  // columns outermost: eight columns of b stay in the cache while all rows go by
  for (let j = 0; j < wide; j += 8) {
    const pb = at(b, j);
    for (let i = 0; i < tall; i += 4)
      block4x8(at(c, i * columns + j), columns, at(a, i * rowStride), rowStride, termStride, pb, columns, terms, at(start, j), isSum);
    for (let i = tall; i < rows; i++) {
      const pc = at(c, i * columns + j), pa = at(a, i * rowStride);
      block1x4(pc, pa, termStride, pb, columns, terms, isSum ? pc : at(start, j));
      block1x4(pc + 16, pa, termStride, pb + 16, columns, terms, isSum ? pc + 16 : at(start, j + WIDE));
    }
  }
  for (let j = wide; j < medium; j += WIDE)
    for (let i = 0; i < rows; i++) {
      const pc = at(c, i * columns + j);
      block1x4(pc, at(a, i * rowStride), termStride, at(b, j), columns, terms, isSum ? pc : at(start, j));
    }
  for (let j = medium; j < columns; j++)
    for (let i = 0; i < rows; i++) {
      const pc = at(c, i * columns + j);
      block1x1(pc, at(a, i * rowStride), termStride, at(b, j), columns, terms, isSum ? pc : at(start, j));
    }
}

export function affine(y: usize, x: usize, w: usize, bias: usize, rows: i32, inputs: i32, outputs: i32): void {
  product(y, x, inputs, 1, w, rows, inputs, outputs, bias, false);
}

export function addTransposedProduct(g: usize, x: usize, d: usize, rows: i32, inputs: i32, outputs: i32): void {
  product(g, x, 1, inputs, d, inputs, rows, outputs, 0, true);
}

export function transpose(result: usize, a: usize, rows: i32, columns: i32): void {
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) store<f32>(at(result, j * rows + i), load<f32>(at(a, i * columns + j)));
}

export function addColumnSums(sums: usize, a: usize, rows: i32, columns: i32): void {
  const medium = columns & ~3;
  for (let j = 0; j < medium; j += WIDE) {
    let sum = v128.load(at(sums, j));
    for (let i = 0; i < rows; i++) sum = f32x4.add(sum, v128.load(at(a, i * columns + j)));
    v128.store(at(sums, j), sum);
  }
  for (let j = medium; j < columns; j++) {
    let sum = load<f32>(at(sums, j));
    for (let i = 0; i < rows; i++) sum += load<f32>(at(a, i * columns + j));
    store<f32>(at(sums, j), sum);
  }
}

// tanh, four at a time: see `plain.ts`
@inline function tanh4(x: v128): v128 {
  const limit = f32x4.splat(9);
  const z = f32x4.max(f32x4.min(x, limit), f32x4.neg(limit));
  const twice = f32x4.add(z, z);
  const shifted = f32x4.add(f32x4.mul(twice, f32x4.splat(1.44269502162933349609375)), f32x4.splat(12582912)); // 1.5·2²³: its last bits are n
  const n = f32x4.sub(shifted, f32x4.splat(12582912));
  let t = f32x4.sub(twice, f32x4.mul(n, f32x4.splat(0.693145751953125)));
  t = f32x4.sub(t, f32x4.mul(n, f32x4.splat(1.428606765330187045037746429443359375e-6)));
  let p = f32x4.splat(1.0 / 5040);
  p = f32x4.add(f32x4.mul(p, t), f32x4.splat(1.0 / 720));
  p = f32x4.add(f32x4.mul(p, t), f32x4.splat(1.0 / 120));
  p = f32x4.add(f32x4.mul(p, t), f32x4.splat(1.0 / 24));
  p = f32x4.add(f32x4.mul(p, t), f32x4.splat(1.0 / 6));
  p = f32x4.add(f32x4.mul(p, t), f32x4.splat(0.5));
  p = f32x4.add(f32x4.mul(f32x4.mul(p, t), t), t);
  const power = i32x4.shl(i32x4.add(shifted, i32x4.splat(127)), 23); // 2ⁿ
  const e = f32x4.add(f32x4.mul(power, p), f32x4.sub(power, f32x4.splat(1)));
  return f32x4.div(e, f32x4.add(e, f32x4.splat(2)));
}

export function tanhInPlace(x: usize, count: i32): void {
  const wide = count & ~3;
  for (let i = 0; i < wide; i += WIDE) v128.store(at(x, i), tanh4(v128.load(at(x, i))));
  for (let i = wide; i < count; i++)
    store<f32>(at(x, i), f32x4.extract_lane(tanh4(v128.load_splat<f32>(at(x, i))), 0));
}

export function tanhBackward(d: usize, y: usize, count: i32): void {
  const wide = count & ~3;
  const one = f32x4.splat(1);
  for (let i = 0; i < wide; i += WIDE) {
    const value = v128.load(at(y, i));
    v128.store(at(d, i), f32x4.mul(v128.load(at(d, i)), f32x4.sub(one, f32x4.mul(value, value))));
  }
  for (let i = wide; i < count; i++) {
    const value = load<f32>(at(y, i));
    store<f32>(at(d, i), load<f32>(at(d, i)) * (<f32>1 - value * value));
  }
}

export function reluInPlace(x: usize, count: i32): void {
  const wide = count & ~3;
  const zero = f32x4.splat(0);
  for (let i = 0; i < wide; i += WIDE) {
    const value = v128.load(at(x, i));
    v128.store(at(x, i), v128.and(value, f32x4.gt(value, zero)));
  }
  for (let i = wide; i < count; i++) {
    const value = load<f32>(at(x, i));
    store<f32>(at(x, i), value > 0 ? value : 0);
  }
}

export function reluBackward(d: usize, y: usize, count: i32): void {
  const wide = count & ~3;
  const zero = f32x4.splat(0);
  for (let i = 0; i < wide; i += WIDE)
    v128.store(at(d, i), v128.and(v128.load(at(d, i)), f32x4.gt(v128.load(at(y, i)), zero)));
  for (let i = wide; i < count; i++) if (!(load<f32>(at(y, i)) > 0)) store<f32>(at(d, i), 0);
}

export function adam(w: usize, g: usize, m: usize, v: usize, count: i32, rate: f32, beta1: f32, beta2: f32, epsilon: f32): void {
  const wide = count & ~3;
  const keep1 = f32x4.splat(beta1), take1 = f32x4.splat(<f32>1 - beta1);
  const keep2 = f32x4.splat(beta2), take2 = f32x4.splat(<f32>1 - beta2);
  const rates = f32x4.splat(rate), small = f32x4.splat(epsilon);
  for (let i = 0; i < wide; i += WIDE) {
    const slope = v128.load(at(g, i));
    const mean = f32x4.add(f32x4.mul(keep1, v128.load(at(m, i))), f32x4.mul(take1, slope));
    const square = f32x4.add(f32x4.mul(keep2, v128.load(at(v, i))), f32x4.mul(take2, f32x4.mul(slope, slope)));
    v128.store(at(m, i), mean);
    v128.store(at(v, i), square);
    const change = f32x4.div(f32x4.mul(rates, mean), f32x4.add(f32x4.sqrt(square), small));
    v128.store(at(w, i), f32x4.sub(v128.load(at(w, i)), change));
  }
  for (let i = wide; i < count; i++) {
    const slope = load<f32>(at(g, i));
    const mean = beta1 * load<f32>(at(m, i)) + (<f32>1 - beta1) * slope;
    const square = beta2 * load<f32>(at(v, i)) + (<f32>1 - beta2) * (slope * slope);
    store<f32>(at(m, i), mean);
    store<f32>(at(v, i), square);
    store<f32>(at(w, i), load<f32>(at(w, i)) - (rate * mean) / (sqrt<f32>(square) + epsilon));
  }
}

export function blend(target: usize, source: usize, count: i32, share: f32): void {
  const wide = count & ~3;
  const part = f32x4.splat(share);
  for (let i = 0; i < wide; i += WIDE) {
    const old = v128.load(at(target, i));
    v128.store(at(target, i), f32x4.add(old, f32x4.mul(part, f32x4.sub(v128.load(at(source, i)), old))));
  }
  for (let i = wide; i < count; i++) {
    const old = load<f32>(at(target, i));
    store<f32>(at(target, i), old + share * (load<f32>(at(source, i)) - old));
  }
}
