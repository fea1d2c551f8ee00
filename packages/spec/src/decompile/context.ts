import type { Model } from '@qpos/core';
import { ModelError } from '../errors.ts';
import type { Attribute } from '../mjcf/attributes.ts';
import { row } from '../mjcf/schema.ts';
import { createSpec } from '../spec/create.ts';
import type { Spec } from '../spec/types.ts';

/** An element as it is put together: attributes by name. */
export type Draft = { kind: string; name?: string | undefined } & Record<string, unknown>;

/** The constants of one object: a number or a view of its row for each field of its kind, without the prefix. */
export type Fields = { readonly id: number; readonly name: string } & Readonly<Record<string, unknown>>;

/** What the parts of the decompiler share: the Model, the Spec that grows, and its elements by kind and index. */
export class Decompilation {
  readonly model: Model;
  readonly spec: Spec;
  /** Files that the Spec names: pictures, and meshes that do not fit in attributes. */
  readonly files: Record<string, Uint8Array> = {};
  readonly #elements = new Map<string, Draft[]>();

  constructor(model: Model) {
    this.model = model;
    this.spec = createSpec({ model: textAt(model.names, 0) });
  }

  /** Makes an element for each object of a kind. */
  make(kind: string, count: number, element: (fields: Fields) => Draft): Draft[] {
    const list: Draft[] = [];
    this.#elements.set(kind, list);
    for (let id = 0; id < count; id++) {
      const fields = this.fields(kind, id);
      const draft = element(fields);
      if (fields.name !== '') draft.name = fields.name;
      list.push(draft);
    }
    return list;
  }

  fields(kind: string, id: number): Fields {
    return (this.model as unknown as Record<string, (id: number) => Fields>)[kind](id);
  }

  /** The name by which others refer to an element, undefined for none; an element without a name gets one. */
  refer(kind: string, id: number): string | undefined {
    if (id < 0) return undefined;
    if (kind === 'body' && id === 0) return 'world';
    const list = this.#elements.get(kind) ?? [];
    const draft = list[id];
    if (draft === undefined) throw unsupported(`${kind} ${id} is referred to, but does not exist`);
    if (draft.name === undefined) {
      const taken = new Set(list.map((e) => e.name));
      let name = `${kind}${id}`;
      while (taken.has(name)) name += '_';
      draft.name = name;
    }
    return draft.name;
  }
}

declare class TextDecoder {
  decode(bytes: Uint8Array): string;
}

/** UTF-8 text up to the zero after it. */
export function textAt(bytes: Uint8Array, start: number): string {
  const end = bytes.indexOf(0, start);
  return new TextDecoder().decode(bytes.slice(start, end < 0 ? bytes.length : end));
}

export function unsupported(message: string): ModelError {
  return new ModelError({ severity: 'error', code: 'unsupported', message });
}

type Builtin = Readonly<Record<string, unknown>>;

/**
 * The attributes of a row of the schema that have a field of the same name, or of the name that `aliases` gives. What is
 * built in is left out.
 */
export function attributesOf(rowName: string, fields: object, builtin: Builtin = {}, aliases: Builtin = {}): Draft {
  const draft: Draft = { kind: rowName };
  const source = fields as Builtin;
  for (const [name, attribute] of Object.entries(row(rowName).attributes)) {
    const value = name === 'name' ? undefined : source[(aliases[name] as string | undefined) ?? name];
    if (value === undefined) continue;
    const given = attributeValue(attribute, value as number | ArrayLike<number>, builtin[name]);
    if (given !== undefined) draft[name] = given;
  }
  return leaveAutomatic(draft, builtin);
}

/** What a field holds as the value of an attribute; undefined if it need not be said. */
function attributeValue(attribute: Attribute, value: number | ArrayLike<number>, builtin: unknown): unknown {
  const { type, list, keywords, min, max } = attribute;
  if (type === 'keyword' && typeof value === 'number') {
    const word = keywords?.[value];
    return word === builtin ? undefined : word;
  }
  if (type !== 'int' && type !== 'real' && type !== 'float') return undefined;
  const round = type === 'float' ? Math.fround : Number;
  if (!list) return value === round((builtin as number | undefined) ?? 0) ? undefined : value;
  const numbers = typeof value === 'number' ? [value] : Array.from(value);
  const before = builtin as readonly number[] | undefined;
  const said = (x: number, k: number): boolean => x !== round(before?.[k] ?? 0);
  if (numbers.length === 0 || !numbers.some(said)) return undefined;
  // a list that may be shorter is completed by what is built in
  if (before !== undefined && min < max)
    while (numbers.length > min && !said(numbers.at(-1) ?? 0, numbers.length - 1)) numbers.pop();
  return numbers;
}

/** `limited` and its like are said only where the range does not say it. */
function leaveAutomatic(draft: Draft, builtin: Builtin): Draft {
  for (const [name, value] of Object.entries(builtin)) {
    if (value !== 'auto' || draft[name] === undefined) continue;
    const [low, high] = (draft[name.replace('limited', 'range')] as number[] | undefined) ?? [0, 0];
    if (draft[name] === low < high) delete draft[name];
  }
  return draft;
}

/** A file name made of an element's name. */
export function fileName(kind: string, { id, name }: Fields, suffix: string): string {
  return `${name === '' ? `${kind}${id}` : name.replace(/[^\w-]+/g, '_')}-${id}.${suffix}`;
}
