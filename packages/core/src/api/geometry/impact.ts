import { checkReal, checkSettings } from '../../host/arguments.ts';
import { ArgumentError } from '../../host/errors/argument-error.ts';
import { mulQuat, quatIntegrate } from '../../kernel/math/quat.ts';
import { checkCount, checkFinite, checkPositive, type Numbers } from './arguments.ts';
import { measure, type Separation } from './distance.ts';
import type { Pose } from './pose.ts';
import { placedRecord, Shape } from './shape.ts';
import { measureSoup, TriangleSoup } from './triangles.ts';

/** A pose that moves, with velocities that are constant in the world frame. */
export interface Motion extends Pose {
  /** Velocity of the shape's origin; 0 by default. */
  readonly linear?: Numbers;
  /** Angular velocity about that origin, in radians; 0 by default. */
  readonly angular?: Numbers;
}

/** When and where two moving shapes meet. */
export interface Impact extends Separation {
  /** The time, in the unit of the velocities. */
  readonly time: number;
  /** Whether the distance at that time is within the tolerance; false if the steps ran out before, and nothing touches up to `time`. */
  readonly converged: boolean;
}

/** Settings of `timeOfImpact`. */
export interface ImpactSettings {
  /** How long the motions last; 1 by default. */
  readonly duration?: number;
  /** Distance at which shapes count as touching; 1e-6 by default. */
  readonly tolerance?: number;
  /** Most steps of the search; 1000 by default. */
  readonly iterations?: number;
}

const STILL = [0, 0, 0];

/** A body of a query: where it is at a time, and how fast its surface can move. */
class Mover {
  readonly linear: Numbers;
  readonly angular: Numbers;
  readonly radius: number;
  readonly pos = new Float64Array(3);
  readonly quat = new Float64Array(4);
  private readonly start: Pose;
  private readonly turn = new Float64Array(4);
  private readonly axis = new Float64Array(3);

  constructor(name: string, motion: Motion, radius: number) {
    checkSettings(name, motion);
    const { linear = STILL, angular = STILL } = motion;
    checkFinite(`linear of ${name}`, linear, 3);
    checkFinite(`angular of ${name}`, angular, 3);
    this.start = motion;
    this.linear = linear;
    this.angular = angular;
    this.radius = radius;
  }

  /** The pose at a time. */
  at(time: number): Pose {
    const { start, pos, quat, turn, axis } = this;
    const from = start.pos ?? STILL;
    for (let k = 0; k < 3; k++) {
      pos[k] = from[k] + time * this.linear[k];
      axis[k] = this.angular[k];
    }
    turn.set([1, 0, 0, 0]);
    quatIntegrate(turn, 0, axis, 0, time);
    quat.set(Array.from({ length: 4 }, (_, k) => (start.quat ? start.quat[k] : k === 0 ? 1 : 0)));
    mulQuat(quat, 0, turn, 0, quat, 0);
    return { pos, quat };
  }

  /** The most that the surface can advance along a unit vector in a unit of time. */
  speedAlong(n: Float64Array, sign: number): number {
    const [x, y, z] = [this.angular[0], this.angular[1], this.angular[2]];
    const cross = Math.sqrt((y * n[2] - z * n[1]) ** 2 + (z * n[0] - x * n[2]) ** 2 + (x * n[1] - y * n[0]) ** 2);
    return sign * (this.linear[0] * n[0] + this.linear[1] * n[1] + this.linear[2] * n[2]) + cross * this.radius;
  }
}

/** Distance at any time. */
function gapOf(a: Shape | TriangleSoup, b: Shape): (poseA: Pose, poseB: Pose) => Separation | undefined {
  if (a instanceof TriangleSoup)
    return (poseA, poseB) => measureSoup(a, poseA, placedRecord(b, 1, poseB), Number.MAX_VALUE);
  return (poseA, poseB) => measure(placedRecord(a, 0, poseA), placedRecord(b, 1, poseB), Number.MAX_VALUE);
}

/**
 * When two moving shapes first touch: conservative advancement, which never steps past a contact, however thin or fast the shapes are.
 * Along the line of the nearest points the gap closes at most at the sum of both surfaces' speeds; the time until then is safe to pass.
 *
 * @param a The first shape, or triangles.
 * @param motionA How it moves.
 * @param b The second shape.
 * @param motionB How it moves.
 * @param settings Duration, tolerance and the most steps.
 * @returns The impact; undefined if nothing touches. Shapes that overlap at the start have their impact at time 0.
 * @see Mirtich, Impulse-based Dynamic Simulation of Rigid Body Systems (1996), §2.3
 * @example
 * const bullet = sphereShape(0.01);
 * const sheet = boxShape([1, 1, 0.001]);
 * const hit = timeOfImpact(bullet, { pos: [0, 0, 5], linear: [0, 0, -900] }, sheet, {});
 * console.log(hit?.time); // (5 - 0.011) / 900
 */
export function timeOfImpact(
  a: Shape | TriangleSoup,
  motionA: Motion,
  b: Shape,
  motionB: Motion,
  settings: ImpactSettings = {},
): Impact | undefined {
  if (!(a instanceof Shape || a instanceof TriangleSoup) || !(b instanceof Shape))
    throw new ArgumentError('timeOfImpact takes a shape or triangles, and a shape');
  checkSettings('settings', settings);
  const { duration = 1, tolerance = 1e-6, iterations = 1000 } = settings;
  checkReal('duration', duration);
  if (!(duration >= 0)) throw new ArgumentError(`duration must not be below 0, not ${duration}`);
  checkPositive('tolerance', tolerance);
  checkCount('iterations', iterations, 1, 1e9);
  const moverA = new Mover('motionA', motionA, a.radius);
  const moverB = new Mover('motionB', motionB, b.radius);
  const gap = gapOf(a, b);

  let time = 0;
  let last: Separation | undefined;
  for (let step = 0; step < iterations; step++) {
    last = gap(moverA.at(time), moverB.at(time));
    if (last === undefined) return undefined;
    if (last.distance <= tolerance) return { ...last, time, converged: true };
    const speed = moverA.speedAlong(last.normal, 1) + moverB.speedAlong(last.normal, -1);
    if (!(speed > 0)) return undefined;

    // aim at half the tolerance, so that the last step lands within it
    time += (last.distance - 0.5 * tolerance) / speed;
    if (time > duration) return undefined;
  }
  return last && { ...last, time, converged: false };
}
