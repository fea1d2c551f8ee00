import type { Kernel } from './kernel.ts';
import { plainKernel } from './plain.ts';
import { simdKernel } from './simd.ts';

let chosen: Kernel | undefined;

/** The kernel of this program, made at the first use: with SIMD, or plain loops where WebAssembly or shared memory is refused. Both give the same bits. */
export function kernel(): Kernel {
  chosen ??= firstThatWorks();
  return chosen;
}

function firstThatWorks(): Kernel {
  try {
    return simdKernel();
  } catch {
    return plainKernel();
  }
}
