import { count } from '../errors.ts';

declare const KIND: unique symbol;

/** Index of a body; a number that is not mixed up with one of something else. */
export type BodyId = number & { readonly [KIND]: 'body' };
/** Index of a joint; a number that is not mixed up with one of something else. */
export type JointId = number & { readonly [KIND]: 'joint' };

/**
 * An index of a body.
 *
 * @param index A whole number from 0 on; 0 is the world.
 * @returns The same number, as a `BodyId`.
 * @example
 * const torso: BodyId = bodyId(1);
 */
export function bodyId(index: number): BodyId {
  return count('index', index, 0) as BodyId;
}

/**
 * An index of a joint.
 *
 * @param index A whole number from 0 on.
 * @returns The same number, as a `JointId`.
 * @example
 * const elbow: JointId = jointId(0);
 */
export function jointId(index: number): JointId {
  return count('index', index, 0) as JointId;
}
