import type { Model } from 'qpos';
import { FieldHash, type NumericArray } from './field-hash.ts';

/** Getters of a Model that are no fields of their own: the memory of all arrays, and a number that stands for closures. */
const NO_FIELDS = new Set(['bytes', 'callbackMask']);

const isArray = (value: unknown): value is NumericArray => ArrayBuffer.isView(value);

/** The accessors that an object inherits, by name, in alphabetical order: independent of the layout of the memory. */
function accessorNames(object: object): string[] {
  const names = new Set<string>();
  for (let o = Object.getPrototypeOf(object); o !== null && o !== Object.prototype; o = Object.getPrototypeOf(o))
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(o)))
      if (get !== undefined && !NO_FIELDS.has(name)) names.add(name);
  return [...names].sort();
}

/** Names below an object such as `model.opt` or `model.vis.global`. */
function memberNames(object: object): string[] {
  const names: string[] = [];
  for (const name in object) names.push(name);
  return names.sort();
}

/**
 * Adds a field to the hash. Zeros and empty arrays are left out, so that a field which most models do not use can join the table without
 * changing their hashes.
 */
function addField(hash: FieldHash, name: string, value: unknown): void {
  if (typeof value === 'number' && value !== 0) hash.text(name).number(value);
  else if (isArray(value) && value.length > 0) hash.text(name).array(value);
}

function addPart(hash: FieldHash, prefix: string, part: object): void {
  for (const name of memberNames(part)) {
    const value = (part as Record<string, unknown>)[name];
    if (typeof value === 'object' && value !== null && !isArray(value)) addPart(hash, `${prefix}.${name}`, value);
    else addField(hash, `${prefix}.${name}`, value);
  }
}

/** A hash of everything that the compiler made: sizes, every array, options, statistics, settings for drawing. */
export function modelHash(model: Model): string {
  const hash = new FieldHash();
  for (const name of accessorNames(model)) addField(hash, name, (model as unknown as Record<string, unknown>)[name]);
  addPart(hash, 'opt', model.opt);
  addPart(hash, 'stat', model.stat);
  addPart(hash, 'vis', model.vis);
  return hash.digest();
}
