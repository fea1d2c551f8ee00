import type { AttributesOf } from '../spec/types.ts';

// Built-in values of the elements that default classes can change. What is not here has no default.

const SOLREF = [0.02, 1];
const SOLIMP = [0.9, 0.95, 0.001, 0.5, 2];
const GRAY = [0.5, 0.5, 0.5, 1];

/** Attributes `A` with the keys of `D` always there. */
export type Complete<A, D> = Omit<A, keyof D> & { [K in keyof D & keyof A]-?: NonNullable<A[K]> };

const joint = {
  type: 'hinge',
  group: 0,
  pos: [0, 0, 0],
  axis: [0, 0, 1],
  springdamper: [0, 0],
  limited: 'auto',
  actuatorfrclimited: 'auto',
  solreflimit: SOLREF,
  solimplimit: SOLIMP,
  solreffriction: SOLREF,
  solimpfriction: SOLIMP,
  stiffness: [0, 0, 0],
  range: [0, 0],
  actuatorfrcrange: [0, 0],
  actuatorgravcomp: false,
  margin: 0,
  ref: 0,
  springref: 0,
  armature: 0,
  damping: [0, 0, 0],
  frictionloss: 0,
} as const satisfies ReadonlyLists<AttributesOf<'joint'>>;

const geom = {
  type: 'sphere',
  contype: 1,
  conaffinity: 1,
  condim: 3,
  group: 0,
  priority: 0,
  size: [0, 0, 0],
  friction: [1, 0.005, 0.0001],
  density: 1000,
  shellinertia: false,
  solmix: 1,
  solref: SOLREF,
  solimp: SOLIMP,
  margin: 0,
  gap: 0,
  surfacevel: [0, 0, 0, 0, 0, 0],
  adhesion: 0,
  pos: [0, 0, 0],
  fitscale: 1,
  rgba: GRAY,
  fluidshape: 'none',
  fluidcoef: [0.5, 0.25, 1.5, 1, 1],
} as const satisfies ReadonlyLists<AttributesOf<'geom'>>;

const site = {
  type: 'sphere',
  group: 0,
  pos: [0, 0, 0],
  size: [0.005, 0.005, 0.005],
  rgba: GRAY,
} as const satisfies ReadonlyLists<AttributesOf<'site'>>;

const camera = {
  projection: 'perspective',
  fovy: 45,
  ipd: 0.068,
  resolution: [1, 1],
  output: ['rgb'],
  pos: [0, 0, 0],
  mode: 'fixed',
  focal: [0, 0],
  focalpixel: [0, 0],
  principal: [0, 0],
  principalpixel: [0, 0],
  sensorsize: [0, 0],
} as const satisfies ReadonlyLists<AttributesOf<'camera'>>;

const light = {
  type: 'spot',
  castshadow: true,
  active: true,
  pos: [0, 0, 0],
  dir: [0, 0, -1],
  bulbradius: 0.02,
  intensity: 0,
  range: 10,
  attenuation: [1, 0, 0],
  cutoff: 45,
  softness: 0.2,
  exponent: 10,
  ambient: [0, 0, 0],
  diffuse: [0.7, 0.7, 0.7],
  specular: [0.3, 0.3, 0.3],
  mode: 'fixed',
} as const satisfies ReadonlyLists<AttributesOf<'light'>>;

const mesh = {
  scale: [1, 1, 1],
  maxhullvert: -1,
  inertia: 'legacy',
  smoothnormal: false,
  refpos: [0, 0, 0],
  refquat: [1, 0, 0, 0],
} as const satisfies ReadonlyLists<AttributesOf<'mesh'>>;

const material = {
  texrepeat: [1, 1],
  texuniform: false,
  emission: 0,
  specular: 0.5,
  shininess: 0.5,
  reflectance: 0,
  metallic: -1,
  roughness: -1,
  rgba: [1, 1, 1, 1],
} as const satisfies ReadonlyLists<AttributesOf<'material'>>;

const pair = {
  condim: 3,
  friction: [1, 1, 0.005, 0.0001, 0.0001],
  solref: SOLREF,
  solreffriction: [0, 0],
  solimp: SOLIMP,
  gap: 0,
  margin: 0,
  adhesion: 0,
} as const satisfies ReadonlyLists<AttributesOf<'pair'>>;

const equality = {
  active: true,
  solref: SOLREF,
  solimp: SOLIMP,
} as const satisfies ReadonlyLists<AttributesOf<'defaultEquality'>>;

const tendon = {
  group: 0,
  limited: 'auto',
  actuatorfrclimited: 'auto',
  range: [0, 0],
  actuatorfrcrange: [0, 0],
  solreflimit: SOLREF,
  solimplimit: SOLIMP,
  solreffriction: SOLREF,
  solimpfriction: SOLIMP,
  frictionloss: 0,
  springlength: [-1, -1],
  width: 0.003,
  margin: 0,
  stiffness: [0, 0, 0],
  damping: [0, 0, 0],
  armature: 0,
  rgba: GRAY,
} as const satisfies ReadonlyLists<AttributesOf<'spatial'>>;

/** Attributes whose lists cannot be changed. */
type ReadonlyLists<T> = {
  readonly [K in keyof T]: T[K] extends (infer E)[] | undefined ? readonly E[] | undefined : T[K];
};

export const BUILTIN = { joint, geom, site, camera, light, mesh, material, pair, equality, tendon };

export type ValueKind = keyof typeof BUILTIN;

/** The row of the schema that a kind of value has. */
export const VALUE_ROW = {
  joint: 'joint',
  geom: 'geom',
  site: 'site',
  camera: 'camera',
  light: 'light',
  mesh: 'mesh',
  material: 'material',
  pair: 'pair',
  equality: 'defaultEquality',
  tendon: 'spatial',
} as const;

type Row<K extends ValueKind> = (typeof VALUE_ROW)[K];
/** An element's attributes with its class and the built-in values applied. */
export type Values<K extends ValueKind> = Complete<AttributesOf<Row<K>>, (typeof BUILTIN)[K]>;
