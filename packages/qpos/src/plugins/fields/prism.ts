import { atan2, cos, sin } from '@qpos/core/math';

/** Distance to a solid of constant section: `flat` is the distance in the section, `beyond` that above its upper or below its lower face. */
export function extrude(flat: number, beyond: number): number {
  return Math.min(Math.max(flat, beyond), 0) + Math.sqrt(Math.max(flat, 0) ** 2 + Math.max(beyond, 0) ** 2);
}

/** Distance in the plane to a regular hexagon with `apothem` from its centre to its sides, two of which are across x. */
export function hexagon(x: number, y: number, apothem: number): number {
  // turn the point to the sector of the side across +x
  const turn = (Math.PI / 3) * Math.round(atan2(y, x) / (Math.PI / 3));
  const along = x * cos(turn) + y * sin(turn);
  const aside = Math.abs(y * cos(turn) - x * sin(turn)) - apothem / Math.sqrt(3);
  const beyond = along - apothem;
  return beyond > 0 && aside > 0 ? Math.sqrt(beyond * beyond + aside * aside) : beyond;
}
