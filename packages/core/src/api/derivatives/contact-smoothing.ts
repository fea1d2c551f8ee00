import { allocateArrays } from '../../host/backend/memory.ts';
import type { Model } from '../../host/model/model.ts';

const NIMP = 5;
const WIDTH = 2;
/** Impedances below this are raised to it by the engine. */
const LEAST_IMPEDANCE = 1e-4;

/** Margins and impedances as they were. */
const saved = new WeakMap<Model, Float64Array>();

/** Calls `visit` with each array of margins and its array of impedances. */
function visitContacts(model: Model, visit: (margin: Float64Array, solimp: Float64Array, at: number) => void): number {
  visit(model.geom_margin, model.geom_solimp, 0);
  visit(model.pair_margin, model.pair_solimp, (1 + NIMP) * model.ngeom);
  return (1 + NIMP) * (model.ngeom + model.npair);
}

/** Lets contacts begin at a distance, with a force that grows from nothing, so that it has a slope everywhere. */
export function softenContacts(model: Model, distance: number): void {
  const size = (1 + NIMP) * (model.ngeom + model.npair);
  const kept = saved.get(model) ?? new Float64Array(allocateArrays(8 * size));
  saved.set(model, kept);
  visitContacts(model, (margin, solimp, at) => {
    kept.set(margin, at);
    kept.set(solimp, at + margin.length);
    for (let g = 0; g < margin.length; g++) {
      margin[g] = (margin[g] as number) + distance;
      solimp[NIMP * g] = LEAST_IMPEDANCE;
      solimp[NIMP * g + WIDTH] = distance + (solimp[NIMP * g + WIDTH] as number);
    }
  });
}

/** Makes contacts what they were before `softenContacts`. */
export function hardenContacts(model: Model): void {
  const kept = saved.get(model);
  if (kept === undefined) return;
  visitContacts(model, (margin, solimp, at) => {
    for (let g = 0; g < margin.length; g++) margin[g] = kept[at + g] as number;
    for (let k = 0; k < solimp.length; k++) solimp[k] = kept[at + margin.length + k] as number;
  });
}
