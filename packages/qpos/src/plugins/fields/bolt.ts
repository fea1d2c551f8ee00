import { definePlugin } from '@qpos/core';
import { extrude, hexagon } from './prism.ts';
import { APOTHEM, HEAD, SHAFT, thread } from './thread.ts';

// Heights relative to the radius. The origin is the centre of mass of a head and a round shaft, as fields want it.
const HEAD_VOLUME = 2 * Math.sqrt(3) * APOTHEM * APOTHEM * HEAD;
const SHAFT_VOLUME = Math.PI * SHAFT;
const NECK = (SHAFT_VOLUME * SHAFT - HEAD_VOLUME * HEAD) / (2 * (HEAD_VOLUME + SHAFT_VOLUME)); // where the head begins
const TOP = NECK + HEAD;
const TIP = NECK - SHAFT;

/** `mujoco.sdf.bolt`: a bolt along z with a hexagonal head on top and a right-handed thread of `radius`, in the proportions of metric bolts. */
export const bolt = definePlugin({
  name: 'mujoco.sdf.bolt',
  attributes: { radius: 0.26 },
  sdf: {
    bounds({ radius }) {
      const wide = (2 / Math.sqrt(3)) * APOTHEM * radius;
      return [0, 0, (radius * (TOP + TIP)) / 2, wide, wide, (radius * (TOP - TIP)) / 2];
    },
    distance([x = 0, y = 0, z = 0], { config: { radius } }) {
      const besideHead = Math.abs(z - radius * (NECK + HEAD / 2)) - (radius * HEAD) / 2;
      const head = extrude(hexagon(x, y, radius * APOTHEM), besideHead);
      const besideShaft = Math.abs(z - radius * (NECK - SHAFT / 2)) - (radius * SHAFT) / 2;
      return Math.min(head, Math.max(thread(x, y, z - radius * NECK, radius), besideShaft));
    },
  },
});
