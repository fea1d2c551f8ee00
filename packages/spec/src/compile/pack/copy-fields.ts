import type { Model } from '@qpos/core';

/** What follows a prefix in the names of Model fields. */
type Suffix<P extends string> = keyof Model extends infer K ? (K extends `${P}_${infer S}` ? S : never) : never;

/**
 * Copies members of objects, which are in the order of their ids, into the fields of the same names: `margin` into
 * `geom_margin`, say. A vector takes its row, what an object does not have stays zero. Zeros are not written: pages of the Model that
 * nothing is written to take no memory.
 */
export function copyFields<P extends string, T extends object>(
  m: Model,
  prefix: P,
  objects: readonly T[],
  names: readonly (keyof T & Suffix<P>)[],
): void {
  for (const name of names) {
    const field = m[`${prefix}_${name}` as keyof Model] as unknown as Float64Array;
    const width = field.length / objects.length;
    for (let i = 0; i < objects.length; i++) {
      const value = objects[i][name] as number | boolean | readonly number[] | undefined;
      if (typeof value === 'object') field.set(value, width * i);
      else if (value !== undefined && !Object.is(value, 0)) field[i] = value as number;
    }
  }
}

export const valuesOf = <V>(drafts: readonly { values: V }[]): V[] => drafts.map((draft) => draft.values);
