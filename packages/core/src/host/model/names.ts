import type { Model } from './model.ts';

/** Names of the objects of one kind: by index, and the index by name. */
interface NameTable {
  readonly byId: readonly string[];
  readonly idOf: ReadonlyMap<string, number>;
}

const tables = new WeakMap<Model, Map<string, NameTable>>();

/** UTF-8 text up to the terminating zero. */
export function textAt(bytes: Uint8Array, start: number): string {
  let end = start;
  while (end < bytes.length && bytes[end] !== 0) end++;
  return decodeUtf8(bytes, start, end);
}

/** UTF-8 to text; what is not UTF-8 becomes U+FFFD. */
export function decodeUtf8(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let i = start; i < end; ) {
    const lead = bytes[i];
    const extra =
      lead < 0x80
        ? 0
        : lead >= 0xf0 && lead < 0xf8
          ? 3
          : lead >= 0xe0 && lead < 0xf0
            ? 2
            : lead >= 0xc0 && lead < 0xe0
              ? 1
              : -1;
    if (extra < 0 || i + extra >= end) {
      text += '\ufffd';
      i++;
      continue;
    }
    let code = extra === 0 ? lead : lead & (0x3f >> extra);
    for (let k = 1; k <= extra; k++) code = (code << 6) | (bytes[i + k] & 0x3f);
    text += code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
    i += extra + 1;
  }
  return text;
}

/** The names of one kind of object, read from the model's name buffer once. */
export function nameTable(model: Model, kind: string, addresses: Int32Array): NameTable {
  let kinds = tables.get(model);
  if (kinds === undefined) {
    kinds = new Map();
    tables.set(model, kinds);
  }
  let table = kinds.get(kind);
  if (table === undefined) {
    const bytes = model.names;
    const byId = Array.from(addresses, (adr) => textAt(bytes, adr));
    const idOf = new Map<string, number>();
    byId.forEach((name, id) => {
      if (name !== '' && !idOf.has(name)) idOf.set(name, id);
    });
    table = { byId, idOf };
    kinds.set(kind, table);
  }
  return table;
}
