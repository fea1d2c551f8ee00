// The kernel in AssemblyScript with SIMD: the same results, bit for bit, as `plain.ts`.
//
// Vectors are three runs of n numbers: all x, all y, all z. Boxes are six: least x, y, z, greatest x, y, z. Pointers are byte addresses of f64.

@inline const BLOCK: i32 = 32;

@inline function at(p: usize, i: i32): usize { return p + (<usize>i << 3); }

// products of two vectors with a direction, some bytes on
@inline function dots2(x: usize, y: usize, z: usize, bytes: usize, dx: v128, dy: v128, dz: v128): v128 {
  const xy = f64x2.add(f64x2.mul(v128.load(x + bytes), dx), f64x2.mul(v128.load(y + bytes), dy));
  return f64x2.add(xy, f64x2.mul(v128.load(z + bytes), dz));
}

@inline function dot1(x: usize, y: usize, z: usize, i: i32, dx: f64, dy: f64, dz: f64): f64 {
  return load<f64>(at(x, i)) * dx + load<f64>(at(y, i)) * dy + load<f64>(at(z, i)) * dz;
}

// index of the first vector with the largest product; a block is searched only if it has a larger one than all before
export function maxDot(p: usize, n: i32, dx: f64, dy: f64, dz: f64): i32 {
  const x = p, y = at(p, n), z = at(p, 2 * n);
  const vx = f64x2.splat(dx), vy = f64x2.splat(dy), vz = f64x2.splat(dz);
  let best = -Infinity;
  let index = 0;
  let start = 0;
  for (; start + BLOCK <= n; start += BLOCK) {
    let m0 = f64x2.splat(-Infinity), m1 = m0, m2 = m0, m3 = m0;
    let px = at(x, start), py = at(y, start), pz = at(z, start);
    const end = at(px, BLOCK);
    while (px < end) {
      m0 = f64x2.pmax(m0, dots2(px, py, pz, 0, vx, vy, vz));
      m1 = f64x2.pmax(m1, dots2(px, py, pz, 16, vx, vy, vz));
      m2 = f64x2.pmax(m2, dots2(px, py, pz, 32, vx, vy, vz));
      m3 = f64x2.pmax(m3, dots2(px, py, pz, 48, vx, vy, vz));
      px += 64; py += 64; pz += 64;
    }
    const m = f64x2.pmax(f64x2.pmax(m0, m1), f64x2.pmax(m2, m3));
    const a = f64x2.extract_lane(m, 0), b = f64x2.extract_lane(m, 1);
    const most = b > a ? b : a;
    if (!(most > best)) continue;
    best = most;
    index = start;
    while (dot1(x, y, z, index, dx, dy, dz) != most) index++;
  }
  for (let i = start; i < n; i++) {
    const d = dot1(x, y, z, i, dx, dy, dz);
    if (d > best) { best = d; index = i; }
  }
  return index;
}

export function dots(out: usize, p: usize, n: i32, dx: f64, dy: f64, dz: f64): void {
  const x = p, y = at(p, n), z = at(p, 2 * n);
  const vx = f64x2.splat(dx), vy = f64x2.splat(dy), vz = f64x2.splat(dz);
  const whole = n & ~7;
  let px = x, py = y, pz = z, to = out;
  const end = at(x, whole);
  while (px < end) {
    v128.store(to, dots2(px, py, pz, 0, vx, vy, vz));
    v128.store(to, dots2(px, py, pz, 16, vx, vy, vz), 16);
    v128.store(to, dots2(px, py, pz, 32, vx, vy, vz), 32);
    v128.store(to, dots2(px, py, pz, 48, vx, vy, vz), 48);
    px += 64; py += 64; pz += 64; to += 64;
  }
  for (let i = whole; i < n; i++) store<f64>(at(out, i), dot1(x, y, z, i, dx, dy, dz));
}

export function pairDots(out: usize, a: usize, b: usize, n: i32): void {
  const ay = at(a, n), az = at(a, 2 * n), by = at(b, n), bz = at(b, 2 * n);
  let i = 0;
  for (; i + 2 <= n; i += 2) {
    const xy = f64x2.add(
      f64x2.mul(v128.load(at(a, i)), v128.load(at(b, i))),
      f64x2.mul(v128.load(at(ay, i)), v128.load(at(by, i))));
    v128.store(at(out, i), f64x2.add(xy, f64x2.mul(v128.load(at(az, i)), v128.load(at(bz, i)))));
  }
  for (; i < n; i++) {
    const xy = load<f64>(at(a, i)) * load<f64>(at(b, i)) + load<f64>(at(ay, i)) * load<f64>(at(by, i));
    store<f64>(at(out, i), xy + load<f64>(at(az, i)) * load<f64>(at(bz, i)));
  }
}

// writes 1 for each box that overlaps one, 0 for the others; returns their number
export function overlaps(out: usize, boxes: usize, n: i32, x0: f64, y0: f64, z0: f64, x1: f64, y1: f64, z1: f64): i32 {
  const lx = boxes, ly = at(boxes, n), lz = at(boxes, 2 * n);
  const gx = at(boxes, 3 * n), gy = at(boxes, 4 * n), gz = at(boxes, 5 * n);
  const a0 = f64x2.splat(x0), b0 = f64x2.splat(y0), c0 = f64x2.splat(z0);
  const a1 = f64x2.splat(x1), b1 = f64x2.splat(y1), c1 = f64x2.splat(z1);
  let count = 0;
  const whole = n & ~3;
  let p0 = lx, p1 = ly, p2 = lz, p3 = gx, p4 = gy, p5 = gz, to = out;
  const end = at(lx, whole);
  while (p0 < end) {
    const u = v128.and(
      v128.and(v128.and(f64x2.le(v128.load(p0), a1), f64x2.ge(v128.load(p3), a0)), v128.and(f64x2.le(v128.load(p1), b1), f64x2.ge(v128.load(p4), b0))),
      v128.and(f64x2.le(v128.load(p2), c1), f64x2.ge(v128.load(p5), c0)));
    const v = v128.and(
      v128.and(v128.and(f64x2.le(v128.load(p0, 16), a1), f64x2.ge(v128.load(p3, 16), a0)), v128.and(f64x2.le(v128.load(p1, 16), b1), f64x2.ge(v128.load(p4, 16), b0))),
      v128.and(f64x2.le(v128.load(p2, 16), c1), f64x2.ge(v128.load(p5, 16), c0)));
    // the first byte of each of the four lanes, side by side
    const four = v128.shuffle<u8>(u, v, 0, 8, 16, 24, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    const bytes = i32x4.extract_lane(four, 0) & 0x01010101;
    store<i32>(to, bytes);
    count += popcnt(bytes);
    p0 += 32; p1 += 32; p2 += 32; p3 += 32; p4 += 32; p5 += 32; to += 4;
  }
  for (let i = whole; i < n; i++) {
    const hit = i32(load<f64>(at(lx, i)) <= x1) & i32(load<f64>(at(gx, i)) >= x0)
      & i32(load<f64>(at(ly, i)) <= y1) & i32(load<f64>(at(gy, i)) >= y0)
      & i32(load<f64>(at(lz, i)) <= z1) & i32(load<f64>(at(gz, i)) >= z0);
    store<u8>(out + i, <u8>hit);
    count += hit;
  }
  return count;
}

export function axpy(y: usize, x: usize, n: i32, a: f64): void {
  const va = f64x2.splat(a);
  const whole = n & ~7;
  let py = y, px = x;
  const end = at(y, whole);
  while (py < end) {
    const y0 = f64x2.add(v128.load(py), f64x2.mul(v128.load(px), va));
    const y1 = f64x2.add(v128.load(py, 16), f64x2.mul(v128.load(px, 16), va));
    const y2 = f64x2.add(v128.load(py, 32), f64x2.mul(v128.load(px, 32), va));
    const y3 = f64x2.add(v128.load(py, 48), f64x2.mul(v128.load(px, 48), va));
    v128.store(py, y0); v128.store(py, y1, 16); v128.store(py, y2, 32); v128.store(py, y3, 48);
    py += 64; px += 64;
  }
  for (let i = whole; i < n; i++) store<f64>(at(y, i), load<f64>(at(y, i)) + load<f64>(at(x, i)) * a);
}

// four partial sums, added as (r0 + r2) + (r1 + r3), then the rest
export function dotSum(a: usize, b: usize, n: i32): f64 {
  let s0 = f64x2.splat(0), s1 = s0;
  let i = n & ~3;
  let pa = a, pb = b;
  const end = at(a, i);
  while (pa < end) {
    s0 = f64x2.add(s0, f64x2.mul(v128.load(pa), v128.load(pb)));
    s1 = f64x2.add(s1, f64x2.mul(v128.load(pa, 16), v128.load(pb, 16)));
    pa += 32; pb += 32;
  }
  const s = f64x2.add(s0, s1);
  let sum = f64x2.extract_lane(s, 0) + f64x2.extract_lane(s, 1);
  for (; i < n; i++) sum += load<f64>(at(a, i)) * load<f64>(at(b, i));
  return sum;
}

// v += f · (w · h) for each body, w its inverse mass
export function kick(v: usize, f: usize, w: usize, n: i32, h: f64): void {
  const vh = f64x2.splat(h);
  const whole = n & ~3;
  for (let k = 0; k < 3; k++) {
    const to = at(v, k * n), from = at(f, k * n);
    let pv = to, pf = from, pw = w;
    const end = at(to, whole);
    while (pv < end) {
      const v0 = f64x2.add(v128.load(pv), f64x2.mul(v128.load(pf), f64x2.mul(v128.load(pw), vh)));
      const v1 = f64x2.add(v128.load(pv, 16), f64x2.mul(v128.load(pf, 16), f64x2.mul(v128.load(pw, 16), vh)));
      v128.store(pv, v0); v128.store(pv, v1, 16);
      pv += 32; pf += 32; pw += 32;
    }
    for (let i = whole; i < n; i++) store<f64>(at(to, i), load<f64>(at(to, i)) + load<f64>(at(from, i)) * (load<f64>(at(w, i)) * h));
  }
}

// out = m · p for each vector; m by rows at an address; out may be p
export function matVec(out: usize, p: usize, n: i32, m: usize): void {
  const x = p, y = at(p, n), z = at(p, 2 * n);
  const m0 = v128.load_splat<f64>(m), m1 = v128.load_splat<f64>(m, 8), m2 = v128.load_splat<f64>(m, 16);
  const m3 = v128.load_splat<f64>(m, 24), m4 = v128.load_splat<f64>(m, 32), m5 = v128.load_splat<f64>(m, 40);
  const m6 = v128.load_splat<f64>(m, 48), m7 = v128.load_splat<f64>(m, 56), m8 = v128.load_splat<f64>(m, 64);
  const whole = n & ~3;
  let px = x, py = y, pz = z, ox = out, oy = at(out, n), oz = at(out, 2 * n);
  const end = at(x, whole);
  while (px < end) {
    const a = v128.load(px), b = v128.load(py), c = v128.load(pz);
    const d = v128.load(px, 16), e = v128.load(py, 16), f = v128.load(pz, 16);
    v128.store(ox, f64x2.add(f64x2.add(f64x2.mul(m0, a), f64x2.mul(m1, b)), f64x2.mul(m2, c)));
    v128.store(ox, f64x2.add(f64x2.add(f64x2.mul(m0, d), f64x2.mul(m1, e)), f64x2.mul(m2, f)), 16);
    v128.store(oy, f64x2.add(f64x2.add(f64x2.mul(m3, a), f64x2.mul(m4, b)), f64x2.mul(m5, c)));
    v128.store(oy, f64x2.add(f64x2.add(f64x2.mul(m3, d), f64x2.mul(m4, e)), f64x2.mul(m5, f)), 16);
    v128.store(oz, f64x2.add(f64x2.add(f64x2.mul(m6, a), f64x2.mul(m7, b)), f64x2.mul(m8, c)));
    v128.store(oz, f64x2.add(f64x2.add(f64x2.mul(m6, d), f64x2.mul(m7, e)), f64x2.mul(m8, f)), 16);
    px += 32; py += 32; pz += 32; ox += 32; oy += 32; oz += 32;
  }
  for (let i = whole; i < n; i++) {
    const a = load<f64>(at(x, i)), b = load<f64>(at(y, i)), c = load<f64>(at(z, i));
    store<f64>(at(out, i), load<f64>(m) * a + load<f64>(m, 8) * b + load<f64>(m, 16) * c);
    store<f64>(at(out, n + i), load<f64>(m, 24) * a + load<f64>(m, 32) * b + load<f64>(m, 40) * c);
    store<f64>(at(out, 2 * n + i), load<f64>(m, 48) * a + load<f64>(m, 56) * b + load<f64>(m, 64) * c);
  }
}

// max(0, k · d^p + c · v) where d > 0; p is 1, 1.5 or 2
export function normalForces(out: usize, depth: usize, velocity: usize, n: i32, k: f64, c: f64, p: f64): void {
  const vk = f64x2.splat(k), vc = f64x2.splat(c), zero = f64x2.splat(0), one = f64x2.splat(1);
  for (let i = 0; i < n; i += 2) { // the arrays have room for an even number
    const d = v128.load(at(depth, i));
    const more = p == 2 ? d : p == 1.5 ? f64x2.sqrt(f64x2.pmax(zero, d)) : one;
    const f = f64x2.add(f64x2.mul(vk, f64x2.mul(d, more)), f64x2.mul(vc, v128.load(at(velocity, i))));
    v128.store(at(out, i), v128.and(f64x2.pmax(zero, f), f64x2.gt(d, zero)));
  }
}

// −μ · N · v / max(|v|, slow) for each contact
export function frictionForces(out: usize, normal: usize, v: usize, n: i32, mu: f64, slow: f64): void {
  const vmu = f64x2.splat(-mu), vs = f64x2.splat(slow);
  const vy = at(v, n), vz = at(v, 2 * n);
  let i = 0;
  for (; i + 2 <= n; i += 2) {
    const x = v128.load(at(v, i)), y = v128.load(at(vy, i)), z = v128.load(at(vz, i));
    const speed = f64x2.sqrt(f64x2.add(f64x2.add(f64x2.mul(x, x), f64x2.mul(y, y)), f64x2.mul(z, z)));
    const scale = f64x2.div(f64x2.mul(vmu, v128.load(at(normal, i))), f64x2.pmax(vs, speed));
    v128.store(at(out, i), f64x2.mul(scale, x));
    v128.store(at(out, n + i), f64x2.mul(scale, y));
    v128.store(at(out, 2 * n + i), f64x2.mul(scale, z));
  }
  for (; i < n; i++) {
    const x = load<f64>(at(v, i)), y = load<f64>(at(vy, i)), z = load<f64>(at(vz, i));
    const speed = sqrt(x * x + y * y + z * z);
    const scale = -mu * load<f64>(at(normal, i)) / (slow < speed ? speed : slow);
    store<f64>(at(out, i), scale * x);
    store<f64>(at(out, n + i), scale * y);
    store<f64>(at(out, 2 * n + i), scale * z);
  }
}
