import { ArgumentError } from '@qpos/core/errors';

/** What a model may ask for, checked before anything is allocated. Raise or lower each for files that you trust more or less. */
export interface Limits {
  /** Characters of one XML file. */
  textLength: number;
  /** Characters of one attribute: lists of numbers may be long. */
  attributeLength: number;
  /** Characters of a name. */
  nameLength: number;
  /** Elements nested in one another in a file. */
  depth: number;
  /** Elements of all files together. */
  elements: number;
  /** Files included, and models read for attaching. */
  includes: number;
  /** Elements after replicate, attach and composite. */
  expandedElements: number;
  /** Numbers that `size` may reserve: keyframes, user data. */
  reserved: number;
  /** Iterations of a solver, of its line search, of convex collision: the most that `option` may ask for of each. */
  iterations: number;
  /** Cells of a height field. */
  hfieldCells: number;
  /** Vertices of a flex component. */
  flexVertices: number;
  /** Files of an archive. */
  archiveFiles: number;
  /** Bytes of all files of an archive together, when inflated. */
  inflatedBytes: number;
}

/** The limits that apply unless others are given. */
export const DEFAULT_LIMITS: Limits = {
  textLength: 512 * 2 ** 20,
  attributeLength: 64 * 2 ** 20,
  nameLength: 10_000,
  depth: 500,
  elements: 5_000_000,
  includes: 1000,
  expandedElements: 2_000_000,
  reserved: 10_000_000,
  iterations: 100_000,
  hfieldCells: 100_000_000,
  flexVertices: 1_000_000,
  archiveFiles: 10_000,
  inflatedBytes: 2 ** 30,
};

export function withDefaults(limits: Partial<Limits> = {}): Limits {
  const all: Record<string, number> = { ...DEFAULT_LIMITS };
  for (const [name, value] of Object.entries(limits)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(DEFAULT_LIMITS, name)) throw new ArgumentError(`there is no limit '${name}'`, 'unknown-name');
    if (typeof value !== 'number' || !(value >= 0))
      throw new ArgumentError(`limits.${name} must be a number from 0 on, not ${String(value)}`);
    all[name] = value;
  }
  return all as unknown as Limits;
}
