import type { Kernel } from './kernel.ts';
import { plainKernel } from './plain.ts';
import { simdKernel } from './simd.ts';

/** Which kernel computes: `simd` (WebAssembly), `plain` (JavaScript), or `auto`, the first that works here. All give the same bits. */
export type KernelName = 'auto' | 'simd' | 'plain';

/** A kernel with a memory of its own. */
export function makeKernel(name: KernelName = 'auto'): Kernel {
  if (name === 'plain') return plainKernel();
  try {
    return simdKernel();
  } catch (error) {
    if (name === 'simd') throw error;
    return plainKernel();
  }
}
