import { MujocoError } from '../errors.ts';
import { Handle } from '../handle.ts';
import { type EnumValue, enumValue } from '../names/enums.ts';
import { type ClassName, type Member, members, membersOf } from './members.ts';
import { makeVector, ValueVec, type VectorLetter } from './vectors.ts';

type NumberArray = Float64Array | Float32Array | Int32Array | Int8Array;

/** What a member holds: enumerations as numbers. */
export type StructValue = number | boolean | string | NumberArray | ValueVec<unknown> | Struct;

type ValueOf<T extends string> = T extends 'n' | 'f' | 'i'
  ? number
  : T extends 'b'
    ? boolean
    : T extends 't'
      ? string
      : T extends 'D' | 'F' | 'I' | 'B'
        ? ValueVec<number>
        : T extends 'S'
          ? ValueVec<string>
          : T extends 'II' | 'FF'
            ? ValueVec<ValueVec<number>>
            : T extends `mjt${string}`
              ? EnumValue
              : T extends 'Orientation'
                ? StructOf<'MjsOrientation'>
                : T extends 'Plugin'
                  ? StructOf<'MjsPlugin'>
                  : T extends `f${number}`
                    ? Float32Array
                    : T extends `i${number}`
                      ? Int32Array
                      : T extends `c${number}`
                        ? Int8Array
                        : Float64Array;

type Words<S extends string> = S extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : S;
type NameOf<W extends string> = W extends `${infer Name}:${string}`
  ? Name extends `${infer N}=${string}`
    ? N
    : Name
  : never;
type TypeOf<W extends string> = W extends `${string}:${infer T}`
  ? T extends `${infer U}~${string}`
    ? U extends `${infer V}(${string}`
      ? V
      : U
    : T extends `${infer V}(${string}`
      ? V
      : T
  : never;

/** The members of a class with their types. */
export type StructMembers<C extends ClassName> = {
  [W in Words<(typeof members)[C]> as NameOf<W>]: ValueOf<TypeOf<W>>;
};

/** An object of a class of Specs: `MjsGeom` and the like. */
export type StructOf<C extends ClassName> = Struct & StructMembers<C>;

const ARRAYS = { f: Float32Array, i: Int32Array, c: Int8Array };

/** The value of a member before anything is said about it. */
function initialValue({ type, initial, text }: Member): StructValue {
  if (type === 't') return text;
  if (type === 'b') return Boolean(initial[0]);
  if (type === 'Orientation' || type === 'Plugin') return new (structClass(`Mjs${type}`))();
  if (type in makeVector) return makeVector[type as VectorLetter]() as unknown as ValueVec<unknown>;
  const found = /^([fic]?)(\d+)$/.exec(type);
  if (found === null) return initial[0] ?? 0;
  const array = new (ARRAYS[found[1] as keyof typeof ARRAYS] ?? Float64Array)(Number(found[2]));
  array.set(initial);
  return array;
}

/** What identifies an object of a Spec in calls. */
export class MjsElement extends Handle {
  readonly #type: number;
  /** What the element is the handle of: an object of a class of Specs, or a Spec. */
  readonly owner: object;

  constructor(owner: object, type: number) {
    super();
    this.owner = owner;
    this.#type = type;
  }

  get elemtype(): EnumValue {
    return enumValue('mjtObj', this.#type);
  }

  /** Specs are not numbered here. */
  get signature(): bigint {
    return 0n;
  }
}

/** A part of a Spec with typed members; `Editor.flush` writes what was changed to the Spec. */
export class Struct extends Handle {
  readonly className: ClassName;
  readonly fields: Record<string, StructValue> = {};
  /** The element, of those that have one. */
  element: MjsElement = new MjsElement(this, 0);
  /** A remark of the program's own. */
  info = '';

  constructor(className: ClassName) {
    super();
    this.className = className;
    this.reset();
  }

  /** Gives every member its built-in value. */
  reset(): void {
    for (const member of membersOf(this.className)) this.fields[member.name] = initialValue(member);
  }
}

function assign(struct: Struct, { name, type }: Member, given: unknown): void {
  const held = struct.fields[name] as StructValue;
  if (type.startsWith('mjt')) struct.fields[name] = Number((given as EnumValue)?.value ?? given);
  else if (typeof held === 'number') struct.fields[name] = type === 'f' ? Math.fround(Number(given)) : Number(given);
  else if (typeof held === 'boolean') struct.fields[name] = Boolean(given);
  else if (typeof held === 'string') {
    if (typeof given !== 'string') throw new MujocoError('argument', 'Cannot pass non-string to std::string');
    struct.fields[name] = given;
  } else if (held instanceof Struct) assignStruct(held, given);
  else if (held instanceof ValueVec)
    held.assign(given instanceof ValueVec ? given.values() : (given as ArrayLike<unknown>));
  else held.set(given as ArrayLike<number>);
}

function assignStruct(to: Struct, from: unknown): void {
  if (!(from instanceof Struct) || from.className !== to.className)
    throw new MujocoError('argument', `an object of ${to.className} is needed`);
  for (const member of membersOf(to.className)) assign(to, member, from.fields[member.name]);
}

type StructClass<C extends ClassName> = new () => StructOf<C>;

const classes = new Map<ClassName, StructClass<ClassName>>();

/** The class of a name. */
export function structClass<C extends ClassName>(name: C): StructClass<C> {
  let made = classes.get(name);
  if (made === undefined) {
    class Named extends Struct {
      constructor() {
        super(name);
      }
    }
    Object.defineProperty(Named, 'name', { value: name });
    for (const member of membersOf(name))
      Object.defineProperty(Named.prototype, member.name, {
        enumerable: true,
        get(this: Struct) {
          const held = this.fields[member.name];
          return member.type.startsWith('mjt') ? enumValue(member.type, held as number) : held;
        },
        set(this: Struct, given: unknown) {
          assign(this, member, given);
        },
      });
    made = Named as unknown as StructClass<ClassName>;
    classes.set(name, made);
  }
  return made as unknown as StructClass<C>;
}

type StructClasses = { readonly [C in ClassName]: StructClass<C> };

/** Every class of parts of a Spec. */
export const structClasses = (): StructClasses =>
  Object.fromEntries(
    Object.keys(members).map((name) => [name, structClass(name as ClassName)]),
  ) as unknown as StructClasses;

/** A value as plain numbers, texts and lists. */
export function plain(value: StructValue): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array);
  if (value instanceof ValueVec) return value.values().map((x) => plain(x as StructValue));
  if (value instanceof Struct)
    return Object.fromEntries(Object.entries(value.fields).map(([name, x]) => [name, plain(x)]));
  return value;
}

/** A text that tells two values of a member apart. */
export const fingerprint = (value: StructValue): string =>
  JSON.stringify(plain(value), (_, x) => (typeof x === 'number' && !Number.isFinite(x) ? String(x) : x));
