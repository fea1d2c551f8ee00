import { enums } from '@qpos/core';
import { type Naming, namedObject, partsOf, row, SENSORS, type SensorRowName, TARGETS } from '@qpos/spec/editing';
import { type Node, retype } from '../codec.ts';
import { anyOf, list, type Special, text, vector } from './special.ts';

const OBJECTS = Object.keys(enums.ObjType).map((word) => word.toLowerCase());

const SITE = 6;

const UNKNOWN = 0;

const EQUALITIES = [
  'connect',
  'weld',
  'jointEquality',
  'tendonEquality',
  'flexEquality',
  'flexvert',
  'flexstrain',
  'distanceEquality',
];

/** What names begin with, by type: `joint1`. */
const COUPLED = ['body', 'body', 'joint', 'tendon', 'flex', 'flex', 'flex', 'geom'];

export const equality: Special = {
  read(to, node) {
    if (!EQUALITIES.includes(node.kind)) return;
    const { type, objtype, names, data } = partsOf(node as never);
    if (names[0] === undefined) return;
    Object.assign(to.fields, { type, objtype, name1: names[0] ?? '', name2: names[1] ?? '' });
    vector(to, 'data').set(data);
  },
  write(from, node, changed) {
    if (!anyOf(changed, 'type', 'objtype', 'name1', 'name2', 'data') || node.kind === 'defaultEquality') return;
    const type = from.fields['type'] as number;
    retype(node, EQUALITIES[type] as string);
    const word = type <= 1 && from.fields['objtype'] === SITE ? 'site' : (COUPLED[type] as string);
    for (const name of Object.keys(row(node.kind).attributes))
      if (!['name', 'class', 'active', 'solref', 'solimp'].includes(name)) delete node[name];
    const data = Array.from(vector(from, 'data'));
    if (word === 'flex') node['flex'] = text(from, 'name1');
    else Object.assign(node, { [`${word}1`]: text(from, 'name1'), [`${word}2`]: text(from, 'name2') });
    if (word === 'body') node['anchor'] = data.slice(0, 3);
    if (type === 1) {
      node['torquescale'] = data[10];
      if (word === 'body' && data.slice(3, 10).some((x) => x !== 0)) node['relpose'] = data.slice(3, 10);
    }
    if (word === 'joint' || word === 'tendon') node['polycoef'] = data.slice(0, 5);
    if (node.kind === 'flexstrain') node['cell'] = data.slice(0, 3);
    if (word === 'geom') node['distance'] = data[0];
  },
};

/** Attributes that name an object of a sensor. */
function objectAttributes(
  naming: Naming | undefined,
  prefix: 'obj' | 'ref',
  type: number,
  name: string,
): Record<string, string> {
  if (naming === undefined || type === UNKNOWN) return {};
  const word = OBJECTS[type] as string;
  if (naming === 'typed') return { [`${prefix}type`]: word, [`${prefix}name`]: name };
  const attribute = Object.keys(naming).find((key) => naming[key] === word);
  return attribute === undefined ? {} : { [attribute]: name };
}

const sensorKinds = Object.keys(SENSORS) as SensorRowName[];

export const sensor: Special = {
  read(to, node) {
    const { type, target } = SENSORS[node.kind as SensorRowName];
    const { object, reference } = TARGETS[target];
    const [objtype, objname] = namedObject(node as never, object, 'obj');
    const [reftype, refname] = namedObject(node as never, reference, 'ref');
    Object.assign(to.fields, { type, objtype, objname, reftype, refname });
    const { attributes } = row(node.kind);
    const bits = (node['data'] as string[] | undefined)?.reduce(
      (sum, word) => sum | (1 << (attributes['data']?.keywords ?? []).indexOf(word)),
      0,
    );
    const reduce = attributes['reduce']?.keywords?.indexOf((node['reduce'] as string | undefined) ?? 'none') ?? 0;
    const contact = node.kind === 'contactSensor';
    vector(to, 'intprm').set([
      bits ?? (attributes['data'] === undefined ? 0 : 1),
      reduce,
      contact ? ((node['num'] as number | undefined) ?? 1) : 0,
    ]);
    for (const name of ['datatype', 'needstage'])
      if (node[name] !== undefined) to.fields[name] = attributes[name]?.keywords?.indexOf(node[name] as string) ?? 0;
    if (node['dim'] !== undefined) to.fields['dim'] = node['dim'] as number;
  },
  write(from, node, changed) {
    if (!anyOf(changed, 'type', 'objtype', 'objname', 'reftype', 'refname', 'intprm', 'datatype', 'needstage', 'dim'))
      return;
    const whole = (name: string): number => from.fields[name] as number;
    const name = (of: string): string => from.fields[of] as string;
    const kind = sensorKinds.find((key) => SENSORS[key].type === whole('type')) as SensorRowName;
    retype(node, kind);
    const { object, reference } = TARGETS[SENSORS[kind].target];
    const { attributes } = row(kind);
    for (const naming of [object, reference])
      if (naming !== undefined && naming !== 'typed') for (const key of Object.keys(naming)) delete node[key];
    Object.assign(
      node,
      objectAttributes(object, 'obj', whole('objtype'), name('objname')),
      objectAttributes(reference, 'ref', whole('reftype'), name('refname')),
    );
    const [bits = 0, reduce = 0, num = 0] = vector(from, 'intprm');
    if (attributes['data'] !== undefined)
      node['data'] = attributes['data'].keywords?.filter((_, bit) => bits & (1 << bit));
    if (attributes['reduce'] !== undefined)
      Object.assign(node, { reduce: attributes['reduce'].keywords?.[reduce], num });
    if (kind === 'user')
      Object.assign(node, {
        dim: whole('dim'),
        datatype: attributes['datatype']?.keywords?.[whole('datatype')],
        needstage: attributes['needstage']?.keywords?.[whole('needstage')],
      });
  },
};

export const tuple: Special = {
  read(to, node) {
    const elements = (node['elements'] as Node[] | undefined) ?? [];
    list<number>(to, 'objtype').assign(elements.map(({ objtype }) => OBJECTS.indexOf(objtype as string)));
    list<string>(to, 'objname').assign(elements.map(({ objname }) => objname as string));
    list<number>(to, 'objprm').assign(elements.map(({ prm }) => (prm as number | undefined) ?? 0));
  },
  write(from, node, changed) {
    if (changed.size === 0) return;
    const prm = list<number>(from, 'objprm').values();
    const names = list<string>(from, 'objname').values();
    node['elements'] = list<number>(from, 'objtype')
      .values()
      .map((type, k) => ({ kind: 'tupleElement', objtype: OBJECTS[type], objname: names[k], prm: prm[k] }));
  },
};

export const numeric: Special = {
  read(to) {
    const data = list<number>(to, 'data');
    data.resize(Math.max(data.size(), to.fields['size'] as number), 0);
  },
  write: () => {},
};
