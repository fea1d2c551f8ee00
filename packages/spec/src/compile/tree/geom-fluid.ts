import { enums } from '@qpos/core';
import { COMPILER_EPS } from '../../spatial/pose.ts';
import { pow } from '../../spatial/trig.ts';
import type { GeomDraft } from '../draft.ts';

const { GeomType } = enums;

// 15-point Gauss-Kronrod quadrature over [0, ∞) by the change of variables l = x³/(1-x)²: weights, l and dl/dx
const WEIGHT = [
  0.01146766, 0.03154605, 0.05239501, 0.07032663, 0.08450236, 0.09517529, 0.10221647, 0.10474107, 0.10221647,
  0.09517529, 0.08450236, 0.07032663, 0.05239501, 0.03154605, 0.01146766,
];
const LAMBDA = [
  7.865151709349917e-8, 1.7347976913907274e-5, 0.0003548008144506193, 0.002846636252924549, 0.014094260903596077,
  0.053063261727396636, 0.17041978741317773, 0.5, 1.4036301548686991, 3.9353484827022642, 11.644841677041734,
  39.53187807410903, 177.5711362220801, 1429.4772912937397, 54087.416549217705,
];
const SLOPE = [
  5.538677720489877e-5, 0.002080868285293228, 0.016514126520723166, 0.07261900344370877, 0.23985243401862602,
  0.6868318249020725, 1.8551129519182894, 5, 14.060031152313941, 43.28941239611009, 156.58546376397112,
  747.9826085305024, 5827.4042950027115, 116754.0197944512, 25482945.327264845,
];

/** Added-mass integral of an ellipsoid along its first semi-axis: ∫ dx·dy·dz / √((dx²+l)³ (dy²+l) (dz²+l)) dl. */
function kappa(dx: number, dy: number, dz: number): number {
  const ix = 1 / (dx * dx);
  const iy = 1 / (dy * dy);
  const iz = 1 / (dz * dz);
  const scale = pow(dx * dx * dx * dy * dz, 0.4);
  let sum = 0;
  for (let i = 0; i < 15; i++) {
    const l = scale * LAMBDA[i];
    const denominator = (1 + l * ix) * Math.sqrt((1 + l * ix) * (1 + l * iy) * (1 + l * iz));
    sum += ((scale * SLOPE[i]) / denominator) * WEIGHT[i];
  }
  return sum * ix;
}

function semiAxes(g: GeomDraft): number[] {
  const [a, b, c] = g.size;
  if (g.type === GeomType.SPHERE) return [a, a, a];
  if (g.type === GeomType.CAPSULE) return [a, a, b + a];
  if (g.type === GeomType.CYLINDER) return [a, a, b];
  return [a, b, c];
}

/** Virtual inertia factor about the axis that is not among p, q. */
function inertiaFactor(p: number, q: number, kp: number, kq: number): number {
  const difference = p * p - q * q;
  const below = Math.abs(2 * difference + (p * p + q * q) * (kp - kq));
  return (difference * difference * Math.abs(kq - kp)) / Math.max(COMPILER_EPS, below);
}

/** Fluid coefficients of a geom with `fluidshape="ellipsoid"`: drag and lift, virtual mass and inertia. */
export function setFluid(g: GeomDraft): void {
  const [dx, dy, dz] = semiAxes(g);
  const volume = (4 / 3) * Math.PI * dx * dy * dz;
  const kx = kappa(dx, dy, dz);
  const ky = kappa(dy, dz, dx);
  const kz = kappa(dz, dx, dy);
  const fluid = new Float64Array(12);
  g.fluid = fluid;
  fluid[0] = 1;
  for (let k = 0; k < 5; k++) fluid[1 + k] = g.values.fluidcoef[k];
  [kx, ky, kz].forEach((k, i) => {
    fluid[6 + i] = (volume * k) / Math.max(COMPILER_EPS, 2 - k);
  });
  fluid[9] = (volume * inertiaFactor(dy, dz, ky, kz)) / 5;
  fluid[10] = (volume * inertiaFactor(dz, dx, kz, kx)) / 5;
  fluid[11] = (volume * inertiaFactor(dx, dy, kx, ky)) / 5;
}
