import type { Data } from '../model/data.ts';
import type { Model } from '../model/model.ts';

/** How the back end is handed a model or its data. */
export function at(object: Model | Data): never {
  return object.block.handle as never;
}

/** Refuses an array that is too short for what will be written to it or read from it. */
export function checkLength(name: string, array: ArrayLike<number>, least: number): void {
  if (array.length < least) throw new RangeError(`${name} has ${array.length} numbers, ${least} are needed`);
}

/** Refuses an index outside [0, count). */
export function checkIndex(name: string, index: number, count: number): void {
  if (!Number.isInteger(index) || index < 0 || index >= count)
    throw new RangeError(`${name} ${index} is not in [0, ${count})`);
}
