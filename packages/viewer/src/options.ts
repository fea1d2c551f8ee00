/** What is drawn. Every flag can be changed at any time; the next `update` follows. */
export interface ViewOptions {
  // parts of the model
  texture: boolean;
  tendon: boolean;
  skin: boolean;
  flex: boolean;
  staticBody: boolean;
  /** Draws the convex hulls that collide instead of the meshes. */
  convexHull: boolean;
  /** Lets the moving bodies be seen through. */
  transparent: boolean;
  wireframe: boolean;
  // overlays
  joint: boolean;
  actuator: boolean;
  camera: boolean;
  light: boolean;
  equality: boolean;
  inertia: boolean;
  com: boolean;
  contactPoint: boolean;
  contactForce: boolean;
  /** Shows contact forces as a normal and a tangential arrow. */
  contactSplit: boolean;
  perturbForce: boolean;
  rangefinder: boolean;
  island: boolean;
  bodyTree: boolean;
  /** Depth of the bounding volumes that `bodyTree` shows. */
  bvhDepth: number;
  frame: FrameKind;
  label: LabelKind;
  // picture
  shadow: boolean;
  reflection: boolean;
  skybox: boolean;
  fog: boolean;
  haze: boolean;
  /** Groups 0 to 5 that are shown. */
  readonly geomGroup: boolean[];
  readonly siteGroup: boolean[];
  readonly jointGroup: boolean[];
  readonly tendonGroup: boolean[];
  readonly actuatorGroup: boolean[];
  readonly skinGroup: boolean[];
  readonly flexGroup: boolean[];
}

export const frameKinds = ['none', 'body', 'geom', 'site', 'camera', 'light', 'contact', 'world'] as const;
export type FrameKind = (typeof frameKinds)[number];

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
export type LabelKind = (typeof labelKinds)[number];

const firstThree = (): boolean[] => [true, true, true, false, false, false];

/** Options with MuJoCo's initial values. */
export function defaultOptions(): ViewOptions {
  return {
    texture: true,
    tendon: true,
    skin: true,
    flex: true,
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
