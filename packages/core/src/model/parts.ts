import * as table from './generated/layout.ts';
import type { LayoutRow, LayoutScalar } from './layout.ts';
import type { FieldStore } from './store.ts';

/** The fields of one object whose names start with `prefix`, as an object of their own (`model.opt`, `data.contact`). */
export function makePart<T extends object>(
  owner: FieldStore,
  rows: readonly LayoutRow[],
  scalars: readonly LayoutScalar[],
  prefix: string,
): T {
  const part: Record<string, unknown> = {};
  const nfloat = scalars.filter((s) => s[1] === 'f64').length;
  scalars.forEach(([name, type], k) => {
    if (!name.startsWith(prefix)) return;
    const block = type === 'f64' ? owner.floats : owner.ints;
    const slot = type === 'f64' ? k : k - nfloat;
    Object.defineProperty(part, name.slice(prefix.length), {
      enumerable: true,
      get: () => block[slot],
      set: (x: number) => {
        block[slot] = x;
      },
    });
  });
  const dynamic = new Set(table.dynamicSizes.map(([name]) => name));
  rows.forEach(([name, , count], field) => {
    if (!name.startsWith(prefix)) return;
    const get = dynamic.has(count) ? () => owner.valid(field) : () => owner.views[field] ?? owner.view(field);
    Object.defineProperty(part, name.slice(prefix.length), { enumerable: true, get });
  });
  return part as T;
}

/** `model.vis`: named parts of the `vis_*` arrays. */
export function makeVisual<T extends object>(owner: FieldStore): T {
  const visual: Record<string, object> = {};
  for (const [group, rows] of Object.entries(table.visualGroups)) {
    const field = table.modelArrays.findIndex((r) => r[0] === `vis_${group}`);
    const values = owner.view(field) as Float32Array;
    const part = {};
    let at = 0;
    for (const [name, width] of rows) {
      const first = at;
      if (width === 1)
        Object.defineProperty(part, name, {
          enumerable: true,
          get: () => values[first],
          set: (x: number) => {
            values[first] = x;
          },
        });
      else Object.defineProperty(part, name, { enumerable: true, value: values.subarray(first, first + width) });
      at += width;
    }
    visual[group] = part;
  }
  return visual as T;
}
