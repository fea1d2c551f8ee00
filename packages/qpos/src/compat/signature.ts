import type { Data, Model } from '@qpos/core';
import { WasmBuffer } from './buffers.ts';
import { MujocoError, refuse, withMujocoErrors } from './errors.ts';
import type { Handle } from './handle.ts';
import type { EnumValue } from './names/enums.ts';
import { MjData } from './simulation/data.ts';
import { MjModel } from './simulation/model.ts';
import { type ObjectTypes, objectClass } from './spec/objects.ts';

/** Numbers that a function reads. */
export type NumberInput = ArrayLike<number> | WasmBuffer;
/** An array that a function writes to. */
export type NumberOutput = Float64Array | Float32Array | Int32Array | Uint8Array | WasmBuffer;

/**
 * What a function takes, a word for each parameter:
 *
 *     m, d          a model, a Data
 *     #name         a number
 *     !name         a flag
 *     $name         a text
 *     %name         a value of an enumeration
 *     @Class        an object of a class; ?@Class may be null
 *     <name[size]   numbers to read
 *     >name[size]   an array to write to
 *     ?<name[size]  either may be null
 *
 * A size is a sum of products of numbers, parameters (an array stands for its length), sizes of the model, and `band`, `root`, `ndx`, `nefc`;
 * `=name` is the length of another array, `~3` at least 3, `sq` a square, `/nv` a multiple of nv. Without brackets any length will do.
 */
export type Signature = string;

type Argument<Word extends string> = Word extends 'm'
  ? MjModel
  : Word extends 'd'
    ? MjData
    : Word extends `#${string}`
      ? number
      : Word extends `!${string}`
        ? boolean | number
        : Word extends `$${string}`
          ? string
          : Word extends `<${string}`
            ? NumberInput
            : Word extends `>${string}`
              ? NumberOutput
              : Word extends `?$${string}`
                ? string | null | undefined
                : Word extends `%${string}`
                  ? EnumValue | number
                  : Word extends `@${infer C extends keyof ObjectTypes}`
                    ? ObjectTypes[C]
                    : Word extends `?@${infer C extends keyof ObjectTypes}`
                      ? ObjectTypes[C] | null | undefined
                      : Word extends `?<${string}`
                        ? NumberInput | null
                        : Word extends `?>${string}`
                          ? NumberOutput | null
                          : never;

/** The parameters of a signature as a tuple. */
export type Arguments<S extends Signature> = S extends ''
  ? []
  : S extends `${infer Word} ${infer Rest}`
    ? [Argument<Word>, ...Arguments<Rest>]
    : [Argument<S>];

/** One word of a signature. */
export interface Parameter {
  readonly kind: string;
  readonly name: string;
  readonly size: string | undefined;
  readonly mayBeNull: boolean;
}

function readParameter(word: string): Parameter {
  const found = /^(\??)([md]$|[#!$<>%@])(\w*)(?:\[(.+)\])?$/.exec(word);
  if (found === null) throw new Error(`not a parameter: ${word}`);
  const [, nullable, kind, name, size] = found as unknown as [string, string, string, string, string | undefined];
  return { kind, name, size, mayBeNull: nullable !== '' };
}

/** The parameters that a signature describes. */
export const parametersOf = (signature: Signature): Parameter[] =>
  signature === '' ? [] : signature.split(' ').map(readParameter);

type Numbers = ArrayLike<number>;

/** What a call was given, converted: models and Data of the engine, arrays, numbers, flags, texts. */
export type Value = Model | Data | Handle | Numbers | number | boolean | string | null;

/** A function of the engine, with converted arguments: the table pairs each with a signature of its own. */
export type Implementation = (...values: never[]) => unknown;

const typed = (x: unknown): x is Numbers => ArrayBuffer.isView(x) && !(x instanceof DataView);

function toArray(name: string, { kind, name: parameter, mayBeNull }: Parameter, given: unknown): Numbers | null {
  if (given === null || given === undefined) {
    if (mayBeNull) return null;
    return refuse(
      name,
      `Invalid argument. Expected a ${kind === '<' ? 'number[]' : 'TypedArray or WasmBuffer'}, got null.`,
    );
  }
  if (given instanceof WasmBuffer) return given.GetView();
  if (typed(given) || (kind === '<' && Array.isArray(given))) return given;
  return refuse(name, `Invalid argument. Expected TypedArray or WasmBuffer, got unknown type for ${parameter}.`);
}

function toObject<T extends Handle>(type: new (...none: never[]) => T, given: unknown, name = type.name): T {
  if (given === null || given === undefined)
    throw new MujocoError('argument', `${String(given)} is not a valid ${name}`);
  if (!(given instanceof type)) {
    const what = (given as object).constructor?.name ?? typeof given;
    throw new MujocoError('argument', `Expected null or instance of ${name}, got an instance of ${what}`);
  }
  if (given.isDeleted()) throw new MujocoError('argument', `Cannot pass deleted object as a pointer of type ${name}`);
  return given;
}

function convert(name: string, parameter: Parameter, given: unknown): Value {
  switch (parameter.kind) {
    case 'm':
      return toObject(MjModel, given).inner;
    case 'd':
      return toObject(MjData, given).inner;
    case '<':
    case '>':
      return toArray(name, parameter, given);
    case '$':
      if ((given === null || given === undefined) && parameter.mayBeNull) return null;
      if (typeof given !== 'string') throw new MujocoError('argument', 'Cannot pass non-string to std::string');
      return given;
    case '@':
      if ((given === null || given === undefined) && parameter.mayBeNull) return null;
      return toObject(objectClass(parameter.name), given, parameter.name);
    case '%':
      return Number((given as EnumValue | null)?.value ?? given);
    case '!':
      return Boolean(given);
    default:
      if (typeof given !== 'number')
        throw new MujocoError('argument', `Cannot convert "${String(given)}" to a number for ${parameter.name}`);
      return given;
  }
}

/** The sizes that a call knows by name. */
export class Sizes {
  readonly #parameters: readonly Parameter[];
  readonly #values: readonly Value[];

  constructor(parameters: readonly Parameter[], values: readonly Value[]) {
    this.#parameters = parameters;
    this.#values = values;
  }

  of(name: string): number {
    if (/^\d+$/.test(name)) return Number(name);
    const k = this.#parameters.findIndex((p) => p.name === name);
    if (k >= 0) return lengthOf(this.#values[k] as Value);
    switch (name) {
      case 'band':
        return (this.of('ntotal') - this.of('ndense')) * this.of('nband') + this.of('ndense') * this.of('ntotal');
      case 'root':
        return Math.round(Math.sqrt(this.of('mat')));
      case 'ndx':
        return 2 * this.of('nv') + this.of('na');
      case 'nefc':
        return (this.#owner('d') as Data).nefc;
      default:
        return (this.#owner('m') as unknown as Record<string, number>)[name] as number;
    }
  }

  /** A sum of products. */
  evaluate(text: string): number {
    const terms = text.split('+').map((term) => term.split('*').reduce((n, factor) => n * this.of(factor), 1));
    return terms.reduce((sum, n) => sum + n, 0);
  }

  #owner(kind: string): Value {
    return this.#values[this.#parameters.findIndex((p) => p.kind === kind)] as Value;
  }
}

const lengthOf = (value: Value): number =>
  typeof value === 'number' ? value : ((value as Numbers | null)?.length ?? 0);

function checkSize(name: string, { name: array, size }: Parameter, n: number, sizes: Sizes): void {
  if (size === undefined) return;
  const rest = size.slice(1);
  if (size.startsWith('=')) {
    const other = sizes.of(rest);
    if (other !== n) refuse(name, `${rest} and ${array} must have equal size, got ${other} and ${n}`);
  } else if (size.startsWith('~')) {
    const least = sizes.evaluate(rest);
    if (n < least) refuse(name, `${array} must have size ${least}, got ${n}`);
  } else if (size === 'sq') {
    if (!Number.isInteger(Math.sqrt(n))) refuse(name, `${array} must be a perfect square, got ${n}`);
  } else if (size.startsWith('/')) {
    const by = sizes.of(rest);
    if (n % by !== 0) refuse(name, `${array} must be divisible by ${by}, got quot=${Math.floor(n / by)} rem=${n % by}`);
  } else {
    const exact = sizes.evaluate(size);
    if (n !== exact) refuse(name, `${array} must have size ${exact}, got ${n}`);
  }
}

/**
 * A function of the official package: arguments are converted and checked by its signature, then the engine's function is called.
 *
 * @param name Its official name.
 * @param signature What it takes.
 * @param implementation What it does.
 * @returns The function.
 */
export function bind(
  name: string,
  signature: Signature,
  implementation: Implementation,
): (...given: unknown[]) => unknown {
  const parameters = parametersOf(signature);
  const call = implementation as unknown as (...values: readonly Value[]) => unknown;
  const sized = parameters.flatMap((p, k) => (p.size === undefined ? [] : [k]));
  const isEqual = (k: number): boolean => parameters[k]?.size?.startsWith('=') ?? false;
  const checked = [...sized.filter(isEqual), ...sized.filter((k) => !isEqual(k))]; // in the order of the official package
  return (...given) => {
    if (given.length !== parameters.length)
      throw new MujocoError(
        'argument',
        `function ${name} called with ${given.length} arguments, expected ${parameters.length}`,
      );
    const values = parameters.map((p, k) => convert(name, p, given[k]));
    if (checked.length > 0) {
      const sizes = new Sizes(parameters, values);
      for (const k of checked)
        if (values[k] !== null) checkSize(name, parameters[k] as Parameter, lengthOf(values[k] as Value), sizes);
    }
    return withMujocoErrors(() => call(...values));
  };
}
