import * as table from './generated/layout.ts';
import { fieldNumber, type LayoutRow, type LayoutScalar } from './layout.ts';
import type { FieldStore } from './store.ts';
import { Inspectable } from './text/inspect.ts';

/**
 * The fields of one object whose names start with a prefix, as an object of their own (`model.opt`, `data.contact`). All
 * parts with a prefix have the same accessors: with closures of their own each would be of a new kind for the compilers.
 */
class Part extends Inspectable {
  readonly #owner: FieldStore;

  constructor(owner: FieldStore) {
    super();
    this.#owner = owner;
  }

  static scalar(block: 'floats' | 'ints', slot: number): PropertyDescriptor {
    return {
      enumerable: true,
      get(this: Part) {
        return this.#owner[block][slot];
      },
      set(this: Part, x: number) {
        this.#owner[block][slot] = x;
      },
    };
  }

  static element(field: number, at: number): PropertyDescriptor {
    return {
      enumerable: true,
      get(this: Part) {
        return this.#owner.views[field]?.[at];
      },
      set(this: Part, x: number) {
        (this.#owner.views[field] as Float32Array)[at] = x;
      },
    };
  }

  static array(field: number, isDynamic: boolean): PropertyDescriptor {
    return {
      enumerable: true,
      get: isDynamic
        ? function (this: Part) {
            return this.#owner.valid(field);
          }
        : function (this: Part) {
            return this.#owner.views[field] ?? this.#owner.view(field);
          },
    };
  }
}

const dynamic: ReadonlySet<string> = new Set(table.dynamicSizes.map(([name]) => name));
const known = new Map<string, PropertyDescriptorMap>();

function membersOf(
  rows: readonly LayoutRow[],
  scalars: readonly LayoutScalar[],
  prefix: string,
): PropertyDescriptorMap {
  const members: PropertyDescriptorMap = {};
  const nfloat = scalars.filter((s) => s.type === 'f64').length;
  const add = (name: string, member: () => PropertyDescriptor): void => {
    if (name.startsWith(prefix)) members[name.slice(prefix.length)] = member();
  };
  scalars.forEach(({ name, type }, k) => {
    add(name, () => (type === 'f64' ? Part.scalar('floats', k) : Part.scalar('ints', k - nfloat)));
  });
  rows.forEach(({ name, rows: count }, field) => {
    add(name, () => Part.array(field, dynamic.has(count)));
  });
  return members;
}

export function makePart<T extends object>(
  owner: FieldStore,
  rows: readonly LayoutRow[],
  scalars: readonly LayoutScalar[],
  prefix: string,
): T {
  const members = known.get(prefix) ?? membersOf(rows, scalars, prefix);
  known.set(prefix, members);
  return Object.defineProperties(new Part(owner), members) as T;
}

/** One group of `model.vis`: its field and its members; those that are vectors are views of their own. */
interface VisualGroup {
  readonly field: number;
  readonly members: readonly (readonly [name: string, first: number, end: number, member: PropertyDescriptor])[];
}
let visualGroups: [string, VisualGroup][] | undefined;

function readVisualGroups(): [string, VisualGroup][] {
  return Object.entries(table.visualGroups).map(([group, rows]) => {
    const field = fieldNumber(table.modelArrays, `vis_${group}`);
    let end = 0;
    const members = rows.map(([name, width]) => {
      const first = end;
      end += width;
      return [name, first, end, Part.element(field, first)] as const;
    });
    return [group, { field, members }];
  });
}

/** `model.vis`: named parts of the `vis_*` arrays. */
export function makeVisual<T extends object>(owner: FieldStore): T {
  const visual: Record<string, object> = {};
  visualGroups ??= readVisualGroups();
  for (const [group, { field, members }] of visualGroups) {
    const values = owner.view(field);
    const part = new Part(owner);
    for (const [name, first, end, member] of members) {
      const isVector = end - first > 1;
      Object.defineProperty(part, name, isVector ? { enumerable: true, value: values.subarray(first, end) } : member);
    }
    visual[group] = part;
  }
  return visual as T;
}
