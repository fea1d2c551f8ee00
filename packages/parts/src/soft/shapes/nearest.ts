/** Nearest point of a surface, seen from a point. */
export interface Nearest {
  /** Signed distance, negative inside. */
  distance: number;
  /** Direction away from the surface, a unit vector. */
  x: number;
  y: number;
  z: number;
}

export const makeNearest = (): Nearest => ({ distance: Infinity, x: 0, y: 0, z: 1 });

/** Fills a result. */
export function put(res: Nearest, distance: number, x: number, y: number, z: number): void {
  res.distance = distance;
  res.x = x;
  res.y = y;
  res.z = z;
}

const LEAST = 1e-12;

/** A sphere of radius `r` about (cx, cy, cz), which may be the nearest point of a capsule's axis. */
export function nearestSphere(res: Nearest, x: number, y: number, z: number, r: number): void {
  const d = Math.sqrt(x * x + y * y + z * z);
  if (d < LEAST) put(res, -r, 0, 0, 1);
  else put(res, d - r, x / d, y / d, z / d);
}

/** A capsule about the z axis; on the axis the way out is sideways. */
export function nearestCapsule(res: Nearest, x: number, y: number, z: number, r: number, half: number): void {
  const end = z > half ? half : Math.max(z, -half);
  if (x * x + y * y + (z - end) * (z - end) < LEAST * LEAST) put(res, -r, 1, 0, 0);
  else nearestSphere(res, x, y, z - end, r);
}

/** A cylinder about the z axis. */
export function nearestCylinder(res: Nearest, x: number, y: number, z: number, r: number, half: number): void {
  const d = Math.sqrt(x * x + y * y);
  const ux = d < LEAST ? 1 : x / d;
  const uy = d < LEAST ? 0 : y / d;
  const side = d - r;
  const end = Math.abs(z) - half;
  const up = z < 0 ? -1 : 1;
  if (side > 0 && end > 0) {
    const length = Math.sqrt(side * side + end * end);
    put(res, length, (ux * side) / length, (uy * side) / length, (up * end) / length);
  } else if (side > end) put(res, side, ux, uy, 0);
  else put(res, end, 0, 0, up);
}

/** A box with half sizes a, b, c. */
export function nearestBox(res: Nearest, x: number, y: number, z: number, a: number, b: number, c: number): void {
  const dx = Math.abs(x) - a;
  const dy = Math.abs(y) - b;
  const dz = Math.abs(z) - c;
  const sx = x < 0 ? -1 : 1;
  const sy = y < 0 ? -1 : 1;
  const sz = z < 0 ? -1 : 1;
  if (dx <= 0 && dy <= 0 && dz <= 0) {
    if (dx >= dy && dx >= dz) put(res, dx, sx, 0, 0);
    else if (dy >= dz) put(res, dy, 0, sy, 0);
    else put(res, dz, 0, 0, sz);
    return;
  }
  const ox = Math.max(dx, 0);
  const oy = Math.max(dy, 0);
  const oz = Math.max(dz, 0);
  const d = Math.sqrt(ox * ox + oy * oy + oz * oz);
  put(res, d, (sx * ox) / d, (sy * oy) / d, (sz * oz) / d);
}

const BISECTIONS = 100;

/**
 * An ellipsoid with half axes a, b, c: the nearest point is a²x / (t + a²), ..., for the t at which it lies on the surface.
 *
 * @see Eberly, Distance from a point to an ellipse, an ellipsoid, or a hyperellipsoid (2013)
 */
export function nearestEllipsoid(res: Nearest, x: number, y: number, z: number, a: number, b: number, c: number): void {
  const least = Math.min(a, b, c);
  const level = (x / a) ** 2 + (y / b) ** 2 + (z / c) ** 2;
  if (level < LEAST) {
    put(res, -least, least === a ? 1 : 0, least === a ? 0 : least === b ? 1 : 0, least === a || least === b ? 0 : 1);
    return;
  }
  // the level falls as t grows from the pole of the shortest axis: a bracket, then halves
  let low = -least * least;
  let high = Math.sqrt((a * x) ** 2 + (b * y) ** 2 + (c * z) ** 2);
  for (let k = 0; k < BISECTIONS && high - low > LEAST * (least * least + Math.abs(high)); k++) {
    const t = 0.5 * (low + high);
    const value = ((a * x) / (t + a * a)) ** 2 + ((b * y) / (t + b * b)) ** 2 + ((c * z) / (t + c * c)) ** 2;
    if (value > 1) low = t;
    else high = t;
  }
  const px = (a * a * x) / (high + a * a);
  const py = (b * b * y) / (high + b * b);
  const pz = (c * c * z) / (high + c * c);
  const nx = px / (a * a);
  const ny = py / (b * b);
  const nz = pz / (c * c);
  const n = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const d = Math.sqrt((x - px) * (x - px) + (y - py) * (y - py) + (z - pz) * (z - pz));
  put(res, level > 1 ? d : -d, nx / n, ny / n, nz / n);
}
