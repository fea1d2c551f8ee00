/** Kinds of names: two elements of one namespace cannot have the same name. */
export type Namespace =
  | 'body' | 'frame' | 'joint' | 'geom' | 'site' | 'camera' | 'light'
  | 'mesh' | 'hfield' | 'skin' | 'texture' | 'material' | 'model' | 'flex'
  | 'pair' | 'exclude' | 'equality' | 'tendon' | 'actuator' | 'sensor'
  | 'numeric' | 'text' | 'tuple' | 'key' | 'instance' | 'default'; // biome-ignore format: a list

export type AttributeType =
  /** whole numbers of 32 bits */
  | 'int'
  /** numbers kept in 64 bits */
  | 'real'
  /** numbers that the model keeps in 32 bits */
  | 'float'
  /** one keyword */
  | 'keyword'
  /** several keywords */
  | 'flags'
  /** any text */
  | 'text'
  /** names separated by spaces */
  | 'names'
  /** text with a limited number of characters */
  | 'chars'
  /** path of a file */
  | 'file'
  /** declares the name of the element */
  | 'id'
  /** the name of another element */
  | 'ref';

/**
 * One attribute of the schema. `T` is the type of its value in a Spec: `number` for a single number, `number[]` for
 * several, a union of literals for keywords, `boolean` for true and false, `string` for the rest.
 */
export interface Attribute<T = unknown> {
  readonly type: AttributeType;
  /** Numbers (or characters) that must be there. */
  readonly min: number;
  readonly max: number;
  /** True when the value is a list even if one number is given. */
  readonly list: boolean;
  readonly keywords?: readonly (string | boolean)[];
  readonly namespace?: Namespace;
  readonly required?: boolean;
  /** A list of numbers that may not be empty. */
  readonly filled?: boolean;
  /** Not settable in a default class. */
  readonly nodefault?: boolean;
  /** Never set: carries the type of the value. */
  readonly value?: T;
}

const scalar = (type: AttributeType): Attribute<number> => ({ type, min: 1, max: 1, list: false });
const vector = (type: AttributeType, min: number, max: number): Attribute<number[]> => ({ type, min, max, list: true });

export const int = scalar('int');
export const real = scalar('real');
export const float = scalar('float');
/** Exactly `n` numbers, or any number of them from `min` to `max`. */
export const ints = (min: number, max = min): Attribute<number[]> => vector('int', min, max);
export const reals = (min: number, max = min): Attribute<number[]> => vector('real', min, max);
export const floats = (min: number, max = min): Attribute<number[]> => vector('float', min, max);
export const ANY = Number.POSITIVE_INFINITY;

export const text: Attribute<string> = { type: 'text', min: 0, max: ANY, list: false };
export const names: Attribute<string> = { type: 'names', min: 0, max: ANY, list: false };
export const file: Attribute<string> = { type: 'file', min: 0, max: ANY, list: false };
export const chars = (min: number, max = min): Attribute<string> => ({ type: 'chars', min, max, list: false });
export const id = (namespace: Namespace): Attribute<string> => ({
  type: 'id',
  min: 0,
  max: ANY,
  list: false,
  namespace,
});
export const ref = (namespace: Namespace): Attribute<string> => ({
  type: 'ref',
  min: 0,
  max: ANY,
  list: false,
  namespace,
});

export function keyword<const K extends readonly (string | boolean)[]>(...keywords: K): Attribute<K[number]> {
  return { type: 'keyword', min: 1, max: 1, list: false, keywords };
}
export function flags<const K extends string>(...keywords: K[]): Attribute<K[]> {
  return { type: 'flags', min: 0, max: keywords.length, list: true, keywords };
}
/** One keyword of the first list alone, or several of the second. */
export function keywordOrFlags<const K extends string, const F extends string>(
  alone: readonly K[],
  several: readonly F[],
): Attribute<(K | F)[]> {
  return { type: 'flags', min: 0, max: several.length, list: true, keywords: [...alone, ...several] };
}
export const bool = keyword(false, true);
export const auto = keyword(false, true, 'auto');

export const required = <T>(a: Attribute<T>): Attribute<T> => ({ ...a, required: true });
export const filled = <T>(a: Attribute<T>): Attribute<T> => ({ ...a, filled: true });
export const nodefault = <T>(a: Attribute<T>): Attribute<T> => ({ ...a, nodefault: true });

/**
 * The values of a row of attributes, each optional: not given is `undefined`. `kind`, an attribute with a single value
 * (joints of a composite), is left out: in a Spec it names the row.
 */
export type Values<Row> = {
  -readonly [K in keyof Row as K extends 'kind' ? never : K]?: Row[K] extends Attribute<infer T>
    ? T | undefined
    : never;
};
