import { type f64, scratchF64 } from '../../dialect.ts';
import { dot3 } from '../../math/vec3.ts';
import { type Contacts, turnNormals } from '../contact.ts';
import { Geom, heightAbove } from '../geom.ts';
import { Ball, ballOf, ballOnAxis } from './ball.ts';
import { planeBall } from './plane-sphere.ts';
import { ballBall } from './sphere-sphere.ts';

const ball = new Ball();
const near = new Ball(); // part of the cylinder: at the nearest point of its axis, or of its rim
const cap = new Geom(); // a plane
const radial = scratchF64(3);

/** Contact of the ball with the upper (1) or lower (-1) cap of a cylinder. */
function capContact(cylinder: Geom, side: f64, margin: f64, contacts: Contacts): void {
  const first = contacts.count;
  for (let k = 0; k < 3; k++) {
    const axis = cylinder.mat[2 + 3 * k];
    cap.mat[2 + 3 * k] = axis * side;
    cap.pos[k] = cylinder.pos[k] + axis * (cylinder.size[1] * side);
  }
  planeBall(cap, ball, margin, contacts);
  turnNormals(contacts, first); // into the cylinder
}

/**
 * Sphere : cylinder, at most one contact: with the round side, a cap, or the rim. A centre inside the cylinder leaves through
 * whichever of side and cap is nearer.
 */
export function sphereCylinder(sphere: Geom, cylinder: Geom, margin: f64, contacts: Contacts): void {
  const radius = cylinder.size[0];
  const half = cylinder.size[1];
  ballOf(ball, sphere);

  // split the centre difference into an axial and a radial part
  const t = heightAbove(cylinder.pos, cylinder.mat, sphere.pos[0], sphere.pos[1], sphere.pos[2]);
  ballOnAxis(near, cylinder, t);
  for (let k = 0; k < 3; k++) radial[k] = sphere.pos[k] - cylinder.pos[k] - cylinder.mat[2 + 3 * k] * t;
  const radial2 = dot3(radial, 0, radial, 0);

  let isSide = Math.abs(t) < half;
  let isCap = radial2 < radius * radius;
  if (isSide && isCap) {
    isSide = half - Math.abs(t) >= radius - Math.sqrt(radial2);
    isCap = !isSide;
  }
  if (isCap) {
    capContact(cylinder, t > 0 ? 1 : -1, margin, contacts);
    return;
  }
  if (!isSide) {
    // rim: a ball of radius zero
    const edge = t > 0 ? half : -half;
    const scale = radius / Math.sqrt(radial2);
    for (let k = 0; k < 3; k++) near.pos[k] = cylinder.mat[2 + 3 * k] * edge + radial[k] * scale + cylinder.pos[k];
    near.radius = 0;
  }
  ballBall(ball, sphere, near, cylinder, margin, contacts);
}
