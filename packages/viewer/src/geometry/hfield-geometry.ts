import type { Model } from '@qpos/core';
import { BufferAttribute, BufferGeometry } from 'three';

/** A height field with its surface, sides and bottom, in its own units. */
export function hfieldGeometry(model: Model, hfield: number): BufferGeometry {
  const nrow = model.hfield_nrow[hfield];
  const ncol = model.hfield_ncol[hfield];
  const [sx, sy, top, bottom] = model.hfield_size.subarray(4 * hfield, 4 * hfield + 4);
  const heights = model.hfield_data.subarray(model.hfield_adr[hfield]);
  const cells = nrow * ncol;
  const rim = 2 * (nrow + ncol) - 4;
  const position = new Float32Array(3 * (cells + 2 * rim));
  const uv = new Float32Array(2 * (cells + 2 * rim));
  const index: number[] = [];

  for (let r = 0; r < nrow; r++)
    for (let c = 0; c < ncol; c++) {
      const i = r * ncol + c;
      position[3 * i] = sx * ((2 * c) / (ncol - 1) - 1);
      position[3 * i + 1] = sy * ((2 * r) / (nrow - 1) - 1);
      position[3 * i + 2] = top * heights[i];
      uv[2 * i] = c / (ncol - 1);
      uv[2 * i + 1] = 1 - r / (nrow - 1);
    }
  for (let r = 0; r + 1 < nrow; r++)
    for (let c = 0; c + 1 < ncol; c++) {
      const i = r * ncol + c;
      index.push(i, i + 1, i + ncol + 1, i, i + ncol + 1, i + ncol);
    }

  // sides: the rim, counterclockwise from above, once at its height and once at the bottom
  const loop: number[] = [];
  for (let c = 0; c < ncol; c++) loop.push(c);
  for (let r = 1; r < nrow; r++) loop.push(r * ncol + ncol - 1);
  for (let c = ncol - 2; c >= 0; c--) loop.push((nrow - 1) * ncol + c);
  for (let r = nrow - 2; r > 0; r--) loop.push(r * ncol);
  loop.forEach((i, k) => {
    const upper = cells + 2 * k;
    for (let copy = 0; copy < 2; copy++) {
      position.copyWithin(3 * (upper + copy), 3 * i, 3 * i + 3);
      uv.copyWithin(2 * (upper + copy), 2 * i, 2 * i + 2);
    }
    position[3 * (upper + 1) + 2] = -bottom;
    const next = cells + 2 * ((k + 1) % rim);
    index.push(upper, upper + 1, next, next, upper + 1, next + 1);
  });

  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(position, 3));
  geometry.setAttribute('uv', new BufferAttribute(uv, 2));
  geometry.setIndex(index);
  geometry.computeVertexNormals();
  return geometry;
}
