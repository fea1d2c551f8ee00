import { enums } from '@qpos/core';
import type { SENSORS } from '../../mjcf/generated/sensors.ts';
import { ContactData, DataType as DATA_WORDS, RayData, Stage as STAGE_WORDS } from '../../mjcf/generated/words.ts';
import type { SensorRowName } from '../../mjcf/sensor-schema.ts';
import type { AttributesOf } from '../../spec/types.ts';
import type { Compilation } from '../context.ts';
import type { ActuatorDraft, CameraDraft, MeshDraft, SensorDraft } from '../draft.ts';

const { DataType, ObjType } = enums;

type Report = (message: string) => void;
/** What decides about the number of a sensor's values, where it is not fixed. */
type Dimension = Exclude<(typeof SENSORS)[SensorRowName]['dim'], number>;

/** Numbers of each field of a contact or of a ray. */
const CONTACT_SIZES: Readonly<Record<(typeof ContactData)[number], number>> = {
  found: 1,
  force: 3,
  torque: 3,
  dist: 1,
  pos: 3,
  normal: 3,
  tangent: 3,
};
const RAY_SIZES: Readonly<Record<(typeof RayData)[number], number>> = {
  dist: 1,
  dir: 3,
  origin: 3,
  point: 3,
  normal: 3,
  depth: 1,
};
const REDUCTIONS = ['none', 'mindist', 'maxforce', 'netforce'];

/** Sets what the attributes of a sensor say beside its objects, and returns the number of its values. */
export const PARAMETERS: Readonly<Record<Dimension, (s: SensorDraft, error: Report, c: Compilation) => number>> = {
  outputs: (s) => (s.object as ActuatorDraft).outnum,

  rays: (s, error) => {
    const { data = ['dist'] } = s.node as AttributesOf<'rangefinder'>;
    const [width, height] = s.objtype === ObjType.CAMERA ? (s.object as CameraDraft).values.resolution : [1, 1];
    return dataSize(s, data, RayData, RAY_SIZES, error) * width * height;
  },

  contacts: (s, error) => {
    const { data = ['found'], reduce = 'none', num = 1 } = s.node as AttributesOf<'contactSensor'>;
    if (num <= 0) error('num must be positive');
    s.intprm[1] = Math.max(0, REDUCTIONS.indexOf(reduce));
    s.intprm[2] = num;
    return num * dataSize(s, data, ContactData, CONTACT_SIZES, error);
  },

  vertices: (s) => (s.object as MeshDraft).data.vert.length, // three numbers for each three coordinates

  given: (s, error) => {
    const { dim = 0, datatype, needstage } = s.node as AttributesOf<'user'>;
    if (datatype !== undefined) s.datatype = DATA_WORDS.indexOf(datatype);
    if (needstage !== undefined) s.needstage = STAGE_WORDS.indexOf(needstage);
    if (dim < 0) error('dim cannot be negative');
    if (s.datatype === DataType.AXIS && dim !== 3) error('datatype axis requires dim 3');
    if (s.datatype === DataType.QUATERNION && dim !== 4) error('datatype quaternion requires dim 4');
    return dim;
  },

  plugin: (s, _error, c) => {
    const draft = c.pluginOf.get(s.node);
    const sensor = draft?.definition.sensor;
    s.needstage = STAGE_WORDS.indexOf(sensor?.stage ?? 'pos');
    const dim = draft === undefined ? 0 : (sensor?.dim(draft.config) ?? 0);
    if (!Number.isInteger(dim) || dim < 0 || dim > c.limits.reserved)
      c.error('plugin', `plugin '${draft?.definition.name}' asks for an invalid dimension: ${dim}`, s.node);
    return dim;
  },
};

/** Sets the bits of the fields in intprm[0] and returns their size. Fields must be in the order of `order`. */
function dataSize<F extends string>(
  s: SensorDraft,
  fields: readonly F[],
  order: readonly F[],
  sizes: Readonly<Record<F, number>>,
  error: Report,
): number {
  let size = 0;
  let last = -1;
  for (const field of fields) {
    const bit = order.indexOf(field);
    if (bit <= last) error(`data attributes must be in order: ${order.join(', ')}`);
    last = bit;
    s.intprm[0] |= 1 << bit;
    size += sizes[field];
  }
  return size;
}
