import { QposError } from '../../errors/qpos-error.ts';

/**
 * What is wrong with a value of a Model or Data:
 *
 * - `out-of-range`: an index, address, count or enumeration value that the sizes of the model do not allow;
 * - `inconsistent`: possible by itself, but other fields of the model say otherwise;
 * - `limit`: more than the limits allow.
 */
export type FieldErrorCode = 'out-of-range' | 'inconsistent' | 'limit';

/** Where a bad value is. */
export interface FieldPlace {
  /** Name of the field. */
  readonly field: string;
  /** The row that the value is in; 0 for a single number. */
  readonly row: number;
  /** The value. */
  readonly value: number;
}

/**
 * A field of a Model, or of a Data while `setChecks` is on, holds a value that cannot be: the model was damaged, or forged, or an index was
 * overwritten.
 *
 * @example
 * model.jnt_bodyid[0] = 99;
 * try {
 *   validateModel(model);
 * } catch (error) {
 *   if (error instanceof FieldError) console.log(error.field, error.row, error.value); // jnt_bodyid 0 99
 * }
 */
export class FieldError extends QposError<FieldErrorCode> {
  static override readonly name: string = 'FieldError';
  /** Name of the field, such as `jnt_bodyid`. */
  readonly field: string;
  /** The row of the field that the value is in; 0 for a single number. */
  readonly row: number;
  /** The value. */
  readonly value: number;

  /**
   * @param code What kind of problem it is.
   * @param place Field, row and value.
   * @param why What the value should be.
   */
  constructor(code: FieldErrorCode, { field, row, value }: FieldPlace, why: string) {
    super(code, `${field}[${row}] is ${value}, but ${why}`);
    this.field = field;
    this.row = row;
    this.value = value;
  }
}

/** Refuses a value that contradicts other fields. */
export function contradicts(field: string, row: number, value: number, why: string): never {
  throw new FieldError('inconsistent', { field, row, value }, why);
}

/** Refuses a value other than `expected`, which other fields imply. */
export function expectValue(field: string, row: number, value: number, expected: number): void {
  if (value !== expected) contradicts(field, row, value, `other fields imply ${expected}`);
}

/** Refuses an index outside [least, count). */
export function expectIndex(field: string, row: number, value: number, count: number, least = 0): void {
  if (value >= least && value < count) return;
  throw new FieldError('out-of-range', { field, row, value }, `it must be in [${least}, ${count})`);
}
