import type { SensorTarget } from './sensor-schema.ts';

/**
 * How attributes name an object: each attribute with the word for the kind of object, of which one is given; or `typed`, where one attribute
 * has the kind and another the name (`objtype` and `objname`, `reftype` and `refname`).
 */
export type Naming = 'typed' | Readonly<Record<string, string>>;

/** How a sensor names the object that it is attached to, and the reference object. */
export interface TargetNames {
  readonly object?: Naming;
  readonly reference?: Naming;
}

const joint = { object: { joint: 'joint' } };
const tendon = { object: { tendon: 'tendon' } };

export const TARGETS: Readonly<Record<SensorTarget, TargetNames>> = {
  site: { object: { site: 'site' } },
  'scalar joint': joint,
  'ball joint': joint,
  'limited joint': joint,
  tendon,
  'limited tendon': tendon,
  actuator: { object: { actuator: 'actuator' } },
  subtree: { object: { body: 'body' } },
  frame: { object: 'typed', reference: 'typed' },
  'frame in the world': { object: 'typed' },
  'frame in a site': { object: 'typed', reference: { site: 'site' } },
  'two objects': { object: { geom1: 'geom', body1: 'body' }, reference: { geom2: 'geom', body2: 'body' } },
  'site or camera': { object: { camera: 'camera', site: 'site' } },
  'site in a camera': { object: { site: 'site' }, reference: { camera: 'camera' } },
  contact: {
    object: { geom1: 'geom', subtree1: 'xbody', body1: 'body', site: 'site' },
    reference: { geom2: 'geom', subtree2: 'xbody', body2: 'body' },
  },
  'mesh of a geom': { object: { mesh: 'mesh' }, reference: { geom: 'geom' } },
  nothing: {},
  callback: { object: 'typed' },
  plugin: { object: 'typed', reference: 'typed' },
};
