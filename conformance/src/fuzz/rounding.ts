import type { Data } from '@qpos/core';
import type { Random } from '../models/random-tree.ts';
import type { OracleStruct } from '../oracle/oracle.ts';
import { relativeError } from '../oracle/transfer.ts';

const REPEATS = 8;
const LAST_BITS = 4 * Number.EPSILON;

/** A result of the oracle counts as scattered when it moves by this part of what separates it from ours. */
const SCATTER = 0.1;

const read = (struct: object, name: string): Float64Array =>
  (struct as Record<string, Float64Array>)[name] as Float64Array;

/** Changes the last bits of the oracle's positions and velocities; positions of 0 may be quaternions that are none, and stay. */
export function nudge(data: OracleStruct, random: Random): void {
  const [qpos, qvel] = [read(data, 'qpos'), read(data, 'qvel')];
  const bits = (x: number): number => LAST_BITS * x * random.uniform(-1, 1);
  for (let i = 0; i < qpos.length; i++) qpos[i] = (qpos[i] as number) + bits(qpos[i] as number);
  for (let i = 0; i < qvel.length; i++) qvel[i] = (qvel[i] as number) + bits(Math.max(1, Math.abs(qvel[i] as number)));
}

/**
 * Whether the oracle contradicts itself about as much as us in some fields when the last bits of its state change: rounding then decides, say, which
 * of two contacts of the same depth is dropped, or when conjugate gradients end, and neither result is wrong. `repeat` runs the oracle again from a
 * state that is nudged.
 */
export function isDecidedByRounding(
  ours: Data,
  theirs: OracleStruct,
  repeat: () => void,
  names: readonly ('qpos' | 'qvel' | 'qacc_smooth')[],
): boolean {
  const before = names.map((name) => read(theirs, name).slice());
  const apart = names.map((name, k) => relativeError(ours[name], before[k] as Float64Array));
  const scatter = names.map(() => 0);
  for (let i = 0; i < REPEATS; i++) {
    repeat();
    names.forEach((name, k) => {
      scatter[k] = Math.max(scatter[k] as number, relativeError(read(theirs, name), before[k] as Float64Array));
    });
  }
  const largest = Math.max(...apart);
  return largest > 0 && (scatter[apart.indexOf(largest)] as number) >= SCATTER * largest;
}
