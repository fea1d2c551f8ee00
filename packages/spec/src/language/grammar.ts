// What the language allows at an element of the text: its row of the schema.
import type { Attribute } from '../mjcf/attributes.ts';
import { file, required } from '../mjcf/attributes.ts';
import { type ElementRow, element } from '../mjcf/element-row.ts';
import { defaultAttributes, row } from '../mjcf/schema.ts';
import type { Dialect } from './documentation/index.ts';
import type { TreeElement } from './tree.ts';
import { urdfRow } from './urdf-schema.ts';

/** What the language says about an element. */
export interface Meaning {
  readonly dialect: Dialect;
  /** Name of its row, by which it is documented. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly children: ElementRow['children'];
}

const includeRow = element({ file: required(file) });

const make = (dialect: Dialect, name: string, { attributes, children }: ElementRow): Meaning => ({
  dialect,
  name,
  attributes,
  children,
});

/** The root of a file that others include: whatever may stand in a model or in a body. */
function fragment(): Meaning {
  const children = { ...row('body').children, ...row('mujoco').children };
  return { dialect: 'mjcf', name: 'include', attributes: {}, children };
}

function rootMeaning(tag: string): Meaning {
  if (tag === 'robot') return make('urdf', tag, urdfRow(tag) as ElementRow);
  return tag === 'mujoco' ? make('mjcf', tag, row(tag)) : fragment();
}

/** The meaning of a tag within an element, or undefined where it may not stand. */
export function childMeaning(parent: Meaning, tag: string): Meaning | undefined {
  if (parent.dialect === 'mjcf' && tag === 'include') return make('mjcf', tag, includeRow);
  const known = Object.hasOwn(parent.children, tag) ? parent.children[tag] : undefined;
  if (known === undefined) return undefined;
  const name = known.row;
  if (parent.dialect === 'urdf') {
    const own = parent.name === 'mujoco' ? undefined : urdfRow(name);
    return own === undefined ? make('mjcf', name, row(name)) : make('urdf', name, own);
  }
  if (parent.name === 'default' && name !== 'default') {
    const children = name === 'material' ? row(name).children : {};
    return { dialect: 'mjcf', name, attributes: defaultAttributes(name), children };
  }
  return make('mjcf', name, row(name));
}

/** The meaning of an element where it stands, or undefined where it may not stand. */
export function meaningOf(e: TreeElement): Meaning | undefined {
  const path: string[] = [];
  for (let up: TreeElement | undefined = e; up !== undefined; up = up.parent) path.push(up.tag);
  let meaning: Meaning | undefined = rootMeaning(path.pop() ?? '');
  while (meaning !== undefined && path.length > 0) meaning = childMeaning(meaning, path.pop() ?? '');
  return meaning;
}
