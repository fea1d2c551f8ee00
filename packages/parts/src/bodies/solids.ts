import { numbers, PartsError, positive } from '../errors.ts';
import { type MassProperties, makeMass } from './mass-properties.ts';

/**
 * A solid sphere: I = ⅖ m r².
 *
 * @param mass Mass in kg.
 * @param radius Radius in metres.
 * @returns Its mass properties.
 * @example
 * console.log(sphereMass(1, 0.5).inertia[0]); // 0.1
 */
export function sphereMass(mass: number, radius: number): MassProperties {
  return ellipsoidMass(mass, [radius, radius, radius]);
}

/**
 * A solid ellipsoid: Iₓ = m (b² + c²) / 5.
 *
 * @param mass Mass in kg.
 * @param radii Its three radii.
 * @returns Its mass properties.
 * @example
 * console.log(ellipsoidMass(5, [1, 2, 3]).inertia[0]); // 13
 */
export function ellipsoidMass(mass: number, radii: ArrayLike<number>): MassProperties {
  return fromSquares(mass, lengths('radii', radii), 1 / 5);
}

/**
 * A solid box: Iₓ = m (b² + c²) / 3 with half sizes.
 *
 * @param mass Mass in kg.
 * @param half Half of its three sizes, as geoms have them.
 * @returns Its mass properties.
 * @example
 * console.log(boxMass(3, [1, 2, 3]).inertia[0]); // 13
 */
export function boxMass(mass: number, half: ArrayLike<number>): MassProperties {
  return fromSquares(mass, lengths('half', half), 1 / 3);
}

/**
 * A solid cylinder along z: I_z = ½ m r², Iₓ = m (3r² + 4h²) / 12.
 *
 * @param mass Mass in kg.
 * @param radius Radius in metres.
 * @param half Half of its height, as geoms have it.
 * @returns Its mass properties.
 * @example
 * console.log(cylinderMass(2, 1, 0.5).inertia[8]); // 1
 */
export function cylinderMass(mass: number, radius: number, half: number): MassProperties {
  positive('radius', radius);
  positive('half', half);
  const across = (positive('mass', mass) * (3 * radius * radius + 4 * half * half)) / 12;
  return makeMass(mass, [across, across, (mass * radius * radius) / 2]);
}

/**
 * A solid capsule along z: a cylinder with half a sphere at each end, all of one density.
 *
 * @param mass Mass in kg.
 * @param radius Radius in metres.
 * @param half Half of the height of the cylinder, as geoms have it.
 * @returns Its mass properties.
 * @example
 * console.log(capsuleMass(1, 0.1, 0.4).inertia);
 */
export function capsuleMass(mass: number, radius: number, half: number): MassProperties {
  positive('radius', radius);
  positive('half', half);
  const ends = (positive('mass', mass) * 4 * radius) / (4 * radius + 6 * half); // volumes 4πr³/3 and 2πr²h
  const shaft = mass - ends;
  const r2 = radius * radius;
  const along = ends * 0.4 * r2 + (shaft * r2) / 2;
  // a half sphere has its centre of mass 3r/8 from its face
  const across = (shaft * (3 * r2 + 4 * half * half)) / 12 + ends * (0.4 * r2 + half * half + (3 / 4) * half * radius);
  return makeMass(mass, [across, across, along]);
}

function lengths(name: string, x: ArrayLike<number>): Float64Array {
  const read = numbers(name, x, 3);
  for (const [k, length] of read.entries()) positive(`${name}[${k}]`, length);
  return read;
}

function fromSquares(mass: number, [a, b, c]: Float64Array, factor: number): MassProperties {
  positive('mass', mass);
  const moment = (x: number, y: number): number => factor * mass * (x * x + y * y);
  return makeMass(mass, [moment(b, c), moment(a, c), moment(a, b)]);
}

/**
 * The mass of a solid of one material.
 *
 * @param density Density in kg/m³.
 * @param volume Volume in m³.
 * @returns The mass in kg.
 * @example
 * const iron = sphereMass(massOf(7870, (4 / 3) * Math.PI * 0.1 ** 3), 0.1);
 * console.log(iron.mass); // 33 kg
 */
export function massOf(density: number, volume: number): number {
  const mass = positive('density', density) * positive('volume', volume);
  if (!Number.isFinite(mass)) throw new PartsError('bad-argument', 'the mass is not a finite number');
  return mass;
}
