import type { ResolvedClass } from '@qpos/spec/editing';
import type { Node } from '../codec.ts';
import type { Struct } from '../struct.ts';
import type { ValueVec } from '../vectors.ts';

type Values = Readonly<Record<string, unknown>>;

/** Members that are no attribute of the element: how they are read, and written if one of them was changed. */
export interface Special {
  read(to: Struct, node: Node, values: Values, of: ResolvedClass): void;
  write(from: Struct, node: Node, changed: ReadonlySet<string>): void;
}

export const struct = (of: Struct, name: string): Struct => of.fields[name] as Struct;

export const vector = (of: Struct, name: string): Float64Array => of.fields[name] as Float64Array;

export const list = <T>(of: Struct, name: string): ValueVec<T> => of.fields[name] as ValueVec<T>;

export const text = (of: Struct, name: string): string | undefined => (of.fields[name] as string) || undefined;

export const anyOf = (changed: ReadonlySet<string>, ...names: string[]): boolean =>
  names.some((name) => changed.has(name));
