import { checkIndex, checkLength, checkReal, checkSettings } from '../host/arguments.ts';
import { ArgumentError } from '../host/errors/argument-error.ts';
import type { Data } from '../host/model/data.ts';
import { at, backendOf } from '../host/model/handle.ts';
import type { Model } from '../host/model/model.ts';

/** A contact that a program adds: what is left out has the built-in value of a geom. */
export interface NewContact {
  /** Signed distance; negative when penetrating. */
  readonly dist: number;
  /** Point midway between the surfaces, in the world frame. */
  readonly pos: ArrayLike<number>;
  /** Axes as rows; the first is the normal, from the first geom to the second. */
  readonly frame: ArrayLike<number>;
  /** The two geoms that touch. */
  readonly geom: ArrayLike<number>;
  /** Dimension: 1, 3 (default), 4 or 6. */
  readonly dim?: number | undefined;
  /** The contact pushes within this distance. */
  readonly includemargin?: number | undefined;
  /** Two sliding, one torsional, two rolling coefficients. */
  readonly friction?: ArrayLike<number> | undefined;
  /** Reference of the normal direction. */
  readonly solref?: ArrayLike<number> | undefined;
  /** Reference of the friction directions; the same as of the normal one where it is zero. */
  readonly solreffriction?: ArrayLike<number> | undefined;
  /** Impedance. */
  readonly solimp?: ArrayLike<number> | undefined;
  /** Attraction along the normal. */
  readonly adhesion?: number | undefined;
}

const LENGTHS = { pos: 3, frame: 9, friction: 5, solref: 2, solreffriction: 2, solimp: 5 } as const;
const NUMBERS = { dist: 0, includemargin: 0, adhesion: 0, mu: 0 } as const;
const ARRAYS = {
  friction: [1, 1, 0.005, 0.0001, 0.0001],
  solref: [0.02, 1],
  solreffriction: [0, 0],
  solimp: [0.9, 0.95, 0.001, 0.5, 2],
} as const;
const DIMENSIONS = [1, 3, 4, 6];
const NO_PART = [-1, -1];

function check(model: Model, contact: NewContact): void {
  checkSettings('contact', contact);
  checkReal('dist', contact.dist);
  for (const [name, n] of Object.entries(LENGTHS)) {
    const given = contact[name as keyof typeof LENGTHS];
    if (given !== undefined || name === 'pos' || name === 'frame') checkLength(name, given as ArrayLike<number>, n);
  }
  checkLength('geom', contact.geom, 2);
  for (let k = 0; k < 2; k++) checkIndex('geom', contact.geom[k] as number, model.ngeom);
  for (const name of ['includemargin', 'adhesion'] as const)
    if (contact[name] !== undefined) checkReal(name, contact[name]);
  if (!DIMENSIONS.includes(contact.dim ?? 3)) throw new ArgumentError('dim must be 1, 3, 4 or 6');
}

/**
 * Adds a contact to those that were found: after `collision`, before `makeConstraint`. A contact filter or a pair decides about contacts
 * that the engine finds itself; this is for those that it cannot know.
 *
 * @param model The model.
 * @param data Its Data.
 * @param contact The contact.
 * @returns Its index.
 * @see mj_addContact
 * @example
 * kinematics(model, data);
 * comPos(model, data);
 * collision(model, data);
 * const frame = [0, 0, 1, 1, 0, 0, 0, 1, 0];
 * const added = addContact(model, data, { dist: -0.001, pos: [0, 0, 0], frame, geom: [0, 1] });
 * console.log(added === data.ncon - 1); // true
 */
export function addContact(model: Model, data: Data, contact: NewContact): number {
  const backend = backendOf(model, data);
  check(model, contact);
  const c = backend.kernels.addContact(at(model), at(data));
  const { contact: to } = data;
  const given = contact as unknown as Readonly<Record<string, ArrayLike<number> & number>>;
  for (const [name, initial] of Object.entries(NUMBERS)) to[name as keyof typeof NUMBERS][c] = given[name] ?? initial;
  for (const [name, n] of Object.entries(LENGTHS)) {
    const field = name as keyof typeof LENGTHS;
    to[field].set(given[name] ?? ARRAYS[field as keyof typeof ARRAYS], n * c);
  }
  to.H.fill(0, 36 * c, 36 * c + 36);
  to.dim[c] = contact.dim ?? 3;
  to.geom1[c] = contact.geom[0] as number;
  to.geom2[c] = contact.geom[1] as number;
  to.geom.set(contact.geom, 2 * c);
  for (const part of ['flex', 'elem', 'vert'] as const) to[part].set(NO_PART, 2 * c);
  to.exclude[c] = 0;
  to.efc_address[c] = -1;
  return c;
}
