import type { BodyNode, DefaultClass } from '@qpos/spec';
import { nameOf, namespaceOf } from '@qpos/spec/editing';
import { MujocoError } from '../../errors.ts';
import type { Node } from '../../spec/codec.ts';
import { MjsDefault } from '../../spec/default-class.ts';
import { type Editor, originOf } from '../../spec/editor.ts';
import { type ElementKind, kindOf, kindOfType, kinds } from '../../spec/kinds.ts';
import type { ClassName } from '../../spec/members.ts';
import { MjSpec } from '../../spec/spec.ts';
import { type MjsElement, Struct, type StructOf } from '../../spec/struct.ts';
import { row } from '../row.ts';

/** The struct, the editor and the node of an element; of a Spec or a class there is none. */
export function partsOf(element: MjsElement): { struct: Struct; editor: Editor; node: Node } | undefined {
  const struct = element.owner;
  const origin = struct instanceof Struct ? originOf(struct) : undefined;
  return origin && { struct: struct as Struct, ...origin };
}

export const specOf = (element: MjsElement): MjSpec | undefined => {
  const { owner } = element;
  if (owner instanceof MjSpec) return owner;
  if (owner instanceof MjsDefault) return MjSpec.of(owner.editor.spec);
  const parts = partsOf(element);
  return parts && MjSpec.of(parts.editor.spec);
};

const elementOf = (editor: Editor, node: Node | undefined): MjsElement | undefined =>
  node === undefined ? undefined : editor.open(node).element;

function nodeNamed(editor: Editor, kind: ElementKind, name: string): Node | undefined {
  if (kind === 'body' && name === 'world') return editor.spec.worldbody as unknown as Node;
  return editor.elements(kind).find((node) => nameOf(node as never) === name);
}

/** The class with a name, anywhere below another. */
export function findClass(of: DefaultClass, name: string): DefaultClass | undefined {
  if (of.class === name) return of;
  for (const child of of.children)
    if (child.kind === 'default') {
      const found = findClass(child as DefaultClass, name);
      if (found !== undefined) return found;
    }
  return undefined;
}

/** Whether default classes have values for a kind of element, or apply below it. */
const hasClass = (kind: ElementKind): boolean =>
  'values' in kinds[kind] || kind === 'body' || kind === 'frame' || kind === 'actuator';

const defaultClasses = new WeakMap<DefaultClass, MjsDefault>();
export function openDefault(editor: Editor, node: DefaultClass): MjsDefault {
  let made = defaultClasses.get(node);
  if (made === undefined || made.isDeleted()) {
    made = new MjsDefault(editor, node);
    defaultClasses.set(node, made);
  }
  return made;
}

/** Elements below a body: of itself and its frames, or of all bodies below it as well. */
function below(body: Node, kind: ElementKind, recurse: boolean): Node[] {
  const found: Node[] = [];
  const bodies: Node[] = [];
  const visit = (node: Node): void => {
    for (const child of node['children'] as Node[]) {
      if (kindOf(child.kind) === kind) found.push(child);
      if (child.kind === 'body') bodies.push(child);
      else if ('children' in child) visit(child);
    }
  };
  visit(body);
  return recurse ? [...found, ...bodies.flatMap((child) => below(child, kind, true))] : found;
}

function kindOrRefuse(name: string, type: number): ElementKind {
  const kind = kindOfType(type);
  if (kind === undefined)
    throw new MujocoError('mujoco', `MuJoCo Error: ${name}: object type ${type} is not part of a spec`);
  return kind;
}

/** Converts an element to an object of a class, or to nothing. */
const as = <C extends ClassName>(name: C) =>
  row('@MjsElement', ({ owner }: MjsElement): StructOf<C> | undefined =>
    owner instanceof Struct && owner.className === name ? (owner as StructOf<C>) : undefined,
  );

type Body = StructOf<'MjsBody'>;
const editorOf = (struct: Struct): { editor: Editor; node: Node } => originOf(struct) as { editor: Editor; node: Node };

function childElements(body: Body, type: number, recurse: number): Node[] {
  return below(editorOf(body).node, kindOrRefuse('mjs_firstChild', type), recurse !== 0);
}

/** The body that an element of the tree belongs to. */
function parentBody(editor: Editor, node: Node): Node | undefined {
  let at: BodyNode | undefined = editor.placeOf(node)?.parent;
  while (at !== undefined && at.kind !== 'body' && at.kind !== 'worldbody') at = editor.placeOf(at)?.parent;
  return at as unknown as Node | undefined;
}

/** Functions that look for elements of a Spec. */
export const findFunctions = {
  mjs_findBody: row('@MjSpec $name', ({ editor }: MjSpec, name: string): Body | undefined => {
    const node = nodeNamed(editor, 'body', name);
    return node && (editor.open(node) as Body);
  }),
  mjs_findChild: row('@MjsBody $name', (body: Body, name: string): Body | undefined => {
    const { editor, node } = editorOf(body);
    const found = below(node, 'body', true).find((child) => child['name'] === name);
    return found && (editor.open(found) as Body);
  }),
  mjs_findFrame: row('@MjSpec $name', ({ editor }: MjSpec, name: string): StructOf<'MjsFrame'> | undefined => {
    const node = nodeNamed(editor, 'frame', name);
    return node && (editor.open(node) as StructOf<'MjsFrame'>);
  }),
  mjs_findElement: row(
    '@MjSpec %type $name',
    ({ editor }: MjSpec, type: number, name: string): MjsElement | undefined =>
      elementOf(editor, nodeNamed(editor, kindOrRefuse('mjs_findElement', type), name)),
  ),
  mjs_findDefault: row('@MjSpec $classname', ({ editor }: MjSpec, name: string): MjsDefault | undefined => {
    const node = findClass(editor.spec.defaults, name);
    return node && openDefault(editor, node);
  }),
  mjs_findSpec: row('@MjSpec $name', ({ inner }: MjSpec, name: string): MjSpec | undefined => {
    const asset = inner.models.find((model) => (model.name ?? model.spec.model) === name);
    return asset && MjSpec.of(asset.spec);
  }),
  mjs_getSpec: row('@MjsElement', specOf),
  mjs_getOriginSpec: row('@MjsElement', specOf),
  mjs_getSpecDefault: row('@MjSpec', ({ editor }: MjSpec): MjsDefault => openDefault(editor, editor.spec.defaults)),
  mjs_getDefault: row('@MjsElement', (element: MjsElement): MjsDefault | undefined => {
    if (element.owner instanceof MjsDefault) return element.owner;
    const parts = partsOf(element);
    if (parts === undefined) return undefined;
    const { editor, node } = parts;
    if (!hasClass(kindOf(node.kind) as ElementKind)) return undefined;
    return openDefault(editor, findClass(editor.spec.defaults, editor.classNameOf(node)) ?? editor.spec.defaults);
  }),
  mjs_getParent: row('@MjsElement', (element: MjsElement): Body | undefined => {
    const parts = partsOf(element);
    const parent = parts && parentBody(parts.editor, parts.node);
    return parent && (parts?.editor.open(parent) as Body);
  }),
  mjs_getFrame: row('@MjsElement', (element: MjsElement): StructOf<'MjsFrame'> | undefined => {
    const parts = partsOf(element);
    const parent = parts?.editor.placeOf(parts.node)?.parent;
    return parent?.kind === 'frame'
      ? (parts?.editor.open(parent as unknown as Node) as StructOf<'MjsFrame'>)
      : undefined;
  }),
  mjs_getCompiler: row('@MjsElement', (element: MjsElement) => specOf(element)?.compiler),
  mjs_getName: row('@MjsElement', (element: MjsElement): string => {
    const { owner } = element;
    if (owner instanceof MjSpec) return owner.modelname;
    if (owner instanceof MjsDefault) return owner.node.class;
    const node = partsOf(element)?.node;
    return node?.kind === 'worldbody' ? 'world' : ((node?.['name'] as string | undefined) ?? '');
  }),
  mjs_setName: row('@MjsElement $name', (element: MjsElement, name: string): number => {
    const { owner } = element;
    if (owner instanceof MjSpec) owner.modelname = name;
    if (owner instanceof MjsDefault) owner.node.class = name;
    const parts = partsOf(element);
    if (parts === undefined) return 0;
    const { editor, node } = parts;
    const kind = kindOf(node.kind) as ElementKind;
    if (name !== '' && editor.elements(kind).some((other) => other !== node && other['name'] === name)) {
      MjSpec.of(editor.spec).error = `Error: repeated name '${name}' in ${namespaceOf(node.kind)}`;
      return -1;
    }
    node['name'] = name === '' ? undefined : name;
    return 0;
  }),
  /** The number of an element in the model that the Spec compiles to. */
  mjs_getId: row('@MjsElement', (element: MjsElement): number => {
    const parts = partsOf(element);
    if (parts === undefined || !MjSpec.of(parts.editor.spec).isCompiled) return -1;
    return parts.editor.elements(kindOf(parts.node.kind) as ElementKind).indexOf(parts.node);
  }),
  mjs_firstElement: row('@MjSpec %type', ({ editor }: MjSpec, type: number): MjsElement | undefined =>
    elementOf(editor, editor.elements(kindOrRefuse('mjs_firstElement', type))[0]),
  ),
  mjs_nextElement: row('@MjSpec @MjsElement', ({ editor }: MjSpec, element: MjsElement): MjsElement | undefined => {
    const node = partsOf(element)?.node;
    if (node === undefined) return undefined;
    const list = editor.elements(kindOf(node.kind) as ElementKind);
    return elementOf(editor, list[list.indexOf(node) + 1]);
  }),
  mjs_firstChild: row('@MjsBody %type #recurse', (body: Body, type: number, recurse: number): MjsElement | undefined =>
    elementOf(editorOf(body).editor, childElements(body, type, recurse)[0]),
  ),
  mjs_nextChild: row(
    '@MjsBody @MjsElement #recurse',
    (body: Body, child: MjsElement, recurse: number): MjsElement | undefined => {
      const list = childElements(body, child.elemtype.value, recurse);
      const node = partsOf(child)?.node as Node;
      return elementOf(editorOf(body).editor, list[list.indexOf(node) + 1]);
    },
  ),
  mjs_asActuator: as('MjsActuator'),
  mjs_asBody: as('MjsBody'),
  mjs_asCamera: as('MjsCamera'),
  mjs_asEquality: as('MjsEquality'),
  mjs_asExclude: as('MjsExclude'),
  mjs_asFlex: as('MjsFlex'),
  mjs_asFrame: as('MjsFrame'),
  mjs_asGeom: as('MjsGeom'),
  mjs_asHField: as('MjsHField'),
  mjs_asJoint: as('MjsJoint'),
  mjs_asKey: as('MjsKey'),
  mjs_asLight: as('MjsLight'),
  mjs_asMaterial: as('MjsMaterial'),
  mjs_asMesh: as('MjsMesh'),
  mjs_asNumeric: as('MjsNumeric'),
  mjs_asPair: as('MjsPair'),
  mjs_asPlugin: as('MjsPlugin'),
  mjs_asSensor: as('MjsSensor'),
  mjs_asSite: as('MjsSite'),
  mjs_asSkin: as('MjsSkin'),
  mjs_asTendon: as('MjsTendon'),
  mjs_asText: as('MjsText'),
  mjs_asTexture: as('MjsTexture'),
  mjs_asTuple: as('MjsTuple'),
};
