import { definePlugin } from '@qpos/core';
import { atan2, cos, sin, tan } from '@qpos/core/math';
import { extrude } from './prism.ts';

// Proportions of teeth to the module, which is the diameter of the pitch circle over the number of teeth (ISO 53).
const ADDENDUM = 1;
const DEDENDUM = 1.25;
const PRESSURE = (20 * Math.PI) / 180;
const BACKLASH = 0.12; // by which each flank is set back, so that straight flanks roll past each other

const { sqrt, abs, max, min, PI } = Math;

/** Distance in the plane to a tooth: a trapezoid that begins at the centre, nearly as wide as half the pitch where it crosses the pitch circle. */
function tooth(along: number, aside: number, pitchRadius: number, unit: number): number {
  const tip = pitchRadius + ADDENDUM * unit;
  const half = unit * (PI / 4 - BACKLASH);
  const flank = (aside - half) * cos(PRESSURE) + (along - pitchRadius) * sin(PRESSURE);
  const end = along - tip;
  if (flank <= 0 || end <= 0) return max(flank, end);
  // beyond the tip and beside the flank: the nearest point is the corner, unless it is on one of the two
  const corner = half - ADDENDUM * unit * tan(PRESSURE);
  return aside <= corner ? end : sqrt((aside - corner) ** 2 + end * end);
}

/**
 * `mujoco.sdf.gear`: a spur gear about z with `teeth` on a pitch circle of `diameter`, turned by `alpha` radians; two gears mesh when their pitch circles touch. It
 * has straight flanks at a pressure angle of 20°. `thickness` is its height, `innerdiameter` that of its bore, without which it is solid.
 */
export const gear = definePlugin({
  name: 'mujoco.sdf.gear',
  attributes: { alpha: 0, diameter: 2.8, teeth: 25, thickness: 0.2, innerdiameter: -1 },
  init(_model, _data, { config: { teeth, diameter, innerdiameter } }) {
    if (!(Number.isInteger(teeth) && teeth >= 6)) throw new Error(`a gear has 6 teeth or more, not ${teeth}`);
    if (!(innerdiameter < diameter * (1 - (2 * DEDENDUM) / teeth)))
      throw new Error('the bore of a gear reaches its teeth');
  },
  sdf: {
    bounds({ diameter, teeth, thickness }) {
      const reach = diameter / 2 + (ADDENDUM * diameter) / teeth;
      return [0, 0, 0, reach, reach, thickness / 2];
    },
    distance([x = 0, y = 0, z = 0], { config: { alpha, diameter, teeth, thickness, innerdiameter } }) {
      const unit = diameter / teeth;
      const radius = sqrt(x * x + y * y);
      const sector = (2 * PI) / teeth;
      const angle = atan2(y, x) - alpha;
      const folded = angle - sector * Math.round(angle / sector);
      const flank = tooth(radius * cos(folded), abs(radius * sin(folded)), diameter / 2, unit);
      const disc = radius - diameter / 2 + DEDENDUM * unit;
      const section = max(min(disc, flank), innerdiameter / 2 - radius);
      return extrude(section, abs(z) - thickness / 2);
    },
  },
});
