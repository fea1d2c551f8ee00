import type { PluginAttributes, PluginConfig, PluginDefinition } from '@qpos/core';
import type {
  BvhArrays,
  HField as HFieldData,
  Mesh as MeshData,
  RawMesh,
  Skin as SkinData,
  Texture as TextureData,
} from '../assets/types.ts';
import type { Located } from '../errors.ts';
import type { Pose } from '../spatial/pose.ts';
import type * as spec from '../spec/types.ts';
import type { FlexValues } from './flex/attributes.ts';
import type { ActuatorValues } from './objects/actuator-values.ts';
import type { Settings } from './settings.ts';
import { type NumberPool, ShapeNumbers } from './shape-numbers.ts';
import type { Values } from './values.ts';

// What the passes work on: one draft per object of the Model, in the order of its ids. A draft starts with the values of
// its element and is completed pass by pass; packing copies it into the Model's arrays.

interface Draft {
  id: number;
  name: string;
}

/** An instance of a plugin. */
export interface PluginDraft extends Draft {
  node: Located;
  /** Number of the plugin among those given. */
  slot: number;
  definition: PluginDefinition;
  config: PluginConfig<PluginAttributes>;
  statenum: number;
  /** Its settings as text, in the order of the definition. */
  texts: string[];
  /** The same as bytes, each with a zero behind. */
  attr: number[];
}

export interface BodyDraft extends Draft, Pose {
  node: spec.Body | spec.WorldBody;
  settings: Settings;
  parent: BodyDraft | undefined;
  children: BodyDraft[];
  /** Pose of the enclosing frames. */
  frame: Pose | undefined;
  /** Pose of the frame that it was written in, where it has been moved to its inertial frame. */
  written?: Pose;
  joints: JointDraft[];
  geoms: GeomDraft[];
  sites: SiteDraft[];
  cameras: CameraDraft[];
  lights: LightDraft[];
  /** Inertial frame; undefined until it is known. */
  inertial: Pose | undefined;
  explicitInertial: boolean;
  inertialNode: spec.Inertial | undefined;
  /** Pose of the frames around it. */
  inertialFrame: Pose | undefined;
  mass: number;
  inertia: Float64Array;
  mocap: boolean;
  mocapid: number;
  weldid: number;
  dofnum: number;
  contype: number;
  conaffinity: number;
  margin: number;
  bvh: BvhArrays | undefined;
  userValues: number[];
}

interface TreeDraft extends Draft {
  body: BodyDraft;
  settings: Settings;
  frame: Pose | undefined;
}

export interface JointDraft extends TreeDraft {
  node: spec.Joint | spec.FreeJoint;
  values: Values<'joint'>;
  align: boolean | 'auto';
  type: number;
  nq: number;
  nv: number;
  limited: boolean;
  actfrclimited: boolean;
  pos: Float64Array;
  axis: Float64Array;
  range: number[];
  ref: number;
  springref: number;
  qposadr: number;
  dofadr: number;
}

/** A geom or a site. */
class ShapeDraft<N extends spec.Geom | spec.Site, V extends Values<'geom'> | Values<'site'>> extends ShapeNumbers {
  id = 0;
  readonly name: string;
  readonly node: N;
  readonly values: V;
  body: BodyDraft;
  readonly settings: Settings;
  readonly frame: Pose | undefined;
  readonly type: number;
  mesh: MeshDraft | undefined = undefined;
  matid = -1;

  constructor(pool: NumberPool, node: N, values: V, { body, settings, frame, type }: Place, more = 0) {
    super(pool, values, more);
    this.name = node.name ?? '';
    this.node = node;
    this.values = values;
    this.body = body;
    this.settings = settings;
    this.frame = frame;
    this.type = type;
  }
}

/** Where a shape belongs, and its type. */
interface Place {
  body: BodyDraft;
  settings: Settings;
  frame: Pose | undefined;
  type: number;
}

export class GeomDraft extends ShapeDraft<spec.Geom, Values<'geom'>> {
  /** The mesh that a primitive was fitted to. */
  fittedMesh: MeshDraft | undefined = undefined;
  hfield: HFieldDraft | undefined = undefined;
  /** Not needed for the physics: `discardvisual` removes it. */
  visual = false;
  mass = 0;
  rbound = 0;
  /** Undefined where it is zero, as is `fluid`. */
  readonly surfacevel: Float64Array | undefined;
  fluid: Float64Array | undefined = undefined;

  constructor(pool: NumberPool, node: spec.Geom, values: Values<'geom'>, place: Place) {
    super(pool, node, values, place, 9);
    const still = values.surfacevel.every((x) => x === 0);
    this.surfacevel = still ? undefined : Float64Array.from(values.surfacevel);
  }

  get inertia(): Float64Array {
    return this.view(10, 3);
  }

  /** Centre and half sizes of its box. */
  get aabb(): Float64Array {
    return this.view(13, 6);
  }
}

export class SiteDraft extends ShapeDraft<spec.Site, Values<'site'>> {}

export interface CameraDraft extends TreeDraft, Pose {
  node: spec.Camera;
  values: Values<'camera'>;
  targetbodyid: number;
  fovy: number;
  intrinsic: number[];
}

export interface LightDraft extends TreeDraft {
  node: spec.Light;
  values: Values<'light'>;
  targetbodyid: number;
  texid: number;
  pos: Float64Array;
  dir: Float64Array;
}

export interface MeshDraft extends Draft {
  node: spec.Mesh;
  values: Values<'mesh'>;
  settings: Settings;
  file: string;
  needHull: boolean;
  needSdf: boolean;
  visual: boolean;
  /** What a formula made, where there is one. */
  made?: RawMesh;
  data: MeshData;
}

export interface HFieldDraft extends Draft {
  node: spec.HField;
  settings: Settings;
  file: string;
  data: HFieldData;
}

export interface TextureDraft extends Draft {
  node: spec.Texture;
  settings: Settings;
  file: string;
  data: TextureData;
}

export interface SkinDraft extends Draft {
  node: spec.Skin;
  settings: Settings;
  file: string;
  matid: number;
  data: SkinData;
  bodyid: number[];
}

export interface FlexDraft extends Draft {
  node: spec.Flex;
  values: FlexValues;
  matid: number;
  /** Of each vertex, or one for all. */
  bodies: BodyDraft[];
  /** Of each control node. */
  nodes: BodyDraft[];
  vertices: number;
  /** Its vertices follow control nodes. */
  interpolated: boolean;
  /** All vertices are on one body. */
  rigid: boolean;
  /** Vertices, or control nodes, are at the origins of their bodies. */
  centered: boolean;
  /** Coordinates on the bodies, 3 each. */
  vert: Float64Array;
  nodecoord: Float64Array;
  /** Vertices at rest in units of its box, and half the sizes of the box. */
  vert0: Float64Array;
  size: Float64Array;
  /** Control nodes at rest in the axes of their grid. */
  node0: Float64Array;
  element: Int32Array;
  texcoord: Float32Array;
  elemtexcoord: Int32Array;
  edge: Int32Array;
  elemedge: Int32Array;
  /** Four vertices around each edge of a surface. */
  flaps: Int32Array | undefined;
  shell: Int32Array;
  layer: Int32Array;
  evpair: Int32Array;
  stiffness: Float64Array;
  bending: Float64Array;
  bvh: BvhArrays;
}

export interface MaterialDraft extends Draft {
  node: spec.Material;
  values: Values<'material'>;
  /** Names by role: those of its class, then its own. */
  textures: Record<string, string>[];
  texid: number[];
}

export interface PairDraft extends Draft {
  node: spec.Pair;
  values: Values<'pair'>;
  geom1: GeomDraft;
  geom2: GeomDraft;
  signature: number;
}

export interface ExcludeDraft extends Draft {
  node: spec.Exclude;
  signature: number;
}

export interface EqualityDraft extends Draft {
  node: spec.Equality;
  values: Values<'equality'>;
  type: number;
  obj1id: number;
  obj2id: number;
  objtype: number;
  data: number[];
}

export interface WrapDraft {
  type: number;
  object: { id: number } | undefined;
  prm: number;
  body: BodyDraft | undefined;
}

export interface TendonDraft extends Draft {
  node: spec.Tendon;
  values: Values<'tendon'>;
  settings: Settings;
  matid: number;
  path: WrapDraft[];
  limited: boolean;
  actfrclimited: boolean;
}

export interface ActuatorDraft extends Draft {
  node: spec.Actuator;
  settings: Settings;
  values: ActuatorValues;
  trntype: number;
  trnid: number[];
  ctrlnum: number;
  ctrlspec: number;
  outnum: number;
  actdim: number;
  forcelimited: boolean;
  actlimited: boolean;
  ctrllimited: boolean[];
  ctrlranges: number[][];
}

export interface SensorDraft extends Draft {
  node: spec.Sensor;
  type: number;
  datatype: number;
  needstage: number;
  objtype: number;
  objname: string;
  object: { id: number } | undefined;
  reftype: number;
  refname: string;
  reference: { id: number } | undefined;
  intprm: number[];
  dim: number;
  nsample: number;
}

export interface NumericDraft extends Draft {
  node: spec.Numeric;
  size: number;
}

export interface TextDraft extends Draft {
  node: spec.CustomText;
  bytes: Uint8Array;
}

export interface TupleDraft extends Draft {
  node: spec.Tuple;
  objtype: number[];
  objects: { id: number }[];
  prm: number[];
}

export interface KeyDraft extends Draft {
  node: spec.Key | undefined;
}
