import type { Backend } from '../backend/select.ts';
import { ArgumentError } from '../errors/argument-error.ts';
import type { Data } from './data.ts';
import type { Model } from './model.ts';

/** How the numeric core is handed a model or its data: `backend/guard.ts` puts the handle in its place. */
export function at(object: Model | Data): never {
  return object as never;
}

/** Refuses what is no place of an object that another thread has made; undefined is fine. */
export function checkLent(address: number | undefined): void {
  if (address === undefined || (Number.isInteger(address) && address > 0 && address % 8 === 0 && address < 2 ** 32))
    return;
  throw new ArgumentError('a lent Model or Data is at an address of the common memory');
}

/** Refuses what is not a Model, or one that was disposed of. */
export function checkModel(model: Model): void {
  if (model?.dataShape === undefined) throw new ArgumentError('a Model is needed');
  model.block.handle; // which only what was disposed of refuses
}

/** Refuses what is not a Data, or one that was disposed of. */
export function checkData(data: Data): void {
  if (data?.model?.dataShape === undefined) throw new ArgumentError('a Data is needed');
  data.block.handle;
}

/** The back end of a model, for work on `data`: refuses the Data of a model with other sizes, or in another back end. */
export function backendOf(model: Model, data: Data): Backend {
  const own: Model | undefined = data?.model;
  if (own?.dataShape === undefined || model?.dataShape === undefined) throw misplaced();
  model.block.handle; // which only what was disposed of refuses
  data.block.handle;
  if (own !== model && !(own.backend === model.backend && haveSameSizes(own, model)))
    throw new ArgumentError('the Data belongs to another model', 'wrong-model');
  return model.backend;
}

const misplaced = (): ArgumentError => new ArgumentError('a Model and its Data are needed, in this order');

/** Whether a Data of one model can serve the other, as for a clone with other masses. */
function haveSameSizes(a: Model, b: Model): boolean {
  return a.dataShape.placement.length.every((n, field) => n === b.dataShape.placement.length[field]);
}
