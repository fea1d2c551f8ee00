import { kernelBase64 } from './generated/kernel-bytes.ts';
import type { Kernel } from './kernel.ts';

const PAGE = 65536;
const MOST_PAGES = 16384; // 1 GiB
const BASE = 1024; // addresses below are never used
const ALIGNMENT = 16;

type Exports = { readonly [K in Exclude<keyof Kernel, 'allocate'>]: (...values: number[]) => number };

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const characters = atob(base64);
  const bytes = new Uint8Array(characters.length);
  for (let k = 0; k < bytes.length; k++) bytes[k] = characters.charCodeAt(k);
  return bytes;
}

/** Memory that grows without detaching the arrays that show it, with a list of free pieces for each size. */
class Arena {
  readonly memory = new WebAssembly.Memory({ initial: 16, maximum: MOST_PAGES, shared: true });
  readonly #free = new Map<number, number[]>();
  readonly #returns = new FinalizationRegistry(({ address, bytes }: { address: number; bytes: number }) => {
    this.#free.get(bytes)?.push(address);
  });
  #top = BASE;

  allocate(owner: object, count: number): Float64Array {
    const bytes = Math.max(ALIGNMENT, Math.ceil((8 * count) / ALIGNMENT) * ALIGNMENT);
    const pieces = this.#free.get(bytes) ?? [];
    this.#free.set(bytes, pieces);
    const address = pieces.pop() ?? this.#extend(bytes);
    this.#returns.register(owner, { address, bytes });
    return new Float64Array(this.memory.buffer, address, count).fill(0);
  }

  #extend(bytes: number): number {
    const address = this.#top;
    const missing = address + bytes - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    this.#top += bytes;
    return address;
  }
}

/**
 * The kernel in WebAssembly, in a memory of its own.
 *
 * @throws Where WebAssembly, its SIMD or shared memory is refused.
 */
export function simdKernel(): Kernel {
  const arena = new Arena();
  const module = new WebAssembly.Module(bytesOf(kernelBase64));
  const e = new WebAssembly.Instance(module, { env: { memory: arena.memory } }).exports as unknown as Exports;
  const matrix = arena.allocate(arena, 9);
  return {
    allocate: (owner, count) => arena.allocate(owner, count),
    maxDot: (p, n, dx, dy, dz) => e.maxDot(p.byteOffset, n, dx, dy, dz),
    dots: (out, p, n, dx, dy, dz) => e.dots(out.byteOffset, p.byteOffset, n, dx, dy, dz),
    pairDots: (out, a, b, n) => e.pairDots(out.byteOffset, a.byteOffset, b.byteOffset, n),
    overlaps: (out, boxes, n, x0, y0, z0, x1, y1, z1) =>
      e.overlaps(out.byteOffset, boxes.byteOffset, n, x0, y0, z0, x1, y1, z1),
    axpy: (y, x, n, a) => e.axpy(y.byteOffset, x.byteOffset, n, a),
    dotSum: (a, b, n) => e.dotSum(a.byteOffset, b.byteOffset, n),
    kick: (v, f, w, n, h) => e.kick(v.byteOffset, f.byteOffset, w.byteOffset, n, h),
    matVec(out, p, n, m) {
      for (let k = 0; k < 9; k++) matrix[k] = m[k];
      e.matVec(out.byteOffset, p.byteOffset, n, matrix.byteOffset);
    },
    normalForces: (out, depth, velocity, n, k, c, p) =>
      e.normalForces(out.byteOffset, depth.byteOffset, velocity.byteOffset, n, k, c, p),
    frictionForces: (out, normal, v, n, mu, slow) =>
      e.frictionForces(out.byteOffset, normal.byteOffset, v.byteOffset, n, mu, slow),
  };
}
