import { enums } from '@qpos/core';
import type { Overlay } from './frame.ts';

const { TransmissionType } = enums;
const end = new Float64Array(3);

/**
 * The mechanisms of slider-cranks, which are no geoms: the slider, which moves along the z axis of its site, and the rod from its end to the
 * crank. A rod that is too short to reach the crank has another colour, and the slider is where it comes closest.
 *
 *     s = v·z - sqrt((v·z)² + rod² - v·v)     v from the slider's site to the crank
 */
export function drawSliderCranks({ model: m, data: d, draw, options, scale }: Overlay): void {
  const width = scale * m.vis.scale.slidercrank;
  for (let a = 0; a < m.nactuator; a++) {
    if (m.actuator_trntype[a] !== TransmissionType.SLIDERCRANK || !options.actuatorGroup[m.actuator_group[a]]) continue;
    const crank = 3 * m.actuator_trnid[2 * a];
    const slider = m.actuator_trnid[2 * a + 1];
    let along = 0;
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const v = d.site_xpos[crank + k] - d.site_xpos[3 * slider + k];
      along += v * d.site_xmat[9 * slider + 3 * k + 2];
      squared += v * v;
    }
    const rest = along * along + m.actuator_cranklength[a] ** 2 - squared;
    const length = rest > 0 ? along - Math.sqrt(rest) : along;
    for (let k = 0; k < 3; k++) end[k] = d.site_xpos[3 * slider + k] + length * d.site_xmat[9 * slider + 3 * k + 2];
    draw.rod(d.site_xpos, 3 * slider, end, 0, width, m.vis.rgba.slidercrank);
    draw.rod(end, 0, d.site_xpos, crank, 0.5 * width, rest > 0 ? m.vis.rgba.slidercrank : m.vis.rgba.crankbroken);
  }
}
