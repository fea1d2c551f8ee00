import { enums } from '@qpos/core';
import type { Overlay } from './frame.ts';

const end = new Float64Array(3);

/** Rays of rangefinders at sites, up to what they hit. */
export function drawRangefinders({ model: m, data: d, draw }: Overlay): void {
  for (let s = 0; s < m.nsensor; s++) {
    if (m.sensor_type[s] !== enums.SensorType.RANGEFINDER || m.sensor_objtype[s] !== enums.ObjType.SITE) continue;
    const site = m.sensor_objid[s];
    const distance = d.sensordata[m.sensor_adr[s]];
    if (!(distance > 0)) continue;
    for (let k = 0; k < 3; k++) end[k] = d.site_xpos[3 * site + k] + distance * d.site_xmat[9 * site + 3 * k + 2];
    draw.line(d.site_xpos, 3 * site, end, 0, m.vis.rgba.rangefinder);
  }
}
