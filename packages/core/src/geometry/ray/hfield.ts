import { type F32, type F64, type f64, type i32, scratchF64, toF64, toInt } from '../../dialect.ts';
import { mulMatTVec3, mulMatVec3 } from '../../math/mat3.ts';
import { clip, max, maxI, min, minI } from '../../math/scalar.ts';
import { zero3 } from '../../math/vec3.ts';
import { boxSides, rayBox } from './box.ts';
import { enterFrame, ray } from './local-ray.ts';
import { rayTriangle, setRayDirection, triangle } from './triangle.ts';

const boxSize = scratchF64(3);
const boxPos = scratchF64(3);
const boxNormal = scratchF64(3);
const topSides = scratchF64(4); // crossings of the vertical sides of the upper box
const local = scratchF64(3); // normal of the nearest hit, in the frame of the field
const faceNormal = scratchF64(3);

/** Ray against the box of the field from `middle - half` to `middle + half` along its z axis. */
function rayLayer(
  pos: F64,
  p: i32,
  mat: F64,
  m: i32,
  size: F64,
  s: i32,
  middle: f64,
  thickness: f64,
  pnt: F64,
  q: i32,
  vec: F64,
  v: i32,
): f64 {
  boxSize[0] = size[s];
  boxSize[1] = size[s + 1];
  boxSize[2] = thickness * 0.5;
  for (let k = 0; k < 3; k++) {
    const shift = mat[m + 2 + 3 * k] * thickness * 0.5;
    boxPos[k] = middle > 0 ? pos[p + k] + shift : pos[p + k] - shift;
  }
  return rayBox(boxNormal, 0, boxPos, 0, mat, m, boxSize, 0, pnt, q, vec, v);
}

/** Vertex k of `triangle` at column c, row r of the grid. */
function gridVertex(k: i32, c: i32, r: i32, dx: f64, dy: f64, size: F64, s: i32, data: F32, adr: i32, ncol: i32): void {
  triangle[3 * k] = dx * toF64(c) - size[s];
  triangle[3 * k + 1] = dy * toF64(r) - size[s + 1];
  triangle[3 * k + 2] = data[adr + r * ncol + c] * size[s + 2];
}

/**
 * Ray against a height field: the box of its base, the triangles of its surface near the ray, and the vertical sides below the surface. `size` is the field's
 * (half extents x and y, top, base depth), `data` its heights in [0, 1] from `adr` on, row by row.
 */
export function rayHfield(
  normal: F64,
  n: i32,
  pos: F64,
  p: i32,
  mat: F64,
  m: i32,
  size: F64,
  s: i32,
  pnt: F64,
  q: i32,
  vec: F64,
  v: i32,
  data: F32,
  adr: i32,
  nrow: i32,
  ncol: i32,
): f64 {
  zero3(normal, n);
  let best = rayLayer(pos, p, mat, m, size, s, -1, size[s + 3], pnt, q, vec, v);
  zero3(local, 0);
  if (best >= 0) {
    for (let k = 0; k < 3; k++) normal[n + k] = boxNormal[k];
    mulMatTVec3(local, 0, mat, m, boxNormal, 0);
  }
  const entry = rayLayer(pos, p, mat, m, size, s, 1, size[s + 2], pnt, q, vec, v);
  if (entry < 0) return best;

  // segment of the ray inside the upper box
  let from: f64 = 0;
  let to = entry;
  for (let k = 0; k < 6; k++) {
    if (boxSides[k] > to) {
      from = entry;
      to = boxSides[k];
    }
  }
  for (let k = 0; k < 4; k++) topSides[k] = boxSides[k];

  // cells under it, one more on each side
  enterFrame(pos, p, mat, m, pnt, q, vec, v);
  setRayDirection(ray, 3);
  const dx = (2 * size[s]) / toF64(ncol - 1);
  const dy = (2 * size[s + 1]) / toF64(nrow - 1);
  const x0 = (ray[0] + from * ray[3] + size[s]) / dx;
  const x1 = (ray[0] + to * ray[3] + size[s]) / dx;
  const y0 = (ray[1] + from * ray[4] + size[s + 1]) / dy;
  const y1 = (ray[1] + to * ray[4] + size[s + 1]) / dy;
  const cmin = maxI(0, toInt(Math.floor(min(x0, x1))) - 1);
  const cmax = minI(ncol - 1, toInt(Math.ceil(max(x0, x1))) + 1);
  const rmin = maxI(0, toInt(Math.floor(min(y0, y1))) - 1);
  const rmax = minI(nrow - 1, toInt(Math.ceil(max(y0, y1))) + 1);

  // in each row only those columns that the ray crosses there, with a cell to spare on each side
  const slope = (ray[3] * dy) / (ray[4] * dx);
  const steep = Math.abs(slope) < toF64(ncol);
  for (let r = rmin; r < rmax; r++) {
    let first = cmin;
    let end = cmax;
    if (steep) {
      const enter = x0 + (toF64(r - 1) - y0) * slope;
      const leave = x0 + (toF64(r + 2) - y0) * slope;
      first = maxI(cmin, toInt(Math.floor(clip(min(enter, leave), 0, toF64(ncol)))) - 1);
      end = minI(cmax, toInt(Math.ceil(clip(max(enter, leave), 0, toF64(ncol)))) + 1);
    }
    for (let c = first; c < end; c++) {
      for (let half = 0; half < 2; half++) {
        gridVertex(0, c, r, dx, dy, size, s, data, adr, ncol);
        if (half === 0) {
          gridVertex(1, c + 1, r, dx, dy, size, s, data, adr, ncol);
          gridVertex(2, c + 1, r + 1, dx, dy, size, s, data, adr, ncol);
        } else {
          gridVertex(1, c + 1, r + 1, dx, dy, size, s, data, adr, ncol);
          gridVertex(2, c, r + 1, dx, dy, size, s, data, adr, ncol);
        }
        const x = rayTriangle(faceNormal, 0, ray, 0, ray, 3);
        if (x >= 0 && (best < 0 || x < best)) {
          best = x;
          for (let k = 0; k < 3; k++) local[k] = faceNormal[k];
        }
      }
    }
  }

  // vertical sides, where the crossing is below the surface's edge
  for (let side = 0; side < 4; side++) {
    const x = topSides[side];
    if (!(x >= 0 && (x < best || best < 0))) continue;
    const alongX = side >= 2;
    const count = alongX ? ncol : nrow;
    const along = alongX ? (ray[0] + x * ray[3] + size[s]) / dx : (ray[1] + x * ray[4] + size[s + 1]) / dy;
    const cell = max(0, min(toF64(count - 2), Math.floor(along)));
    const i = toInt(cell);
    const far = side % 2 === 1;
    let first = 0;
    let step = 1;
    if (alongX) {
      first = i + (far ? (nrow - 1) * ncol : 0);
    } else {
      first = i * ncol + (far ? ncol - 1 : 0);
      step = ncol;
    }
    const z = (ray[2] + x * ray[5]) / size[s + 2];
    const edge = data[adr + first] * (cell + 1 - along) + data[adr + first + step] * (along - cell);
    if (!(z < edge)) continue;
    best = x;
    zero3(local, 0);
    local[alongX ? 1 : 0] = far ? 1 : -1;
  }
  if (best >= 0) mulMatVec3(normal, n, mat, m, local, 0);
  return best;
}
