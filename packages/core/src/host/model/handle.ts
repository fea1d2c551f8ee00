import type { Backend } from '../backend/select.ts';
import { ArgumentError } from '../errors/argument-error.ts';
import type { Data } from './data.ts';
import type { Model } from './model.ts';

/** How the numeric core is handed a model or its data: `backend/guard.ts` puts the handle in its place. */
export function at(object: Model | Data): never {
  return object as never;
}

/** Refuses what is not a Model. */
export function checkModel(model: Model): void {
  if (model?.backend === undefined) throw new ArgumentError('a Model is needed');
}

/** The back end of a model, for work on `data`: refuses the Data of a model with other sizes, or in another back end. */
export function backendOf(model: Model, data: Data): Backend {
  const own: Model | undefined = data?.model;
  if (own?.backend === undefined || model?.backend === undefined) throw misplaced();
  if (own !== model && !(own.backend === model.backend && haveSameSizes(own, model)))
    throw new ArgumentError('the Data belongs to another model', 'wrong-model');
  return model.backend;
}

const misplaced = (): ArgumentError => new ArgumentError('a Model and its Data are needed, in this order');

/** Whether a Data of one model can serve the other, as for a clone with other masses. */
function haveSameSizes(a: Model, b: Model): boolean {
  return a.dataShape.placement.length.every((n, field) => n === b.dataShape.placement.length[field]);
}

/** Refuses an array that is too short for what will be written to it or read from it. */
export function checkLength(name: string, array: ArrayLike<number>, least: number): void {
  if (!(array?.length >= least))
    throw new ArgumentError(`${name} has ${array?.length ?? 'no'} numbers, but ${least} are needed`);
}

/** Refuses an index outside [0, count). */
export function checkIndex(name: string, index: number, count: number): void {
  if (!Number.isInteger(index) || index < 0 || index >= count)
    throw new ArgumentError(`${name} ${index} is not in [0, ${count})`);
}
