import type { F64, f64, i32 } from '../dialect.ts';
import { clip, MINVAL, max } from '../math/scalar.ts';

/*
 * Parameters of a muscle, in gainprm and biasprm: operating range (2, in units of the optimum length), peak force, scale, least and greatest
 * length of the active force, greatest shortening velocity, passive force at the greatest length, active force at fast lengthening.
 */
const FORCE: i32 = 2;
const SCALE: i32 = 3;
const LMIN: i32 = 4;
const LMAX: i32 = 5;
const VMAX: i32 = 6;
const FPMAX: i32 = 7;
const FVMAX: i32 = 8;

/** 0 below 0, 1 above 1, and a quintic with flat ends between. */
function smoothStep(x: f64): f64 {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  return x * x * x * (3 * x * (2 * x - 5) + 10);
}

/**
 * Rate of the activation of a muscle; prm (3) = time constants of activation and deactivation, and the width over which one
 * blends into the other.
 *
 * @see Millard et al., Flexing computational muscle (2013)
 * @see mju_muscleDynamics
 */
export function muscleDynamics(ctrl: f64, act: f64, prm: F64, p: i32): f64 {
  const activity = 0.5 + 1.5 * clip(act, 0, 1);
  const rising = prm[p] * activity;
  const falling = prm[p + 1] / activity;
  const width = prm[p + 2];
  const excess = clip(ctrl, 0, 1) - act;
  let tau: f64 = excess > 0 ? rising : falling;
  if (width >= MINVAL) tau = falling + (rising - falling) * smoothStep(excess / width + 0.5);
  return excess / max(MINVAL, tau);
}

/** Peak isometric force: given, or such that the muscle can accelerate its joints by `scale`. */
function peakForce(prm: F64, p: i32, acc0: f64): f64 {
  return prm[p + FORCE] < 0 ? prm[p + SCALE] / max(MINVAL, acc0) : prm[p + FORCE];
}

/** Length of the muscle fibres that corresponds to a length of 1. */
function optimumLength(range: F64, r: i32, prm: F64, p: i32): f64 {
  return (range[r + 1] - range[r]) / max(MINVAL, prm[p + 1] - prm[p]);
}

/** Length in units of the optimum length. */
function unitLength(length: f64, range: F64, r: i32, prm: F64, p: i32, optimum: f64): f64 {
  return prm[p] + (length - range[r]) / max(MINVAL, optimum);
}

/** Active force over length: 1 at 1, falling to 0 at `least` and `greatest` by two parabolas on either side. */
function forceLength(length: f64, least: f64, greatest: f64): f64 {
  if (!(least <= length && length <= greatest)) return 0;
  const left = 0.5 * (least + 1);
  const right = 0.5 * (1 + greatest);
  if (length <= left) return rise((length - least) / max(MINVAL, left - least));
  if (length <= 1) return 1 - rise((1 - length) / max(MINVAL, 1 - left));
  if (length <= right) return 1 - rise((length - 1) / max(MINVAL, right - 1));
  return rise((greatest - length) / max(MINVAL, greatest - right));
}

function rise(x: f64): f64 {
  return 0.5 * x * x;
}

/** Active force over velocity: 0 at the greatest shortening velocity, -1, then 1 at rest, and up to `most` when lengthened. */
function forceVelocity(velocity: f64, most: f64): f64 {
  const span = most - 1;
  if (velocity <= -1) return 0;
  if (velocity <= 0) return (velocity + 1) * (velocity + 1);
  if (velocity <= span) return most - ((span - velocity) * (span - velocity)) / max(MINVAL, span);
  return most;
}

/**
 * Force of a fully active muscle, negative because it pulls.
 *
 * @see mju_muscleGain
 */
export function muscleGain(length: f64, velocity: f64, range: F64, r: i32, acc0: f64, prm: F64, p: i32): f64 {
  const optimum = optimumLength(range, r, prm, p);
  const unit = unitLength(length, range, r, prm, p, optimum);
  const speed = velocity / max(MINVAL, optimum * prm[p + VMAX]);
  const active = forceLength(unit, prm[p + LMIN], prm[p + LMAX]);
  return -peakForce(prm, p, acc0) * active * forceVelocity(speed, prm[p + FVMAX]);
}

/**
 * d muscleGain / d velocity.
 *
 * @see mjd_muscleGain_vel
 */
export function muscleGainSlope(length: f64, velocity: f64, range: F64, r: i32, acc0: f64, prm: F64, p: i32): f64 {
  const optimum = optimumLength(range, r, prm, p);
  const unit = unitLength(length, range, r, prm, p, optimum);
  const fastest = max(MINVAL, optimum * prm[p + VMAX]);
  const active = forceLength(unit, prm[p + LMIN], prm[p + LMAX]);
  const slope = forceVelocitySlope(velocity / fastest, prm[p + FVMAX]);
  return (-peakForce(prm, p, acc0) * active * slope) / fastest;
}

/** d forceVelocity / d velocity. */
function forceVelocitySlope(velocity: f64, most: f64): f64 {
  const span = most - 1;
  if (velocity <= -1) return 0;
  if (velocity <= 0) return 2 * velocity + 2;
  if (velocity <= span) return (-2 * velocity + 2 * span) / max(MINVAL, span);
  return 0;
}

/**
 * d muscleGain / d length.
 *
 * @see mjd_actuatorLenDeriv
 */
export function muscleGainStiffness(length: f64, velocity: f64, range: F64, r: i32, acc0: f64, prm: F64, p: i32): f64 {
  const optimum = optimumLength(range, r, prm, p);
  const unit = unitLength(length, range, r, prm, p, optimum);
  const speed = velocity / max(MINVAL, optimum * prm[p + VMAX]);
  const slope = forceLengthSlope(unit, prm[p + LMIN], prm[p + LMAX]);
  return (-peakForce(prm, p, acc0) * slope * forceVelocity(speed, prm[p + FVMAX])) / max(MINVAL, optimum);
}

/** d forceLength / d length. */
function forceLengthSlope(length: f64, least: f64, greatest: f64): f64 {
  if (!(least <= length && length <= greatest)) return 0;
  const left = 0.5 * (least + 1);
  const right = 0.5 * (1 + greatest);
  if (length <= left) return riseSlope(length - least, left - least);
  if (length <= 1) return riseSlope(1 - length, 1 - left);
  if (length <= right) return -riseSlope(length - 1, right - 1);
  return -riseSlope(greatest - length, greatest - right);
}

/** d rise(x/width) / dx */
function riseSlope(x: f64, width: f64): f64 {
  const w = max(MINVAL, width);
  return x / w / w;
}

/** d muscleBias / d length. */
export function muscleBiasStiffness(length: f64, range: F64, r: i32, acc0: f64, prm: F64, p: i32): f64 {
  const optimum = optimumLength(range, r, prm, p);
  const unit = unitLength(length, range, r, prm, p, optimum);
  const width = max(MINVAL, 0.5 * (1 + prm[p + LMAX]) - 1);
  if (unit <= 1) return 0;
  const slope: f64 = unit <= 1 + width ? (unit - 1) / width / width : 1 / width;
  return (-peakForce(prm, p, acc0) * prm[p + FPMAX] * slope) / max(MINVAL, optimum);
}

/**
 * Passive force of a muscle: a parabola from the optimum length to half way to the greatest, then a line.
 *
 * @see mju_muscleBias
 */
export function muscleBias(length: f64, range: F64, r: i32, acc0: f64, prm: F64, p: i32): f64 {
  const force = peakForce(prm, p, acc0);
  const unit = unitLength(length, range, r, prm, p, optimumLength(range, r, prm, p));
  const knee = 0.5 * (1 + prm[p + LMAX]);
  if (unit <= 1) return 0;
  if (unit <= knee) {
    const x = (unit - 1) / max(MINVAL, knee - 1);
    return -force * prm[p + FPMAX] * 0.5 * x * x;
  }
  const x = (unit - knee) / max(MINVAL, knee - 1);
  return -force * prm[p + FPMAX] * (0.5 + x);
}
