import { mulQuat, normalize, quatOfAxes, rotateByQuat } from '../spatial/pose.ts';
import { atan2, cos, sin } from '../spatial/trig.ts';

export interface Segment {
  /** First vertex of the segment. */
  start: number[];
  length: number;
  previousLength: number;
  /** Orientation relative to the segment before; of the first one, to the parent. */
  quat: number[];
}

/**
 * A frame that moves along a polygon: x along the segment, y the normal, carried from segment to segment by the
 * rotation between their tangents.
 */
export class MovingFrame {
  private index = 0;
  private readonly vertices: readonly number[];
  private readonly normal = Float64Array.of(0, 1, 0);
  private readonly previous = Float64Array.of(1, 0, 0, 0);

  constructor(vertices: readonly number[]) {
    this.vertices = vertices;
  }

  next(): Segment {
    const i = this.index++;
    const edge = this.edge(i);
    const tangent = edge.slice();
    normalize(tangent, 0, 3);
    const binormal = new Float64Array(3);
    let previousLength = 0;
    if (i === 0) {
      const following = this.edge(1);
      normalize(following, 0, 3);
      cross(binormal, tangent, following);
      normalize(binormal, 0, 3);
      cross(this.normal, binormal, tangent);
      normalize(this.normal, 0, 3);
    } else {
      const before = this.edge(i - 1);
      previousLength = normalize(before, 0, 3);
      this.turn(before, tangent);
      cross(binormal, tangent, this.normal);
      normalize(binormal, 0, 3);
    }
    const quat = new Float64Array(4);
    quatOfAxes(quat, tangent, this.normal, binormal);
    const relative = quat.slice();
    if (i > 0) {
      const [w = 1, x = 0, y = 0, z = 0] = this.previous;
      mulQuat(relative, [w, -x, -y, -z], quat);
    }
    this.previous.set(quat);
    const [ex = 0, ey = 0, ez = 0] = edge;
    return {
      start: this.vertices.slice(3 * i, 3 * i + 3),
      length: Math.sqrt(ex * ex + ey * ey + ez * ez),
      previousLength,
      quat: [...relative],
    };
  }

  /** Rotates the normal about the axis that takes one tangent to the next. */
  private turn(before: Float64Array, tangent: Float64Array): void {
    const axis = new Float64Array(3);
    cross(axis, before, tangent);
    const sine = normalize(axis, 0, 3);
    const angle = atan2(sine, dot(before, tangent));
    const s = sin(angle * 0.5);
    const rotation = [cos(angle * 0.5), ...Array.from(axis, (v) => v * s)];
    rotateByQuat(this.normal, 0, this.normal, 0, rotation, 0);
    normalize(this.normal, 0, 3);
  }

  /** From vertex i to the next; zero beyond the end. Vertices are of single precision, and so is their difference, as in MuJoCo. */
  private edge(i: number): Float64Array {
    const { vertices } = this;
    const e = new Float64Array(3);
    for (let k = 0; k < 3; k++) e[k] = Math.fround((vertices[3 * i + 3 + k] ?? 0) - (vertices[3 * i + k] ?? 0));
    return 3 * i + 3 < vertices.length ? e : e.fill(0);
  }
}

function cross(res: Float64Array, a: Float64Array, b: Float64Array): void {
  const [ax = 0, ay = 0, az = 0] = a;
  const [bx = 0, by = 0, bz = 0] = b;
  res[0] = ay * bz - az * by;
  res[1] = az * bx - ax * bz;
  res[2] = ax * by - ay * bx;
}

const dot = (a: Float64Array, b: Float64Array): number => {
  const [ax = 0, ay = 0, az = 0] = a;
  const [bx = 0, by = 0, bz = 0] = b;
  return ax * bx + ay * by + az * bz;
};
