// @cold

import { type f64, type i32, scratchF64, toF64, toInt } from '../../dialect.ts';
import { copy9, mulMatTVec3, mulMatVec3 } from '../../math/mat3.ts';
import { clip, max, maxI, min, minI } from '../../math/scalar.ts';
import { set3 } from '../../math/vec3.ts';
import { Geom } from '../geom.ts';
import { columnWidth, type HeightField, heightAt, rowWidth } from '../height-field.ts';
import { crossSides, rayBox } from './box.ts';
import { enterFrame, keepNearer, Ray, RayHit } from './ray.ts';
import { RayBasis, rayTriangle, setBasis } from './triangle.ts';

/** The part of a ray above the grid, in units of cells. */
class Crossing {
  /** Where the ray enters the box above the base, and where it leaves. */
  enterX: f64 = 0;
  enterY: f64 = 0;
  leaveX: f64 = 0;
  leaveY: f64 = 0;
}

const layer = new Geom(); // a box of the field: its base, or what is above
const local = new Ray();
const basis = new RayBasis();
const crossing = new Crossing();
const nearest = new RayHit(); // in the frame of the field
const candidate = new RayHit();
const sides = scratchF64(6); // where the ray crosses the upper box
const triangle = scratchF64(9);

/** Sets `layer` to the box of a field on one side (1 above, -1 below) of its base plane. */
function setLayer(field: HeightField, side: f64, thickness: f64): void {
  const half = thickness * 0.5;
  copy9(layer.mat, 0, field.mat, 0);
  for (let k = 0; k < 3; k++) {
    const shift = field.mat[2 + 3 * k] * thickness * 0.5;
    layer.pos[k] = field.pos[k] + side * shift;
  }
  set3(layer.size, 0, field.size[0], field.size[1], half);
}

/** Sets `crossing` to the part of the local ray inside the upper box, which it meets at `entry` first. */
function measureCrossing(field: HeightField, entry: f64): void {
  let from: f64 = 0;
  let to = entry;
  for (let k = 0; k < 6; k++) {
    if (sides[k] > to) {
      from = entry;
      to = sides[k];
    }
  }
  crossing.enterX = columnAt(field, from);
  crossing.leaveX = columnAt(field, to);
  crossing.enterY = rowAt(field, from);
  crossing.leaveY = rowAt(field, to);
}

/** The column, as a fraction, over which the local ray is at x. */
function columnAt(field: HeightField, x: f64): f64 {
  return (local.pnt[0] + x * local.vec[0] + field.size[0]) / columnWidth(field);
}

/** The row, as a fraction, over which the local ray is at x. */
function rowAt(field: HeightField, x: f64): f64 {
  return (local.pnt[1] + x * local.vec[1] + field.size[1]) / rowWidth(field);
}

/** Vertex k of `triangle` at column c, row r of the grid. */
function setVertex(k: i32, field: HeightField, c: i32, r: i32): void {
  const x = columnWidth(field) * toF64(c) - field.size[0];
  const y = rowWidth(field) * toF64(r) - field.size[1];
  set3(triangle, 3 * k, x, y, heightAt(field, r, c));
}

/** Local ray against the two triangles of a cell. */
function hitCell(field: HeightField, c: i32, r: i32): void {
  setVertex(0, field, c, r);
  setVertex(1, field, c + 1, r);
  setVertex(2, field, c + 1, r + 1);
  rayTriangle(triangle, local, basis, candidate);
  keepNearer(nearest, candidate);
  setVertex(1, field, c + 1, r + 1);
  setVertex(2, field, c, r + 1);
  rayTriangle(triangle, local, basis, candidate);
  keepNearer(nearest, candidate);
}

/** Local ray against the surface: the cells under the crossing, one more on each side. */
function hitSurface(field: HeightField): void {
  const { enterX: x0, leaveX: x1, enterY: y0, leaveY: y1 } = crossing;
  const columns = toF64(field.ncol);
  const cmin = maxI(0, toInt(Math.floor(min(x0, x1))) - 1);
  const cmax = minI(field.ncol - 1, toInt(Math.ceil(max(x0, x1))) + 1);
  const rmin = maxI(0, toInt(Math.floor(min(y0, y1))) - 1);
  const rmax = minI(field.nrow - 1, toInt(Math.ceil(max(y0, y1))) + 1);

  // in each row only those columns that the ray crosses there, with a cell to spare on each side
  const slope = (local.vec[0] * rowWidth(field)) / (local.vec[1] * columnWidth(field));
  const isSteep = Math.abs(slope) < columns;
  for (let r = rmin; r < rmax; r++) {
    let first = cmin;
    let end = cmax;
    if (isSteep) {
      const enter = x0 + (toF64(r - 1) - y0) * slope;
      const leave = x0 + (toF64(r + 2) - y0) * slope;
      first = maxI(cmin, toInt(Math.floor(clip(min(enter, leave), 0, columns))) - 1);
      end = minI(cmax, toInt(Math.ceil(clip(max(enter, leave), 0, columns))) + 1);
    }
    for (let c = first; c < end; c++) hitCell(field, c, r);
  }
}

/** Height of the surface above a vertical side (-x +x -y +y), at the place `along` it, in cells. Between 0 and 1. */
function edgeHeight(field: HeightField, side: i32, along: f64): f64 {
  const data = field.data;
  const isAlongX = side >= 2;
  const isFar = side % 2 === 1;
  const count = isAlongX ? field.ncol : field.nrow;
  const cell = max(0, min(toF64(count - 2), Math.floor(along)));
  const step = isAlongX ? 1 : field.ncol;
  let first = field.adr + toInt(cell) * step;
  if (isFar) first += isAlongX ? (field.nrow - 1) * field.ncol : field.ncol - 1;
  return data[first] * (cell + 1 - along) + data[first + step] * (along - cell);
}

/** Local ray against the vertical sides, where it crosses them below the surface's edge. */
function hitSides(field: HeightField): void {
  for (let side = 0; side < 4; side++) {
    const x = sides[side];
    if (!(x >= 0 && (x < nearest.dist || nearest.dist < 0))) continue;
    const along = side >= 2 ? columnAt(field, x) : rowAt(field, x);
    const z = (local.pnt[2] + x * local.vec[2]) / field.size[2];
    if (!(z < edgeHeight(field, side, along))) continue;
    const sign: f64 = side % 2 === 1 ? 1 : -1;
    nearest.dist = x;
    set3(nearest.normal, 0, side < 2 ? sign : 0, side < 2 ? 0 : sign, 0);
  }
}

/** Ray against a height field: the box of its base, the triangles of its surface near the ray, and the vertical sides below the surface. */
export function rayHfield(field: HeightField, ray: Ray, hit: RayHit): void {
  setLayer(field, -1, field.size[3]);
  rayBox(layer, ray, hit);
  setLayer(field, 1, field.size[2]);
  const first = crossSides(sides, layer, ray);
  if (first < 0) return;

  nearest.dist = hit.dist;
  mulMatTVec3(nearest.normal, 0, field.mat, 0, hit.normal, 0);
  enterFrame(local, ray, field.pos, field.mat);
  setBasis(basis, local.vec);
  measureCrossing(field, sides[first]);
  hitSurface(field);
  hitSides(field);
  if (nearest.dist < 0) return;
  hit.dist = nearest.dist;
  mulMatVec3(hit.normal, 0, field.mat, 0, nearest.normal, 0);
}
