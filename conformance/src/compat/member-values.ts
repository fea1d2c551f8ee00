/** What a handle has beside its members. */
const OF_HANDLES = new Set(['constructor', 'delete', 'clone', 'isDeleted', 'isAliasOf', 'deleteLater']);

/** The members of an object of an official class. */
export function memberNames(object: object): string[] {
  const names: string[] = [];
  for (
    let p = Object.getPrototypeOf(object) as object | null;
    p !== null && p !== Object.prototype;
    p = Object.getPrototypeOf(p) as object | null
  )
    for (const name of Object.getOwnPropertyNames(p))
      if (!names.includes(name) && !OF_HANDLES.has(name)) names.push(name);
  return names;
}

/** A member as plain values: numbers of enumerations, lists of vectors, the members of structs. */
export function plainValue(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array);
  if (typeof value !== 'object' || value === null) return value;
  const vector = value as { size?: () => number; get?: (k: number) => unknown; value?: number };
  if (typeof vector.size === 'function')
    return Array.from({ length: vector.size() }, (_, k) => plainValue(vector.get?.(k)));
  if (typeof vector.value === 'number') return vector.value;
  if (!/^_?Mjs(Orientation|Plugin)$/.test(value.constructor.name)) return 'an object';
  const members = memberNames(value).filter(
    (name) => name !== 'element' && name !== 'info' && !isFunction(value, name),
  );
  return Object.fromEntries(members.sort().map((name) => [name, plainValue((value as Record<string, unknown>)[name])]));
}

const isFunction = (object: object, name: string): boolean =>
  typeof (object as Record<string, unknown>)[name] === 'function';
