import { type F64, type f64, type i32, idiv, isNaN64, scratchF64 } from '../../dialect.ts';
import { clip } from '../../math/scalar.ts';
import { MINVAL, writeContact } from '../contact.ts';

const inner = scratchF64(3); // ball centre in the box frame
const normal = scratchF64(3); // face normal in the box frame

/** Contact of a ball with a box: none or one row. A centre inside the box leaves through the nearest face. */
export function ballBox(
  out: F64,
  o: i32,
  x: f64,
  y: f64,
  z: f64,
  radius: f64,
  pos2: F64,
  p2: i32,
  mat2: F64,
  m2: i32,
  size2: F64,
  s2: i32,
  margin: f64,
): i32 {
  const dx = x - pos2[p2];
  const dy = y - pos2[p2 + 1];
  const dz = z - pos2[p2 + 2];
  const R0 = mat2[m2];
  const R1 = mat2[m2 + 1];
  const R2 = mat2[m2 + 2];
  const R3 = mat2[m2 + 3];
  const R4 = mat2[m2 + 4];
  const R5 = mat2[m2 + 5];
  const R6 = mat2[m2 + 6];
  const R7 = mat2[m2 + 7];
  const R8 = mat2[m2 + 8];
  const cx = R0 * dx + R3 * dy + R6 * dz;
  const cy = R1 * dx + R4 * dy + R7 * dz;
  const cz = R2 * dx + R5 * dy + R8 * dz;

  // nearest point of the box; a side of size zero does not clamp
  const hx = size2[s2];
  const hy = size2[s2 + 1];
  const hz = size2[s2 + 2];
  const qx = hx > 0 ? clip(cx, -hx, hx) : cx;
  const qy = hy > 0 ? clip(cy, -hy, hy) : cy;
  const qz = hz > 0 ? clip(cz, -hz, hz) : cz;
  let nx = qx - cx;
  let ny = qy - cy;
  let nz = qz - cz;
  const len = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (len - radius > margin || isNaN64(len)) return 0;

  let dist: f64 = 0;
  let px: f64 = 0;
  let py: f64 = 0;
  let pz: f64 = 0;
  if (len <= MINVAL) {
    // inside: nearest of the six faces, first one on ties
    inner[0] = cx;
    inner[1] = cy;
    inner[2] = cz;
    let depth = (hx + hy + hz) * 2;
    let face = -1;
    for (let k = 0; k < 6; k++) {
      const axis = idiv(k, 2);
      const half = k % 2 === 1 ? size2[s2 + axis] : -size2[s2 + axis];
      const d = Math.abs(half - inner[axis]);
      if (depth > d) {
        depth = d;
        face = k;
      }
    }
    if (face < 0) return 0; // a box of size zero
    normal[0] = 0;
    normal[1] = 0;
    normal[2] = 0;
    normal[idiv(face, 2)] = face % 2 === 1 ? -1 : 1;
    nx = normal[0];
    ny = normal[1];
    nz = normal[2];
    const shift = (radius - depth) / 2;
    px = cx + nx * shift;
    py = cy + ny * shift;
    pz = cz + nz * shift;
    dist = -depth - radius;
  } else {
    const inv = 1 / len;
    nx *= inv;
    ny *= inv;
    nz *= inv;
    px = qx * 0.5 + (cx + nx * radius) * 0.5;
    py = qy * 0.5 + (cy + ny * radius) * 0.5;
    pz = qz * 0.5 + (cz + nz * radius) * 0.5;
    dist = len - radius;
  }
  writeContact(
    out,
    o,
    dist,
    R0 * px + R1 * py + R2 * pz + pos2[p2],
    R3 * px + R4 * py + R5 * pz + pos2[p2 + 1],
    R6 * px + R7 * py + R8 * pz + pos2[p2 + 2],
    R0 * nx + R1 * ny + R2 * nz,
    R3 * nx + R4 * ny + R5 * nz,
    R6 * nx + R7 * ny + R8 * nz,
  );
  return 1;
}

/** Sphere : box, at most one contact. */
export function sphereBox(
  out: F64,
  o: i32,
  pos1: F64,
  p1: i32,
  _mat1: F64,
  _m1: i32,
  size1: F64,
  s1: i32,
  pos2: F64,
  p2: i32,
  mat2: F64,
  m2: i32,
  size2: F64,
  s2: i32,
  margin: f64,
): i32 {
  return ballBox(out, o, pos1[p1], pos1[p1 + 1], pos1[p1 + 2], size1[s1], pos2, p2, mat2, m2, size2, s2, margin);
}
