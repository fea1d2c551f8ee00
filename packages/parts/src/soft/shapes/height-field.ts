import type { Model } from '@qpos/core';
import { type Nearest, put } from './nearest.ts';

/** The triangle of a height field below or above a point, as a plane; nothing beyond the field or below its base. */
export function nearestHeight(res: Nearest, m: Model, field: number, x: number, y: number, z: number): void {
  const size = 4 * field;
  const rows = m.hfield_nrow[field];
  const columns = m.hfield_ncol[field];
  const adr = m.hfield_adr[field];
  const dx = (2 * m.hfield_size[size]) / (columns - 1);
  const dy = (2 * m.hfield_size[size + 1]) / (rows - 1);
  const u = (x + m.hfield_size[size]) / dx;
  const v = (y + m.hfield_size[size + 1]) / dy;
  if (!(u >= 0 && v >= 0 && u <= columns - 1 && v <= rows - 1) || z < -m.hfield_size[size + 3]) {
    put(res, Infinity, 0, 0, 1);
    return;
  }
  const c = Math.min(Math.floor(u), columns - 2);
  const r = Math.min(Math.floor(v), rows - 2);
  const top = m.hfield_size[size + 2];
  const at = adr + r * columns + c;
  const low = m.hfield_data[at] * top;
  const far = m.hfield_data[at + columns + 1] * top;
  // a cell has two triangles, divided by the diagonal from its first corner
  const isUpper = v - r >= u - c;
  const corner = m.hfield_data[isUpper ? at + columns : at + 1] * top;
  const sx = (isUpper ? far - corner : corner - low) / dx;
  const sy = (isUpper ? corner - low : far - corner) / dy;
  const height = low + sx * (u - c) * dx + sy * (v - r) * dy;
  const n = Math.sqrt(1 + sx * sx + sy * sy);
  put(res, (z - height) / n, -sx / n, -sy / n, 1 / n);
}
