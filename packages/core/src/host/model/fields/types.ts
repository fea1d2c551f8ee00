/** Element type of an array field. */
export type ElementType = 'f64' | 'i32' | 'u8' | 'f32';

/** Type of the values of a field; whole numbers may be of an enumeration: `'i32 JointType'`. */
type ValueType<T extends string> = T | `${'i32' | 'u8'} ${string}`;

/** Columns of a row: a number, the name of a Model size, or a multiple of one (`nmocap*3`). */
export type Width = number | string;

/**
 * One array of Model or Data: name, element type, row count (a size name, or a literal number), row width, and what it holds.
 * A field whose row count is one of `dynamicSizes` grows while the simulation runs.
 */
export type FieldRow = readonly [name: string, type: ValueType<ElementType>, rows: string, width: Width, doc: string];

/** An integer that is fixed when the Model is made. */
export type SizeRow = readonly [name: string, doc: string];

/** A single number of Model or Data that may change at any time: name, type, default, and what it is. */
export type ScalarRow = readonly [name: string, type: ValueType<'f64' | 'i32'>, initial: number, doc: string];

/** A row count that grows at run time: its name (a Data scalar), the least capacity, and what it counts. */
export type DynamicSizeRow = readonly [name: string, least: number, doc: string];

/** A field of `vis`: name, number of values, default, and what it is. */
export type VisualRow = readonly [name: string, width: number, initial: number | readonly number[], doc: string];
