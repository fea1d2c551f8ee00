import type { DefaultClass } from '@qpos/spec';
import { Handle } from '../handle.ts';
import type { Node } from './codec.ts';
import type { Editor } from './editor.ts';
import type { ClassName } from './members.ts';
import { MjsElement, type StructOf } from './struct.ts';

const DEFAULT = 101;

/** The kinds of elements that a default class has values for: the row of the schema that states them, and the class here. */
const PARTS = {
  actuator: ['general', 'MjsActuator'],
  camera: ['camera', 'MjsCamera'],
  equality: ['defaultEquality', 'MjsEquality'],
  geom: ['geom', 'MjsGeom'],
  joint: ['joint', 'MjsJoint'],
  light: ['light', 'MjsLight'],
  material: ['material', 'MjsMaterial'],
  mesh: ['mesh', 'MjsMesh'],
  pair: ['pair', 'MjsPair'],
  site: ['site', 'MjsSite'],
  tendon: ['defaultTendon', 'MjsTendon'],
} as const satisfies Readonly<Record<string, readonly [row: string, name: ClassName]>>;

type Parts = { readonly [P in keyof typeof PARTS]: StructOf<(typeof PARTS)[P][1]> };

export interface MjsDefault extends Parts {}

/** A class of default values. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the loop below defines every member of the interface above
export class MjsDefault extends Handle {
  readonly editor: Editor;
  readonly node: DefaultClass;
  readonly element: MjsElement;

  constructor(editor: Editor, node: DefaultClass) {
    super();
    this.editor = editor;
    this.node = node;
    this.element = new MjsElement(this, DEFAULT);
  }
}

for (const [part, [row]] of Object.entries(PARTS))
  Object.defineProperty(MjsDefault.prototype, part, {
    get(this: MjsDefault) {
      const { children } = this.node as unknown as { children: Node[] };
      let values = children.findLast(({ kind }) => kind === row);
      if (values === undefined) {
        values = { kind: row };
        children.push(values);
      }
      return this.editor.open(values, this.node);
    },
  });
