import type { Compilation } from '../compile/context.ts';
import type { FlexDraft, SkinDraft } from '../compile/draft.ts';
import { flexValues } from '../compile/flex/attributes.ts';
import type { CanonicalElement } from './element.ts';
import { type Record_, writeValues } from './values.ts';

export function writeDeformables(root: CanonicalElement, c: Compilation): void {
  root.addFilled('deformable', (section) => {
    for (const flex of c.flexes) writeFlex(section.add('flex'), flex);
    for (const skin of c.skins) writeSkin(section.add('skin'), skin);
  });
}

const WORDS = { selfcollide: 'auto', internal: false, passive: false, elastic2d: 'none' };

/** A part of a flex; what is not given is as in a flex without any. */
function writePart(
  e: CanonicalElement,
  kind: 'flexContact' | 'flexEdge' | 'elasticity',
  given: object | undefined,
): void {
  const builtin = flexValues({ kind: 'flex' });
  const edge = { stiffness: builtin.edgestiffness, damping: builtin.edgedamping };
  const usual = { ...builtin, ...(kind === 'flexEdge' ? edge : {}), ...WORDS } as unknown as Record<string, unknown>;
  const values = { ...usual };
  for (const [name, value] of Object.entries(given ?? {})) {
    const before = usual[name];
    if (value === undefined) continue;
    values[name] = Array.isArray(value) && Array.isArray(before) ? value.concat(before.slice(value.length)) : value;
  }
  writeValues(e, kind, values, usual);
}

function writeFlex(e: CanonicalElement, flex: FlexDraft): void {
  const { name, node } = flex;
  e.text('name', name);
  const values = { ...node, ...flex.values } as unknown as Record_;
  const usual = flexValues({ kind: 'flex' }) as unknown as Record_;
  writeValues(e, 'flex', values, usual);
  e.text('material', node.material);
  e.numbers('cellcount', flex.values.cellnum, usual['cellnum'] as number[]);
  if (flex.values.order > 0) e.text('dof', flex.values.order === 1 ? 'trilinear' : 'quadratic');
  e.text('body', node.body);
  e.data('vertex', node.vertex);
  e.data('element', flex.element);
  e.data('texcoord', flex.texcoord);
  if (flex.texcoord.length > 0) e.data('elemtexcoord', flex.elemtexcoord);
  e.text('node', node.node);
  e.data('nodecoord', node.nodecoord);
  e.addFilled('contact', (child) => writePart(child, 'flexContact', node.contact));
  writePart(e.add('elasticity'), 'elasticity', node.elasticity);
  e.addFilled('edge', (child) => writePart(child, 'flexEdge', node.edge));
}

const SKIN = { rgba: [0.5, 0.5, 0.5, 1], inflate: 0 };

function writeSkin(e: CanonicalElement, { name, node, file, data }: SkinDraft): void {
  e.text('name', name);
  e.text('file', file);
  e.text('material', node.material);
  e.value('group', node.group ?? 0, 0);
  const { rgba = SKIN.rgba, inflate = SKIN.inflate } = node;
  writeValues(e, 'skin', { rgba, inflate }, SKIN);
  if (file !== '') return;
  e.data('vertex', data.vert);
  e.data('texcoord', data.texcoord);
  e.data('face', data.face);
  for (const { body, bindpos, bindquat, vertid, vertweight } of data.bones) {
    const bone = e.add('bone');
    bone.text('body', body);
    bone.numbers('bindpos', bindpos, undefined, { single: true });
    bone.numbers('bindquat', bindquat, undefined, { single: true });
    bone.data('vertid', vertid);
    bone.data('vertweight', vertweight);
  }
}
