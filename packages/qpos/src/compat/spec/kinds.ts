import { namespaceOf } from '@qpos/spec/editing';
import type { ClassName } from './members.ts';

/** The kinds of elements: class, number in `mjtObj`, list of the Spec, and the kind of values that a default class has for it. */
export const kinds = {
  body: { class: 'MjsBody', type: 1 },
  frame: { class: 'MjsFrame', type: 100 },
  joint: { class: 'MjsJoint', type: 3, values: 'joint' },
  geom: { class: 'MjsGeom', type: 5, values: 'geom' },
  site: { class: 'MjsSite', type: 6, values: 'site' },
  camera: { class: 'MjsCamera', type: 7, values: 'camera' },
  light: { class: 'MjsLight', type: 8, values: 'light' },
  flex: { class: 'MjsFlex', type: 9, list: 'flexes' },
  mesh: { class: 'MjsMesh', type: 10, list: 'meshes', values: 'mesh' },
  skin: { class: 'MjsSkin', type: 11, list: 'skins' },
  hfield: { class: 'MjsHField', type: 12, list: 'hfields' },
  texture: { class: 'MjsTexture', type: 13, list: 'textures' },
  material: { class: 'MjsMaterial', type: 14, list: 'materials', values: 'material' },
  pair: { class: 'MjsPair', type: 15, list: 'pairs', values: 'pair' },
  exclude: { class: 'MjsExclude', type: 16, list: 'excludes' },
  equality: { class: 'MjsEquality', type: 17, list: 'equalities', values: 'equality' },
  tendon: { class: 'MjsTendon', type: 18, list: 'tendons', values: 'tendon' },
  actuator: { class: 'MjsActuator', type: 19, list: 'actuators' },
  sensor: { class: 'MjsSensor', type: 20, list: 'sensors' },
  numeric: { class: 'MjsNumeric', type: 21, list: 'numerics' },
  text: { class: 'MjsText', type: 22, list: 'texts' },
  tuple: { class: 'MjsTuple', type: 23, list: 'tuples' },
  key: { class: 'MjsKey', type: 24, list: 'keys' },
  instance: { class: 'MjsPlugin', type: 25 },
  compiler: { class: 'MjsCompiler', type: 0 },
  wrap: { class: 'MjsWrap', type: 0 },
} as const satisfies Readonly<Record<string, { class: ClassName; type: number; list?: string; values?: string }>>;

export type ElementKind = keyof typeof kinds;

const WRAPS = new Set(['fixedJoint', 'pulley', 'spatialSite', 'spatialGeom']);
const OTHERS: Readonly<Record<string, ElementKind>> = {
  worldbody: 'body',
  compiler: 'compiler',
  defaultEquality: 'equality',
  defaultTendon: 'tendon',
};

/** The kind of an element by its row in the schema. */
export function kindOf(row: string): ElementKind | undefined {
  if (WRAPS.has(row)) return 'wrap';
  if (row === 'flexcomp' || row === 'composite') return undefined;
  const kind = OTHERS[row] ?? namespaceOf(row);
  return kind !== undefined && kind in kinds ? (kind as ElementKind) : undefined;
}

/** The kind of a number of `mjtObj`. */
export const kindOfType = (type: number): ElementKind | undefined =>
  type === 0
    ? undefined
    : (Object.keys(kinds) as ElementKind[]).find((kind) => kinds[kind].type === (type === 2 ? 1 : type));
