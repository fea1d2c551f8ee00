import { INTERP } from './actuator-schema.ts';
import { ANY, flags, id, int, keyword, real, reals, ref, required, text } from './attributes.ts';
import { element, rule } from './element-row.ts';
import { SENSORS } from './generated/sensors.ts';
import * as words from './generated/words.ts';

/** Name of the row of a sensor. */
export type SensorRowName = keyof typeof SENSORS;
/** The sensors that are built in, or that a callback writes. */
export type SensorKind = Exclude<SensorRowName, 'sensorPlugin'>;
/** What a sensor can be attached to. */
export type SensorTarget = (typeof SENSORS)[SensorRowName]['target'];

const timing = { nsample: int, interp: INTERP, delay: real, interval: reals(1, 2) };
const base = { name: id('sensor'), ...timing, cutoff: real, noise: real, user: reals(0, ANY) };

const FRAME_OBJECT = keyword('body', 'xbody', 'geom', 'site', 'camera');
const frame = { objtype: required(FRAME_OBJECT), objname: required(text) };

const jointSensor = () => element({ ...base, joint: required(ref('joint')) });
const tendonSensor = () => element({ ...base, tendon: required(ref('tendon')) });

/** The row of a sensor by its target. */
const ELEMENT_BY_TARGET = {
  site: () => element({ ...base, site: required(ref('site')) }),
  'scalar joint': jointSensor,
  'ball joint': jointSensor,
  'limited joint': jointSensor,
  tendon: tendonSensor,
  'limited tendon': tendonSensor,
  actuator: () => element({ ...base, actuator: required(ref('actuator')) }),
  subtree: () => element({ ...base, body: required(ref('body')) }),
  frame: () =>
    element({ ...base, ...frame, reftype: FRAME_OBJECT, refname: text }, '', [rule('together', 'reftype', 'refname')]),
  'frame in the world': () => element({ ...base, ...frame }),
  'frame in a site': () => element({ ...base, site: required(ref('site')), ...frame }),
  'two objects': () =>
    element({ ...base, geom1: ref('geom'), geom2: ref('geom'), body1: ref('body'), body2: ref('body') }, '', [
      rule('exclusive', 'geom1', 'body1'),
      rule('oneof', 'geom1', 'body1'),
      rule('exclusive', 'geom2', 'body2'),
      rule('oneof', 'geom2', 'body2'),
    ]),
  'site or camera': () =>
    element({ ...base, site: ref('site'), camera: ref('camera'), data: flags(...words.RayData) }, '', [
      rule('exclusive', 'site', 'camera'),
      rule('oneof', 'site', 'camera'),
    ]),
  'site in a camera': () => element({ ...base, site: required(ref('site')), camera: required(ref('camera')) }),
  contact: () =>
    element(
      {
        ...base,
        geom1: ref('geom'),
        geom2: ref('geom'),
        body1: ref('body'),
        body2: ref('body'),
        subtree1: ref('body'),
        subtree2: ref('body'),
        site: ref('site'),
        num: int,
        data: flags(...words.ContactData),
        reduce: keyword('none', 'mindist', 'maxforce', 'netforce'),
      },
      '',
      [rule('exclusive', 'geom1', 'body1', 'subtree1', 'site'), rule('exclusive', 'geom2', 'body2', 'subtree2')],
    ),
  'mesh of a geom': () =>
    element({
      name: id('sensor'),
      geom: required(ref('geom')),
      mesh: required(ref('mesh')),
      ...timing,
      cutoff: real,
      user: reals(0, ANY),
    }),
  nothing: () => element(base),
  callback: () =>
    element(
      {
        name: id('sensor'),
        objtype: text,
        objname: text,
        datatype: keyword(...words.DataType),
        needstage: keyword(...words.Stage),
        dim: required(int),
        cutoff: real,
        noise: real,
        user: reals(0, ANY),
      },
      '',
      [rule('together', 'objtype', 'objname')],
    ),
  plugin: () =>
    element(
      {
        name: id('sensor'),
        plugin: text,
        instance: ref('instance'),
        cutoff: real,
        objtype: text,
        objname: text,
        reftype: text,
        refname: text,
        user: reals(0, ANY),
      },
      'config*',
    ),
};

type Elements = { [K in SensorRowName]: (typeof ELEMENT_BY_TARGET)[(typeof SENSORS)[K]['target']] };

const sensorRows = Object.entries(SENSORS);

/** Rows of the sensors. */
export const sensorElements = {
  sensor: () => element({}, sensorRows.map(([row, { tag }]) => (row === tag ? `${tag}*` : `${tag}:${row}*`)).join(' ')),
  ...(Object.fromEntries(sensorRows.map(([row, { target }]) => [row, ELEMENT_BY_TARGET[target]])) as Elements),
};
