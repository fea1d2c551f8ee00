import { ArgumentError } from '../errors/argument-error.ts';

/** A contact that a `collision` callback finds. */
export interface PairContact {
  /** Signed distance, negative where the geoms overlap. */
  readonly dist: number;
  /** Midpoint of the surfaces, in the world frame. */
  readonly pos: ArrayLike<number>;
  /** Unit vector from the first geom to the second. */
  readonly normal: ArrayLike<number>;
}

const isVector = (x: ArrayLike<number> | undefined): boolean =>
  x?.length === 3 && Number.isFinite(x[0]) && Number.isFinite(x[1]) && Number.isFinite(x[2]);

/** The contacts that the kernel asks for, one number after the other. */
export class PairContacts {
  #numbers: number[] = [];

  /** Takes what the callback returned; gives the number of contacts, -1 if there is no answer. */
  take(found: readonly PairContact[] | undefined): number {
    if (found === undefined) return -1;
    if (!Array.isArray(found))
      throw new ArgumentError('the collision callback returns an array of contacts or undefined');
    this.#numbers = [];
    for (const { dist, pos, normal } of found as readonly PairContact[]) {
      if (!(Number.isFinite(dist) && isVector(pos) && isVector(normal)))
        throw new ArgumentError('a contact is { dist, pos, normal }: a number and two vectors of 3');
      this.#numbers.push(dist, pos[0], pos[1], pos[2], normal[0], normal[1], normal[2]);
    }
    return found.length;
  }

  /** A number of the contacts. */
  number(k: number): number {
    return this.#numbers[k];
  }
}
