// Random sizes, orientations and assets for the fuzzers of collision.

export const SHAPES = ['plane', 'hfield', 'sphere', 'capsule', 'ellipsoid', 'cylinder', 'box', 'mesh', 'sdf'] as const;
export type Shape = (typeof SHAPES)[number];

/** xorshift128 with a fixed seed. */
export class Random {
  private a: number;
  private b = 362436069;
  private c = 521288629;
  private d = 88675123;
  constructor(seed: number) {
    this.a = seed | 1;
    for (let i = 0; i < 20; i++) this.next();
  }
  next(): number {
    const t = this.a ^ (this.a << 11);
    this.a = this.b;
    this.b = this.c;
    this.c = this.d;
    this.d = this.d ^ (this.d >>> 19) ^ t ^ (t >>> 8);
    return (this.d >>> 0) / 4294967296;
  }
  range(lo: number, hi: number): number {
    return lo + (hi - lo) * this.next();
  }
  int(n: number): number {
    return Math.floor(this.next() * n);
  }
  unit(): [number, number, number] {
    for (;;) {
      const x = this.range(-1, 1);
      const y = this.range(-1, 1);
      const z = this.range(-1, 1);
      const n = Math.hypot(x, y, z);
      if (n > 0.1 && n < 1) return [x / n, y / n, z / n];
    }
  }
  quaternion(): number[] {
    for (;;) {
      const q = [this.range(-1, 1), this.range(-1, 1), this.range(-1, 1), this.range(-1, 1)];
      const n = Math.hypot(...q);
      if (n > 0.1 && n < 1) return q.map((x) => x / n);
    }
  }
}

const H = Math.SQRT1_2;
export const RIGHT_ANGLES = [
  [1, 0, 0, 0],
  [H, H, 0, 0],
  [H, 0, H, 0],
  [H, 0, 0, H],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
  [0.5, 0.5, 0.5, 0.5],
  [Math.cos(Math.PI / 8), 0, 0, Math.sin(Math.PI / 8)],
  [Math.cos(Math.PI / 8), Math.sin(Math.PI / 8), 0, 0],
];

export function sizes(shape: Shape, rng: Random): string {
  const thin = rng.next() < 0.15 ? 0.02 : 1;
  const s = () => rng.range(0.05, 0.4).toFixed(4);
  const first = (rng.range(0.05, 0.4) * thin).toFixed(5);
  switch (shape) {
    case 'plane':
      return 'size="1 1 1"';
    case 'sphere':
      return `size="${first}"`;
    case 'capsule':
    case 'cylinder':
      return `size="${first} ${s()}"`;
    case 'ellipsoid':
    case 'box':
      return rng.next() < 0.2 ? 'size="0.2 0.2 0.2"' : `size="${first} ${s()} ${s()}"`;
    default:
      return '';
  }
}

/** Vertices of a random convex mesh: a cloud, a lattice prism with large flat faces, or a cube. */
export function meshAsset(name: string, rng: Random): string {
  const kind = rng.int(4);
  const points: number[] = [];
  if (kind === 0) {
    const n = 6 + rng.int(60);
    for (let i = 0; i < n; i++) {
      const u = rng.unit();
      points.push(u[0] * 0.3, u[1] * 0.2, u[2] * 0.25);
    }
  } else if (kind === 1) {
    const n = 3 + rng.int(10);
    for (let i = 0; i < n; i++) {
      const a = (2 * Math.PI * i) / n;
      for (const z of [-0.2, 0.2]) points.push(0.3 * Math.cos(a), 0.3 * Math.sin(a), z);
    }
  } else if (kind === 2) {
    const s = [rng.range(0.1, 0.3), rng.range(0.1, 0.3), rng.range(0.1, 0.3)];
    for (let i = 0; i < 8; i++) points.push(i & 1 ? s[0] : -s[0], i & 2 ? s[1] : -s[1], i & 4 ? s[2] : -s[2]);
  } else {
    points.push(0, 0, 0, 0.4, 0, 0, 0, 0.4, 0, 0, 0, 0.4);
    if (rng.next() < 0.5) points.push(0.3, 0.3, 0.05);
  }
  const scale = rng.next() < 0.2 ? ' scale="-1 1 1"' : '';
  return `<mesh name="${name}"${scale} vertex="${points.map((x) => x.toFixed(5)).join(' ')}"/>`;
}

export function hfieldAsset(name: string, rng: Random): string {
  const nrow = 4 + rng.int(8);
  const ncol = 4 + rng.int(8);
  const rough = rng.next();
  const data: string[] = [];
  for (let i = 0; i < nrow * ncol; i++) data.push((rng.next() < 0.2 ? 0 : rng.next() * rough).toFixed(3));
  return `<hfield name="${name}" nrow="${nrow}" ncol="${ncol}" size="0.8 0.6 0.3 0.1" elevation="${data.join(' ')}"/>`;
}
