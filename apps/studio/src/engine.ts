import { backendName } from '@qpos/core';

/** Starts the engine; where WebAssembly is refused, with the back end of plain JavaScript. */
export async function startEngine(): Promise<void> {
  try {
    backendName();
  } catch {
    await import('@qpos/core/js');
  }
}
