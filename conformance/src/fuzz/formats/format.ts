import type { Random } from '../../models/random-tree.ts';

/** A kind of input that may come from a stranger. */
export interface Format {
  readonly name: string;
  /** Ending of a file that holds a case. */
  readonly extension: string;
  /** Good inputs that cases are made of. */
  readonly seeds: () => readonly Uint8Array[];
  /** One change; a case has a few of them. */
  readonly mutate: (random: Random, bytes: Uint8Array, other: Uint8Array) => Uint8Array;
  /** Puts checksums right, so that a change gets past them. */
  readonly seal?: (bytes: Uint8Array) => Uint8Array;
  /** Reads the input as a user would. It may return, or throw a typed error. */
  readonly run: (bytes: Uint8Array) => void | Promise<void>;
}

/** An input of a format, with the good one that it was made of. */
export interface Case {
  readonly bytes: Uint8Array;
  readonly origin: Uint8Array;
}
