import { createSpec, type Spec } from '@qpos/spec';
import type { Node } from '../../spec/codec.ts';
import type { MjsDefault } from '../../spec/default-class.ts';
import { Editor, originOf } from '../../spec/editor.ts';
import { kinds } from '../../spec/kinds.ts';
import type { ClassName } from '../../spec/members.ts';
import type { MjSpec } from '../../spec/spec.ts';
import { type Struct, type StructOf, structClass } from '../../spec/struct.ts';
import { row } from '../row.ts';
import { findClass, openDefault } from './find.ts';

type Parent = StructOf<'MjsBody'>;

const childrenOf = (node: Node): Node[] => node['children'] as Node[];

/** Names the class of a new element, unless it is the one that applies anyway. */
function setClass(editor: Editor, node: Node, key: string, given: MjsDefault | null): void {
  if (given !== null && given.node.class !== editor.classNameOf(node)) node[key] = given.node.class;
}

function place(body: Struct, child: Node): { editor: Editor; node: Node } {
  const { editor, node } = originOf(body) as { editor: Editor; node: Node };
  childrenOf(node).push(child);
  return { editor, node };
}

const inBody = <C extends ClassName>(kind: string, parts: () => object = () => ({})) =>
  row('@MjsBody ?@MjsDefault', (body: Parent, given: MjsDefault | null): StructOf<C> => {
    const node: Node = { kind, ...parts() };
    const { editor } = place(body, node);
    setClass(editor, node, kind === 'body' ? 'childclass' : 'class', given);
    return editor.open(node) as StructOf<C>;
  });

const inList = (editor: Editor, list: keyof Spec, node: Node): Struct => {
  (editor.spec[list] as unknown as Node[]).push(node);
  return editor.open(node);
};

const withClass = <C extends ClassName>(list: keyof Spec, kind: string, parts: () => object = () => ({})) =>
  row('@MjSpec ?@MjsDefault', ({ editor }: MjSpec, given: MjsDefault | null): StructOf<C> => {
    const node: Node = { kind, ...parts() };
    setClass(editor, node, 'class', given);
    return inList(editor, list, node) as StructOf<C>;
  });

const inSpec = <C extends ClassName>(list: keyof Spec, kind: string, parts: () => object = () => ({})) =>
  row('@MjSpec', ({ editor }: MjSpec): StructOf<C> => inList(editor, list, { kind, ...parts() }) as StructOf<C>);

/** Gives an object its built-in values. */
const builtin = <C extends ClassName>(name: C) =>
  row(`@${name}`, (object: StructOf<C>): void => {
    const fresh = new (structClass(name))();
    Object.assign(object.fields, fresh.fields, builtinValues(name));
  });

/** The built-in values that come from the classes of a Spec. */
function builtinValues(name: ClassName): object {
  const kind = Object.values(kinds).find((row) => row.class === name);
  return kind !== undefined && 'values' in kind ? builtinFields(kind.values) : {};
}

function builtinFields(kind: string): object {
  const rows: Readonly<Record<string, string>> = { equality: 'connect', tendon: 'spatial' };
  return new Editor(createSpec()).open({ kind: rows[kind] ?? kind }).fields;
}

/** Functions that add elements, and that give them their built-in values. */
export const addFunctions = {
  mjs_addBody: inBody<'MjsBody'>('body', () => ({ children: [] })),
  mjs_addGeom: inBody<'MjsGeom'>('geom'),
  mjs_addJoint: inBody<'MjsJoint'>('joint'),
  mjs_addSite: inBody<'MjsSite'>('site'),
  mjs_addCamera: inBody<'MjsCamera'>('camera'),
  mjs_addLight: inBody<'MjsLight'>('light'),
  mjs_addFreeJoint: row('@MjsBody', (body: Parent): StructOf<'MjsJoint'> => {
    const node: Node = { kind: 'freejoint' };
    return place(body, node).editor.open(node) as StructOf<'MjsJoint'>;
  }),
  mjs_addFrame: row(
    '@MjsBody ?@MjsFrame',
    (body: Parent, within: StructOf<'MjsFrame'> | null): StructOf<'MjsFrame'> => {
      const node: Node = { kind: 'frame', children: [] };
      return place(within ?? body, node).editor.open(node) as StructOf<'MjsFrame'>;
    },
  ),
  mjs_addActuator: withClass<'MjsActuator'>('actuators', 'general'),
  mjs_addEquality: withClass<'MjsEquality'>('equalities', 'connect'),
  mjs_addMaterial: withClass<'MjsMaterial'>('materials', 'material', () => ({ layers: [] })),
  mjs_addMesh: withClass<'MjsMesh'>('meshes', 'mesh'),
  mjs_addPair: withClass<'MjsPair'>('pairs', 'pair'),
  mjs_addTendon: withClass<'MjsTendon'>('tendons', 'spatial', () => ({ path: [] })),
  mjs_addExclude: inSpec<'MjsExclude'>('excludes', 'exclude'),
  mjs_addFlex: inSpec<'MjsFlex'>('flexes', 'flex'),
  mjs_addHField: inSpec<'MjsHField'>('hfields', 'hfield'),
  mjs_addKey: inSpec<'MjsKey'>('keys', 'key'),
  mjs_addNumeric: inSpec<'MjsNumeric'>('numerics', 'numeric'),
  mjs_addSensor: inSpec<'MjsSensor'>('sensors', 'touch'),
  mjs_addSkin: inSpec<'MjsSkin'>('skins', 'skin', () => ({ bones: [] })),
  mjs_addText: inSpec<'MjsText'>('texts', 'text'),
  mjs_addTexture: inSpec<'MjsTexture'>('textures', 'texture'),
  mjs_addTuple: inSpec<'MjsTuple'>('tuples', 'tuple', () => ({ elements: [] })),
  mjs_addDefault: row(
    '@MjSpec $classname ?@MjsDefault',
    ({ editor }: MjSpec, name: string, parent: MjsDefault | null): MjsDefault | undefined => {
      if (findClass(editor.spec.defaults, name) !== undefined) return undefined;
      const node = { kind: 'default' as const, class: name, children: [] };
      (parent?.node ?? editor.spec.defaults).children.push(node);
      return openDefault(editor, node);
    },
  ),
  mjs_defaultActuator: builtin('MjsActuator'),
  mjs_defaultBody: builtin('MjsBody'),
  mjs_defaultCamera: builtin('MjsCamera'),
  mjs_defaultEquality: builtin('MjsEquality'),
  mjs_defaultFlex: builtin('MjsFlex'),
  mjs_defaultFrame: builtin('MjsFrame'),
  mjs_defaultGeom: builtin('MjsGeom'),
  mjs_defaultHField: builtin('MjsHField'),
  mjs_defaultJoint: builtin('MjsJoint'),
  mjs_defaultKey: builtin('MjsKey'),
  mjs_defaultLight: builtin('MjsLight'),
  mjs_defaultMaterial: builtin('MjsMaterial'),
  mjs_defaultMesh: builtin('MjsMesh'),
  mjs_defaultNumeric: builtin('MjsNumeric'),
  mjs_defaultOrientation: builtin('MjsOrientation'),
  mjs_defaultPair: builtin('MjsPair'),
  mjs_defaultPlugin: builtin('MjsPlugin'),
  mjs_defaultSensor: builtin('MjsSensor'),
  mjs_defaultSite: builtin('MjsSite'),
  mjs_defaultSkin: builtin('MjsSkin'),
  mjs_defaultTendon: builtin('MjsTendon'),
  mjs_defaultText: builtin('MjsText'),
  mjs_defaultTexture: builtin('MjsTexture'),
  mjs_defaultTuple: builtin('MjsTuple'),
};
