import { enums } from '@qpos/core';
import { SENSORS } from '../mjcf/generated/sensors.ts';
import { row } from '../mjcf/schema.ts';
import type { SensorRowName } from '../mjcf/sensor-schema.ts';
import { type Naming, TARGETS } from '../mjcf/sensor-targets.ts';
import type { Sensor } from '../spec/types.ts';
import { attributesOf, type Decompilation, type Draft, type Fields, unsupported } from './context.ts';
import { OBJECT_KINDS, OBJECT_WORDS } from './object-types.ts';

const { ObjType } = enums;

/** Sensors by what they measure. */
export function decompileSensors(d: Decompilation): void {
  d.spec.sensors = d.make('sensor', d.model.nsensor, (s) => sensor(d, s)) as unknown as Sensor[];
}

function sensor(d: Decompilation, s: Fields): Draft {
  const kind = (Object.keys(SENSORS) as SensorRowName[]).find((k) => SENSORS[k].type === s['type']);
  if (kind === undefined || kind === 'sensorPlugin') throw unsupported(`sensor '${s.name}' is a plugin`);
  const [nsample, interp] = s['history'] as Int32Array;
  const { delay, interval, cutoff, noise, user } = s;
  const draft = attributesOf(kind, { nsample, interp, delay, interval, cutoff, noise, user }, { interp: 'zoh' });
  const { object, reference } = TARGETS[SENSORS[kind].target];
  const { objtype, objid, reftype, refid } = s as unknown as Record<string, number>;
  return Object.assign(
    draft,
    attributesFor(d, object, 'obj', objtype, objid),
    attributesFor(d, reference, 'ref', reftype, refid),
    parameters(kind, s),
  );
}

/** The attributes that name an object. */
function attributesFor(
  d: Decompilation,
  naming: Naming | undefined,
  prefix: 'obj' | 'ref',
  type: number,
  id: number,
): Record<string, string | undefined> {
  if (naming === undefined || type === ObjType.UNKNOWN) return {};
  const word = OBJECT_WORDS[type];
  const name = d.refer(OBJECT_KINDS[type], id);
  if (naming === 'typed') return { [`${prefix}type`]: word, [`${prefix}name`]: name };
  const attribute = Object.keys(naming).find((key) => naming[key] === word);
  return attribute === undefined ? {} : { [attribute]: name };
}

/** What only some sensors have. */
function parameters(kind: SensorRowName, s: Fields): Record<string, unknown> {
  const { attributes } = row(kind);
  const word = (attribute: string, value: number): unknown => attributes[attribute]?.keywords?.[value];
  const [fields, reduce, num] = s['intprm'] as Int32Array;
  const data = attributes['data']?.keywords?.filter((_, bit) => fields & (1 << bit));
  switch (SENSORS[kind].dim) {
    case 'rays':
      return { data };
    case 'contacts':
      return { data, reduce: word('reduce', reduce), num };
    case 'given':
      return {
        dim: s['dim'],
        datatype: word('datatype', s['datatype'] as number),
        needstage: word('needstage', s['needstage'] as number),
      };
    default:
      return {};
  }
}
