import { enums } from '@qpos/core';
import { enumerations } from './enumerations.ts';

/** A value of an enumeration: a number in an object, as the official package has it. */
export interface EnumValue {
  readonly value: number;
}

/** Words of a text as a union. */
type Words<S extends string> = S extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : S;
type NameOf<Word extends string> = Word extends `${infer Name}=${string}`
  ? Name
  : Word extends `${infer Start}*${infer E extends keyof typeof enums}`
    ? `${Start}${Extract<keyof (typeof enums)[E], string>}`
    : Word;
type Members<S extends string> = S extends `${infer Prefix} ${infer Rest}` ? `${Prefix}${NameOf<Words<Rest>>}` : never;

/** Every enumeration by its official name: `mjtGeom.mjGEOM_BOX.value`. */
export type Enumerations = {
  readonly [E in keyof typeof enumerations]: Readonly<Record<Members<(typeof enumerations)[E]>, EnumValue>>;
};

function readEnumeration(text: string): Record<string, EnumValue> {
  const [prefix, ...words] = text.split(' ');
  const members: Record<string, EnumValue> = {};
  let next = 0;
  const add = (name: string, value: number): void => {
    members[`${prefix}${name}`] = Object.freeze({ value });
    next = value + 1;
  };
  for (const word of words) {
    const [name = '', stated] = word.split('=');
    const [start = '', source] = name.split('*');
    if (source === undefined) add(name, stated === undefined ? next : Number(stated));
    else for (const [own, value] of Object.entries(enums[source as 'ObjType'])) add(`${start}${own}`, value);
  }
  return Object.freeze(members);
}

let made: Enumerations | undefined;

/** The enumerations as objects, which every module shares. */
export function makeEnumerations(): Enumerations {
  made ??= Object.fromEntries(
    Object.entries(enumerations).map(([name, text]) => [name, readEnumeration(text)]),
  ) as unknown as Enumerations;
  return made;
}

/** The object of an enumeration that has a number. */
export function enumValue(enumeration: string, value: number): EnumValue {
  const all = makeEnumerations() as unknown as Readonly<Record<string, Readonly<Record<string, EnumValue>>>>;
  return Object.values(all[enumeration] ?? {}).find((member) => member.value === value) ?? { value };
}
