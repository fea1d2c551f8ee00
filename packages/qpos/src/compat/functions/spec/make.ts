import { applyOrientation, SENSORS, type SensorRowName } from '@qpos/spec/editing';
import { MujocoError } from '../../errors.ts';
import type { Node } from '../../spec/codec.ts';
import { type Editor, originOf } from '../../spec/editor.ts';
import { MjSpec } from '../../spec/spec.ts';
import type { MjsElement, StructOf } from '../../spec/struct.ts';
import { row } from '../row.ts';
import { expandInPlace } from './edit.ts';

type Numbers = ArrayLike<number> | null;

/** Shapes of meshes in the order of `mjtMeshBuiltin`. */
const SHAPES = ['none', 'sphere', 'hemisphere', 'cone', 'supersphere', 'supertorus', 'wedge', 'plate'];
const WAYS = ['quat', 'axisangle', 'xyaxes', 'zaxis', 'euler'] as const;

/** The rotation that another way of stating it means, as a quaternion. */
function resolveOrientation(
  quat: Float64Array,
  degree: number,
  sequence: string,
  given: StructOf<'MjsOrientation'>,
): string {
  const way = WAYS[given.type.value];
  if (way === undefined || way === 'quat') return '';
  const angles = { degree: degree !== 0, eulerseq: sequence === '' ? 'xyz' : sequence };
  return applyOrientation(quat, { [way]: Array.from(given[way]) }, angles) ?? '';
}

/** Numbers of each field that a contact or a ray can give. */
const CONTACT_SIZES = [1, 3, 3, 1, 3, 3, 3];
const RAY_SIZES = [1, 3, 3, 3, 3, 1];
const sum = (sizes: readonly number[], bits: number): number =>
  sizes.reduce((total, size, bit) => total + (bits & (1 << bit) ? size : 0), 0);

function sensorDim(sensor: StructOf<'MjsSensor'>): number {
  const name = (Object.keys(SENSORS) as SensorRowName[]).find((key) => SENSORS[key].type === sensor.type.value);
  const { dim } = SENSORS[name as SensorRowName];
  const [bits = 0, , num = 0] = sensor.intprm;
  if (typeof dim === 'number') return dim;
  if (dim === 'contacts') return num * sum(CONTACT_SIZES, bits);
  if (dim === 'rays') return sum(RAY_SIZES, bits);
  return dim === 'outputs' ? 1 : sensor.dim;
}

type Text = string | null;
const list = (numbers: Numbers): number[] | undefined => (numbers === null ? undefined : Array.from(numbers));

function makeFlex(
  body: StructOf<'MjsBody'>,
  name: string,
  type: Text,
  dim: number,
  dof: Text,
  ...rest: unknown[]
): StructOf<'MjsFlex'> {
  const { editor, node } = originOf(body) as { editor: Editor; node: Node };
  const [
    count,
    cellcount,
    spacing,
    scale,
    radius,
    mass,
    inertiabox,
    equality,
    rigid,
    flatskin,
    elastic2d,
    pos,
    quat,
    origin,
    file,
  ] = rest as [
    Numbers,
    Numbers,
    Numbers,
    Numbers,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    Numbers,
    Numbers,
    Numbers,
    Text,
  ];
  const flexcomp: Node = {
    kind: 'flexcomp',
    name,
    type: type ?? undefined,
    dim,
    dof: dof ?? undefined,
    count: list(count),
    cellcount: list(cellcount),
    spacing: list(spacing),
    scale: list(scale),
    radius,
    mass,
    inertiabox,
    edge: { kind: 'flexcompEdge', equality: [false, true, 'vert', 'strain'][equality] },
    rigid: rigid !== 0,
    flatskin: flatskin !== 0,
    elasticity: { kind: 'elasticity', elastic2d: ['none', 'bend', 'stretch', 'both'][elastic2d] },
    pos: list(pos),
    quat: list(quat),
    origin: list(origin),
    file: file ?? undefined,
    pins: [],
  };
  MjSpec.of(editor.spec).flush();
  (node['children'] as Node[]).push(flexcomp);
  expandInPlace(editor.spec, flexcomp);
  const flex = editor.spec.flexes.find((made) => made.name === name);
  return editor.open(flex as unknown as Node) as StructOf<'MjsFlex'>;
}

/** An instance of a plugin; it moves below the plugin that it is one of when its name is known. */
function addPlugin({ editor }: MjSpec): StructOf<'MjsPlugin'> {
  const instance: Node = { kind: 'instance', configs: [] };
  editor.instances.push(instance);
  return editor.open(instance) as StructOf<'MjsPlugin'>;
}

/** Functions that make meshes, flexes and instances of plugins, and that tell about a Spec. */
export const makeFunctions = {
  mjs_makeMesh: row(
    '@MjsMesh %builtin <params #nparams',
    (mesh: StructOf<'MjsMesh'>, shape: number, params: Numbers) => {
      const { node } = originOf(mesh) as { node: Node };
      Object.assign(node, { builtin: SHAPES[shape], params: list(params) });
      return 0;
    },
  ),
  mjs_makeFlex: row(
    '@MjsBody $name ?$type #dim ?$dof ?<count ?<cellcount ?<spacing ?<scale #radius #mass #inertiabox #equality #rigid #flatskin #elastic2d ?<pos ?<quat ?<origin ?$file ?@MjVFS',
    makeFlex,
  ),
  mjs_addPlugin: row('@MjSpec', addPlugin),
  mjs_activatePlugin: row('@MjSpec $name', ({ inner }: MjSpec, name: string): number => {
    if (!inner.plugins.some(({ plugin }) => plugin === name))
      inner.plugins.push({ kind: 'extensionPlugin', plugin: name, instances: [] });
    return 0;
  }),
  mjs_sensorDim: row('@MjsSensor', sensorDim),
  mjs_resolveOrientation: row('>quat[4] #degree $sequence @MjsOrientation', resolveOrientation),
  mjs_getError: row('@MjSpec', ({ error }: MjSpec): string => error),
  mjs_isWarning: row('@MjSpec', ({ warnings }: MjSpec): number => Number(warnings.length > 0)),
  mjs_numWarnings: row('@MjSpec', ({ warnings }: MjSpec): number => warnings.length),
  mjs_getWarning: row('@MjSpec #i', ({ warnings }: MjSpec, i: number): string => {
    const warning = warnings[i];
    if (warning === undefined)
      throw new MujocoError('mujoco', `MuJoCo Error: mjs_getWarning: there is no warning ${i}`);
    return warning;
  }),
  /** Values of the program's own are properties of its objects here: there is nothing to delete. */
  mjs_deleteUserValue: row('@MjsElement $key', (_: MjsElement, __: string): void => {}),
  mjs_defaultSpec: row('@MjSpec', (spec: MjSpec): void => spec.reset()),
};
