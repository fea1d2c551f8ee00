import { QposError } from '@qpos/core/errors';
import { describe, expect, test } from 'vitest';
import * as bodies from '../bodies/index.ts';
import * as cables from '../cables/index.ts';
import * as joints from '../joints/index.ts';
import * as muscles from '../muscles/index.ts';
import * as sensors from '../sensors/index.ts';
import * as simd from '../simd/index.ts';
import * as soft from '../soft/index.ts';
import { bodiesCalls } from './properties/bodies.ts';
import { cablesCalls } from './properties/cables.ts';
import type { Calls } from './properties/call.ts';
import { jointsCalls } from './properties/joints.ts';
import { musclesCalls } from './properties/muscles.ts';
import { sensorsCalls } from './properties/sensors.ts';
import { simdCalls } from './properties/simd.ts';
import { softCalls } from './properties/soft.ts';
import { random } from './random.ts';

const LIBRARIES: Readonly<Record<string, readonly [library: object, calls: Calls]>> = {
  bodies: [bodies, bodiesCalls],
  joints: [joints, jointsCalls],
  sensors: [sensors, sensorsCalls],
  muscles: [muscles, musclesCalls],
  cables: [cables, cablesCalls],
  soft: [soft, softCalls],
  simd: [simd, simdCalls],
};
const ROUNDS = 30;

type Class = { readonly name: string; readonly prototype: object };

const isClass = (f: unknown): f is Class =>
  typeof f === 'function' && /^class\b/.test(Function.prototype.toString.call(f));

/** Names of what a class can do; those of a class that it extends are under the name of that one. */
function methodsOf(c: Class): string[] {
  const own = (of: object, prefix: string): string[] =>
    Object.entries(Object.getOwnPropertyDescriptors(of)).flatMap(([name, { value }]) =>
      typeof value === 'function' && name !== 'constructor' ? [`${prefix}.${name}`] : [],
    );
  return [...own(c, c.name), ...own(c.prototype, c.name)];
}

/** Whether a value, or anything in it, is not a number. */
function hasNaN(value: unknown, depth = 4): boolean {
  if (typeof value === 'number') return Number.isNaN(value);
  if (value instanceof Float64Array) return value.some(Number.isNaN);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || depth === 0) return false;
  return Object.values(value).some((inner) => hasNaN(inner, depth - 1));
}

const JUNK = [
  null,
  Number.NaN,
  -1,
  Infinity,
  'nonsense',
  {},
  [],
  [Number.NaN],
  [1, 2, 3, 4, 5],
  () => 0,
  2 ** 40,
  true,
];

/** What users do not call: made by the classes that extend it, called by the solver, or by sensors through `ideal` and `read`. */
const INTERNAL =
  /^(Deformable|Sensor|PulleySystem|CapsuleChain|Cloth|SoftBody)$|^(XpbdSolver\.(substep|settle|finish)|(Cloth|Deformable)\.addForces|Vec3x[48]\.make|Sensor\..*|\w+\.reset|MuscleGroup\.diagnose|JointSystem\.error)$/;

describe.each(Object.entries(LIBRARIES))('%s', (_, [library, calls]) => {
  const names = Object.keys(calls);

  test('every public function, class and method is called', () => {
    const all = Object.entries(library).flatMap(([name, f]) =>
      isClass(f) ? [f.name, ...methodsOf(f)] : typeof f === 'function' ? [name] : [],
    );
    expect(all.filter((name) => !INTERNAL.test(name) && !names.includes(name))).toEqual([]);
  });

  test.each(names)('%s: random arguments never give NaN', (name) => {
    const r = random(11);
    for (let k = 0; k < ROUNDS; k++) {
      const { run, args } = (calls[name] as Calls[string])(r);
      expect(hasNaN(run(...(args as never[])))).toBe(false);
    }
  });

  test.each(names)('%s: bad arguments give a typed error, or no NaN', (name) => {
    const r = random(12);
    const count = (calls[name] as Calls[string])(r).args.length;
    for (let k = 0; k < count; k++)
      for (const junk of JUNK) {
        const { run, args } = (calls[name] as Calls[string])(r);
        const shown = `argument ${k}: ${JSON.stringify(junk) ?? String(junk)}`;
        try {
          expect(hasNaN(run(...(args.with(k, junk) as never[]))), shown).toBe(false);
        } catch (error) {
          if (!(error instanceof QposError)) throw new Error(`${shown}: ${String(error)}`, { cause: error });
        }
      }
  });
});
