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
  /** Cameras. */
  camera: boolean;
  /** Lights. */
  light: boolean;
  /** Equality constraints. */
  equality: boolean;
  /** Boxes of equivalent inertia. */
  inertia: boolean;
  /** Centres of mass. */
  com: boolean;
  /** Contact points. */
  contactPoint: boolean;
  /** Contact forces. */
  contactForce: boolean;
  /** Contact forces as a normal and a tangential arrow. */
  contactSplit: boolean;
  /** The mouse perturbation. */
  perturbForce: boolean;
  /** Rays of range finders. */
  rangefinder: boolean;
  /** Colours by constraint island. */
  island: boolean;
  /** Bounding volumes of bodies. */
  bodyTree: boolean;
  /** Depth of the bounding volumes that `bodyTree` shows. */
  bvhDepth: number;
  /** Coordinate frames. */
  frame: FrameKind;
  /** Labels. */
  label: LabelKind;
  // picture
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
  'island',
  'contactForce',
  'selection',
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
    camera: false,
    light: false,
    equality: false,
    inertia: false,
    com: false,
    contactPoint: false,
    contactForce: false,
    contactSplit: false,
    perturbForce: true,
    rangefinder: true,
    island: false,
    bodyTree: false,
    bvhDepth: 1,
    frame: 'none',
    label: 'none',
    shadow: true,
    reflection: true,
    skybox: true,
    fog: false,
    haze: true,
    geomGroup: firstThree(),
    siteGroup: firstThree(),
    jointGroup: firstThree(),
    tendonGroup: firstThree(),
    actuatorGroup: firstThree(),
    skinGroup: firstThree(),
    flexGroup: firstThree(),
  };
}
