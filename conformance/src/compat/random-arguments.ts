import type { Data, Model } from 'qpos';
import { type Parameter, parametersOf, Sizes, type Value } from '../../../packages/qpos/src/compat/signature.ts';
import type { Random } from '../models/random-tree.ts';

/** Whole numbers that a parameter may be, by its name; all others are reals. */
const COUNTS = new Set(['nr', 'nc', 'r1', 'c1', 'c2', 'r2', 'n', 'nray', 'ntotal', 'nvec']);
const OBJECT_TYPES = [1, 2, 5, 6];

/** Sizes of lists that no signature tells. */
const FREE_LENGTH = 6;

type Choice = (random: Random, model: Model) => number;

const choices: Readonly<Record<string, Choice>> = {
  nband: () => 2,
  ndense: () => 1,
  ntotal: () => 5,
  body: (r, m) => r.below(m.nbody),
  geom: (r, m) => r.below(m.ngeom),
  geom1: () => 2,
  geom2: () => 6,
  g1: (r, m) => r.below(m.ngeom),
  g2: (r, m) => r.below(m.ngeom),
  site: () => 0,
  objtype: (r) => OBJECT_TYPES[r.below(2)] as number,
  objid: () => 1,
  sameframe: (r) => r.below(5),
  sig: (r) => r.below(2 ** 13),
  srcsig: () => 15,
  dstsig: () => 6,
  id: () => 0,
  input: () => 0,
  key: (r) => r.below(3),
  k: (r) => r.below(2),
  type: (r) => 1 + r.below(24),
  warning: (r) => r.below(7),
  info: (r) => r.below(9),
  i: (r) => r.below(5),
  index: (r) => r.below(50),
  base: (r) => 2 + r.below(3),
  skipstage: (r) => r.below(3),
  bodyexclude: (r) => r.below(3) - 1,
  geomtype: (r) => [0, 2, 3, 4, 5, 6][r.below(6)] as number,
  debug_value: (r) => r.below(256),
  cutoff: () => 1e10,
  distmax: () => 10,
  diagadd: () => 0.1,
  diagmul: () => 0,
  mindiag: () => 1e-10,
  eps: () => 1e-6,
  N: () => 4,
  newmass: () => 7,
  interp: () => -1,
  nface: () => 3,
  nvert: () => 5,
};

const texts: Readonly<Record<string, readonly string[]>> = {
  name: ['arm', 'hinge', 'floor', 'nothing'],
  seq: ['xyz', 'ZYX', 'zxz'],
  str: ['body', 'geom', 'frame', 'nothing'],
};

/** A number in which the last bit is rarely zero. */
const real = (random: Random): number => random.uniform(-1, 1);

/** Positive definite, so that every factorisation exists. */
function matrix(random: Random, n: number): Float64Array {
  const side = Math.round(Math.sqrt(n));
  return Float64Array.from({ length: n }, (_, k) =>
    Math.floor(k / side) === k % side ? 3 + random.uniform(0, 1) : 0.1,
  );
}

/** What one call of both engines is given: a value for each parameter, the same bits for both. */
export interface Call {
  readonly parameters: readonly Parameter[];
  readonly values: readonly Value[];
}

const LISTS = /^(rownnz|rowadr|colind|index|geomid|vertid|face)$/;
/** Geoms of the type that a function wants. */
const geoms: Readonly<Record<string, number>> = { mj_rayMesh: 4, mj_rayHfield: 1 };

/** Whole numbers of arrays that are indices. */
function indices(name: string, n: number): Int32Array {
  return Int32Array.from({ length: n }, (_, k) => (name === 'rownnz' ? 1 : name === 'face' ? (2 * k) % 5 : k % 3));
}

function scalar(random: Random, { kind, name }: Parameter, model: Model): Value {
  if (kind === '!') return random.chance(0.5);
  if (kind === '$') return (texts[name] as string[])[random.below(texts[name]?.length ?? 1)] as string;
  return choices[name]?.(random, model) ?? (COUNTS.has(name) ? 2 + random.below(3) : random.uniform(0.1, 0.9));
}

/** Lengths follow from numbers, from other arrays, or from the model: those that are known first. */
function lengthOf(size: string | undefined, sizes: Sizes): number {
  if (size === undefined) return FREE_LENGTH;
  if (size === 'sq') return 9;
  if (size === 'root') return 3;
  if (size.startsWith('/')) return 2 * sizes.of(size.slice(1));
  if (size.startsWith('=')) return sizes.of(size.slice(1));
  return sizes.evaluate(size.replace('~', ''));
}

/** Random valid arguments of a signature. */
export function randomCall(random: Random, name: string, signature: string, model: Model, data: Data): Call {
  const parameters = parametersOf(signature);
  const values: Value[] = parameters.map((p) => {
    if (p.kind === 'm') return model;
    if (p.kind === 'd') return data;
    if (p.name === 'geomid' && p.kind === '#') return geoms[name] as number;
    return p.kind === '<' || p.kind === '>' ? null : scalar(random, p, model);
  });
  const sizes = new Sizes(parameters, values);
  const isOpen = (p: Parameter): boolean => p.size === undefined || /sq/.test(p.size);
  const order = parameters
    .map((_, k) => k)
    .sort((a, b) => rank(parameters[a] as Parameter) - rank(parameters[b] as Parameter));
  function rank(p: Parameter): number {
    return isOpen(p) ? 0 : /^[=\w*+]*(res|mat|mu|vec1|x)\b/.test(p.size ?? '') ? 2 : 1;
  }
  for (const k of order) {
    const p = parameters[k] as Parameter;
    if (p.kind !== '<' && p.kind !== '>') continue;
    if (p.mayBeNull && random.chance(0.2) && !/addM|sqrMat/.test(name)) continue;
    const n = lengthOf(
      name === 'mju_boxQP' && p.name === 'res' ? '3' : name === 'mju_boxQP' && p.name === 'R' ? '30' : p.size,
      sizes,
    );
    values[k] = LISTS.test(p.name) || name === 'mju_insertionSortInt' ? indices(p.name, n) : fill(random, p, n, name);
  }
  return { parameters, values };
}

const SORTED = /^(lower|upper)$/;

function fill(random: Random, { name, kind, size }: Parameter, n: number, f: string): Float64Array {
  if (size === 'sq' || name === 'H' || (name === 'mat' && /chol|Band|band/.test(f))) return matrix(random, n);
  if (SORTED.test(name)) return new Float64Array(n).fill(name === 'lower' ? -0.2 : 0.3);
  if (name === 'qpos' && f === 'mj_local2Global') return new Float64Array(n);
  if (/^(quat\d?|qa|qb)$/.test(name) && n >= 4) return unit(random, n);
  if (name === 'geomgroup') return Float64Array.from({ length: n }, (_, k) => k % 2);
  return Float64Array.from({ length: n }, () => (kind === '>' && n === 1 ? 0 : real(random)));
}

function unit(random: Random, n: number): Float64Array {
  const q = Float64Array.from({ length: n }, () => real(random));
  const norm = Math.sqrt(q.reduce((s, x) => s + x * x, 0));
  return q.map((x) => x / norm);
}
