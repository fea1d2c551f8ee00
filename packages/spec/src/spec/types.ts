// A Spec is a model as a tree of plain objects, one for each MJCF element.
//
// - Attribute names are MJCF's. `undefined` means not given; nothing is filled in, no default class is applied, no unit
//   is converted. Single numbers are numbers, several are `number[]` with the length that was given, true and false are
//   booleans (`limited` and its like: `boolean | 'auto'`), other keywords are strings, references are names.
// - `kind` is the element's row in the schema: its tag, or a qualified name where one tag means several things
//   (`jointEquality`, `contactSensor`, `spatialSite`, `fixedJoint`, `actuatorPlugin`, ...).
// - Bodies, frames and replicates keep their children in one list, in document order: the order of geoms is theirs,
//   through frames. `elementsOf(node, 'geom')` picks a kind.
// - Sections that may repeat are merged: settings attribute by attribute (the last one wins), lists end to end.
// - Defaults are a tree of classes. A class holds partial elements and nested classes in one list; a nested class starts
//   as a copy of what its parent has *at that point of the list*. All actuator kinds share one set of values, which
//   each entry overwrites in turn.
// - `expand(spec)` (expand.ts) replaces `attach`, `replicate` and `composite`; afterwards the tree has bodies, frames and
//   leaves only. What came from another model has its `scope`: the compiler settings and directory that apply to it.

import type { SourceLocation } from '../errors.ts';
import type { Values } from '../mjcf/attributes.ts';
import type { ElementTable, RowName } from '../mjcf/schema.ts';
import type { FileResolver } from '../resolver.ts';

/** Settings that belong to a file: an attached model keeps its own. */
export interface Scope {
  readonly compiler: Compiler;
  /** Directory of the model's file, `''` or with a slash at its end; asset directories are relative to it. */
  readonly dir: string;
}

export interface Node<K extends RowName = RowName> {
  kind: K;
  source?: SourceLocation | undefined;
  /** Set on elements of attached models; without it, the Spec's own settings apply. */
  scope?: Scope | undefined;
}

/** The attributes of an element, all optional. */
export type AttributesOf<K extends RowName> = Values<ElementTable[K]['attributes']>;

type Element<K extends RowName> = Node<K> & AttributesOf<K>;

// ------------------------------------------------------------------------------------------------------------ settings

export interface Compiler extends Element<'compiler'> {
  lengthrange?: LengthRange | undefined;
}
export interface LengthRange extends Element<'lengthrange'> {}
export interface Option extends Element<'option'> {
  flag?: Flag | undefined;
}
export interface Flag extends Element<'flag'> {}
export interface Size extends Element<'size'> {}
export interface Statistic extends Element<'statistic'> {}
export interface Visual {
  global?: Element<'global'> | undefined;
  quality?: Element<'quality'> | undefined;
  headlight?: Element<'headlight'> | undefined;
  map?: Element<'map'> | undefined;
  scale?: Element<'scale'> | undefined;
  rgba?: Element<'rgba'> | undefined;
}

// ------------------------------------------------------------------------------------------------------------- plugins

export interface Config extends Element<'config'> {}
export interface ExtensionPlugin extends Element<'extensionPlugin'> {
  instances: PluginInstance[];
}
export interface PluginInstance extends Element<'instance'> {
  configs: Config[];
}
/** Use of a plugin by an element. */
export interface Plugin extends Element<'plugin'> {
  configs: Config[];
}

// -------------------------------------------------------------------------------------------------------------- assets

export interface Mesh extends Element<'mesh'> {
  plugin?: Plugin | undefined;
}
export interface HField extends Element<'hfield'> {}
export interface Skin extends Element<'skin'> {
  bones: Bone[];
}
export interface Bone extends Element<'bone'> {}
export interface Texture extends Element<'texture'> {}
export interface Material extends Element<'material'> {
  layers: Layer[];
}
export interface Layer extends Element<'layer'> {}
/** A model that `attach` may take from, read already. */
export interface ModelAsset extends Element<'model'> {
  spec: Spec;
}

// ------------------------------------------------------------------------------------------------------------ the tree

export interface WorldBody extends Element<'worldbody'> {
  children: BodyChild[];
}
export interface Body extends Element<'body'> {
  children: BodyChild[];
}
export interface Frame extends Element<'frame'> {
  children: BodyChild[];
}
export interface Replicate extends Element<'replicate'> {
  children: BodyChild[];
}
export interface Inertial extends Element<'inertial'> {}
export interface Joint extends Element<'joint'> {}
export interface FreeJoint extends Element<'freejoint'> {}
export interface Geom extends Element<'geom'> {
  plugin?: Plugin | undefined;
}
export interface Site extends Element<'site'> {}
export interface Camera extends Element<'camera'> {}
export interface Light extends Element<'light'> {}
export interface Attach extends Element<'attach'> {}

export interface Composite extends Element<'composite'> {
  joints: CompositeJoint[];
  skin?: CompositeSkin | undefined;
  geom?: CompositeGeom | undefined;
  site?: CompositeSite | undefined;
  plugin?: Plugin | undefined;
}
export interface CompositeJoint extends Element<'compositeJoint'> {}
export interface CompositeSkin extends Element<'compositeSkin'> {}
export interface CompositeGeom extends Element<'compositeGeom'> {}
export interface CompositeSite extends Element<'compositeSite'> {}

export interface Flexcomp extends Element<'flexcomp'> {
  edge?: FlexcompEdge | undefined;
  elasticity?: Elasticity | undefined;
  contact?: FlexContact | undefined;
  pins: Pin[];
  plugin?: Plugin | undefined;
}
export interface FlexcompEdge extends Element<'flexcompEdge'> {}
export interface Elasticity extends Element<'elasticity'> {}
export interface FlexContact extends Element<'flexContact'> {}
export interface Pin extends Element<'pin'> {}

/** What has children in the tree. */
export type BodyNode = WorldBody | Body | Frame | Replicate;
export type BodyLeaf =
  | Inertial
  | Joint
  | FreeJoint
  | Geom
  | Site
  | Camera
  | Light
  | Attach
  | Plugin
  | Composite
  | Flexcomp;
export type BodyChild = Body | Frame | Replicate | BodyLeaf;

// --------------------------------------------------------------------------------------------------------- other lists

export interface Flex extends Element<'flex'> {
  contact?: FlexContact | undefined;
  edge?: FlexEdge | undefined;
  elasticity?: Elasticity | undefined;
}
export interface FlexEdge extends Element<'flexEdge'> {}

export interface Pair extends Element<'pair'> {}
export interface Exclude extends Element<'exclude'> {}

export interface SpatialTendon extends Element<'spatial'> {
  path: SpatialWrap[];
}
export interface FixedTendon extends Element<'fixed'> {
  path: FixedWrap[];
}
export type Tendon = SpatialTendon | FixedTendon;
export type SpatialWrap = Element<'spatialSite'> | Element<'spatialGeom'> | Element<'pulley'>;
export type FixedWrap = Element<'fixedJoint'>;

export type EqualityKind =
  | 'connect'
  | 'weld'
  | 'jointEquality'
  | 'tendonEquality'
  | 'flexEquality'
  | 'flexvert'
  | 'flexstrain'
  | 'distanceEquality';
export type Equality = { [K in EqualityKind]: Element<K> }[EqualityKind];

export type ActuatorShortcut =
  | 'general'
  | 'motor'
  | 'position'
  | 'velocity'
  | 'intvelocity'
  | 'orientation'
  | 'pid'
  | 'damper'
  | 'cylinder'
  | 'muscle'
  | 'adhesion'
  | 'dcmotor';
export interface ActuatorPlugin extends Element<'actuatorPlugin'> {
  configs: Config[];
}
export type ActuatorKind = ActuatorShortcut | 'actuatorPlugin';
export type Actuator = { [K in ActuatorShortcut]: Element<K> }[ActuatorShortcut] | ActuatorPlugin;

export type SensorKind =
  | 'touch'
  | 'accelerometer'
  | 'velocimeter'
  | 'gyro'
  | 'force'
  | 'torque'
  | 'magnetometer'
  | 'camprojection'
  | 'rangefinder'
  | 'jointpos'
  | 'jointvel'
  | 'tendonpos'
  | 'tendonvel'
  | 'actuatorpos'
  | 'actuatorvel'
  | 'actuatorfrc'
  | 'jointactuatorfrc'
  | 'tendonactuatorfrc'
  | 'ballquat'
  | 'ballangvel'
  | 'jointlimitpos'
  | 'jointlimitvel'
  | 'jointlimitfrc'
  | 'tendonlimitpos'
  | 'tendonlimitvel'
  | 'tendonlimitfrc'
  | 'framepos'
  | 'framequat'
  | 'framexaxis'
  | 'frameyaxis'
  | 'framezaxis'
  | 'framelinvel'
  | 'frameangvel'
  | 'framelinacc'
  | 'frameangacc'
  | 'subtreecom'
  | 'subtreelinvel'
  | 'subtreeangmom'
  | 'insidesite'
  | 'distance'
  | 'normal'
  | 'fromto'
  | 'contactSensor'
  | 'e_potential'
  | 'e_kinetic'
  | 'clock'
  | 'tactile'
  | 'user';
export interface SensorPlugin extends Element<'sensorPlugin'> {
  configs: Config[];
}
export type Sensor = { [K in SensorKind]: Element<K> }[SensorKind] | SensorPlugin;

export interface Numeric extends Element<'numeric'> {}
export interface CustomText extends Element<'text'> {}
export interface Tuple extends Element<'tuple'> {
  elements: TupleElement[];
}
export interface TupleElement extends Element<'tupleElement'> {}
export interface Key extends Element<'key'> {}

// ------------------------------------------------------------------------------------------------------------ defaults

export type DefaultKind =
  | 'mesh'
  | 'material'
  | 'joint'
  | 'geom'
  | 'site'
  | 'camera'
  | 'light'
  | 'pair'
  | 'defaultEquality'
  | 'defaultTendon'
  | ActuatorShortcut;
/** A partial element of a default class: the same attributes, without name and class. */
export type DefaultElement = { [K in DefaultKind]: Element<K> }[DefaultKind];

export interface DefaultClass extends Node<'default'> {
  class: string;
  /** Starts from the built-in values, not from its parent's: classes of attached models and of composites. */
  fresh?: boolean | undefined;
  children: (DefaultElement | DefaultClass)[];
}

// ------------------------------------------------------------------------------------------------- attached keyframes

/**
 * A keyframe of an attached model. Its numbers are in the order of that model's joints, actuators and mocap bodies;
 * `copies` leads from those elements to the ones in the Spec that they were attached to. What has no copy is left out,
 * what the keyframe does not know keeps its initial value.
 */
export interface AttachedKey {
  key: Key;
  /** The model that was attached, expanded. */
  model: Spec;
  copies: Map<object, object>;
}

// ---------------------------------------------------------------------------------------------------------------- spec

export interface Spec {
  /** Name of the model. */
  model?: string | undefined;
  /** Directory of the model's file, `''` or with a slash at its end. */
  dir: string;
  /** Where asset files come from. */
  files?: FileResolver | undefined;

  compiler: Compiler;
  option: Option;
  size: Size;
  statistic: Statistic;
  visual: Visual;
  /** The class `main`, root of all others. */
  defaults: DefaultClass;

  plugins: ExtensionPlugin[];
  meshes: Mesh[];
  hfields: HField[];
  skins: Skin[];
  textures: Texture[];
  materials: Material[];
  models: ModelAsset[];

  worldbody: WorldBody;

  flexes: Flex[];
  pairs: Pair[];
  excludes: Exclude[];
  tendons: Tendon[];
  equalities: Equality[];
  actuators: Actuator[];
  sensors: Sensor[];
  numerics: Numeric[];
  texts: CustomText[];
  tuples: Tuple[];
  keys: Key[];
  /** Keyframes that came with attached models, after the Spec's own; only `expand` makes them. */
  attachedKeys: AttachedKey[];
}

/** Any element of a Spec. */
export type SpecElement =
  | BodyNode
  | BodyLeaf
  | Mesh
  | HField
  | Skin
  | Texture
  | Material
  | ModelAsset
  | Flex
  | Pair
  | Exclude
  | Tendon
  | Equality
  | Actuator
  | Sensor
  | Numeric
  | CustomText
  | Tuple
  | Key;
