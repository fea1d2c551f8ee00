// @cold

import { type F64, type f64, type I32, type i32, scratchF64 } from '../../dialect.ts';
import { atan2 } from '../../math/elementary/trig.ts';
import { MINVAL } from '../../math/scalar.ts';
import { addToScl3, cross3, dot3, norm3, scl3, sub3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';

/** The two triangles at an edge: the edge, the corners opposite to it seen from its first end, and their normals, twice as long as their areas. */
class Flap {
  readonly edge: F64 = scratchF64(3);
  readonly one: F64 = scratchF64(3);
  readonly other: F64 = scratchF64(3);
  readonly normal1: F64 = scratchF64(3);
  readonly normal2: F64 = scratchF64(3);
  readonly turn: F64 = scratchF64(3);
}

const now = new Flap();
const rest = new Flap();
const gradient1 = scratchF64(3); // of the angle by the corner of the first triangle
const gradient2 = scratchF64(3);

function setNormals(flap: Flap): void {
  cross3(flap.normal1, 0, flap.edge, 0, flap.one, 0);
  cross3(flap.normal2, 0, flap.other, 0, flap.edge, 0);
}

/** The angle between the triangles: 0 where they are flat, positive where their fronts turn away from each other; in (-π, π]. */
function foldAngle(flap: Flap): f64 {
  cross3(flap.turn, 0, flap.normal1, 0, flap.normal2, 0);
  const sine: f64 = dot3(flap.turn, 0, flap.edge, 0) / norm3(flap.edge, 0);
  return atan2(sine, dot3(flap.normal1, 0, flap.normal2, 0));
}

/** res = vector from vertex `a` to vertex `b` at rest, in the frame of the flex */
function restVector(res: F64, m: Model, f: i32, a: i32, b: i32): void {
  for (let k = 0; k < 3; k++)
    res[k] = (m.flex_vert0[3 * b + k] - m.flex_vert0[3 * a + k]) * (2 * m.flex_size[3 * f + k]);
}

/** Angle at rest of the flap of four vertices. */
function restAngle(m: Model, f: i32, corner: I32): f64 {
  restVector(rest.edge, m, f, corner[0], corner[1]);
  restVector(rest.one, m, f, corner[0], corner[2]);
  restVector(rest.other, m, f, corner[0], corner[3]);
  setNormals(rest);
  return foldAngle(rest);
}

/**
 * Adds the gradient of ½·k·(θ - θ₀)² to `flexVertSpring`: a spring on the angle θ between the triangles at an edge, whose gradients are the
 * bending modes of Bridson. A triangle without area has no angle, and no force. An extension: MuJoCo has the quadratic model.
 *
 * @reads flexvert_xpos
 * @writes flexVertSpring
 * @see Bridson, Marino, Fedkiw, Simulation of clothing with folds and wrinkles (2003)
 * @see Grinspun et al., Discrete shells (2003)
 */
export function addFold(m: Model, d: Data, f: i32, corner: I32, k: f64): void {
  const pos = d.flexvert_xpos;
  const origin = 3 * corner[0];
  sub3(now.edge, 0, pos, 3 * corner[1], pos, origin);
  sub3(now.one, 0, pos, 3 * corner[2], pos, origin);
  sub3(now.other, 0, pos, 3 * corner[3], pos, origin);
  setNormals(now);
  const length = norm3(now.edge, 0);
  const square1 = dot3(now.normal1, 0, now.normal1, 0);
  const square2 = dot3(now.normal2, 0, now.normal2, 0);
  if (square1 < MINVAL * MINVAL || square2 < MINVAL * MINVAL) return;

  // a corner turns its triangle about the edge; the ends balance force and torque of both corners
  const torque: f64 = k * (foldAngle(now) - restAngle(m, f, corner));
  scl3(gradient1, 0, now.normal1, 0, (-torque * length) / square1);
  scl3(gradient2, 0, now.normal2, 0, (-torque * length) / square2);
  const along1: f64 = dot3(now.one, 0, now.edge, 0) / (length * length);
  const along2: f64 = dot3(now.other, 0, now.edge, 0) / (length * length);
  addToScl3(d.flexVertSpring, 3 * corner[2], gradient1, 0, 1);
  addToScl3(d.flexVertSpring, 3 * corner[3], gradient2, 0, 1);
  addToScl3(d.flexVertSpring, 3 * corner[1], gradient1, 0, -along1);
  addToScl3(d.flexVertSpring, 3 * corner[1], gradient2, 0, -along2);
  addToScl3(d.flexVertSpring, origin, gradient1, 0, along1 - 1);
  addToScl3(d.flexVertSpring, origin, gradient2, 0, along2 - 1);
}
