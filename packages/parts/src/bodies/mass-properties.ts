import { eig3, quat2Mat } from '@qpos/core/math';
import { numbers, PartsError, positive, settings } from '../errors.ts';
import { type Pose, type PoseInput, readPose, transformPoint } from './pose.ts';

/** Mass, centre of mass and inertia of a body. */
export interface MassProperties {
  /** Mass, kg. */
  readonly mass: number;
  /** Centre of mass in the frame of the body. */
  readonly com: Float64Array;
  /** Inertia about the centre of mass, along the axes of the body: a symmetric 3×3 matrix by rows, kg·m². */
  readonly inertia: Float64Array;
}

/** The frame in which an inertia is diagonal. */
export interface PrincipalInertia {
  /** Moments of inertia about its axes, largest first. */
  readonly moments: Float64Array;
  /** The frame in that of the body: its origin is the centre of mass. */
  readonly frame: Pose;
}

const SLACK = 1e-9; // of the largest moment: rounding of a flat body, whose moments meet the bound

/**
 * Mass properties from numbers of your own. An inertia that no distribution of mass has is refused: moments must be positive, and
 * none may exceed the sum of the others.
 *
 * @param mass Mass in kg.
 * @param inertia 3 moments about the axes of the body, or a symmetric 3×3 matrix by rows; about the centre of mass, in kg·m².
 * @param com Centre of mass in the frame of the body; its origin by default.
 * @returns The mass properties.
 * @example
 * const { moments } = principalInertia(makeMass(2, [0.1, 0.2, 0.2]));
 * console.log(moments); // 0.2 0.2 0.1
 */
export function makeMass(mass: number, inertia: ArrayLike<number>, com: ArrayLike<number> = [0, 0, 0]): MassProperties {
  positive('mass', mass);
  const given = numbers('inertia', inertia, inertia?.length === 3 ? 3 : 9);
  const properties = { mass, com: numbers('com', com, 3), inertia: given.length === 3 ? diagonal(given) : given };
  checkInertia(properties.inertia);
  return properties;
}

/** Refuses an inertia that no body has. */
function checkInertia(inertia: Float64Array): void {
  const scale = inertia.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const skew = Math.max(...[1, 2, 5].map((at, k) => Math.abs(inertia[at] - inertia[[3, 6, 7][k]])));
  if (skew > SLACK * scale) throw new PartsError('unphysical', 'the inertia is not symmetric');
  const [a, b, c] = eigenvalues(inertia).values;
  if (!(c > 0)) throw new PartsError('unphysical', 'moments of inertia must be above 0');
  if (a > b + c + SLACK * scale)
    throw new PartsError('unphysical', 'a moment of inertia exceeds the sum of the others', {
      hint: 'are two of them mixed up, or the units?',
    });
}

const diagonal = ([x, y, z]: Float64Array): Float64Array => Float64Array.of(x, 0, 0, 0, y, 0, 0, 0, z);

function eigenvalues(matrix: Float64Array): { values: Float64Array; quat: Float64Array } {
  const [values, vectors, quat] = [new Float64Array(3), new Float64Array(9), new Float64Array(4)];
  eig3(values, vectors, quat, matrix);
  return { values, quat };
}

/** Mass properties from what a user gave. */
export function readMass(name: string, properties: MassProperties): MassProperties {
  settings(name, properties);
  return makeMass(properties.mass, properties.inertia, properties.com);
}

/**
 * Mass properties of several bodies that are welded together.
 *
 * @param parts Each body with its pose in the common frame; at the origin by default.
 * @returns Mass properties of the whole in the common frame.
 * @example
 * const ball = sphereMass(1, 0.1);
 * const dumbbell = composeMass([{ mass: ball, pose: { pos: [-1, 0, 0] } }, { mass: ball, pose: { pos: [1, 0, 0] } }]);
 * console.log(dumbbell.mass, dumbbell.com); // 2, and 0 0 0
 */
export function composeMass(
  parts: readonly { readonly mass: MassProperties; readonly pose?: PoseInput }[],
): MassProperties {
  if (!Array.isArray(parts) || parts.length === 0)
    throw new PartsError('bad-argument', 'parts must be a list of at least one body');
  const read = parts.map((part, k) => {
    settings(`parts[${k}]`, part);
    return { body: readMass(`parts[${k}].mass`, part.mass), pose: readPose(`parts[${k}].pose`, part.pose ?? {}) };
  });
  const mass = read.reduce((sum, { body }) => sum + body.mass, 0);
  const coms = read.map(({ body, pose }) => transformPoint(pose, body.com));
  const com = new Float64Array(3).map((_, i) => read.reduce((s, { body }, k) => s + body.mass * coms[k][i], 0) / mass);
  const inertia = new Float64Array(9);
  for (const [k, { body, pose }] of read.entries()) {
    const about = rotated(new Float64Array(9), body.inertia, quat2Mat(new Float64Array(9), pose.quat));
    const shift = shifted(
      body.mass,
      coms[k].map((x, i) => x - com[i]),
    ); // the parallel axis theorem
    for (let i = 0; i < 9; i++) inertia[i] += about[i] + shift[i];
  }
  return { mass, com, inertia };
}

/** R·I·Rᵀ; `res` must not be an input. */
export function rotated(res: Float64Array, inertia: ArrayLike<number>, rotation: ArrayLike<number>): Float64Array {
  for (let r = 0; r < 3; r++)
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let i = 0; i < 3; i++)
        for (let j = 0; j < 3; j++) sum += rotation[3 * r + i] * inertia[3 * i + j] * rotation[3 * c + j];
      res[3 * r + c] = sum;
    }
  return res;
}

/** Inertia of a point mass about the origin: m(|r|²·1 − r rᵀ). */
function shifted(mass: number, r: ArrayLike<number>): Float64Array {
  const square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
  return new Float64Array(9).map((_, at) => {
    const [i, j] = [Math.floor(at / 3), at % 3];
    return mass * ((i === j ? square : 0) - r[i] * r[j]);
  });
}

/**
 * The axes about which a body turns without wobbling, and its moments about them.
 *
 * @param properties Mass properties of the body.
 * @returns The moments, largest first, and the frame.
 * @example
 * const { moments, frame } = principalInertia(boxMass(1, [0.1, 0.2, 0.3]));
 * console.log(moments, frame.quat);
 */
export function principalInertia(properties: MassProperties): PrincipalInertia {
  const { com, inertia } = readMass('properties', properties);
  const { values, quat } = eigenvalues(inertia);
  return { moments: values, frame: { pos: com, quat } };
}
