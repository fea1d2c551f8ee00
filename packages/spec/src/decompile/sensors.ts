import { enums } from '@qpos/core';
import { SENSORS } from '../compile/sensor.ts';
import { row } from '../mjcf/schema.ts';
import type { Sensor, SensorKind } from '../spec/types.ts';
import { attributesOf, type Decompilation, type Draft, type Fields, unsupported } from './context.ts';
import { OBJECT_KINDS, OBJECT_WORDS } from './object-types.ts';

const { ObjType, SensorType } = enums;

/** Sensors by what they measure. */
export function decompileSensors(d: Decompilation): void {
  d.spec.sensors = d.make('sensor', d.model.nsensor, (s) => sensor(d, s)) as unknown as Sensor[];
}

function sensor(d: Decompilation, s: Fields): Draft {
  const kind = (Object.keys(SENSORS) as SensorKind[]).find((k) => SENSORS[k][0] === s['type']);
  if (kind === undefined) throw unsupported(`sensor '${s.name}' is a plugin`);
  const [nsample, interp] = s['history'] as Int32Array;
  const { delay, interval, cutoff, noise, user } = s;
  const draft = attributesOf(kind, { nsample, interp, delay, interval, cutoff, noise, user }, { interp: 'zoh' });
  return Object.assign(draft, targets(d, s), parameters(kind, s));
}

/** The attributes that name the object and the reference object. */
function targets(d: Decompilation, s: Fields): Record<string, string | undefined> {
  const { type, objtype, objid, reftype, refid } = s as unknown as Record<string, number>;
  const object = objtype === ObjType.UNKNOWN ? undefined : d.refer(OBJECT_KINDS[objtype], objid);
  const reference = reftype === ObjType.UNKNOWN ? undefined : d.refer(OBJECT_KINDS[reftype], refid);
  const [objword, refword] = [OBJECT_WORDS[objtype], OBJECT_WORDS[reftype]];
  const [, target] = Object.values(SENSORS).find(([t]) => t === type) ?? [];
  if (object === undefined && reference === undefined) return {};
  if (type === SensorType.INSIDESITE) return { objtype: objword, objname: object, site: reference };
  if (type === SensorType.CONTACT) {
    const word = (w: string, k: number): string => (w === 'site' ? 'site' : `${w === 'xbody' ? 'subtree' : w}${k}`);
    return {
      ...(object === undefined ? {} : { [word(objword, 1)]: object }),
      ...(reference === undefined ? {} : { [word(refword, 2)]: reference }),
    };
  }
  if (target === 'frame' || type === SensorType.USER)
    return {
      objtype: objword,
      objname: object,
      ...(reference === undefined ? {} : { reftype: refword, refname: reference }),
    };
  if (target === 'pair') return { [`${objword}1`]: object, [`${refword}2`]: reference };
  return { [objword]: object, ...(reference === undefined ? {} : { [refword]: reference }) };
}

/** What only some sensors have. */
function parameters(kind: SensorKind, s: Fields): Record<string, unknown> {
  const [fields, reduce, num] = s['intprm'] as Int32Array;
  const attributes = row(kind).attributes;
  const data = attributes['data']?.keywords?.filter((_, bit) => fields & (1 << bit));
  switch (s['type']) {
    case SensorType.RANGEFINDER:
      return { data };
    case SensorType.CONTACT:
      return { data, reduce: attributes['reduce']?.keywords?.[reduce], num };
    case SensorType.USER:
      return {
        dim: s['dim'],
        datatype: attributes['datatype']?.keywords?.[s['datatype'] as number],
        needstage: attributes['needstage']?.keywords?.[s['needstage'] as number],
      };
    default:
      return {};
  }
}
