import { captureKinds } from './picture/capture.ts';

/** What is drawn. Every flag can be changed at any time; the next frame follows. */
export interface ViewOptions {
  // parts of the model
  /** Textures. */
  texture: boolean;
  /** Tendons. */
  tendon: boolean;
  /** Skins. */
  skin: boolean;
  /** Vertices of flexes, as balls. */
  flexVertex: boolean;
  /** Edges of flexes, as rods. */
  flexEdge: boolean;
  /** Faces of the elements of flexes. */
  flexFace: boolean;
  /** Skins of flexes: their surfaces with their thickness. Vertices, edges and faces are not drawn then. */
  flexSkin: boolean;
  /** Layer of solid flexes whose faces are drawn, counted from the surface. */
  flexLayer: number;
  /** Geoms of bodies that cannot move. */
  staticBody: boolean;
  /** Convex hulls, which are what collides, in place of meshes. */
  convexHull: boolean;
  /** Moving bodies can be seen through. */
  transparent: boolean;
  /** Edges of triangles only. */
  wireframe: boolean;
  // overlays
  /** Joints. */
  joint: boolean;
  /** Actuators. */
  actuator: boolean;
  /** Actuators are coloured by their activations in place of their controls. */
  activation: boolean;
  /** Ranges of limited joints. */
  jointLimit: boolean;
  /** Lines from body to body over their joints. */
  connect: boolean;
  /** Velocities of bodies. */
  velocity: boolean;
  /** Sensors at sites, with what they read. */
  sensor: boolean;
  /** Cameras. */
  camera: boolean;
  /** Lights. */
  light: boolean;
  /** Equality constraints. */
  equality: boolean;
  /** Boxes of equivalent inertia. */
  inertia: boolean;
  /** Boxes of inertia are scaled to the density of water: their volume shows the mass. */
  scaleInertia: boolean;
  /** Centres of mass. */
  com: boolean;
  /** Contact points. */
  contactPoint: boolean;
  /** Contact forces. */
  contactForce: boolean;
  /** Contact forces as a normal and a tangential arrow. */
  contactSplit: boolean;
  /** The force of the mouse perturbation. */
  perturbForce: boolean;
  /** Where the mouse perturbation pulls to. */
  perturbObject: boolean;
  /** The point that is grabbed. */
  selectPoint: boolean;
  /** Rays of range finders. */
  rangefinder: boolean;
  /** Colours by constraint island. */
  island: boolean;
  /** Bounding volumes of bodies. */
  bodyTree: boolean;
  /** Bounding volumes of the triangles of meshes. */
  meshTree: boolean;
  /** Depth of the bounding volumes that are shown. */
  bvhDepth: number;
  /** Coordinate frames. */
  frame: FrameKind;
  /** Labels. */
  label: LabelKind;
  // picture
  /** What the pixels show: colours, or depth, objects or normals as colours. */
  image: ImageKind;
  /** Objects have their index plus one as their colour, its lowest byte in red, where `image` is `segmentation`. */
  idColor: boolean;
  /** Shadows. */
  shadow: boolean;
  /** Mirror images. */
  reflection: boolean;
  /** The sky. */
  skybox: boolean;
  /** Fog. */
  fog: boolean;
  /** Haze at the horizon. */
  haze: boolean;
  /** Surfaces that can be seen through add their light to what is behind them. */
  additive: boolean;
  /** Sides of surfaces that face away from the camera are left out. */
  cullFace: boolean;
  /** Two pictures side by side, as the two eyes see them. */
  stereo: boolean;
  /** Which groups of geoms, 0 to 5, are shown. */
  readonly geomGroup: boolean[];
  /** Which groups of sites, 0 to 5, are shown. */
  readonly siteGroup: boolean[];
  /** Which groups of joints, 0 to 5, are shown. */
  readonly jointGroup: boolean[];
  /** Which groups of tendons, 0 to 5, are shown. */
  readonly tendonGroup: boolean[];
  /** Which groups of actuators, 0 to 5, are shown. */
  readonly actuatorGroup: boolean[];
  /** Which groups of skins, 0 to 5, are shown. */
  readonly skinGroup: boolean[];
  /** Which groups of flexes, 0 to 5, are shown. */
  readonly flexGroup: boolean[];
}

/** What the pixels of a picture can show. */
export const imageKinds = ['color', ...captureKinds] as const;
/** What the pixels of a picture show. */
export type ImageKind = (typeof imageKinds)[number];

/** Kinds of objects whose coordinate frames can be drawn. */
export const frameKinds = ['none', 'body', 'geom', 'site', 'camera', 'light', 'contact', 'world'] as const;
/** A kind of object whose coordinate frames can be drawn. */
export type FrameKind = (typeof frameKinds)[number];

/** Kinds of objects that can be labelled. */
export const labelKinds = [
  'none',
  'body',
  'joint',
  'geom',
  'site',
  'camera',
  'light',
  'tendon',
  'actuator',
  'constraint',
  'flex',
  'skin',
  'selection',
  'selectPoint',
  'contactPoint',
  'contactForce',
  'island',
] as const;
/** A kind of object that can be labelled. */
export type LabelKind = (typeof labelKinds)[number];

const firstThree = (): boolean[] => [true, true, true, false, false, false];

/**
 * Options with MuJoCo's initial values.
 *
 * @returns New options.
 * @example
 * const options = defaultOptions();
 * options.joint = true;
 */
export function defaultOptions(): ViewOptions {
  return {
    texture: true,
    tendon: true,
    skin: true,
    flexVertex: false,
    flexEdge: true,
    flexFace: false,
    flexSkin: true,
    flexLayer: 0,
    staticBody: true,
    convexHull: false,
    transparent: false,
    wireframe: false,
    joint: false,
    actuator: false,
    activation: false,
    jointLimit: false,
    connect: false,
    velocity: false,
    sensor: false,
    camera: false,
    light: false,
    equality: false,
    inertia: false,
    scaleInertia: false,
    com: false,
    contactPoint: false,
    contactForce: false,
    contactSplit: false,
    perturbForce: true,
    perturbObject: true,
    selectPoint: true,
    rangefinder: true,
    island: false,
    bodyTree: false,
    meshTree: false,
    bvhDepth: 1,
    frame: 'none',
    label: 'none',
    image: 'color',
    idColor: false,
    shadow: true,
    reflection: true,
    skybox: true,
    fog: false,
    haze: true,
    additive: false,
    cullFace: true,
    stereo: false,
    geomGroup: firstThree(),
    siteGroup: firstThree(),
    jointGroup: firstThree(),
    tendonGroup: firstThree(),
    actuatorGroup: firstThree(),
    skinGroup: firstThree(),
    flexGroup: firstThree(),
  };
}
