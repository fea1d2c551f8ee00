// Building a Spec in code. Elements are plain objects, so their attributes can be read and set directly; these functions make elements
// with their kind, in the right list, and refuse attributes that do not exist.

import { ArgumentError } from '@qpos/core/errors';
import { requireObject, requireText } from '../arguments.ts';
import { didYouMean, ModelError } from '../errors.ts';
import { ELEMENTS, type RowName, row } from '../mjcf/schema.ts';
import { requireSpec } from './check.ts';
import type {
  Actuator,
  ActuatorKind,
  Attach,
  AttributesOf,
  Body,
  BodyNode,
  Camera,
  Composite,
  CustomText,
  DefaultClass,
  DefaultElement,
  DefaultKind,
  Equality,
  EqualityKind,
  Exclude,
  FixedTendon,
  Flex,
  Flexcomp,
  Frame,
  FreeJoint,
  Geom,
  HField,
  Inertial,
  Joint,
  Key,
  Light,
  Material,
  Mesh,
  Numeric,
  Pair,
  Replicate,
  Sensor,
  SensorKind,
  Site,
  Skin,
  SpatialTendon,
  Spec,
  Texture,
  Tuple,
} from './types.ts';

/** What an element is made from: its attributes, and the parts it keeps in fields of its own. */
type Parts<T> = Partial<Omit<T, 'kind' | 'source' | 'scope'>>;

const PARTS: ReadonlySet<string> = new Set(['children', 'plugin', 'configs', 'layers', 'bones', 'joints', 'skin', 'geom',
  'site', 'edge', 'elasticity', 'contact', 'pins', 'path', 'elements', 'spec']); // biome-ignore format: a list

function make<T>(kind: RowName, attributes: Parts<T>, parts: object = {}): T {
  if (!Object.hasOwn(ELEMENTS, kind)) throw new ArgumentError(`there is no element '${String(kind)}'`, 'unknown-name');
  requireObject('attributes', attributes);
  const known = row(kind).attributes;
  for (const key of Object.keys(attributes)) {
    if (key in known || PARTS.has(key)) continue;
    throw new ModelError({
      severity: 'error',
      code: 'unknown-attribute',
      message: `unknown attribute '${key}'`,
      element: kind,
      hint: didYouMean(key, Object.keys(known)),
    });
  }
  return { ...parts, ...attributes, kind } as T;
}

/** The list of what an element contains. */
function childrenOf(parent: { children: unknown[] }): unknown[] {
  if (!Array.isArray(parent?.children))
    throw new ArgumentError('an element is added to the world, a body, a frame, a replicate or a default class');
  return parent.children;
}

/** A list of a Spec. */
function listOf(spec: Spec, name: keyof Spec): unknown[] {
  requireSpec(spec);
  return spec[name] as unknown[];
}

function append<T>(list: unknown[], element: T): T {
  list.push(element);
  return element;
}

// the tree
/**
 * Adds a body.
 *
 * @param parent The world, or the body, frame or replicate to add to.
 * @param attributes Its attributes, by their names in MJCF.
 * @returns The new element, which can be edited further.
 * @example
 * const spec = createSpec();
 * const arm = addBody(spec.worldbody, { name: 'arm', pos: [0, 0, 1] });
 * addGeom(arm, { size: [0.1] });
 */
export function addBody(parent: BodyNode, attributes: Parts<Body> = {}): Body {
  return append(childrenOf(parent), make<Body>('body', attributes, { children: [] }));
}

/**
 * Adds a frame: a pose that everything below it is relative to, and that is gone after compilation.
 *
 * @param parent The world, or the body, frame or replicate to add to.
 * @param attributes Its attributes, by their names in MJCF.
 * @returns The new element, which can be edited further.
 * @example
 * const spec = createSpec();
 * const frame = addFrame(spec.worldbody, { euler: [0, 0, 90] });
 * addGeom(frame, { size: [0.1], pos: [1, 0, 0] });
 */
export function addFrame(parent: BodyNode, attributes: Parts<Frame> = {}): Frame {
  return append(childrenOf(parent), make<Frame>('frame', attributes, { children: [] }));
}

/**
 * Adds a replicate: everything below it is repeated, each copy moved and turned on from the one before.
 *
 * @param parent The world, or the body, frame or replicate to add to.
 * @param attributes Its attributes, by their names in MJCF.
 * @returns The new element, which can be edited further.
 * @example
 * const spec = createSpec();
 * const row = addReplicate(spec.worldbody, { count: 3, offset: [1, 0, 0] });
 * addGeom(row, { size: [0.1] });
 * console.log(compile(spec).ngeom); // 3
 */
export function addReplicate(parent: BodyNode, attributes: Parts<Replicate>): Replicate {
  return append(childrenOf(parent), make<Replicate>('replicate', attributes, { children: [] }));
}

/**
 * Gives a body its mass and inertia, in place of those of its geoms.
 *
 * @param parent The world, or the body, frame or replicate to add to.
 * @param attributes Its attributes, by their names in MJCF.
 * @returns The new element, which can be edited further.
 * @example
 * const spec = createSpec();
 * const arm = addBody(spec.worldbody);
 * addFreeJoint(arm);
 * addInertial(arm, { pos: [0, 0, 0], mass: 1, diaginertia: [0.1, 0.1, 0.1] });
 */
export function addInertial(parent: BodyNode, attributes: Parts<Inertial>): Inertial {
  return append(childrenOf(parent), make<Inertial>('inertial', attributes));
}

/**
 * Adds a joint to a body; a hinge unless `type` says otherwise.
 *
 * @param parent The world, or the body, frame or replicate to add to.
 * @param attributes Its attributes, by their names in MJCF.
 * @returns The new element, which can be edited further.
 * @example
 * const spec = createSpec();
 * const arm = addBody(spec.worldbody);
 * addJoint(arm, { name: 'elbow', axis: [0, 1, 0], range: [-90, 90] }); // degrees, unless spec.compiler.angle says otherwise
 * addGeom(arm, { size: [0.1] });
 */
export function addJoint(parent: BodyNode, attributes: Parts<Joint> = {}): Joint {
  return append(childrenOf(parent), make<Joint>('joint', attributes));
}

/**
 * Lets a body move freely.
 *
 * @param parent The world, or the body, frame or replicate to add to.
 * @param attributes Its attributes, by their names in MJCF.
 * @returns The new element, which can be edited further.
 * @example
 * const spec = createSpec();
 * const ball = addBody(spec.worldbody, { pos: [0, 0, 1] });
 * addFreeJoint(ball);
 * addGeom(ball, { size: [0.1] });
 */
export function addFreeJoint(parent: BodyNode, attributes: Parts<FreeJoint> = {}): FreeJoint {
  return append(childrenOf(parent), make<FreeJoint>('freejoint', attributes));
}

/**
 * Adds a geom; a sphere unless `type` says otherwise.
 *
 * @param parent The world, or the body, frame or replicate to add to.
 * @param attributes Its attributes, by their names in MJCF.
 * @returns The new element, which can be edited further.
 * @example
 * const spec = createSpec();
 * addGeom(spec.worldbody, { name: 'floor', type: 'plane', size: [5, 5, 0.1] });
 */
export function addGeom(parent: BodyNode, attributes: Parts<Geom> = {}): Geom {
  return append(childrenOf(parent), make<Geom>('geom', attributes));
}

/**
 * Adds a site: a named frame for sensors, tendons and actuators.
 *
 * @param parent The world, or the body, frame or replicate to add to.
 * @param attributes Its attributes, by their names in MJCF.
 * @returns The new element, which can be edited further.
 * @example
 * const spec = createSpec();
 * addSite(spec.worldbody, { name: 'target', pos: [0, 0, 1] });
 */
export function addSite(parent: BodyNode, attributes: Parts<Site> = {}): Site {
  return append(childrenOf(parent), make<Site>('site', attributes));
}

/**
 * Adds a camera, which looks along its negative z axis.
 *
 * @param parent The world, or the body, frame or replicate to add to.
 * @param attributes Its attributes, by their names in MJCF.
 * @returns The new element, which can be edited further.
 * @example
 * const spec = createSpec();
 * addCamera(spec.worldbody, { name: 'top', pos: [0, 0, 3], fovy: 60 });
 */
export function addCamera(parent: BodyNode, attributes: Parts<Camera> = {}): Camera {
  return append(childrenOf(parent), make<Camera>('camera', attributes));
}

/**
 * Adds a light.
 *
 * @param parent The world, or the body, frame or replicate to add to.
 * @param attributes Its attributes, by their names in MJCF.
 * @returns The new element, which can be edited further.
 * @example
 * const spec = createSpec();
 * addLight(spec.worldbody, { pos: [0, 0, 3], dir: [0, 0, -1] });
 */
export function addLight(parent: BodyNode, attributes: Parts<Light> = {}): Light {
  return append(childrenOf(parent), make<Light>('light', attributes));
}

/**
 * Adds a composite: a cable of many bodies, made when the Spec is expanded.
 *
 * @param parent The world, or the body, frame or replicate to add to.
 * @param attributes Its attributes, by their names in MJCF.
 * @returns The new element, which can be edited further.
 * @example
 * const spec = createSpec();
 * const rope = addComposite(spec.worldbody, { prefix: 'rope', type: 'cable', curve: 's', count: [11, 1, 1], size: [1] });
 * rope.geom = { kind: 'compositeGeom', type: 'capsule', size: [0.01] };
 */
export function addComposite(parent: BodyNode, attributes: Parts<Composite>): Composite {
  return append(childrenOf(parent), make<Composite>('composite', attributes, { joints: [] }));
}

/**
 * Adds a flexcomp: a deformable body with vertices and elements of its own.
 *
 * @param parent The world, or the body, frame or replicate to add to.
 * @param attributes Its attributes, by their names in MJCF.
 * @returns The new element, which can be edited further.
 * @example
 * const spec = createSpec();
 * addFlexcomp(spec.worldbody, { name: 'cloth', type: 'grid', count: [5, 5, 1], spacing: [0.1, 0.1, 0.1] });
 */
export function addFlexcomp(parent: BodyNode, attributes: Parts<Flexcomp>): Flexcomp {
  return append(childrenOf(parent), make<Flexcomp>('flexcomp', attributes, { pins: [] }));
}

// assets
/**
 * Adds a mesh: from a file, or from vertices.
 *
 * @param spec The Spec to add to.
 * @param attributes Its attributes, by their names in MJCF.
 * @returns The new element, which can be edited further.
 * @example
 * const spec = createSpec();
 * addMesh(spec, { name: 'tetra', vertex: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1] });
 * addGeom(spec.worldbody, { type: 'mesh', mesh: 'tetra' });
 */
export function addMesh(spec: Spec, attributes: Parts<Mesh>): Mesh {
  return append(listOf(spec, 'meshes'), make<Mesh>('mesh', attributes));
}

/**
 * Adds a height field.
 *
 * @param spec The Spec to add to.
 * @param attributes Its attributes, by their names in MJCF.
 * @returns The new element, which can be edited further.
 * @example
 * const spec = createSpec();
 * addHField(spec, { name: 'hill', nrow: 2, ncol: 2, size: [1, 1, 0.5, 0.1], elevation: [0, 0, 0, 1] });
 */
export function addHField(spec: Spec, attributes: Parts<HField>): HField {
  return append(listOf(spec, 'hfields'), make<HField>('hfield', attributes));
}

/**
 * Adds a skin: a surface that follows bodies, for drawing only.
 *
 * @param spec The Spec to add to.
 * @param attributes Its attributes, by their names in MJCF.
 * @returns The new element, which can be edited further.
 * @example
 * const spec = createSpec();
 * const skin = addSkin(spec, { name: 'sleeve', file: 'sleeve.skn' });
 * console.log(skin.bones.length); // 0: the file has them
 */
export function addSkin(spec: Spec, attributes: Parts<Skin>): Skin {
  return append(listOf(spec, 'skins'), make<Skin>('skin', attributes, { bones: [] }));
}

/**
 * Adds a texture: from files, or made by a formula.
 *
 * @param spec The Spec to add to.
 * @param attributes Its attributes, by their names in MJCF.
 * @returns The new element, which can be edited further.
 * @example
 * const spec = createSpec();
 * addTexture(spec, { name: 'grid', type: '2d', builtin: 'checker', width: 64, height: 64, rgb1: [0, 0, 0], rgb2: [1, 1, 1] });
 */
export function addTexture(spec: Spec, attributes: Parts<Texture>): Texture {
  return append(listOf(spec, 'textures'), make<Texture>('texture', attributes));
}

/**
 * Adds a material: colour, shininess, textures.
 *
 * @param spec The Spec to add to.
 * @param attributes Its attributes, by their names in MJCF.
 * @returns The new element, which can be edited further.
 * @example
 * const spec = createSpec();
 * addMaterial(spec, { name: 'steel', rgba: [0.7, 0.7, 0.7, 1], reflectance: 0.3 });
 * addGeom(spec.worldbody, { size: [0.1], material: 'steel' });
 */
export function addMaterial(spec: Spec, attributes: Parts<Material>): Material {
  return append(listOf(spec, 'materials'), make<Material>('material', attributes, { layers: [] }));
}

// other lists
/**
 * Adds a flex, a deformable object whose vertices are bodies.
 *
 * @param spec The Spec to add to.
 * @param attributes Its attributes, by their names in MJCF.
 * @returns The new element, which can be edited further.
 * @example
 * const spec = createSpec();
 * addFlex(spec, { name: 'line', dim: 1, body: 'a b', vertex: [], element: [0, 1] });
 */
export function addFlex(spec: Spec, attributes: Parts<Flex>): Flex {
  return append(listOf(spec, 'flexes'), make<Flex>('flex', attributes));
}

/**
 * Adds a pair of geoms that are tested for contact, with parameters of their own.
 *
 * @param spec The Spec to add to.
 * @param attributes Its attributes, by their names in MJCF.
 * @returns The new element, which can be edited further.
 * @example
 * const spec = createSpec();
 * addGeom(spec.worldbody, { name: 'floor', type: 'plane', size: [1, 1, 0.1] });
 * const ball = addBody(spec.worldbody, { pos: [0, 0, 1] });
 * addFreeJoint(ball);
 * addGeom(ball, { name: 'ball', size: [0.1] });
 * addPair(spec, { geom1: 'floor', geom2: 'ball', friction: [0, 0, 0, 0, 0] });
 */
export function addPair(spec: Spec, attributes: Parts<Pair>): Pair {
  return append(listOf(spec, 'pairs'), make<Pair>('pair', attributes));
}

/**
 * Excludes contacts between two bodies.
 *
 * @param spec The Spec to add to.
 * @param attributes Its attributes, by their names in MJCF.
 * @returns The new element, which can be edited further.
 * @example
 * const spec = createSpec();
 * for (const name of ['a', 'b']) addGeom(addBody(spec.worldbody, { name }), { size: [0.1] });
 * addExclude(spec, { body1: 'a', body2: 'b' });
 */
export function addExclude(spec: Spec, attributes: Parts<Exclude>): Exclude {
  return append(listOf(spec, 'excludes'), make<Exclude>('exclude', attributes));
}

/**
 * Adds a spatial tendon: a string along sites, around geoms and over pulleys, which go into its `path`.
 *
 * @param spec The Spec to add to.
 * @param attributes Its attributes, by their names in MJCF.
 * @returns The new element, which can be edited further.
 * @example
 * const spec = createSpec();
 * for (const z of [1, 2]) addSite(spec.worldbody, { name: `s${z}`, pos: [0, 0, z] });
 * const tendon = addSpatialTendon(spec, { name: 'rope' });
 * tendon.path.push({ kind: 'spatialSite', site: 's1' }, { kind: 'spatialSite', site: 's2' });
 */
export function addSpatialTendon(spec: Spec, attributes: Parts<SpatialTendon>): SpatialTendon {
  return append(listOf(spec, 'tendons'), make<SpatialTendon>('spatial', attributes, { path: [] }));
}

/**
 * Adds a fixed tendon: a linear combination of joint positions, which go into its `path`.
 *
 * @param spec The Spec to add to.
 * @param attributes Its attributes, by their names in MJCF.
 * @returns The new element, which can be edited further.
 * @example
 * const spec = createSpec();
 * const arm = addBody(spec.worldbody);
 * addJoint(arm, { name: 'elbow' });
 * addGeom(arm, { size: [0.1] });
 * addFixedTendon(spec, { name: 'gear' }).path.push({ kind: 'fixedJoint', joint: 'elbow', coef: 2 });
 */
export function addFixedTendon(spec: Spec, attributes: Parts<FixedTendon>): FixedTendon {
  return append(listOf(spec, 'tendons'), make<FixedTendon>('fixed', attributes, { path: [] }));
}

/**
 * Adds an equality constraint.
 *
 * @param spec The Spec to add to.
 * @param kind Kind of constraint: 'connect', 'weld', 'jointEquality', ...
 * @param attributes Its attributes, by their names in MJCF.
 * @returns The new element, which can be edited further.
 * @example
 * const spec = createSpec();
 * for (const name of ['a', 'b']) {
 *   const body = addBody(spec.worldbody, { name });
 *   addFreeJoint(body);
 *   addGeom(body, { size: [0.1] });
 * }
 * addEquality(spec, 'connect', { body1: 'a', body2: 'b', anchor: [0, 0, 0] });
 */
export function addEquality<K extends EqualityKind>(
  spec: Spec,
  kind: K,
  attributes: AttributesOf<K>,
): Extract<Equality, { kind: K }> {
  return append(listOf(spec, 'equalities'), make(kind, attributes as object));
}

/**
 * Adds an actuator.
 *
 * @param spec The Spec to add to.
 * @param kind Kind of actuator: 'motor', 'position', 'muscle', 'general', ...
 * @param attributes Its attributes, by their names in MJCF.
 * @returns The new element, which can be edited further.
 * @example
 * const spec = createSpec();
 * const arm = addBody(spec.worldbody);
 * addJoint(arm, { name: 'elbow' });
 * addGeom(arm, { size: [0.1] });
 * addActuator(spec, 'position', { joint: 'elbow', kp: 20 });
 */
export function addActuator<K extends ActuatorKind>(
  spec: Spec,
  kind: K,
  attributes: AttributesOf<K>,
): Extract<Actuator, { kind: K }> {
  return append(
    listOf(spec, 'actuators'),
    make(kind, attributes as object, kind === 'actuatorPlugin' ? { configs: [] } : {}),
  );
}

/**
 * Adds a sensor.
 *
 * @param spec The Spec to add to.
 * @param kind Kind of sensor: 'jointpos', 'gyro', 'touch', 'contactSensor', ...
 * @param attributes Its attributes, by their names in MJCF.
 * @returns The new element, which can be edited further.
 * @example
 * const spec = createSpec();
 * addSite(spec.worldbody, { name: 'imu' });
 * addSensor(spec, 'gyro', { name: 'gyro', site: 'imu' });
 */
export function addSensor<K extends SensorKind>(
  spec: Spec,
  kind: K,
  attributes: AttributesOf<K>,
): Extract<Sensor, { kind: K }> {
  return append(listOf(spec, 'sensors'), make(kind, attributes as object));
}

/**
 * Adds numbers of your own, which a Model keeps by name.
 *
 * @param spec The Spec to add to.
 * @param attributes Its attributes, by their names in MJCF.
 * @returns The new element, which can be edited further.
 * @example
 * const spec = createSpec();
 * addNumeric(spec, { name: 'gains', data: [1, 2] });
 * console.log(compile(spec).numeric_data); // 1 2
 */
export function addNumeric(spec: Spec, attributes: Parts<Numeric>): Numeric {
  return append(listOf(spec, 'numerics'), make<Numeric>('numeric', attributes));
}

/**
 * Adds a text of your own, which a Model keeps by name.
 *
 * @param spec The Spec to add to.
 * @param attributes Its attributes, by their names in MJCF.
 * @returns The new element, which can be edited further.
 * @example
 * const spec = createSpec();
 * addText(spec, { name: 'author', data: 'me' });
 */
export function addText(spec: Spec, attributes: Parts<CustomText>): CustomText {
  return append(listOf(spec, 'texts'), make<CustomText>('text', attributes));
}

/**
 * Adds a tuple: a named list of objects, which go into its `elements`.
 *
 * @param spec The Spec to add to.
 * @param attributes Its attributes, by their names in MJCF.
 * @returns The new element, which can be edited further.
 * @example
 * const spec = createSpec();
 * addBody(spec.worldbody, { name: 'arm' });
 * addTuple(spec, { name: 'parts' }).elements.push({ kind: 'tupleElement', objtype: 'body', objname: 'arm' });
 */
export function addTuple(spec: Spec, attributes: Parts<Tuple>): Tuple {
  return append(listOf(spec, 'tuples'), make<Tuple>('tuple', attributes, { elements: [] }));
}

/**
 * Adds a keyframe.
 *
 * @param spec The Spec to add to.
 * @param attributes Its attributes, by their names in MJCF.
 * @returns The new element, which can be edited further.
 * @example
 * const spec = createSpec();
 * addKey(spec, { name: 'start', time: 1 });
 * console.log(compile(spec).nkey); // 1
 */
export function addKey(spec: Spec, attributes: Parts<Key>): Key {
  return append(listOf(spec, 'keys'), make<Key>('key', attributes));
}

// defaults
/**
 * Adds a default class below another.
 *
 * @param parent The class that it starts from; `spec.defaults` is the root.
 * @param name Its name.
 * @returns The new class.
 * @example
 * const spec = createSpec();
 * const red = addDefault(spec.defaults, 'red');
 * setDefault(red, 'geom', { rgba: [1, 0, 0, 1] });
 * addGeom(spec.worldbody, { class: 'red', size: [0.1] });
 */
export function addDefault(parent: DefaultClass, name: string): DefaultClass {
  requireText('name', name);
  return append(childrenOf(parent), { kind: 'default' as const, class: name, children: [] });
}

/**
 * Sets default values of a class for one kind of element. Later calls overwrite earlier ones attribute by attribute.
 *
 * @param target The class; `spec.defaults` is the root.
 * @param kind Kind of element: 'geom', 'joint', 'motor', ...
 * @param attributes Values, by their names in MJCF.
 * @returns The new element of the class.
 * @example
 * const spec = createSpec();
 * setDefault(spec.defaults, 'geom', { friction: [0.5, 0.005, 0.0001] });
 */
export function setDefault<K extends DefaultKind>(
  target: DefaultClass,
  kind: K,
  attributes: AttributesOf<K>,
): DefaultElement {
  return append(childrenOf(target), make<DefaultElement>(kind, attributes as object));
}

/** Which part of a model is attached, and under which names. */
export interface AttachOptions {
  /** What the names of the attached elements begin with. */
  readonly prefix: string;
  /** The body to attach, by name; the whole world if neither `body` nor `frame` is given. */
  readonly body?: string | undefined;
  /** The frame to attach, by name. */
  readonly frame?: string | undefined;
  /** What the attached model is called among the assets; its own name by default. */
  readonly name?: string | undefined;
}

/**
 * Puts a copy of another model, or of one of its bodies or frames, into a Spec. The copy is made when the Spec is expanded or compiled.
 *
 * @param spec The Spec to add to.
 * @param parent The world, or the body, frame or replicate to attach to.
 * @param child The model to attach.
 * @param options Which part of it, and the prefix of its names.
 * @returns The new `attach` element.
 * @example
 * const hand = parseMjcf('<mujoco model="hand"><worldbody><body name="palm"><geom size=".1"/></body></worldbody></mujoco>');
 * const spec = createSpec();
 * for (const prefix of ['left_', 'right_']) attachModel(spec, spec.worldbody, hand, { prefix });
 * console.log(compile(spec).body('left_palm').id); // 1
 */
export function attachModel(spec: Spec, parent: BodyNode, child: Spec, options: AttachOptions): Attach {
  requireSpec(spec);
  requireSpec(child);
  childrenOf(parent);
  requireObject('options', options);
  let asset = spec.models.find((m) => m.spec === child);
  if (asset === undefined) {
    const name = options.name ?? unusedModelName(spec, child.model ?? 'model');
    asset = { kind: 'model', name, file: `${name}.xml`, spec: child };
    spec.models.push(asset);
  }
  const { prefix, body, frame } = options;
  return append(childrenOf(parent), make<Attach>('attach', { model: asset.name, prefix, body, frame }));
}

function unusedModelName(spec: Spec, wanted: string): string {
  const names = new Set(spec.models.map((m) => m.name));
  let name = wanted;
  for (let k = 1; names.has(name); k++) name = `${wanted}${k}`;
  return name;
}
