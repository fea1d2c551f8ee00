import { type F64, type f64, scratchF64 } from '../../dialect.ts';
import { copy3 } from '../../math/vec3.ts';
import type { Geom } from '../geom.ts';

/** A ball: a sphere, or the part of a round shape that is about to touch. */
export class Ball {
  readonly pos: F64 = scratchF64(3);
  radius: f64 = 0;
}

/** Makes `ball` the sphere. */
export function ballOf(ball: Ball, sphere: Geom): void {
  ball.radius = sphere.size[0];
  copy3(ball.pos, 0, sphere.pos, 0);
}

/** Makes `ball` one of the shape's radius, at t on its axis. */
export function ballOnAxis(ball: Ball, geom: Geom, t: f64): void {
  ball.radius = geom.size[0];
  for (let k = 0; k < 3; k++) ball.pos[k] = geom.mat[2 + 3 * k] * t + geom.pos[k];
}
