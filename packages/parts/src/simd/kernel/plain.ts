import type { Kernel } from './kernel.ts';

/** The kernel as plain loops: the same bits as the one with SIMD. */
export function plainKernel(): Kernel {
  return {
    allocate: (_, count) => new Float64Array(count),
    maxDot(p, n, dx, dy, dz) {
      let best = -Infinity;
      let index = 0;
      for (let i = 0; i < n; i++) {
        const d = p[i] * dx + p[n + i] * dy + p[2 * n + i] * dz;
        if (d > best) {
          best = d;
          index = i;
        }
      }
      return index;
    },
    dots(out, p, n, dx, dy, dz) {
      for (let i = 0; i < n; i++) out[i] = p[i] * dx + p[n + i] * dy + p[2 * n + i] * dz;
    },
    pairDots(out, a, b, n) {
      for (let i = 0; i < n; i++) out[i] = a[i] * b[i] + a[n + i] * b[n + i] + a[2 * n + i] * b[2 * n + i];
    },
    overlaps(out, boxes, n, x0, y0, z0, x1, y1, z1) {
      let count = 0;
      for (let i = 0; i < n; i++) {
        const isHit =
          boxes[i] <= x1 &&
          boxes[3 * n + i] >= x0 &&
          boxes[n + i] <= y1 &&
          boxes[4 * n + i] >= y0 &&
          boxes[2 * n + i] <= z1 &&
          boxes[5 * n + i] >= z0;
        out[i] = isHit ? 1 : 0;
        if (isHit) count++;
      }
      return count;
    },
    axpy(y, x, n, a) {
      for (let i = 0; i < n; i++) y[i] += x[i] * a;
    },
    dotSum(a, b, n) {
      let [r0, r1, r2, r3, i] = [0, 0, 0, 0, 0];
      for (; i + 4 <= n; i += 4) {
        r0 += a[i] * b[i];
        r1 += a[i + 1] * b[i + 1];
        r2 += a[i + 2] * b[i + 2];
        r3 += a[i + 3] * b[i + 3];
      }
      let sum = r0 + r2 + (r1 + r3);
      for (; i < n; i++) sum += a[i] * b[i];
      return sum;
    },
    kick(v, f, w, n, h) {
      for (let k = 0; k < 3; k++) for (let i = 0; i < n; i++) v[k * n + i] += f[k * n + i] * (w[i] * h);
    },
    matVec(out, p, n, m) {
      const [m0, m1, m2, m3, m4, m5, m6, m7, m8] = Array.from(m);
      for (let i = 0; i < n; i++) {
        const [x, y, z] = [p[i], p[n + i], p[2 * n + i]];
        out[i] = m0 * x + m1 * y + m2 * z;
        out[n + i] = m3 * x + m4 * y + m5 * z;
        out[2 * n + i] = m6 * x + m7 * y + m8 * z;
      }
    },
    normalForces(out, depth, velocity, n, k, c, p) {
      for (let i = 0; i < n; i++) {
        const d = depth[i];
        const more = p === 2 ? d : p === 1.5 ? Math.sqrt(Math.max(0, d)) : 1;
        const f = k * (d * more) + c * velocity[i];
        out[i] = d > 0 && f > 0 ? f : 0;
      }
    },
    frictionForces(out, normal, v, n, mu, slow) {
      for (let i = 0; i < n; i++) {
        const [x, y, z] = [v[i], v[n + i], v[2 * n + i]];
        const speed = Math.sqrt(x * x + y * y + z * z);
        const scale = (-mu * normal[i]) / Math.max(slow, speed);
        out[i] = scale * x;
        out[n + i] = scale * y;
        out[2 * n + i] = scale * z;
      }
    },
  };
}
