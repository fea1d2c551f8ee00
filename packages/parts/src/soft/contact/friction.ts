import type { Model } from '@qpos/core';
import { EnableBit } from '@qpos/core/enums';

const LEAST = 1e-5; // the engine's least friction

/**
 * Friction of a soft body and a geom, mixed as the engine does: of the geom where its priority is above that of soft bodies, 0; of the soft body
 * where it is below; else the larger. The global override comes before all.
 */
export function mixFriction(model: Model, geom: number, own: number): number {
  if ((model.opt.enableflags & EnableBit.OVERRIDE) !== 0) return Math.max(LEAST, model.opt.o_friction[0]);
  const theirs = model.geom_friction[3 * geom];
  const priority = model.geom_priority[geom];
  return Math.max(LEAST, priority > 0 ? theirs : priority < 0 ? own : Math.max(theirs, own));
}
