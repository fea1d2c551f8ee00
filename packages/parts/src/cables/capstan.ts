import { exp } from '@qpos/core/math';
import { finite, notNegative } from '../errors.ts';

/**
 * Tension behind a surface that a cable slides over: the equation of Euler and Eytelwein, T₂ = T₁·e^(μ·angle).
 *
 * @param tension Tension in front of it, on the side that the cable is pulled towards if `angle` is negative.
 * @param friction Coefficient of friction.
 * @param angle Angle of contact in radians; negative for the lower tension on the other side.
 * @returns Tension in newtons.
 * @example
 * console.log(capstan(100, 0.3, 2 * Math.PI)); // 659: one turn holds six times as much
 */
export function capstan(tension: number, friction: number, angle: number): number {
  notNegative('tension', tension);
  notNegative('friction', friction);
  return tension * exp(friction * finite('angle', angle));
}

/**
 * The tension at the far end of a cable that is pulled over surfaces at its near end, where friction makes it stick, slip toward the pull,
 * or slip back.
 *
 * @param pull Tension at the near end in newtons.
 * @param load Tension that the far end would have without friction's help, in newtons.
 * @param friction Coefficient of friction.
 * @param angle Sum of all angles by which the cable turns, such as `route.angle`, in radians.
 * @returns What the far end feels: `load` while the cable sticks, else the limit of friction.
 * @example
 * console.log(capstanHold(100, 120, 0.3, Math.PI)); // 120: it sticks between 39 and 257
 */
export function capstanHold(pull: number, load: number, friction: number, angle: number): number {
  notNegative('load', load);
  const grip = Math.abs(finite('angle', angle));
  return Math.min(capstan(pull, friction, grip), Math.max(capstan(pull, friction, -grip), load));
}
