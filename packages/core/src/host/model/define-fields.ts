import { ArgumentError } from '../errors/argument-error.ts';
import * as table from './generated/layout.ts';
import { isPart, type LayoutRow, type LayoutScalar } from './layout.ts';
import type { FieldStore } from './store.ts';

/** Counts that are Data scalars although the arrays have a fixed capacity: count and the Model size that bounds it. */
export const bounded: Readonly<Record<string, string>> = { nisland: 'ntree', nidof: 'nv' };

/** Row counts that change at run time. */
const counted: ReadonlySet<string> = new Set([...Object.keys(bounded), ...table.dynamicSizes.map(([name]) => name)]);

/**
 * Gives a class its fields: a scalar is read and written in its block, an array is a view that is made when it is first
 * asked for. `fixed` names the scalars that cannot be set.
 *
 * The accessors are on an object of their own that the class inherits from. Made without a prototype it is a hash table to V8,
 * to which each property is added in constant time; a prototype of a class is copied at each addition.
 */
export function defineFields(
  prototype: FieldStore,
  arrays: readonly LayoutRow[],
  scalars: readonly LayoutScalar[],
  fixed: readonly string[],
): void {
  const accessors = Object.create(null) as FieldStore;
  const constant = new Set(fixed);
  const nfloat = scalars.filter((s) => s.type === 'f64').length;
  scalars.forEach(({ name, type }, k) => {
    if (!isPart(name) && !table.internalScalars.has(name))
      defineScalar(accessors, name, type, type === 'f64' ? k : k - nfloat, constant.has(name));
  });
  arrays.forEach(({ name, rows }, field) => {
    if (!isPart(name) && !table.scratchNames.has(name)) defineArray(accessors, name, field, counted.has(rows));
  });
  Object.setPrototypeOf(accessors, Object.getPrototypeOf(prototype));
  Object.setPrototypeOf(prototype, accessors);
}

function defineScalar(prototype: FieldStore, name: string, type: 'f64' | 'i32', slot: number, fixed: boolean): void {
  const block = type === 'f64' ? 'floats' : 'ints';
  const get = function (this: FieldStore): number {
    return this[block][slot] as number;
  };
  const set = function (this: FieldStore, x: number): void {
    this[block][slot] = x;
  };
  Object.defineProperty(prototype, name, { get, set: fixed ? refuse(name, 'it is set by the engine') : set });
}

/** A setter for what cannot be set; without one, JavaScript would throw an error of its own. */
const refuse = (name: string, hint: string) => (): never => {
  throw new ArgumentError(`${name} cannot be assigned`, 'read-only', hint);
};

/** Gives accessors that can only be read a setter that refuses with a typed error. */
export function refuseAssignment(prototype: object, names: readonly string[]): void {
  for (const name of names) {
    const { get } = Object.getOwnPropertyDescriptor(prototype, name) as PropertyDescriptor;
    if (get !== undefined)
      Object.defineProperty(prototype, name, { get, set: refuse(name, `set its members: ${name}.... = ...`) });
  }
}

function defineArray(prototype: FieldStore, name: string, field: number, counted: boolean): void {
  Object.defineProperty(prototype, name, {
    get: counted
      ? function (this: FieldStore) {
          return this.valid(field);
        }
      : function (this: FieldStore) {
          return this.views[field] ?? this.view(field);
        },
    set: refuse(name, `write to its elements: ${name}[0] = ..., ${name}.set(...)`),
  });
}
