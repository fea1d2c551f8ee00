import type { Backend } from '../backend/select.ts';
import type { Data } from './data.ts';
import type { Model } from './model.ts';

/** How the back end is handed a model or its data. */
export function at(object: Model | Data): never {
  return object.block.handle as never;
}

/** The back end of a model, for work on `data`: refuses the Data of a model with other sizes, or in another back end. */
export function backendOf(model: Model, data: Data): Backend {
  const own: Model | undefined = data?.model;
  if (own === undefined) throw new TypeError('a Model and its Data are needed, in this order');
  if (own !== model && !(own.backend === model.backend && haveSameSizes(own, model)))
    throw new RangeError('the Data is of another model');
  return model.backend;
}

/** Whether a Data of one model can serve the other, as for a clone with other masses. */
function haveSameSizes(a: Model, b: Model): boolean {
  return a.dataShape.placement.length.every((n, field) => n === b.dataShape.placement.length[field]);
}

/** Refuses an array that is too short for what will be written to it or read from it. */
export function checkLength(name: string, array: ArrayLike<number>, least: number): void {
  if (!(array.length >= least)) throw new RangeError(`${name} has ${array.length} numbers, ${least} are needed`);
}

/** Refuses an index outside [0, count). */
export function checkIndex(name: string, index: number, count: number): void {
  if (!Number.isInteger(index) || index < 0 || index >= count)
    throw new RangeError(`${name} ${index} is not in [0, ${count})`);
}
