import { kernelBase64 } from './generated/kernel-bytes.ts';
import type { Kernel } from './kernel.ts';

const PAGE = 65536;
const MOST_PAGES = 16384; // 1 GiB
const BASE = 1024; // addresses below are never used
const ALIGNMENT = 16;

/** The functions of the module: addresses in place of arrays. */
type Exports = { readonly [K in Exclude<keyof Kernel, 'allocate'>]: (...values: number[]) => void };

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const characters = atob(base64);
  const bytes = new Uint8Array(characters.length);
  for (let k = 0; k < bytes.length; k++) bytes[k] = characters.charCodeAt(k);
  return bytes;
}

/**
 * The kernel in WebAssembly, in a memory of its own. The memory is shared, because such a memory grows without detaching the arrays
 * that show it.
 *
 * @throws Where WebAssembly, its SIMD or shared memory is refused.
 */
export function simdKernel(): Kernel {
  const memory = new WebAssembly.Memory({ initial: 16, maximum: MOST_PAGES, shared: true });
  const module = new WebAssembly.Module(bytesOf(kernelBase64));
  const e = new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Exports;
  let top = BASE;

  return {
    allocate(count) {
      const address = top;
      top = Math.ceil((address + 4 * count) / ALIGNMENT) * ALIGNMENT;
      const missing = top - memory.buffer.byteLength;
      if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
      return new Float32Array(memory.buffer, address, count);
    },
    affine: (y, x, w, bias, rows, inputs, outputs) =>
      e.affine(y.byteOffset, x.byteOffset, w.byteOffset, bias.byteOffset, rows, inputs, outputs),
    addTransposedProduct: (g, x, d, rows, inputs, outputs) =>
      e.addTransposedProduct(g.byteOffset, x.byteOffset, d.byteOffset, rows, inputs, outputs),
    transpose: (result, a, rows, columns) => e.transpose(result.byteOffset, a.byteOffset, rows, columns),
    addColumnSums: (sums, a, rows, columns) => e.addColumnSums(sums.byteOffset, a.byteOffset, rows, columns),
    tanhInPlace: (x, count) => e.tanhInPlace(x.byteOffset, count),
    tanhBackward: (d, y, count) => e.tanhBackward(d.byteOffset, y.byteOffset, count),
    reluInPlace: (x, count) => e.reluInPlace(x.byteOffset, count),
    reluBackward: (d, y, count) => e.reluBackward(d.byteOffset, y.byteOffset, count),
    adam: (w, g, m, v, count, rate, beta1, beta2, epsilon) =>
      e.adam(w.byteOffset, g.byteOffset, m.byteOffset, v.byteOffset, count, rate, beta1, beta2, epsilon),
    blend: (target, source, count, share) => e.blend(target.byteOffset, source.byteOffset, count, share),
  };
}
