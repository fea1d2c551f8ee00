import type { Node } from './codec.ts';
import type { Struct } from './struct.ts';

/** Other ways to state a rotation, in the order of `mjtOrientation`. */
const WAYS = ['quat', 'axisangle', 'xyaxes', 'zaxis', 'euler'] as const;

/** Reads the way in which a rotation is stated, if it is none of the quaternion's. */
export function readOrientation(to: Struct, values: Readonly<Record<string, unknown>>): void {
  WAYS.forEach((way, type) => {
    const given = values[way];
    if (type === 0 || given === undefined) return;
    to.fields['type'] = type;
    (to.fields[way] as Float64Array).set(given as number[]);
  });
}

/** Writes it: one way is stated, the others are left out. */
export function writeOrientation(from: Struct, quaternion: Float64Array, node: Node): void {
  const type = from.fields['type'] as number;
  for (const way of WAYS) node[way] = undefined;
  const way = WAYS[type] as string;
  node[way] = Array.from(type === 0 ? quaternion : (from.fields[way] as Float64Array));
}
