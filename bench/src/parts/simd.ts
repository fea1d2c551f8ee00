import { batchAxpy, batchDot, batchDotSum, batchMulMatVec3, findMaxDot, integratePositions, integrateVelocities, overlappingBoxes, SimdBoxes, SimdNumbers, SimdVectors } from '@qpos/parts/simd'; // biome-ignore format: one list
import { alternate, timing } from '../measure.ts';
import type { Row, SuiteOptions } from '../rows.ts';

/** A batch operation, and what one would write without it: a loop over the same numbers in plain arrays. */
interface Contest {
  readonly name: string;
  readonly plain: () => void;
  readonly simd: () => void;
  /** Largest ratio of the two. */
  readonly most?: number;
  readonly note?: string;
}

const HALF = 0.5; // twice as fast

/** Numbers of [-1, 1) that look random. */
const scattered = (n: number, seed: number): Float64Array =>
  Float64Array.from({ length: n }, (_, k) => 2 * ((Math.sin(k * 12.9898 + seed) * 43758.5453) % 1) - 1);

let sink = 0; // keeps results alive

// What one would write: x, y, z of a vector after each other, functions of plain arrays.

function maxDot(p: Float64Array, n: number, dx: number, dy: number, dz: number): number {
  let best = -Infinity;
  let index = 0;
  for (let i = 0; i < n; i++) {
    const d = p[3 * i] * dx + p[3 * i + 1] * dy + p[3 * i + 2] * dz;
    if (d > best) {
      best = d;
      index = i;
    }
  }
  return index;
}

function dots(out: Float64Array, p: Float64Array, n: number, dx: number, dy: number, dz: number): void {
  for (let i = 0; i < n; i++) out[i] = p[3 * i] * dx + p[3 * i + 1] * dy + p[3 * i + 2] * dz;
}

function overlaps(flags: Uint8Array, boxes: Float64Array, n: number, least: number, most: number): number {
  let count = 0;
  for (let i = 0; i < n; i++) {
    const at = 6 * i;
    const isHit =
      boxes[at] <= most &&
      boxes[at + 3] >= least &&
      boxes[at + 1] <= most &&
      boxes[at + 4] >= least &&
      boxes[at + 2] <= most &&
      boxes[at + 5] >= least;
    flags[i] = isHit ? 1 : 0;
    if (isHit) count++;
  }
  return count;
}

function axpy(y: Float64Array, x: Float64Array, n: number, a: number): void {
  for (let i = 0; i < n; i++) y[i] += x[i] * a;
}

function kick(v: Float64Array, f: Float64Array, w: Float64Array, n: number, h: number): void {
  for (let i = 0; i < n; i++) {
    const share = w[i] * h;
    v[3 * i] += f[3 * i] * share;
    v[3 * i + 1] += f[3 * i + 1] * share;
    v[3 * i + 2] += f[3 * i + 2] * share;
  }
}

function mulMatVec3(p: Float64Array, m: Float64Array, n: number): void {
  const [m0, m1, m2, m3, m4, m5, m6, m7, m8] = m;
  for (let i = 0; i < 3 * n; i += 3) {
    const x = p[i];
    const y = p[i + 1];
    const z = p[i + 2];
    p[i] = m0 * x + m1 * y + m2 * z;
    p[i + 1] = m3 * x + m4 * y + m5 * z;
    p[i + 2] = m6 * x + m7 * y + m8 * z;
  }
}

function dotSum(a: Float64Array, b: Float64Array, n: number): number {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

/** Each operation on n elements. */
function contests(n: number): Contest[] {
  const [points, velocities, forces] = [1, 2, 3].map((seed) => scattered(3 * n, seed)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const [weights, out] = [scattered(n, 4), new Float64Array(n)];
  const [p, v, f] = [points, velocities, forces].map((x) => SimdVectors.from(x)) as [
    SimdVectors,
    SimdVectors,
    SimdVectors,
  ];
  const [w, o] = [SimdNumbers.from(weights), new SimdNumbers(n)];
  const [y, x] = [scattered(3 * n, 5), scattered(3 * n, 6)];
  const [sy, sx] = [SimdNumbers.from(y), SimdNumbers.from(x)];
  const [boxes, corners] = [new SimdBoxes(n), new Float64Array(6 * n)];
  for (let i = 0; i < n; i++) {
    const least = points.subarray(3 * i, 3 * i + 3);
    corners.set(least, 6 * i);
    corners.set(least.map((c) => c + 0.3), 6 * i + 3); // biome-ignore format: one box
    boxes.set(i, least, corners.subarray(6 * i + 3, 6 * i + 6));
  }
  const flags = new Uint8Array(n);
  const turn = Float64Array.of(0.36, 0.48, -0.8, -0.8, 0.6, 0, 0.48, 0.64, 0.6);
  const direction = [0.3, -0.5, 0.8];
  const [dx, dy, dz] = direction as [number, number, number];
  return [
    {
      name: `findMaxDot, ${n} points`,
      plain() {
        sink += maxDot(points, n, dx, dy, dz);
      },
      simd() {
        sink += findMaxDot(p, direction);
      },
    },
    {
      name: `batchDot, ${n} vectors`,
      plain: () => dots(out, points, n, dx, dy, dz),
      simd: () => batchDot(o, p, direction),
    },
    {
      name: `overlappingBoxes, ${n} boxes`,
      plain() {
        sink += overlaps(flags, corners, n, -0.2, 0.2);
      },
      simd() {
        sink += overlappingBoxes(boxes, [-0.2, -0.2, -0.2], [0.2, 0.2, 0.2]).count;
      },
      most: 0.7,
      note: 'reads all 48 kB of corners, more than a level 1 cache holds, where the loop stops at the first axis that parts two boxes',
    },
    {
      name: `integratePositions, ${n} bodies`,
      plain: () => axpy(points, velocities, 3 * n, 1e-9),
      simd: () => integratePositions(p, v, 1e-9),
    },
    {
      name: `integrateVelocities, ${n} bodies`,
      plain: () => kick(velocities, forces, weights, n, 1e-9),
      simd: () => integrateVelocities(v, f, w, 1e-9),
    },
    {
      name: `batchMulMatVec3, ${n} vectors`,
      plain: () => mulMatVec3(points, turn, n),
      simd: () => batchMulMatVec3(p, turn, p),
    },
    {
      name: `batchAxpy, ${3 * n} numbers`,
      plain: () => axpy(y, x, 3 * n, 1e-9),
      simd: () => batchAxpy(sy, sx, 1e-9),
    },
    {
      name: `batchDotSum, ${3 * n} numbers`,
      plain() {
        sink += dotSum(x, y, 3 * n);
      },
      simd() {
        sink += batchDotSum(sx, sy);
      },
    },
  ];
}

/** The engine searches every vertex of meshes of fewer than ten only; of larger ones it climbs the edges of the hull. */
const small = (): Contest[] =>
  contests(9).filter(({ name }) => name.startsWith('findMaxDot')).map((c) => ({ ...c, note: 'the largest mesh that the engine searches whole' })); // biome-ignore format: one chain

/** Batch operations of `@qpos/parts/simd` against plain loops (in the column of the oracle). */
export async function* partsSuite({ scene, rounds, ms, progress }: SuiteOptions): AsyncIterable<Row> {
  const limited = contests(1000).map((c) => ({ most: HALF, ...c })); // the slower ones say why
  for (const { name, plain, simd, most, note } of [...limited, ...small()].filter((c) => scene.test(c.name))) {
    progress(name);
    const times = timing(alternate([plain, simd], { rounds, ms }));
    yield { name, ...times, ...(most !== undefined && { limits: [{ of: 'ratio', most }] }), note };
  }
  if (Number.isNaN(sink)) throw new Error('the loops left the numbers');
}
