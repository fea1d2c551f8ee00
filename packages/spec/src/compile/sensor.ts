import { enums } from '@qpos/core';
import type { Sensor, SensorKind } from '../spec/types.ts';
import { type Compilation, OBJECT_TYPES } from './context.ts';
import type {
  ActuatorDraft,
  CameraDraft,
  GeomDraft,
  JointDraft,
  MeshDraft,
  SensorDraft,
  TendonDraft,
} from './draft.ts';

const { ObjType, SensorType, DataType, Stage, JointType, GeomType, ContactData, RayData } = enums;
const { REAL, POSITIVE, AXIS, QUATERNION } = DataType;
const { POS, VEL, ACC } = Stage;

const MAX_SAMPLES = 1 << 24;

/** How a sensor names what it measures. */
type Target = 'site' | 'joint' | 'tendon' | 'actuator' | 'body' | 'frame' | 'pair' | 'none' | 'other';

/** Type, what it measures, dimension, data type and stage, for each kind of sensor. */
export const SENSORS: Record<
  SensorKind,
  readonly [type: number, target: Target, dim: number, data: number, stage: number]
> = {
  touch: [SensorType.TOUCH, 'site', 1, POSITIVE, ACC],
  accelerometer: [SensorType.ACCELEROMETER, 'site', 3, REAL, ACC],
  velocimeter: [SensorType.VELOCIMETER, 'site', 3, REAL, VEL],
  gyro: [SensorType.GYRO, 'site', 3, REAL, VEL],
  force: [SensorType.FORCE, 'site', 3, REAL, ACC],
  torque: [SensorType.TORQUE, 'site', 3, REAL, ACC],
  magnetometer: [SensorType.MAGNETOMETER, 'site', 3, REAL, POS],
  camprojection: [SensorType.CAMPROJECTION, 'site', 2, REAL, POS],
  rangefinder: [SensorType.RANGEFINDER, 'other', 1, REAL, POS],
  jointpos: [SensorType.JOINTPOS, 'joint', 1, REAL, POS],
  jointvel: [SensorType.JOINTVEL, 'joint', 1, REAL, VEL],
  tendonpos: [SensorType.TENDONPOS, 'tendon', 1, REAL, POS],
  tendonvel: [SensorType.TENDONVEL, 'tendon', 1, REAL, VEL],
  actuatorpos: [SensorType.ACTUATORPOS, 'actuator', 1, REAL, POS],
  actuatorvel: [SensorType.ACTUATORVEL, 'actuator', 1, REAL, VEL],
  actuatorfrc: [SensorType.ACTUATORFRC, 'actuator', 1, REAL, ACC],
  jointactuatorfrc: [SensorType.JOINTACTFRC, 'joint', 1, REAL, ACC],
  tendonactuatorfrc: [SensorType.TENDONACTFRC, 'tendon', 1, REAL, ACC],
  ballquat: [SensorType.BALLQUAT, 'joint', 4, QUATERNION, POS],
  ballangvel: [SensorType.BALLANGVEL, 'joint', 3, REAL, VEL],
  jointlimitpos: [SensorType.JOINTLIMITPOS, 'joint', 1, REAL, POS],
  jointlimitvel: [SensorType.JOINTLIMITVEL, 'joint', 1, REAL, VEL],
  jointlimitfrc: [SensorType.JOINTLIMITFRC, 'joint', 1, REAL, ACC],
  tendonlimitpos: [SensorType.TENDONLIMITPOS, 'tendon', 1, REAL, POS],
  tendonlimitvel: [SensorType.TENDONLIMITVEL, 'tendon', 1, REAL, VEL],
  tendonlimitfrc: [SensorType.TENDONLIMITFRC, 'tendon', 1, REAL, ACC],
  framepos: [SensorType.FRAMEPOS, 'frame', 3, REAL, POS],
  framequat: [SensorType.FRAMEQUAT, 'frame', 4, QUATERNION, POS],
  framexaxis: [SensorType.FRAMEXAXIS, 'frame', 3, AXIS, POS],
  frameyaxis: [SensorType.FRAMEYAXIS, 'frame', 3, AXIS, POS],
  framezaxis: [SensorType.FRAMEZAXIS, 'frame', 3, AXIS, POS],
  framelinvel: [SensorType.FRAMELINVEL, 'frame', 3, REAL, VEL],
  frameangvel: [SensorType.FRAMEANGVEL, 'frame', 3, REAL, VEL],
  framelinacc: [SensorType.FRAMELINACC, 'frame', 3, REAL, ACC],
  frameangacc: [SensorType.FRAMEANGACC, 'frame', 3, REAL, ACC],
  subtreecom: [SensorType.SUBTREECOM, 'body', 3, REAL, POS],
  subtreelinvel: [SensorType.SUBTREELINVEL, 'body', 3, REAL, VEL],
  subtreeangmom: [SensorType.SUBTREEANGMOM, 'body', 3, REAL, VEL],
  insidesite: [SensorType.INSIDESITE, 'frame', 1, POSITIVE, POS],
  distance: [SensorType.GEOMDIST, 'pair', 1, REAL, POS],
  normal: [SensorType.GEOMNORMAL, 'pair', 3, AXIS, POS],
  fromto: [SensorType.GEOMFROMTO, 'pair', 6, REAL, POS],
  contactSensor: [SensorType.CONTACT, 'other', 0, REAL, ACC],
  e_potential: [SensorType.E_POTENTIAL, 'none', 1, REAL, POS],
  e_kinetic: [SensorType.E_KINETIC, 'none', 1, REAL, POS],
  clock: [SensorType.CLOCK, 'none', 1, REAL, POS],
  tactile: [SensorType.TACTILE, 'other', 0, REAL, ACC],
  user: [SensorType.USER, 'other', 0, REAL, ACC],
};

const CONTACT_FIELDS = {
  found: [ContactData.FOUND, 1],
  force: [ContactData.FORCE, 3],
  torque: [ContactData.TORQUE, 3],
  dist: [ContactData.DIST, 1],
  pos: [ContactData.POS, 3],
  normal: [ContactData.NORMAL, 3],
  tangent: [ContactData.TANGENT, 3],
} as const;
const RAY_FIELDS = {
  dist: [RayData.DIST, 1],
  dir: [RayData.DIR, 3],
  origin: [RayData.ORIGIN, 3],
  point: [RayData.POINT, 3],
  normal: [RayData.NORMAL, 3],
  depth: [RayData.DEPTH, 1],
} as const;
const REDUCTIONS = ['none', 'mindist', 'maxforce', 'netforce'];
const DATA_TYPES: Record<string, number> = { real: REAL, positive: POSITIVE, axis: AXIS, quaternion: QUATERNION };
const STAGES: Record<string, number> = { none: Stage.NONE, pos: POS, vel: VEL, acc: ACC };

type Attributes = Record<string, string | undefined>;

/** Sensors: what they measure, their dimension and their stage. */
export function compileSensors(c: Compilation): void {
  for (const [id, node] of c.spec.sensors.entries()) {
    const [type, target, dim, datatype, needstage] =
      node.kind === 'sensorPlugin' ? pluginSensor(c, node) : SENSORS[node.kind];
    const s: SensorDraft = {
      id,
      name: node.name ?? '',
      node,
      type,
      datatype,
      needstage,
      objtype: ObjType.UNKNOWN,
      objname: '',
      object: undefined,
      reftype: ObjType.UNKNOWN,
      refname: '',
      reference: undefined,
      intprm: [0, 0, 0],
      dim,
      nsample: (node as { nsample?: number }).nsample ?? 0,
    };
    nameTargets(s, target, node as unknown as Attributes);
    if (checkTiming(c, s)) compileSensor(c, s);
    c.sensors.push(s);
  }
  c.register(ObjType.SENSOR, c.sensors);
}

/** A plugin says itself how many numbers it gives, and when. */
function pluginSensor(c: Compilation, node: Sensor): (typeof SENSORS)[SensorKind] {
  const draft = c.pluginOf.get(node);
  const sensor = draft?.definition.sensor;
  const dim = draft === undefined ? 0 : (sensor?.dim(draft.config) ?? 0);
  if (!Number.isInteger(dim) || dim < 0 || dim > c.limits.reserved)
    c.error('plugin', `plugin '${draft?.definition.name}' asks for ${dim} numbers`, node);
  return [SensorType.PLUGIN, 'other', dim, REAL, STAGES[sensor?.stage ?? 'pos']];
}

/** Types and names of the object and the reference object. */
function nameTargets(s: SensorDraft, target: Target, a: Attributes): void {
  const object = (type: number, name: string | undefined): void => {
    if (name === undefined) return;
    s.objtype = type;
    s.objname = name;
  };
  const reference = (type: number, name: string | undefined): void => {
    if (name === undefined) return;
    s.reftype = type;
    s.refname = name;
  };
  switch (target) {
    case 'site':
    case 'joint':
    case 'tendon':
    case 'actuator':
    case 'body':
      object(OBJECT_TYPES[target], a[target]);
      reference(ObjType.CAMERA, a['camera']);
      return;
    case 'frame':
      object(OBJECT_TYPES[a['objtype'] ?? ''] ?? ObjType.UNKNOWN, a['objname']);
      if (s.type === SensorType.INSIDESITE) reference(ObjType.SITE, a['site']);
      else if (a['reftype'] !== undefined) reference(OBJECT_TYPES[a['reftype']], a['refname']);
      return;
    case 'pair':
      object(ObjType.GEOM, a['geom1']);
      object(ObjType.BODY, a['body1']);
      reference(ObjType.GEOM, a['geom2']);
      reference(ObjType.BODY, a['body2']);
      return;
    case 'none':
      return;
  }
  if (s.type === SensorType.RANGEFINDER) {
    object(ObjType.CAMERA, a['camera']);
    object(ObjType.SITE, a['site']);
  } else if (s.type === SensorType.CONTACT) {
    object(ObjType.GEOM, a['geom1']);
    object(ObjType.XBODY, a['subtree1']);
    object(ObjType.BODY, a['body1']);
    object(ObjType.SITE, a['site']);
    reference(ObjType.GEOM, a['geom2']);
    reference(ObjType.XBODY, a['subtree2']);
    reference(ObjType.BODY, a['body2']);
  } else if (s.type === SensorType.TACTILE) {
    object(ObjType.MESH, a['mesh']);
    reference(ObjType.GEOM, a['geom']);
  } else {
    if (a['objtype'] !== undefined) object(OBJECT_TYPES[a['objtype']] ?? ObjType.UNKNOWN, a['objname']);
    if (a['reftype'] !== undefined) reference(OBJECT_TYPES[a['reftype']] ?? ObjType.UNKNOWN, a['refname']);
  }
}

interface Timing {
  noise?: number;
  cutoff?: number;
  interval?: number[];
  delay?: number;
}

function checkTiming(c: Compilation, s: SensorDraft): boolean {
  const { noise = 0, cutoff = 0, interval = [0, 0], delay = 0 } = s.node as Timing;
  const before = c.d.list.length;
  const error = (message: string): void => c.error('bad-value', message, s.node);
  const [period, phase = 0] = interval;
  if (noise < 0) error('noise cannot be negative');
  if (cutoff < 0) error('cutoff cannot be negative');
  if (period < 0) error('interval cannot be negative');
  if (phase > 0) error('phase cannot be positive');
  if (period > 0 && phase <= -period) error('phase must be greater than -period');
  if (delay > 0 && s.nsample <= 0) error('delay > 0 needs a history buffer (nsample)');
  if (s.nsample > MAX_SAMPLES) error(`at most ${MAX_SAMPLES} samples in a history buffer`);
  return c.d.list.length === before;
}

function compileSensor(c: Compilation, s: SensorDraft): void {
  const { node } = s;
  const object = resolve(c, s, s.objtype, s.objname);
  const reference = resolve(c, s, s.reftype, s.refname);
  if (object === false || reference === false) return;
  s.object = object;
  s.reference = reference;
  const error = (message: string): void => c.error('bad-value', message, node);
  switch (s.type) {
    case SensorType.CAMPROJECTION: {
      const { resolution } = (reference as CameraDraft).values;
      if (!resolution[0] || !resolution[1]) error('a camera projection sensor requires camera resolution');
      break;
    }
    case SensorType.RANGEFINDER: {
      const rays = s.objtype === ObjType.CAMERA ? (object as CameraDraft).values.resolution : [1, 1];
      s.dim = dataSize(s, (node as { data?: string[] }).data ?? ['dist'], RAY_FIELDS, error) * rays[0] * rays[1];
      break;
    }
    case SensorType.JOINTPOS:
    case SensorType.JOINTVEL:
    case SensorType.JOINTACTFRC: {
      const { type } = object as JointDraft;
      if (type !== JointType.SLIDE && type !== JointType.HINGE) error('joint must be slide or hinge');
      break;
    }
    case SensorType.BALLQUAT:
    case SensorType.BALLANGVEL:
      if ((object as JointDraft).type !== JointType.BALL) error('joint must be ball');
      break;
    case SensorType.JOINTLIMITPOS:
    case SensorType.JOINTLIMITVEL:
    case SensorType.JOINTLIMITFRC:
      if (!(object as JointDraft).limited) error('joint must be limited');
      break;
    case SensorType.TENDONLIMITPOS:
    case SensorType.TENDONLIMITVEL:
    case SensorType.TENDONLIMITFRC:
      if (!(object as TendonDraft).limited) error('tendon must be limited');
      break;
    case SensorType.ACTUATORPOS:
    case SensorType.ACTUATORVEL:
    case SensorType.ACTUATORFRC:
      s.dim = (object as ActuatorDraft).outnum;
      break;
    case SensorType.GEOMDIST:
    case SensorType.GEOMNORMAL:
    case SensorType.GEOMFROMTO: {
      if (s.objtype === s.reftype && object === reference) error('the two bodies or geoms must be different');
      const fields = [object, reference].map((x) => x as GeomDraft);
      const types = [s.objtype, s.reftype];
      if (fields.some((g, k) => types[k] === ObjType.GEOM && g.type === GeomType.HFIELD))
        error('height fields are not supported in distance sensors');
      break;
    }
    case SensorType.CONTACT: {
      const { data, reduce, num = 1 } = node as { data?: string[]; reduce?: string; num?: number };
      if (num <= 0) error('num must be positive');
      s.intprm[1] = Math.max(0, REDUCTIONS.indexOf(reduce ?? 'none'));
      s.intprm[2] = num;
      s.dim = num * dataSize(s, data ?? ['found'], CONTACT_FIELDS, error);
      break;
    }
    case SensorType.TACTILE:
      s.dim = (3 * (object as MeshDraft).data.vert.length) / 3;
      break;
    case SensorType.USER: {
      const user = node as Extract<Sensor, { kind: 'user' }>;
      s.dim = user.dim ?? 0;
      if (user.datatype !== undefined) s.datatype = DATA_TYPES[user.datatype];
      if (user.needstage !== undefined) s.needstage = STAGES[user.needstage];
      if (s.dim < 0) error('dim cannot be negative');
      if (s.datatype === AXIS && s.dim !== 3) error('datatype axis requires dim 3');
      if (s.datatype === QUATERNION && s.dim !== 4) error('datatype quaternion requires dim 4');
      break;
    }
  }
  const { cutoff = 0 } = node as Timing;
  if (cutoff > 0 && (s.datatype === QUATERNION || (s.datatype === AXIS && s.type !== SensorType.GEOMNORMAL)))
    error('cutoff cannot be applied to an axis or a quaternion');
}

/** The object that a sensor names: undefined if it names none, false after an error. */
function resolve(c: Compilation, s: SensorDraft, type: number, name: string): { id: number } | false | undefined {
  if (type === ObjType.UNKNOWN) return undefined;
  if (name === '') {
    c.error('missing-reference', 'missing name of the sensorized object', s.node);
    return false;
  }
  const object = c.find(type, name, s.node);
  if (object === undefined) return false;
  if (type === ObjType.GEOM || type === ObjType.MESH) (object as unknown as GeomDraft).visual = false;
  return object;
}

/** Sets the bits of the fields in intprm[0] and returns their size. Fields must be in the order of the table. */
function dataSize(
  s: SensorDraft,
  fields: readonly string[],
  table: Readonly<Record<string, readonly [bit: number, size: number]>>,
  error: (message: string) => void,
): number {
  let size = 0;
  let last = -1;
  for (const field of fields) {
    const [bit, n] = table[field] ?? [0, 0];
    if (bit <= last) error(`data attributes must be in order: ${Object.keys(table).join(', ')}`);
    last = bit;
    s.intprm[0] |= 1 << bit;
    size += n;
  }
  return size;
}
