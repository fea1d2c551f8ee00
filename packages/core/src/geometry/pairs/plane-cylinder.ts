import { type F64, type f64, type i32, isNaN64 } from '../../dialect.ts';
import { CONTACT_STRIDE, MINVAL, writeContact } from '../contact.ts';

/**
 * Plane : cylinder, up to four contacts: the lowest rim point, its twin on the other cap, and two more points of the near
 * cap that complete an equilateral triangle with the first.
 */
export function planeCylinder(
  out: F64,
  o: i32,
  pos1: F64,
  p1: i32,
  mat1: F64,
  m1: i32,
  _size1: F64,
  _s1: i32,
  pos2: F64,
  p2: i32,
  mat2: F64,
  m2: i32,
  size2: F64,
  s2: i32,
  margin: f64,
): i32 {
  const nx = mat1[m1 + 2];
  const ny = mat1[m1 + 5];
  const nz = mat1[m1 + 8];
  const x = pos2[p2];
  const y = pos2[p2 + 1];
  const z = pos2[p2 + 2];
  const radius = size2[s2];
  const half = size2[s2 + 1];

  // axis, turned towards the plane
  let ax = mat2[m2 + 2];
  let ay = mat2[m2 + 5];
  let az = mat2[m2 + 8];
  let drop = nx * ax + ny * ay + nz * az;
  if (drop > 0) {
    ax = -ax;
    ay = -ay;
    az = -az;
    drop = -drop;
  }
  const height = (x - pos1[p1]) * nx + (y - pos1[p1 + 1]) * ny + (z - pos1[p1 + 2]) * nz;

  // radial vector to the lowest rim point; the cylinder's own x axis when the cap is parallel to the plane
  let rx = ax * drop - nx;
  let ry = ay * drop - ny;
  let rz = az * drop - nz;
  const len2 = rx * rx + ry * ry + rz * rz;
  if (len2 >= MINVAL * MINVAL) {
    const scale = radius / Math.sqrt(len2);
    rx *= scale;
    ry *= scale;
    rz *= scale;
  } else {
    rx = mat2[m2] * radius;
    ry = mat2[m2 + 3] * radius;
    rz = mat2[m2 + 6] * radius;
  }
  const sink = rx * nx + ry * ny + rz * nz;

  // half axis vector and its drop
  ax *= half;
  ay *= half;
  az *= half;
  drop *= half;

  // lowest point decides whether there is any contact
  let n = 0;
  let dist = height + drop + sink;
  if (dist > margin || isNaN64(dist)) return 0;
  let lift = -dist * 0.5;
  writeContact(out, o, dist, x + rx + ax + nx * lift, y + ry + ay + ny * lift, z + rz + az + nz * lift, nx, ny, nz);
  n++;

  // same side of the far cap
  dist = height - drop + sink;
  if (dist <= margin) {
    lift = -dist * 0.5;
    const far = o + n * CONTACT_STRIDE;
    writeContact(out, far, dist, x + rx - ax + nx * lift, y + ry - ay + ny * lift, z + rz - az + nz * lift, nx, ny, nz);
    n++;
  }

  // the other two corners of the triangle on the near cap
  dist = height + drop + -sink * 0.5;
  if (dist <= margin) {
    let tx = ry * az - rz * ay;
    let ty = rz * ax - rx * az;
    let tz = rx * ay - ry * ax;
    const len = Math.sqrt(tx * tx + ty * ty + tz * tz);
    if (len < MINVAL) {
      tx = 1;
      ty = 0;
      tz = 0;
    } else {
      const inv = 1 / len;
      tx *= inv;
      ty *= inv;
      tz *= inv;
    }
    const side = (radius * Math.sqrt(3)) / 2;
    tx *= side;
    ty *= side;
    tz *= side;
    lift = -dist * 0.5;
    const a = o + n * CONTACT_STRIDE;
    writeContact(
      out,
      a,
      dist,
      x + tx + ax + rx * -0.5 + nx * lift,
      y + ty + ay + ry * -0.5 + ny * lift,
      z + tz + az + rz * -0.5 + nz * lift,
      nx,
      ny,
      nz,
    );
    writeContact(
      out,
      a + CONTACT_STRIDE,
      dist,
      x - tx + ax + rx * -0.5 + nx * lift,
      y - ty + ay + ry * -0.5 + ny * lift,
      z - tz + az + rz * -0.5 + nz * lift,
      nx,
      ny,
      nz,
    );
    n += 2;
  }
  return n;
}
