import type { Attribute } from './attributes.ts';

/** How often a child may appear: exactly once, at most once, or any number of times. */
export type Cardinality = '!' | '?' | '*';

export interface ChildRow {
  /** Key of the child's row in `ELEMENTS`; its tag may be another (`site` in a tendon is `spatialSite`). */
  readonly row: string;
  readonly card: Cardinality;
}

/**
 * A rule between attributes; a bundle is complete when all its attributes are there.
 * `exclusive`: attributes of at most one bundle. `together`: all or none. `oneof`: at least one complete bundle.
 */
export interface Rule {
  readonly type: 'exclusive' | 'together' | 'oneof';
  readonly bundles: readonly (readonly string[])[];
}

export interface ElementRow<A = Record<string, Attribute>> {
  readonly attributes: A;
  /** Names of the attributes that must be there. */
  readonly required: readonly string[];
  readonly children: Readonly<Record<string, ChildRow>>;
  readonly rules: readonly Rule[];
}

/** `'joint* site?'`, `'plugin:bodyPlugin*'`: tags with cardinality, and the row where it has another name. */
export function element<A extends Record<string, Attribute>>(
  attributes: A,
  children = '',
  rules: Rule[] = [],
): ElementRow<A> {
  const table: Record<string, ChildRow> = {};
  for (const word of children.split(' ').filter(Boolean)) {
    const [tag = '', row = tag] = word.slice(0, -1).split(':');
    table[tag] = { row, card: word.slice(-1) as Cardinality };
  }
  const required = Object.keys(attributes).filter((key) => attributes[key].required);
  return { attributes, required, children: table, rules };
}

export const rule = (type: Rule['type'], ...bundles: string[]): Rule => ({
  type,
  bundles: bundles.map((b) => b.split('+')),
});
