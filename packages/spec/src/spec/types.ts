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
// - `expandSpec(spec)` (expand.ts) replaces `attach`, `replicate` and `composite`; afterwards the tree has bodies, frames and
//   leaves only. What came from another model has its `scope`: the compiler settings and directory that apply to it.

import type { SourceLocation } from '../errors.ts';
import type { FileResolver } from '../files/resolver.ts';
import type { ActuatorShortcut } from '../mjcf/actuator-schema.ts';
import type { Values } from '../mjcf/attributes.ts';
import type { ElementTable, RowName } from '../mjcf/schema.ts';
import type { SensorKind } from '../mjcf/sensor-schema.ts';

export type { ActuatorShortcut, SensorKind };

/** Settings that belong to a file: elements of an attached model keep those of theirs. */
export interface Scope {
  /** The compiler settings. */
  readonly compiler: Compiler;
  /** Directory of the model's file, `''` or with a slash at its end; asset directories are relative to it. */
  readonly dir: string;
}

/** What every element has beside its attributes. */
export interface Node<K extends RowName = RowName> {
  /** The element's row in the schema: its tag, or a longer name where one tag means several things. */
  kind: K;
  /** Where it was read. */
  source?: SourceLocation | undefined;
  /** Set on elements of attached models; without it, the Spec's own settings apply. */
  scope?: Scope | undefined;
}

/** The attributes of an element, all optional. */
export type AttributesOf<K extends RowName> = Values<ElementTable[K]['attributes']>;

type Element<K extends RowName> = Node<K> & AttributesOf<K>;

// ------------------------------------------------------------------------------------------------------------ settings

/** `compiler`: how a model is read: angles, directories of assets, automatic inertia. */
export interface Compiler extends Element<'compiler'> {
  /** Its `lengthrange`. */
  lengthrange?: LengthRange | undefined;
}
/** `lengthrange`: how the length ranges of actuators are found. */
export interface LengthRange extends Element<'lengthrange'> {}
/** `option`: time step, gravity, integrator, solver. */
export interface Option extends Element<'option'> {
  /** Its `flag`. */
  flag?: Flag | undefined;
}
/** `flag`: switches for parts of the simulation. */
export interface Flag extends Element<'flag'> {}
/** `size`: room that is reserved, and the numbers of user data. */
export interface Size extends Element<'size'> {}
/** `statistic`: statistics of the model, where they are not to be computed. */
export interface Statistic extends Element<'statistic'> {}
/** `visual`: settings of the picture. */
export interface Visual {
  /** Its `global`. */
  global?: Element<'global'> | undefined;
  /** Its `quality`. */
  quality?: Element<'quality'> | undefined;
  /** Its `headlight`. */
  headlight?: Element<'headlight'> | undefined;
  /** Its `map`. */
  map?: Element<'map'> | undefined;
  /** Its `scale`. */
  scale?: Element<'scale'> | undefined;
  /** Its `rgba`. */
  rgba?: Element<'rgba'> | undefined;
}

// ------------------------------------------------------------------------------------------------------------- plugins

/** `config`: a setting of a plugin, by key and value. */
export interface Config extends Element<'config'> {}
/** `plugin` of the extension section: a plugin that the model needs, with its instances. */
export interface ExtensionPlugin extends Element<'extensionPlugin'> {
  /** Its instances. */
  instances: PluginInstance[];
}
/** `instance`: an instance of a plugin that several elements can use. */
export interface PluginInstance extends Element<'instance'> {
  /** Its settings. */
  configs: Config[];
}
/** `plugin` of an element: its use of a plugin. */
export interface Plugin extends Element<'plugin'> {
  /** Its settings. */
  configs: Config[];
}

// -------------------------------------------------------------------------------------------------------------- assets

/** `mesh`: a mesh, from a file or from numbers. */
export interface Mesh extends Element<'mesh'> {
  /** The plugin that gives its signed distance field. */
  plugin?: Plugin | undefined;
}
/** `hfield`: a height field. */
export interface HField extends Element<'hfield'> {}
/** `skin`: a surface that follows bodies. */
export interface Skin extends Element<'skin'> {
  /** Its bones. */
  bones: Bone[];
}
/** `bone`: a body that a skin follows, and the vertices that follow it. */
export interface Bone extends Element<'bone'> {}
/** `texture`: a picture, from files or made by a formula. */
export interface Texture extends Element<'texture'> {}
/** `material`: colour, shininess and textures. */
export interface Material extends Element<'material'> {
  /** Its layers. */
  layers: Layer[];
}
/** `layer`: a texture of a material, with the role that it has. */
export interface Layer extends Element<'layer'> {}
/** `model`: a model that `attach` can take from, read already. */
export interface ModelAsset extends Element<'model'> {
  /** The model. */
  spec: Spec;
}

// ------------------------------------------------------------------------------------------------------------ the tree

/** `worldbody`: the root of the tree. */
export interface WorldBody extends Element<'worldbody'> {
  /** Its children, in document order. */
  children: BodyChild[];
}
/** `body`: a rigid body, with everything that is fixed to it or hangs from it. */
export interface Body extends Element<'body'> {
  /** Its children, in document order. */
  children: BodyChild[];
}
/** `frame`: a pose that its children are relative to; gone after compilation. */
export interface Frame extends Element<'frame'> {
  /** Its children, in document order. */
  children: BodyChild[];
}
/** `replicate`: repeats its children, each copy moved and turned on from the one before. */
export interface Replicate extends Element<'replicate'> {
  /** Its children, in document order. */
  children: BodyChild[];
}
/** `inertial`: mass and inertia of a body, in place of those of its geoms. */
export interface Inertial extends Element<'inertial'> {}
/** `joint`: a hinge, slide, ball or free joint. */
export interface Joint extends Element<'joint'> {}
/** `freejoint`: a free joint without any settings. */
export interface FreeJoint extends Element<'freejoint'> {}
/** `geom`: a shape that collides, is drawn and has mass. */
export interface Geom extends Element<'geom'> {
  /** The plugin that gives its signed distance field. */
  plugin?: Plugin | undefined;
}
/** `site`: a named frame for sensors, tendons and actuators. */
export interface Site extends Element<'site'> {}
/** `camera`: a camera, fixed to its body or following it. */
export interface Camera extends Element<'camera'> {}
/** `light`: a light, fixed to its body or following it. */
export interface Light extends Element<'light'> {}
/** `attach`: puts a copy of (a part of) another model here. */
export interface Attach extends Element<'attach'> {
  /** @internal What the names of the copies end with; MJCF has no word for it. */
  suffix?: string | undefined;
}

/** `composite`: a cable that is made of many bodies. */
export interface Composite extends Element<'composite'> {
  /** Settings of its joints. */
  joints: CompositeJoint[];
  /** Its surface. */
  skin?: CompositeSkin | undefined;
  /** Settings of its geoms. */
  geom?: CompositeGeom | undefined;
  /** Settings of its sites. */
  site?: CompositeSite | undefined;
  /** The plugin that acts on it. */
  plugin?: Plugin | undefined;
}
/** `joint` of a composite: settings of all its joints. */
export interface CompositeJoint extends Element<'compositeJoint'> {}
/** `skin` of a composite: the surface that is drawn. */
export interface CompositeSkin extends Element<'compositeSkin'> {}
/** `geom` of a composite: settings of all its geoms. */
export interface CompositeGeom extends Element<'compositeGeom'> {}
/** `site` of a composite: settings of all its sites. */
export interface CompositeSite extends Element<'compositeSite'> {}

/** `flexcomp`: a deformable body that is made of many vertices. */
export interface Flexcomp extends Element<'flexcomp'> {
  /** Its edges. */
  edge?: FlexcompEdge | undefined;
  /** Its elasticity. */
  elasticity?: Elasticity | undefined;
  /** How it collides. */
  contact?: FlexContact | undefined;
  /** Vertices that are pinned. */
  pins: Pin[];
  /** The plugin that acts on it. */
  plugin?: Plugin | undefined;
}
/** `edge` of a flexcomp: stiffness, damping and constraints of its edges. */
export interface FlexcompEdge extends Element<'flexcompEdge'> {}
/** `elasticity`: Young modulus, Poisson ratio, damping, thickness. */
export interface Elasticity extends Element<'elasticity'> {}
/** `contact` of a flex: how it collides. */
export interface FlexContact extends Element<'flexContact'> {}
/** `pin`: vertices of a flexcomp that stay with its parent body. */
export interface Pin extends Element<'pin'> {}

/** Elements that have children in the tree. */
export type BodyNode = WorldBody | Body | Frame | Replicate;
/** Elements of the tree that have no children. */
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
/** Elements that can be children in the tree. */
export type BodyChild = Body | Frame | Replicate | BodyLeaf;

// --------------------------------------------------------------------------------------------------------- other lists

/** `flex`: a deformable object whose vertices are bodies. */
export interface Flex extends Element<'flex'> {
  /** How it collides. */
  contact?: FlexContact | undefined;
  /** Its edges. */
  edge?: FlexEdge | undefined;
  /** Its elasticity. */
  elasticity?: Elasticity | undefined;
  /** @internal Cells of its control grid that have nothing of it, where a flexcomp has told. */
  emptyCells?: Uint8Array | undefined;
}
/** `edge` of a flex: stiffness and damping of its edges. */
export interface FlexEdge extends Element<'flexEdge'> {}

/** `pair`: two geoms that are tested for contact, with parameters of their own. */
export interface Pair extends Element<'pair'> {}
/** `exclude`: two bodies that do not touch. */
export interface Exclude extends Element<'exclude'> {}

/** `spatial`: a string along sites, around geoms and over pulleys. */
export interface SpatialTendon extends Element<'spatial'> {
  /** Sites, geoms and pulleys that it runs along, in order. */
  path: SpatialWrap[];
}
/** `fixed`: a linear combination of joint positions. */
export interface FixedTendon extends Element<'fixed'> {
  /** Its joints. */
  path: FixedWrap[];
}
/** Any tendon. */
export type Tendon = SpatialTendon | FixedTendon;
/** A part of the path of a spatial tendon: a site, a geom or a pulley. */
export type SpatialWrap = Element<'spatialSite'> | Element<'spatialGeom'> | Element<'pulley'>;
/** A joint of a fixed tendon, with its coefficient. */
export type FixedWrap = Element<'fixedJoint'>;

/** Kinds of equality constraints; a suffix tells them from other elements of the same tag. */
export type EqualityKind =
  | 'connect'
  | 'weld'
  | 'jointEquality'
  | 'tendonEquality'
  | 'flexEquality'
  | 'flexvert'
  | 'flexstrain'
  | 'distanceEquality';
/** Any equality constraint. */
export type Equality = { [K in EqualityKind]: Element<K> }[EqualityKind];

/** `plugin` of the actuator section: an actuator that a plugin computes. */
export interface ActuatorPlugin extends Element<'actuatorPlugin'> {
  /** Its settings. */
  configs: Config[];
}
/** Kinds of actuators. */
export type ActuatorKind = ActuatorShortcut | 'actuatorPlugin';
/** Any actuator. */
export type Actuator = { [K in ActuatorShortcut]: Element<K> }[ActuatorShortcut] | ActuatorPlugin;

/** `plugin` of the sensor section: a sensor that a plugin computes. */
export interface SensorPlugin extends Element<'sensorPlugin'> {
  /** Its settings. */
  configs: Config[];
}
/** Any sensor. */
export type Sensor = { [K in SensorKind]: Element<K> }[SensorKind] | SensorPlugin;

/** `numeric`: numbers of your own. */
export interface Numeric extends Element<'numeric'> {}
/** `text`: a text of your own. */
export interface CustomText extends Element<'text'> {}
/** `tuple`: a named list of objects. */
export interface Tuple extends Element<'tuple'> {
  /** Its objects. */
  elements: TupleElement[];
}
/** `element`: an object of a tuple. */
export interface TupleElement extends Element<'tupleElement'> {}
/** `key`: a keyframe. */
export interface Key extends Element<'key'> {}

// ------------------------------------------------------------------------------------------------------------ defaults

/** Kinds of elements that a default class has values for. */
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
/** Values of a default class for one kind of element: its attributes, without name and class. */
export type DefaultElement = { [K in DefaultKind]: Element<K> }[DefaultKind];

/** `default`: a class of default values, with the classes below it. */
export interface DefaultClass extends Node<'default'> {
  /** Its name. */
  class: string;
  /** Starts from the built-in values, not from its parent's: classes of attached models and of composites. */
  fresh?: boolean | undefined;
  /** @internal Made by an expansion: MuJoCo has no such class. */
  generated?: boolean | undefined;
  /** Values and nested classes, in document order. */
  children: (DefaultElement | DefaultClass)[];
}

// ------------------------------------------------------------------------------------------------- attached keyframes

/**
 * A keyframe of an attached model. Its numbers are in the order of that model's joints, actuators and mocap bodies;
 * `copies` leads from those elements to the ones in the Spec that they were attached to. What has no copy is left out,
 * what the keyframe does not know keeps its initial value.
 */
export interface AttachedKey {
  /** The keyframe. */
  key: Key;
  /** The model that was attached, expanded. */
  model: Spec;
  /** From elements of that model to their copies. */
  copies: Map<object, object>;
}

// ---------------------------------------------------------------------------------------------------------------- spec

/**
 * An editable model: a tree of plain objects, one for each MJCF element, whose attributes are read and set directly. What is `undefined` was not given;
 * nothing is filled in before `compile`.
 */
export interface Spec {
  /** Name of the model. */
  model?: string | undefined;
  /** What the model's file begins with: a comment on the whole. */
  comment?: string | undefined;
  /** Directory of the model's file, `''` or with a slash at its end. */
  dir: string;
  /** Where asset files come from. */
  files?: FileResolver | undefined;

  /** Compiler settings. */
  compiler: Compiler;
  /** Options of the simulation. */
  option: Option;
  /** Sizes. */
  size: Size;
  /** Statistics. */
  statistic: Statistic;
  /** Settings of the picture. */
  visual: Visual;
  /** The class `main`, root of all others. */
  defaults: DefaultClass;

  /** Plugins that the model needs. */
  plugins: ExtensionPlugin[];
  /** Meshes. */
  meshes: Mesh[];
  /** Height fields. */
  hfields: HField[];
  /** Skins. */
  skins: Skin[];
  /** Textures. */
  textures: Texture[];
  /** Materials. */
  materials: Material[];
  /** Models that can be attached. */
  models: ModelAsset[];

  /** The tree of bodies. */
  worldbody: WorldBody;

  /** Flexes. */
  flexes: Flex[];
  /** Contact pairs. */
  pairs: Pair[];
  /** Excluded contacts. */
  excludes: Exclude[];
  /** Tendons. */
  tendons: Tendon[];
  /** Equality constraints. */
  equalities: Equality[];
  /** Actuators. */
  actuators: Actuator[];
  /** Sensors. */
  sensors: Sensor[];
  /** Custom numbers. */
  numerics: Numeric[];
  /** Custom texts. */
  texts: CustomText[];
  /** Tuples. */
  tuples: Tuple[];
  /** Keyframes. */
  keys: Key[];
  /** Keyframes that came with attached models, after the Spec's own; only `expandSpec` makes them. */
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
