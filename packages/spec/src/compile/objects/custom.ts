import { enums } from '@qpos/core';
import { type Compilation, OBJECT_TYPES } from '../context.ts';
import type { GeomDraft } from '../draft.ts';
import { encodeUtf8 } from '../pack/utf8.ts';

const { ObjType } = enums;

/** Custom numbers, texts and tuples. */
export function compileCustom(c: Compilation): void {
  for (const [id, node] of c.spec.numerics.entries()) {
    const given = node.data?.length ?? 0;
    const size = node.size ?? given;
    if (size < 1 || size > 500) c.error('bad-count', 'the size of a numeric must be between 1 and 500', node);
    c.numerics.push({ id, name: node.name ?? '', node, size });
  }
  for (const [id, node] of c.spec.texts.entries()) {
    const bytes = encodeUtf8(node.data ?? '');
    if (bytes.length === 0) c.error('bad-value', 'a text cannot be empty', node);
    c.texts.push({ id, name: node.name ?? '', node, bytes });
  }
  c.register(ObjType.NUMERIC, c.numerics);
  c.register(ObjType.TEXT, c.texts);
}

/** Tuples refer to anything, so they come last. */
export function compileTuples(c: Compilation): void {
  for (const [id, node] of c.spec.tuples.entries())
    c.tuples.push({ id, name: node.name ?? '', node, objtype: [], objects: [], prm: [] });
  c.register(ObjType.TUPLE, c.tuples);
  for (const t of c.tuples) {
    if (t.node.elements.length === 0) c.error('bad-count', 'a tuple cannot be empty', t.node);
    for (const e of t.node.elements) {
      const objtype = OBJECT_TYPES[e.objtype ?? ''];
      if (objtype === undefined) {
        c.error('bad-keyword', `unknown object type '${e.objtype}'`, e);
        continue;
      }
      const object = c.find(objtype, (e.objname ?? '').trim(), e);
      if (object === undefined) continue;
      if (objtype === ObjType.GEOM) (object as GeomDraft).visual = false;
      t.objtype.push(objtype);
      t.objects.push(object);
      t.prm.push(e.prm ?? 0);
    }
  }
}
