import { JointType, ObjType } from '../../enums.ts';
import { sensorKinds } from '../../generated/rules.ts';
import type { Model } from '../../model.ts';
import { contradicts, expectIndex, expectValue } from '../field-error.ts';
import { expectObject } from './objects.ts';
import { isScalarJoint } from './tendons.ts';

const { UNKNOWN, BODY, XBODY, JOINT, GEOM, SITE, CAMERA, MESH, TENDON, ACTUATOR } = ObjType;
const FRAMES = [BODY, XBODY, GEOM, SITE, CAMERA];

/** Kinds of objects that a sensor can have, and of reference objects. */
const TARGETS: Readonly<Record<string, readonly [object: readonly number[], reference?: readonly number[]]>> = {
  site: [[SITE]],
  'scalar joint': [[JOINT]],
  'ball joint': [[JOINT]],
  'limited joint': [[JOINT]],
  tendon: [[TENDON]],
  'limited tendon': [[TENDON]],
  actuator: [[ACTUATOR]],
  subtree: [[BODY]],
  frame: [FRAMES, [UNKNOWN, ...FRAMES]],
  'frame in the world': [FRAMES],
  'frame in a site': [FRAMES, [SITE]],
  'two objects': [
    [GEOM, BODY],
    [GEOM, BODY],
  ],
  'site or camera': [[SITE, CAMERA]],
  'site in a camera': [[SITE], [CAMERA]],
  contact: [
    [UNKNOWN, GEOM, XBODY, BODY, SITE],
    [UNKNOWN, GEOM, XBODY, BODY],
  ],
  'mesh of a geom': [[MESH], [GEOM]],
  nothing: [[UNKNOWN]],
};

interface SensorKind {
  readonly stage: number;
  /** Numbers, or what decides about them. */
  readonly dim: string;
  readonly target: string;
}

const kinds: readonly SensorKind[] = sensorKinds.split('\n').map((line) => {
  const [stage, dim, ...target] = line.split(' ') as [string, string, ...string[]];
  return { stage: Number(stage), dim, target: target.join(' ') };
});

const CONTACT_SIZES = [1, 3, 3, 1, 3, 3, 3]; // by bit of ContactData
const RAY_SIZES = [1, 3, 3, 3, 3, 1]; // by bit of RayData
const REDUCTIONS = 4; // none, mindist, maxforce, netforce
const PARAMETERS = 3; // columns of sensor_intprm

/** Sensors: objects as their types need them, and numbers one after the other. */
export function checkSensors(m: Model): void {
  let end = 0;
  for (let s = 0; s < m.nsensor; s++) {
    const kind = kinds[m.sensor_type[s]];
    checkObjects(m, s, kind);
    checkDimension(m, s, kind);
    expectValue('sensor_adr', s, m.sensor_adr[s], end);
    end += m.sensor_dim[s];
  }
  expectValue('nsensordata', 0, m.nsensordata, end);
}

function checkObjects(m: Model, s: number, { stage, target }: SensorKind): void {
  const [objects, references = [UNKNOWN]] = TARGETS[target] ?? [];
  const type = m.sensor_objtype[s];
  const reftype = m.sensor_reftype[s];
  if (objects !== undefined) {
    if (!objects.includes(type)) contradicts('sensor_objtype', s, type, 'such a sensor has other objects');
    if (!references.includes(reftype)) contradicts('sensor_reftype', s, reftype, 'such a sensor has other references');
    expectValue('sensor_needstage', s, m.sensor_needstage[s], stage);
  }
  expectObject(m, 'sensor_objid', s, type, m.sensor_objid[s]);
  expectObject(m, 'sensor_refid', s, reftype, m.sensor_refid[s]);
  const id = m.sensor_objid[s];
  if (target === 'scalar joint' && !isScalarJoint(m, id))
    contradicts('sensor_objid', s, id, 'it must be a scalar joint');
  if (target === 'ball joint' && m.jnt_type[id] !== JointType.BALL)
    contradicts('sensor_objid', s, id, 'it must be a ball joint');
}

function checkDimension(m: Model, s: number, { dim, target }: SensorKind): void {
  const value = m.sensor_dim[s];
  const id = m.sensor_objid[s];
  const expect = (expected: number): void => expectValue('sensor_dim', s, value, expected);
  switch (dim) {
    case 'outputs':
      expect(m.actuator_outnum[id]);
      return;
    case 'vertices':
      expect(3 * m.mesh_vertnum[id]);
      return;
    case 'rays': {
      const rays = m.sensor_objtype[s] === CAMERA ? m.cam_resolution[2 * id] * m.cam_resolution[2 * id + 1] : 1;
      expect(rays * sizeOf(m, s, RAY_SIZES));
      return;
    }
    case 'contacts':
      expectIndex('sensor_intprm', s, m.sensor_intprm[PARAMETERS * s + 1], REDUCTIONS);
      expect(m.sensor_intprm[PARAMETERS * s + 2] * sizeOf(m, s, CONTACT_SIZES));
      return;
    case 'given':
    case 'plugin':
      if (value < 0) contradicts('sensor_dim', s, value, `a ${target} sensor cannot have fewer than 0 numbers`);
      return;
    default:
      expect(Number(dim));
  }
}

/** Numbers of the fields whose bits the first parameter has. */
function sizeOf(m: Model, s: number, sizes: readonly number[]): number {
  const mask = m.sensor_intprm[PARAMETERS * s];
  expectIndex('sensor_intprm', s, mask, 1 << sizes.length);
  return sizes.reduce((sum, size, bit) => sum + ((mask >> bit) & 1) * size, 0);
}
