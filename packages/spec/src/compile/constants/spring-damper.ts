import type { Model } from '@qpos/core';
import type { Compilation } from '../context.ts';

const MIN_VALUE = 1e-15;

/** Stiffness and damping of joints that state a time constant and a damping ratio, from the inertia that they see. */
export function setSpringDampers(c: Compilation, m: Model): void {
  for (const { id, dofadr, nv, values } of c.joints) {
    const [timeconst, dampratio] = values.springdamper;
    if (timeconst <= 0 || dampratio <= 0) continue;
    let weight = 0;
    for (let i = dofadr; i < dofadr + nv; i++) weight += m.dof_invweight0[i];
    const inertia = nv / Math.max(MIN_VALUE, weight);
    m.jnt_stiffness[id] = inertia / Math.max(MIN_VALUE, timeconst * timeconst * dampratio * dampratio);
    m.dof_damping.fill((2 * inertia) / Math.max(MIN_VALUE, timeconst), dofadr, dofadr + nv);
  }
}
