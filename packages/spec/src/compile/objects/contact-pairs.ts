import { enums } from '@qpos/core';
import type { Compilation } from '../context.ts';
import { resolveValues } from '../defaults.ts';
import type { BodyDraft, ExcludeDraft, GeomDraft, PairDraft } from '../draft.ts';

const { ObjType } = enums;

const signatureOf = (body1: number, body2: number): number => (body1 << 16) + body2;

/** Predefined geom pairs, in the order of their signatures. */
export function compilePairs(c: Compilation): void {
  const pairs: PairDraft[] = [];
  for (const node of c.spec.pairs) {
    const values = resolveValues('pair', c.classes.find(node.class, node), node);
    if (!(values.condim === 1 || values.condim === 3 || values.condim === 4 || values.condim === 6))
      c.error('bad-value', `invalid condim ${values.condim}`, node, 'condim is 1, 3, 4 or 6');
    let geom1 = c.find<GeomDraft>(ObjType.GEOM, node.geom1 ?? '', node);
    let geom2 = c.find<GeomDraft>(ObjType.GEOM, node.geom2 ?? '', node);
    if (geom1 === undefined || geom2 === undefined) continue;
    geom1.visual = false;
    geom2.visual = false;
    if (geom1.body.id > geom2.body.id) [geom1, geom2] = [geom2, geom1];
    const signature = signatureOf(geom1.body.id, geom2.body.id);
    pairs.push({ id: 0, name: node.name ?? '', node, values, geom1, geom2, signature });
  }
  pairs.sort((a, b) => a.signature - b.signature);
  for (const p of pairs) {
    p.id = c.pairs.length;
    c.pairs.push(p);
  }
  c.register(ObjType.PAIR, c.pairs);
}

/** Excluded body pairs, in the order of their signatures. */
export function compileExcludes(c: Compilation): void {
  const excludes: ExcludeDraft[] = [];
  for (const node of c.spec.excludes) {
    const body1 = c.find<BodyDraft>(ObjType.BODY, node.body1 ?? '', node);
    const body2 = c.find<BodyDraft>(ObjType.BODY, node.body2 ?? '', node);
    if (body1 === undefined || body2 === undefined) continue;
    const signature = signatureOf(Math.min(body1.id, body2.id), Math.max(body1.id, body2.id));
    excludes.push({ id: 0, name: node.name ?? '', node, signature });
  }
  excludes.sort((a, b) => a.signature - b.signature);
  for (const x of excludes) {
    x.id = c.excludes.length;
    c.excludes.push(x);
  }
  c.register(ObjType.EXCLUDE, c.excludes);
}
