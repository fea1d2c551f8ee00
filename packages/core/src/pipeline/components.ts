import type { Data } from '../model/data.ts';
import type { Model } from '../model/model.ts';

type Handle = never;

/** Joint-space inertia matrix. */
export function crb(model: Model, data: Data): void {
  model.backend.kernels.crb(model.block.handle as Handle, data.block.handle as Handle);
}
