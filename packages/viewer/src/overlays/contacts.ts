import { frameAlong } from '../scene/decor.ts';
import type { Overlay } from './frame.ts';

const force = new Float64Array(3);
const part = new Float64Array(3);
const pose = new Float64Array(9);

/** Contact points as flat discs, contact forces as arrows on the second geom. */
export function drawContacts({ model, draw, options, contacts, scale }: Overlay): void {
  const { vis } = model;
  const mass = model.stat.meanmass || 1;
  const length = vis.map.force / mass;
  for (let c = 0; c < contacts.count; c++) {
    if (options.contactPoint) {
      frameAlong(contacts.frame, 9 * c, pose);
      const width = scale * vis.scale.contactwidth;
      const rgba = (contacts.dist[c] ?? 0) > 0 ? vis.rgba.contactgap : vis.rgba.contactpoint;
      draw.shape('cylinder', contacts.pos, 3 * c, pose, 0, width, width, scale * vis.scale.contactheight, rgba);
    }
    if (!options.contactForce) continue;
    const width = scale * vis.scale.forcewidth;
    for (let k = 0; k < 3; k++) {
      force[k] = 0;
      part[k] = 0;
      for (let a = 0; a < 3; a++) {
        const x = contacts.force[6 * c + a] * contacts.frame[9 * c + 3 * a + k];
        if (a === 0 || !options.contactSplit) force[k] += x;
        else part[k] += x;
      }
    }
    draw.arrow(contacts.pos, 3 * c, force, 0, length, width, vis.rgba.contactforce);
    if (options.contactSplit) draw.arrow(contacts.pos, 3 * c, part, 0, length, width, vis.rgba.contactfriction);
  }
}
