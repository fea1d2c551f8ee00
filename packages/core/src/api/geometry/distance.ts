import { checkFlag, checkReal, checkSettings } from '../../host/arguments.ts';
import { ArgumentError } from '../../host/errors/argument-error.ts';
import { Contacts } from '../../kernel/geometry/contact.ts';
import { CcdOptions } from '../../kernel/geometry/convex/ccd-options.ts';
import { convexContacts } from '../../kernel/geometry/convex/convex-contacts.ts';
import { convexDistance } from '../../kernel/geometry/convex/convex-distance.ts';
import type { ConvexShape } from '../../kernel/geometry/convex/convex-shape.ts';
import { GjkResult } from '../../kernel/geometry/convex/gjk.ts';
import { INFINITE } from '../../kernel/geometry/convex/minkowski.ts';
import { Witnesses } from '../../kernel/geometry/convex/multicontact.ts';
import type { Pose } from './pose.ts';
import { placedRecord, type Shape } from './shape.ts';

/** Two shapes beside each other, or in each other. */
export interface Separation {
  /** Their distance; negative when they overlap, by the least shift that would part them. */
  readonly distance: number;
  /** The nearest point of the first shape; the deepest when they overlap. */
  readonly onA: Float64Array;
  /** That of the second. */
  readonly onB: Float64Array;
  /** Unit vector from the first shape to the second; zero where they only touch. */
  readonly normal: Float64Array;
}

/** A point where two shapes touch. */
export interface TouchPoint {
  /** Signed distance there, negative where the shapes overlap. */
  readonly distance: number;
  /** Midway between the surfaces. */
  readonly pos: Float64Array;
  /** Unit vector from the first shape to the second. */
  readonly normal: Float64Array;
}

const TOLERANCE = 1e-10; // of smooth shapes, in metres
const ITERATIONS = 200;

const options = new CcdOptions();
const search = new GjkResult();
const witnesses = new Witnesses();
const contacts = new Contacts();

/** Settings for an exact search of distances up to `cutoff`. */
export function exactly(cutoff: number): CcdOptions {
  options.cutoff = cutoff;
  options.tolerance = TOLERANCE;
  options.iterations = ITERATIONS;
  return options;
}

/** The distance of two placed records; undefined beyond `cutoff`. */
export function measure(a: ConvexShape, b: ConvexShape, cutoff: number): Separation | undefined {
  const distance = convexDistance(a, b, exactly(cutoff), 1, search, witnesses);
  if (witnesses.count === 0 || distance >= INFINITE) return undefined;
  const onA = witnesses.onA.slice(0, 3) as Float64Array;
  const onB = witnesses.onB.slice(0, 3) as Float64Array;
  const normal = new Float64Array(3);
  if (distance !== 0) for (let k = 0; k < 3; k++) normal[k] = (onB[k] - onA[k]) / distance;
  return { distance, onA, onB, normal };
}

/**
 * Distance and nearest points of two convex shapes, by GJK, and by EPA when they overlap.
 *
 * @param a The first shape.
 * @param poseA Where it is.
 * @param b The second shape.
 * @param poseB Where it is.
 * @param settings `cutoff`: distances beyond it are not measured.
 * @returns What was found; undefined beyond the cutoff.
 * @example
 * const apart = shapeDistance(sphereShape(1), {}, boxShape([1, 1, 1]), { pos: [3, 0, 0] });
 * console.log(apart?.distance, apart?.onB); // 1, and (2, 0, 0)
 */
export function shapeDistance(
  a: Shape,
  poseA: Pose,
  b: Shape,
  poseB: Pose,
  settings: { readonly cutoff?: number } = {},
): Separation | undefined {
  checkSettings('settings', settings);
  const { cutoff = Number.MAX_VALUE } = settings;
  checkReal('cutoff', cutoff);
  if (!(cutoff > 0)) throw new ArgumentError(`cutoff must be above 0, not ${cutoff}`);
  return measure(placedRecord(a, 0, poseA), placedRecord(b, 1, poseB), cutoff);
}

/**
 * Points where two convex shapes touch or overlap, as the engine's collision detection finds them for a pair of geoms.
 *
 * @param a The first shape.
 * @param poseA Where it is.
 * @param b The second shape.
 * @param poseB Where it is.
 * @param settings `margin`: shapes nearer than this touch, 0 by default; `several`: more than one point where faces meet, true by default.
 * @returns The points; none when the shapes are apart.
 * @example
 * const box = boxShape([1, 1, 1]);
 * console.log(shapeContacts(box, {}, box, { pos: [0, 0, 1.9] }).length); // 4
 */
export function shapeContacts(
  a: Shape,
  poseA: Pose,
  b: Shape,
  poseB: Pose,
  settings: { readonly margin?: number; readonly several?: boolean } = {},
): TouchPoint[] {
  checkSettings('settings', settings);
  const { margin = 0, several = true } = settings;
  checkReal('margin', margin);
  checkFlag('several', several);
  if (!(margin >= 0)) throw new ArgumentError(`margin must not be below 0, not ${margin}`);
  const first = placedRecord(a, 0, poseA);
  const second = placedRecord(b, 1, poseB);
  first.margin = margin;
  second.margin = margin;
  const ccd = exactly(0);
  ccd.multi = several;
  contacts.count = 0;
  convexContacts(first, second, ccd, margin, contacts);
  ccd.multi = false;
  return takeContacts(contacts);
}

/** The contacts of a record as objects. */
export const takeContacts = ({ count, dist, pos, normal }: Contacts): TouchPoint[] =>
  Array.from({ length: count }, (_, c) => ({
    distance: dist[c],
    pos: pos.slice(3 * c, 3 * c + 3) as Float64Array,
    normal: normal.slice(3 * c, 3 * c + 3) as Float64Array,
  }));
