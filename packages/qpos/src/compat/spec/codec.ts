import { row } from '@qpos/spec/editing';
import type { Member } from './members.ts';
import type { Struct, StructValue } from './struct.ts';
import { ValueVec } from './vectors.ts';

/** An element of a Spec, as any attributes. */
export type Node = Record<string, unknown> & { kind: string };

/** Kinds of the parts that hold attributes of a flex. */
const PART_KINDS: Readonly<Record<string, string>> = {
  contact: 'flexContact',
  edge: 'flexEdge',
  elasticity: 'elasticity',
};

/** The element that has an attribute, and its name there: `contact.gap` is in a part. */
function placeOf(node: Node, attribute: string): [owner: Node | undefined, name: string, kind: string] {
  const [part, name] = attribute.split('.');
  if (name === undefined) return [node, attribute, node.kind];
  return [node[part as string] as Node | undefined, name, PART_KINDS[part as string] as string];
}

/** The words of an attribute; those of a free joint beside its own are those of any joint. */
const keywordsOf = (kind: string, name: string): readonly (string | boolean)[] | undefined =>
  (row(kind).attributes[name] ?? (kind === 'freejoint' ? row('joint').attributes[name] : undefined))?.keywords;

/** Gives a member what an attribute says. */
export function readMember(
  struct: Struct,
  member: Member,
  value: unknown,
  keywords?: readonly (string | boolean)[],
): void {
  const { name, words } = member;
  const held = struct.fields[name] as StructValue;
  if (value === undefined) return;
  if (held instanceof ValueVec)
    held.assign(typeof value === 'string' ? value.split(/\s+/).filter(Boolean) : (value as []));
  else if (ArrayBuffer.isView(held)) (held as Float64Array).set(value as number[]);
  else if (keywords !== undefined && Array.isArray(value))
    struct.fields[name] = value.reduce((bits, word) => bits | (1 << keywords.indexOf(word)), 0);
  else if (typeof held === 'number' && typeof value !== 'number')
    struct.fields[name] = words?.indexOf(value as string) ?? keywords?.indexOf(value as string) ?? 0;
  else if (member.type === 'f') struct.fields[name] = Math.fround(value as number);
  else struct.fields[name] = value as StructValue;
}

/** Reads the attribute of a member from an element, or from the values that its class gives it. */
export function readAttribute(struct: Struct, member: Member, node: Node, values: object): void {
  const [, name, kind] = placeOf(node, member.attribute);
  const [owner] = placeOf(values as Node, member.attribute);
  readMember(struct, member, owner?.[name], keywordsOf(kind, name));
}

/** What an attribute says when a member has this value; undefined where the attribute is to be left out. */
export function attributeValue(
  { fields }: Struct,
  { name, words, type }: Member,
  kind: string,
  attribute: string,
): unknown {
  const held = fields[name] as StructValue;
  const a = row(kind).attributes[attribute];
  if (held instanceof ValueVec) {
    const values = held.values();
    if (values.length === 0) return undefined;
    return a?.type === 'names' ? values.join(' ') : [...values];
  }
  if (ArrayBuffer.isView(held)) {
    const numbers = Array.from(held as Float64Array);
    return Number.isNaN(numbers[0]) ? undefined : numbers.slice(0, a?.max);
  }
  if (typeof held === 'number' && a?.keywords !== undefined) {
    if (a.list) return a.keywords.filter((_, bit) => held & (1 << bit));
    return words?.[held] ?? a.keywords[held];
  }
  if (held === '' || (type === 'n' && Number.isNaN(held))) return undefined;
  return held;
}

/** Writes the attribute of a member to an element. */
export function writeAttribute(struct: Struct, member: Member, node: Node): void {
  const [part] = member.attribute.split('.') as [string];
  const [owner, name, kind] = placeOf(node, member.attribute);
  if (row(kind).attributes[name] === undefined) return;
  const value = attributeValue(struct, member, kind, name);
  const target: Node = owner ?? { kind };
  if (owner === undefined) node[part] = target;
  target[name] = value;
}

/** Makes an element one of another kind: what that kind does not have is dropped. */
export function retype(node: Node, kind: string, structural: readonly string[] = []): void {
  if (node.kind === kind) return;
  node.kind = kind;
  const known = row(kind).attributes;
  for (const key of Object.keys(node))
    if (!(key in known) && !['kind', 'source', 'scope', ...structural].includes(key)) delete node[key];
}
