import { enums } from '@qpos/core';
import type { Compilation } from '../context.ts';
import type { BodyDraft } from '../draft.ts';

const { JointType } = enums;
const MIN_VALUE = 1e-15;

const isMassive = (b: BodyDraft): boolean => b.mass >= MIN_VALUE && b.inertia.every((x) => x >= MIN_VALUE);

/** A free joint moves a body relative to the world: its parent must be the world. */
export function checkFreeJoints(c: Compilation): void {
  for (const j of c.joints) {
    if (j.type === JointType.FREE && j.body.parent?.id !== 0)
      c.error('misplaced-element', 'a free joint can only be used at the top level', j.node);
  }
}

/** A body that moves needs mass and inertia, its own or those of a body welded to it. */
export function checkMass(c: Compilation): void {
  // children come after their parents, so that what is welded is known first
  const welded = new Uint8Array(c.bodies.length);
  for (let i = c.bodies.length - 1; i > 0; i--) {
    const b = c.bodies[i];
    if (isMassive(b)) welded[i] = 1;
    if (b.joints.length === 0) {
      if (welded[i] && b.parent !== undefined) welded[b.parent.id] = 1;
    } else if (!welded[i]) {
      const hint =
        b.geoms.length === 0 ? 'add a geom or an inertial element' : 'is the mass or density of its geoms zero?';
      c.error('mass', 'mass and inertia of moving bodies must be larger than 1e-15', b.node, hint);
    }
  }
}
