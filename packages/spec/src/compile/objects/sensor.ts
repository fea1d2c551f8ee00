import { enums } from '@qpos/core';
import { SENSORS } from '../../mjcf/generated/sensors.ts';
import { type Naming, TARGETS } from '../../mjcf/sensor-targets.ts';
import { type Compilation, OBJECT_TYPES } from '../context.ts';
import type { GeomDraft, SensorDraft } from '../draft.ts';
import { PARAMETERS } from './sensor-parameters.ts';
import { REQUIREMENTS } from './sensor-requirements.ts';

const { ObjType, DataType } = enums;

const MAX_SAMPLES = 1 << 24;

type Attributes = Readonly<Record<string, string | undefined>>;

/** Sensors: what they measure, their dimension and their stage. */
export function compileSensors(c: Compilation): void {
  for (const [id, node] of c.spec.sensors.entries()) {
    const { type, target, datatype, stage } = SENSORS[node.kind];
    const { object, reference } = TARGETS[target];
    const attributes = node as unknown as Attributes;
    const [objtype, objname] = namedObject(attributes, object, 'obj');
    const [reftype, refname] = namedObject(attributes, reference, 'ref');
    const s: SensorDraft = {
      id,
      name: node.name ?? '',
      node,
      type,
      datatype,
      needstage: stage,
      objtype,
      objname,
      object: undefined,
      reftype,
      refname,
      reference: undefined,
      intprm: [0, 0, 0],
      dim: 0,
      nsample: (node as { nsample?: number }).nsample ?? 0,
    };
    if (checkTiming(c, s)) compileSensor(c, s);
    c.sensors.push(s);
  }
  c.register(ObjType.SENSOR, c.sensors);
}

/** Kind and name of an object, as attributes have them; `ObjType.UNKNOWN` if it is not given. */
export function namedObject(
  a: Attributes,
  naming: Naming | undefined,
  prefix: 'obj' | 'ref',
): [type: number, name: string] {
  let given: [number, string] = [ObjType.UNKNOWN, ''];
  const set = (word: string | undefined, name: string | undefined): void => {
    if (word !== undefined && name !== undefined) given = [OBJECT_TYPES[word] ?? ObjType.UNKNOWN, name];
  };
  if (naming === 'typed') set(a[`${prefix}type`], a[`${prefix}name`]);
  else for (const [attribute, word] of Object.entries(naming ?? {})) set(word, a[attribute]);
  return given;
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
  const object = resolve(c, s, s.objtype, s.objname);
  const reference = resolve(c, s, s.reftype, s.refname);
  if (object === false || reference === false) return;
  s.object = object;
  s.reference = reference;
  const { target, dim, ownCutoff } = SENSORS[s.node.kind];
  const error = (message: string): void => c.error('bad-value', message, s.node);
  REQUIREMENTS[target]?.(s, error);
  s.dim = typeof dim === 'number' ? dim : PARAMETERS[dim](s, error, c);
  const { cutoff = 0 } = s.node as Timing;
  const unit = s.datatype === DataType.QUATERNION || s.datatype === DataType.AXIS;
  if (cutoff > 0 && unit && !ownCutoff) error('cutoff cannot be applied to an axis or a quaternion');
}

/** The object that a sensor names: undefined if it names none, false after an error. */
function resolve(c: Compilation, s: SensorDraft, type: number, name: string): { id: number } | false | undefined {
  if (type === ObjType.UNKNOWN) return undefined;
  if (name === '') {
    c.error('missing-reference', 'the sensor does not name its object', s.node);
    return false;
  }
  const object = c.find(type, name, s.node);
  if (object === undefined) return false;
  if (type === ObjType.GEOM || type === ObjType.MESH) (object as unknown as GeomDraft).visual = false;
  return object;
}
