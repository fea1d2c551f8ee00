/**
 * Interfaces between the asset readers and the compiler: bytes and attribute values in, arrays of the Model out.
 * Every array is local to its asset: the compiler adds the addresses (`mesh_vertadr`, `tex_adr`, ...).
 */

/** Upper bounds checked before anything is allocated; each can be overridden. */
export interface AssetLimits {
  /** vertices, normals or texture coordinates of one mesh or skin */
  meshVertices: number;
  /** triangles of one mesh or skin */
  meshFaces: number;
  /** width·height of one image or texture (all six faces of a cube) */
  pixels: number;
  /** nrow·ncol of one height field */
  hfieldSamples: number;
  /** nodes of one SDF octree */
  octreeNodes: number;
}

export const defaultAssetLimits: Readonly<AssetLimits> = {
  meshVertices: 20_000_000,
  meshFaces: 20_000_000,
  pixels: 1 << 26,
  hfieldSamples: 1 << 26,
  octreeNodes: 8_000_000,
};

export type MeshFormat = 'obj' | 'stl' | 'msh' | 'inline' | 'builtin';

/** What every mesh is made of; arrays are empty where a mesh has no normals or no texture coordinates. */
interface MeshArrays {
  /** 3 per vertex */
  vert: Float32Array;
  /** 3 per normal (9 per vertex for the wedge and plate builtins) */
  normal: Float32Array;
  /** 2 per texture coordinate */
  texcoord: Float32Array;
  /** 3 vertex indices per triangle */
  face: Int32Array;
  /** 3 normal indices per triangle */
  facenormal: Int32Array;
  /** 3 texture coordinate indices per triangle */
  facetexcoord: Int32Array;
}

/** A mesh as a file, a builtin or inline attributes state it; empty arrays mean "not given". */
export interface RawMesh extends MeshArrays {
  format: MeshFormat;
  /** set by builtins that fix the inertia mode (`plate`: shell) */
  inertia?: MeshInertia;
}

export type MeshInertia = 'convex' | 'exact' | 'legacy' | 'shell';

export type MeshBuiltin = 'sphere' | 'hemisphere' | 'cone' | 'supertorus' | 'supersphere' | 'wedge' | 'plate';

/** Attributes of `<mesh>` and what its users need; MuJoCo's defaults are in `defaultMeshOptions`. */
export interface MeshOptions {
  /** name for messages */
  name: string;
  scale: readonly number[];
  refpos: readonly number[];
  refquat: readonly number[];
  inertia: MeshInertia;
  smoothnormal: boolean;
  /** -1: no limit, else at least 4 */
  maxhullvert: number;
  /** a geom of type mesh or sdf collides with it, or the inertia is convex */
  needHull: boolean;
  /** a geom of type sdf uses it */
  needSdf: boolean;
  /** depth limit of the octree */
  octreeMaxDepth: number;
  /** stay in the given frame, where a field is defined: only the moments about its axes count */
  keepFrame: boolean;
}

export const defaultMeshOptions: Readonly<MeshOptions> = {
  name: '',
  scale: [1, 1, 1],
  refpos: [0, 0, 0],
  refquat: [1, 0, 0, 0],
  inertia: 'legacy',
  smoothnormal: false,
  maxhullvert: -1,
  needHull: false,
  needSdf: false,
  octreeMaxDepth: 6,
  keepFrame: false,
};

/** Bounding volume hierarchy, nodes in depth-first order: `bvh_*` of one owner. */
export interface BvhArrays {
  /** 6 per node: centre, half sizes */
  aabb: Float64Array;
  /** 2 per node, local node index or -1 */
  child: Int32Array;
  /** per node: face (or geom) id of a leaf, else -1 */
  nodeid: Int32Array;
  depth: Int32Array;
}

/** Octree of a signed distance field: `oct_*` of one mesh. */
export interface OctreeArrays {
  aabb: Float64Array;
  child: Int32Array;
  depth: Int32Array;
  coeff: Float64Array;
}

/** A processed mesh: centred at its centre of mass, axes principal. Without texture coordinates `mesh_texcoordadr` is -1. */
export interface Mesh extends MeshArrays {
  /** `mesh_graph`; empty without a hull */
  graph: Int32Array;
  /** `mesh_extrema`, 27 local hull vertices, zeros without a hull */
  extrema: Int32Array;
  /** 3 per polygon */
  polynormal: Float64Array;
  /** start of each polygon in `polyvert` */
  polyvertadr: Int32Array;
  polyvertnum: Int32Array;
  polyvert: Int32Array;
  /** per vertex: start in `polymap` */
  polymapadr: Int32Array;
  polymapnum: Int32Array;
  polymap: Int32Array;
  /** `mesh_pos`, `mesh_quat`: the removed offset and rotation */
  pos: Float64Array;
  quat: Float64Array;
  /** half sizes of the box with the same inertia */
  boxsz: Float64Array;
  /** min xyz, max xyz of the processed vertices */
  aamm: Float64Array;
  /** area for shell inertia, else volume */
  volume: number;
  isShell: boolean;
  bvh: BvhArrays;
  /** undefined without `needSdf` */
  octree: OctreeArrays | undefined;
}

/** A primitive fitted to a mesh. */
export type FitType = 'sphere' | 'capsule' | 'cylinder' | 'ellipsoid' | 'box';

export interface FittedGeom {
  /** only the entries that the type uses are meaningful, the rest is 0 */
  size: number[];
  /** offset in the mesh frame (zero unless fitaabb) */
  center: number[];
}

/** `hfield_nrow`, `hfield_ncol`, `hfield_data` (rows from -y to +y, values in [0, 1]). */
export interface HField {
  nrow: number;
  ncol: number;
  data: Float32Array;
}

export type TextureType = '2d' | 'cube' | 'skybox';
export type ColorSpace = 'auto' | 'linear' | 'sRGB';

export interface TextureOptions {
  name: string;
  type: TextureType;
  colorspace: ColorSpace;
  builtin: 'none' | 'gradient' | 'checker' | 'flat';
  mark: 'none' | 'edge' | 'cross' | 'random';
  rgb1: readonly number[];
  rgb2: readonly number[];
  markrgb: readonly number[];
  random: number;
  width: number;
  height: number;
  nchannel: number;
  gridsize: readonly number[];
  gridlayout: string;
  hflip: boolean;
  vflip: boolean;
}

export const defaultTextureOptions: Readonly<TextureOptions> = {
  name: '',
  type: 'cube',
  colorspace: 'auto',
  builtin: 'none',
  mark: 'none',
  rgb1: [0.8, 0.8, 0.8],
  rgb2: [0.5, 0.5, 0.5],
  markrgb: [0, 0, 0],
  random: 0.01,
  width: 0,
  height: 0,
  nchannel: 3,
  gridsize: [1, 1],
  gridlayout: '............',
  hflip: false,
  vflip: false,
};

/** One image file of a texture. */
export interface ImageFile {
  name: string;
  bytes: Uint8Array;
  /** MIME type when the element states one */
  contentType?: string;
}

export interface TextureFiles {
  /** `file` */
  file?: ImageFile;
  /** `fileright, fileleft, fileup, filedown, filefront, fileback`, in this order */
  cube?: readonly (ImageFile | undefined)[];
}

/** `tex_width, tex_height, tex_nchannel, tex_colorspace (0 auto, 1 linear, 2 sRGB), tex_data`. */
export interface Texture {
  width: number;
  height: number;
  nchannel: number;
  colorspace: number;
  /** Bytes of its pixels. */
  size: number;
  /** The pixels, or what writes them to `size` bytes of zeros. */
  pixels: Uint8Array | ((target: Uint8Array) => void);
}

/** A skin from a .skn file or from attributes; weights are normalised by `processSkin`. */
export interface Skin {
  vert: Float32Array;
  texcoord: Float32Array;
  face: Int32Array;
  bones: SkinBone[];
}

export interface SkinBone {
  body: string;
  bindpos: Float32Array;
  bindquat: Float32Array;
  vertid: Int32Array;
  vertweight: Float32Array;
}
