import { atan2 } from '@qpos/core/math';

/** Proportions of a metric screw to the radius of its thread (ISO 68-1 profile, ISO 4014 bolts, ISO 4032 nuts; those of M10 and larger). */
export const PITCH = 0.3;
export const APOTHEM = 1.5; // of head and nut
export const HEAD = 1.28; // height
export const NUT = 1.68; // height
export const SHAFT = 6; // length below the head
const DEPTH = 0.6134 * PITCH; // of the external thread

const ROOT = 1 - DEPTH; // radius between the crests
const STEEPEST = Math.sqrt(1 + ((2 * DEPTH) / PITCH) ** 2 + (DEPTH / (Math.PI * ROOT)) ** 2);

/**
 * Distance to a right-handed thread of `radius` about z: a cylinder whose radius rises and falls by the depth of the thread along a helix. It is divided by the
 * steepest slope of that surface, and fades out towards the axis, where a turn is short: so it nowhere exceeds the true distance.
 */
export function thread(x: number, y: number, z: number, radius: number): number {
  const turns = z / (PITCH * radius) - atan2(y, x) / (2 * Math.PI);
  const wave = Math.abs(turns - Math.floor(turns) - 0.5) * 2; // 1 at the crests, 0 at the roots
  const depth = DEPTH * radius * (1 - wave);
  const out = Math.sqrt(x * x + y * y);
  const root = ROOT * radius;
  if (out >= root) return (out - radius + depth) / STEEPEST;
  return ((out / root) * (root - radius + depth) + out - root) / STEEPEST;
}
