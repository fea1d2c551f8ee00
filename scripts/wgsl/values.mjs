// Values while a function is translated: WGSL text with a type, and what is known of the value before a model is.
//
//     { code, type: 'f' | 'i' | 'b', known?, onlyIf? }      a number or truth value
//     { code, type: 'array', el: 'f' | 'i', space }         an array: the address of its first element in an address space
//     { code, type: 'record', record }                      a record: its address in scratch
//
// `known` is an expression over constants and scalars of the Model, which a program evaluates when it has a model: a number, a truth value,
// the name of a scalar, or [operator, ...operands]. `onlyIf` is such an expression that is true wherever the value is true.

import { loadTypeScript } from '../load-typescript.mjs';

/** Address spaces: model (read only), data (one row per environment), scratch (private), and addresses that carry their space in themselves. */
export const SPACES = { model: 'M', data: 'D', scratch: 'S', any: 'X' };
/** What is added to an address that carries its space. */
const TAGS = { M: 0x10000000, S: 0x20000000, D: 0 };

export const WGSL_TYPES = { f: 'f32', i: 'i32', b: 'bool', array: 'i32', record: 'i32' };

const MOST = 3.4028234663852886e38;
const LEAST = 1.1754943508222875e-38;

/** A number as WGSL writes it; what single precision cannot hold becomes the nearest number that it can. */
export function literal(value, type) {
  if (type === 'b') return value ? 'true' : 'false';
  if (type === 'i') {
    const int = value | 0;
    return int === -2147483648 ? 'i32(-2147483648)' : int < 0 ? `(${int})` : `${int}`;
  }
  let x = value;
  if (Math.abs(x) > MOST) x = Math.sign(x) * MOST;
  if (x !== 0 && Math.abs(x) < LEAST) x = 0;
  const text = String(Math.fround(x));
  const digits = /[.e]/.test(text) ? text : `${text}.0`;
  return x < 0 ? `(${digits})` : digits;
}

export const constant = (value, type) => ({ code: literal(value, type), type, known: value });

export const isConstant = ({ known }) => typeof known === 'number' || typeof known === 'boolean';

const { operators } = await loadTypeScript('packages/webgpu/src/program/operators.ts');

/** What is known of `a operator b`: a value where both are. */
export function knownOf(operator, a, b) {
  if (a === undefined || b === undefined) return undefined;
  if (typeof a !== 'string' && typeof b !== 'string' && !Array.isArray(a) && !Array.isArray(b))
    return operators[operator](a, b);
  return [operator, a, b];
}

/** Both conditions, where undefined stands for one that always holds. */
export const both = (a, b) => (a === undefined ? b : b === undefined ? a : ['&&', a, b]);

/** Whether nothing that is computed later can change what the text stands for. */
export const isStable = (value) => isConstant(value) || value.stable === true || value.known !== undefined;

/** The value as text of another type; undefined where the dialect has no such conversion. */
export function converted(value, type) {
  if (value.type === type || type === undefined) return value.code;
  if (isConstant(value) && type === 'f') return literal(Number(value.known), 'f');
  if (type === 'f' && value.type === 'i') return `f32(${value.code})`;
  if (type === 'i' && value.type === 'b') return `select(0, 1, ${value.code})`;
  if (type === 'b' && value.type === 'i') return `(${value.code} != 0)`;
  return undefined;
}

/** An array whose address carries its space. */
export function tagged(array) {
  if (array.space === SPACES.any) return array;
  const tag = TAGS[array.space];
  return { ...array, space: SPACES.any, code: tag === 0 ? array.code : `(${array.code} + ${tag})` };
}

/** Text of an element: `df(x)` reads a number of the data at an address. */
export const loadOf = (space, el, address) => `${space.toLowerCase()}${el}(${address})`;
/** Statement that writes an element. */
export const storeOf = (space, el, address, code) => `${space.toLowerCase()}${el}s(${address}, ${code});`;
/** Sum of an address and an index. */
export const addressOf = (base, index) => (index === '0' ? base : base === '0' ? index : `${base} + ${index}`);
