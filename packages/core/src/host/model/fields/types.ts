/** Element type of an array field. */
export type ElementType = 'f64' | 'i32' | 'u8' | 'f32';

/** Type of the values of a field; whole numbers may be of an enumeration: `'i32 JointType'`. */
type ValueType<T extends string> = T | `${'i32' | 'u8'} ${string}`;

/**
 * What the integers of a Model may be, so that nothing reads or writes outside of an array; `validateModel` checks it. A value that is of an
 * enumeration needs no rule.
 *
 *     any                  no index, count or address: bits, groups, bytes
 *     flag                 0 or 1
 *     a..b, >=a, ..b       a range; a bound may be a size, or one of the `ModelLimits`
 *     a|b|c                one of these
 *     <SIZE, <row          an index into the rows of a size, or of a row before its own; `|-1`: or none
 *     @COUNT SIZE          where COUNT consecutive rows of SIZE (or of SIZE*2, ...) start; COUNT is a field; `|-1`: just this where COUNT is 0
 *     of ADR COUNT <LIMIT  an index that is local to its owner, whose rows ADR and COUNT tell, and whose LIMIT it is below
 *     is STRUCTURE         what `validate/structures` says of the fields that make up this structure
 */
export type Rule = string;

/** Columns of a row: a number, the name of a Model size, or a multiple of one (`nmocap*3`). */
export type Width = number | string;

/**
 * One array of Model or Data: name, element type, row count (a size name, or a literal number), row width, what it holds, and for integers of a
 * Model which values are valid. A field whose row count is one of `dynamicSizes` grows while the simulation runs.
 */
export type FieldRow = readonly [
  name: string,
  type: ValueType<ElementType>,
  rows: string,
  width: Width,
  doc: string,
  rule?: Rule,
];

/** An integer that is fixed when the Model is made; one without a rule is the length of an array, which says enough. */
export type SizeRow = readonly [name: string, doc: string, rule?: Rule];

/** A single number of Model or Data that may change at any time: name, type, default, what it is, and for integers of a Model which values are valid. */
export type ScalarRow = readonly [
  name: string,
  type: ValueType<'f64' | 'i32'>,
  initial: number,
  doc: string,
  rule?: Rule,
];

/** A row count that grows at run time: its name (a Data scalar), the least capacity, and what it counts. */
export type DynamicSizeRow = readonly [name: string, least: number, doc: string];

/** A field of `vis`: name, number of values, default, and what it is. */
export type VisualRow = readonly [name: string, width: number, initial: number | readonly number[], doc: string];
