import { enums, type Model } from '@qpos/core';
import { BUILTIN } from '../compile/values.ts';
import type { CustomText, Equality, Exclude, Key, Numeric, Pair, Tendon, Tuple } from '../spec/types.ts';
import { attributesOf, type Decompilation, type Draft, type Fields, textAt, unsupported } from './context.ts';
import { OBJECT_KINDS, OBJECT_WORDS } from './object-types.ts';
import { polynomial } from './tree.ts';

const { EqualityType, ObjType, WrapType } = enums;

/** Contact pairs and excludes. */
export function decompilePairs(d: Decompilation): void {
  const { model: m, spec } = d;
  spec.pairs = d.make('pair', m.npair, (p) => {
    const draft = attributesOf('pair', p, BUILTIN.pair, { condim: 'dim' });
    return { ...draft, geom1: d.refer('geom', p['geom1'] as number), geom2: d.refer('geom', p['geom2'] as number) };
  }) as unknown as Pair[];
  spec.excludes = d.make('exclude', m.nexclude, (x) => {
    const signature = x['signature'] as number;
    const [body1, body2] = [signature >> 16, signature & 0xffff].map((id) => d.refer('body', id));
    return { kind: 'exclude', body1, body2 };
  }) as unknown as Exclude[];
}

export function decompileTendons(d: Decompilation): void {
  d.spec.tendons = d.make('tendon', d.model.ntendon, (t) => tendon(d, t)) as unknown as Tendon[];
}

const TENDON_FIELDS = {
  actuatorfrclimited: 'actfrclimited',
  actuatorfrcrange: 'actfrcrange',
  solreflimit: 'solref_lim',
  solimplimit: 'solimp_lim',
  solreffriction: 'solref_fri',
  solimpfriction: 'solimp_fri',
  springlength: 'lengthspring',
};

function tendon(d: Decompilation, t: Fields): Draft {
  const { model: m } = d;
  const [adr, count] = [t['adr'] as number, t['num'] as number];
  const fixed = m.wrap_type[adr] === WrapType.JOINT;
  const fields = { ...t, stiffness: polynomial(t, 'stiffness'), damping: polynomial(t, 'damping') };
  const draft = attributesOf(fixed ? 'fixed' : 'spatial', fields, BUILTIN.tendon, TENDON_FIELDS);
  if (!fixed) draft['material'] = d.refer('material', t['matid'] as number);
  draft['path'] = Array.from({ length: count }, (_, k) => wrap(d, adr + k));
  return draft;
}

function wrap(d: Decompilation, k: number): Draft {
  const { wrap_type, wrap_objid, wrap_prm } = d.model;
  const id = wrap_objid[k];
  switch (wrap_type[k]) {
    case WrapType.JOINT:
      return { kind: 'fixedJoint', joint: d.refer('joint', id), coef: wrap_prm[k] };
    case WrapType.PULLEY:
      return { kind: 'pulley', divisor: wrap_prm[k] };
    case WrapType.SITE:
      return { kind: 'spatialSite', site: d.refer('site', id) };
    default:
      return { kind: 'spatialGeom', geom: d.refer('geom', id), sidesite: d.refer('site', wrap_prm[k]) };
  }
}

export function decompileEqualities(d: Decompilation): void {
  d.spec.equalities = d.make('equality', d.model.neq, (e) => equality(d, e)) as unknown as Equality[];
}

function equality(d: Decompilation, e: Fields): Draft {
  const base = attributesOf('defaultEquality', e, BUILTIN.equality, { active: 'active0' });
  const data = Array.from(e['data'] as Float64Array);
  const [id1, id2] = [e['obj1id'] as number, e['obj2id'] as number];
  const both = (kind: string): Record<string, string | undefined> => ({
    [`${kind}1`]: d.refer(kind, id1),
    [`${kind}2`]: d.refer(kind, id2),
  });
  const sites = e['objtype'] === ObjType.SITE;
  switch (e['type']) {
    case EqualityType.CONNECT:
      if (sites) return { ...base, ...both('site'), kind: 'connect' };
      return { ...base, ...both('body'), anchor: data.slice(0, 3), kind: 'connect' };
    case EqualityType.WELD: {
      const torquescale = data[10];
      if (sites) return { ...base, ...both('site'), torquescale, kind: 'weld' };
      return {
        ...base,
        ...both('body'),
        anchor: data.slice(0, 3),
        relpose: data.slice(3, 10),
        torquescale,
        kind: 'weld',
      };
    }
    case EqualityType.JOINT:
      return { ...base, ...both('joint'), polycoef: data.slice(0, 5), kind: 'jointEquality' };
    case EqualityType.TENDON:
      return { ...base, ...both('tendon'), polycoef: data.slice(0, 5), kind: 'tendonEquality' };
    case EqualityType.DISTANCE:
      return { ...base, ...both('geom'), distance: data[0], kind: 'distanceEquality' };
    case EqualityType.FLEX:
      return { ...base, flex: d.refer('flex', id1), kind: 'flexEquality' };
    case EqualityType.FLEXVERT:
      return { ...base, flex: d.refer('flex', id1), kind: 'flexvert' };
    case EqualityType.FLEXSTRAIN:
      return { ...base, flex: d.refer('flex', id1), cell: data.slice(0, 3), kind: 'flexstrain' };
    default:
      throw unsupported(`equality constraints of type ${e['type']} have no MJCF`);
  }
}

/** Custom numbers and texts, keyframes, and the tuples that may name anything. */
export function decompileCustom(d: Decompilation): void {
  const { model: m, spec } = d;
  const part = (array: ArrayLike<number>, at: number, count: number): number[] =>
    Array.from({ length: count }, (_, k) => array[at + k]);
  spec.numerics = d.make('numeric', m.nnumeric, (n) => {
    const size = n['size'] as number;
    return { kind: 'numeric', size, data: part(m.numeric_data, n['adr'] as number, size) };
  }) as unknown as Numeric[];
  spec.texts = d.make('text', m.ntext, (t) => {
    return { kind: 'text', data: textAt(m.text_data, t['adr'] as number) };
  }) as unknown as CustomText[];
  spec.keys = d.make('key', m.nkey, (k) => key(m, k)) as unknown as Key[];
  spec.tuples = d.make('tuple', m.ntuple, (t) => {
    const elements = Array.from({ length: t['size'] as number }, (_, k) => {
      const at = (t['adr'] as number) + k;
      const type = m.tuple_objtype[at];
      const objname = d.refer(OBJECT_KINDS[type], m.tuple_objid[at]);
      return { kind: 'tupleElement', objtype: OBJECT_WORDS[type], objname, prm: m.tuple_objprm[at] };
    });
    return { kind: 'tuple', elements };
  }) as unknown as Tuple[];
}

/** A keyframe states all that it knows: what is left out would be the initial state. */
function key(m: Model, k: Fields): Draft {
  const draft: Draft = { kind: 'key' };
  if (k['time'] !== 0) draft['time'] = k['time'];
  const sizes = { qpos: m.nq, qvel: m.nv, act: m.na, ctrl: m.nu, mpos: 3 * m.nmocap, mquat: 4 * m.nmocap };
  for (const [name, size] of Object.entries(sizes)) {
    const row = typeof k[name] === 'number' ? [k[name]] : Array.from((k[name] as Float64Array | undefined) ?? []);
    const zero = (name === 'qvel' || name === 'act' || name === 'ctrl') && row.every((x) => x === 0);
    if (size > 0 && !zero) draft[name] = row;
  }
  return draft;
}
