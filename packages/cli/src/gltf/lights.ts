import { enums, type Model } from 'qpos';
import { nameOf } from '../model/describe.ts';
import type { Vec3 } from './pose.ts';

const { LightType } = enums;
const TYPES: Readonly<Record<number, string>> = {
  [LightType.SPOT]: 'spot',
  [LightType.DIRECTIONAL]: 'directional',
  [LightType.POINT]: 'point',
};

/** A light of glTF: its brightest channel goes into the intensity. */
export interface PunctualLight {
  readonly name: string;
  readonly type: string;
  readonly color: number[];
  readonly intensity: number;
  readonly spot?: { readonly innerConeAngle: number; readonly outerConeAngle: number };
}

/**
 * A light at `pos` for the extension KHR_lights_punctual, or undefined if it is off or made of a picture. There light
 * falls with the square of the distance; here it mostly does not, so it is made to agree at the centre of the model.
 */
export function punctualLight(m: Model, l: number, pos: Vec3): PunctualLight | undefined {
  const { type: kind, active, diffuse, cutoff, exponent } = m.light(l);
  const type = TYPES[kind];
  const brightest = Math.max(...diffuse);
  if (type === undefined || active === 0 || brightest <= 0) return undefined;
  const distance = Math.hypot(...pos.map((x, k) => x - (m.stat.center[k] as number)));
  const square = type === 'directional' ? 1 : Math.max(distance * distance, 1e-6);
  const outerConeAngle = Math.min(Math.PI / 2, (cutoff * Math.PI) / 180);
  const soft = Math.min(1, 0.3 + 0.07 * exponent);
  return {
    name: nameOf(m, 'light', l),
    type,
    color: Array.from(diffuse, (x) => x / brightest),
    intensity: Math.PI * brightest * square,
    ...(type === 'spot' ? { spot: { innerConeAngle: outerConeAngle * (1 - soft), outerConeAngle } } : {}),
  };
}
