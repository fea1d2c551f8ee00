import type { LabelKind, ViewOptions } from './options.ts';

/** A flag of MuJoCo's visualizer, and the option that has its place here. */
export interface VisualFlag {
  /** As MuJoCo names it, without prefix. */
  readonly name: string;
  /** The option of the viewer that it sets. */
  readonly option: keyof ViewOptions;
  /** What the option is when the flag is set; the flag is cleared by the opposite, or by the first of the option's kinds. */
  readonly on: boolean | string;
  /** What it draws, in a sentence. */
  readonly draws: string;
}

const flag = (name: string, option: keyof ViewOptions, draws: string, on: boolean | string = true): VisualFlag => ({
  name,
  option,
  on,
  draws,
});

/**
 * The flags of `mjtVisFlag` that are drawn here: all but `SDFITER`, which shows the iterations of collisions with signed distance fields,
 * of which the engine keeps no trace.
 */
export const visualFlags: readonly VisualFlag[] = [
  flag('CONVEXHULL', 'convexHull', 'the convex hulls of meshes'),
  flag('TEXTURE', 'texture', 'textures'),
  flag('JOINT', 'joint', 'axes of hinges and slides, balls and boxes of the other joints'),
  flag('CAMERA', 'camera', 'cameras with the direction that they look in, and what those with a sensor see'),
  flag('ACTUATOR', 'actuator', 'actuators at what they act on, coloured by their control'),
  flag('ACTIVATION', 'activation', 'actuators coloured by their activation'),
  flag('LIGHT', 'light', 'lights with the direction that they shine in'),
  flag('TENDON', 'tendon', 'spatial tendons'),
  flag('RANGEFINDER', 'rangefinder', 'rays of rangefinders, up to what they hit'),
  flag('CONSTRAINT', 'equality', 'anchors of connect and weld constraints, and the gap between them'),
  flag('INERTIA', 'inertia', 'boxes of equivalent inertia'),
  flag('SCLINERTIA', 'scaleInertia', 'these boxes with the density of water'),
  flag('PERTFORCE', 'perturbForce', 'the line along which the mouse pulls'),
  flag('PERTOBJ', 'perturbObject', 'the place that it pulls to'),
  flag('CONTACTPOINT', 'contactPoint', 'contact points'),
  flag('ISLAND', 'island', 'bodies in the colour of their constraint island'),
  flag('CONTACTFORCE', 'contactForce', 'contact forces'),
  flag('CONTACTSPLIT', 'contactSplit', 'contact forces as normal and friction'),
  flag('TRANSPARENT', 'transparent', 'moving bodies that can be seen through'),
  flag('AUTOCONNECT', 'connect', 'the skeleton: from body to body over their joints'),
  flag('COM', 'com', 'centres of mass of the kinematic trees'),
  flag('SELECT', 'selectPoint', 'the point that is grabbed'),
  flag('STATIC', 'staticBody', 'geoms of bodies that cannot move'),
  flag('SKIN', 'skin', 'skins'),
  flag('FLEXVERT', 'flexVertex', 'vertices of flexes'),
  flag('FLEXEDGE', 'flexEdge', 'edges of flexes'),
  flag('FLEXFACE', 'flexFace', 'faces of flexes'),
  flag('FLEXSKIN', 'flexSkin', 'surfaces of flexes'),
  flag('BODYBVH', 'bodyTree', 'bounding volumes of the geoms of bodies'),
  flag('MESHBVH', 'meshTree', 'bounding volumes of the triangles of meshes'),
];

/** What simulate does not have. */
export const ownFlags: readonly VisualFlag[] = [
  flag('JOINTLIMIT', 'jointLimit', 'ranges of limited joints, and where these are'),
  flag('VELOCITY', 'velocity', 'velocities of bodies'),
  flag('SENSOR', 'sensor', 'sensors at sites, and what they read'),
];

/** The flags of `mjtRndFlag`. */
export const renderFlags: readonly VisualFlag[] = [
  flag('SHADOW', 'shadow', 'shadows'),
  flag('WIREFRAME', 'wireframe', 'edges of triangles'),
  flag('REFLECTION', 'reflection', 'mirror images in planes'),
  flag('ADDITIVE', 'additive', 'surfaces that can be seen through as added light'),
  flag('SKYBOX', 'skybox', 'the sky'),
  flag('FOG', 'fog', 'fog'),
  flag('HAZE', 'haze', 'haze at the horizon'),
  flag('DEPTH', 'image', 'distances as shades of grey', 'depth'),
  flag('SEGMENT', 'image', 'each object in a colour of its own', 'segmentation'),
  flag('IDCOLOR', 'idColor', 'objects in the colour that is their number'),
  flag('CULL_FACE', 'cullFace', 'only the sides of surfaces that face the camera'),
];

/** The labels of `mjtLabel`, with the option that draws each. */
export const labelFlags: readonly (readonly [name: string, label: LabelKind])[] = [
  ['BODY', 'body'],
  ['JOINT', 'joint'],
  ['GEOM', 'geom'],
  ['SITE', 'site'],
  ['CAMERA', 'camera'],
  ['LIGHT', 'light'],
  ['TENDON', 'tendon'],
  ['ACTUATOR', 'actuator'],
  ['CONSTRAINT', 'constraint'],
  ['FLEX', 'flex'],
  ['SKIN', 'skin'],
  ['SELECTION', 'selection'],
  ['SELPNT', 'selectPoint'],
  ['CONTACTPOINT', 'contactPoint'],
  ['CONTACTFORCE', 'contactForce'],
  ['ISLAND', 'island'],
];
