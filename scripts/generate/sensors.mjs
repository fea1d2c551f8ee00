// The table of sensors: dispatch and exceptions for the kernel, rows for the schema, the compiler and the decompiler.
import { imports, predicate, switchFunction } from './kernel-text.mjs';

/** `kernel/sensor/generated/readings.ts`: the function of each sensor. */
export function readingsTs({ sensors }) {
  const read = sensors.filter(([, , , , , , reading]) => reading.length > 0);
  const named = read.map(([, , , , , , [, , argument]]) => argument).filter((argument) => typeof argument === 'string');
  const constants = [...read.map(([, type]) => `SENS_${type}`), ...named].map((c) => [c, '../../model/constants.ts']);
  const functions = read.map(([, , , , , , [name, file]]) => [name, `../readings/${file}`]);
  return `// @cold
import type { F64, i32 } from '../../dialect.ts';
import type { Data, Model } from '../../model/classes.ts';
${imports([...constants, ...functions])}

${switchFunction(
  'res = what sensor `s` reads now, before its cutoff.',
  'takeReading(m: Model, d: Data, s: i32, res: F64, r: i32): void',
  'm.sensor_type[s]',
  read.map(([, type, , , , , [name, , ...argument]]) => [
    `SENS_${type}`,
    `${name}(${['m', 'd', 's', 'res', 'r', ...argument].join(', ')});\n      return;`,
  ]),
)}`;
}

/** `kernel/sensor/generated/exceptions.ts`: which sensors are not as most. */
export function sensorExceptionsTs({ sensors }) {
  const which = (is) => sensors.filter(([, , , , , , , , e = {}]) => is(e)).map(([, type]) => `SENS_${type}`);
  const own = which((e) => e.cutoff === 'own');
  const always = which((e) => e.awake === 'always');
  const site = which((e) => e.awake === 'at a site');
  return `// @cold
import type { i32 } from '../../dialect.ts';
${imports([...own, ...always, ...site].map((name) => [name, '../../model/constants.ts']))}

${predicate('Whether the cutoff of such a sensor does not clamp its reading.', 'ownsCutoff', own)}
${predicate('Whether such a sensor is read even if all its objects are asleep.', 'alwaysAwake', always)}
${predicate('Whether such a sensor is read even if all its objects are asleep, if one of them is a site.', 'awakeAtSite', site)}`;
}

/** `packages/spec/src/mjcf/generated/sensors.ts`: the rows by the name that the schema has for the element. */
export function sensorRowsTs({ sensors, enumerations }) {
  const valueIn = (name, key) => enumerations.find((e) => e.name === name).members.find((m) => m.name === key).value;
  const rows = sensors.map(([element, type, stage, target, dim, datatype, , , exceptions = {}]) => {
    const [tag, row = tag] = element.split(':');
    const fields = {
      tag,
      type: valueIn('SensorType', type),
      target,
      dim,
      datatype: valueIn('DataType', datatype.toUpperCase()),
      stage: valueIn('Stage', stage.toUpperCase()),
      ownCutoff: exceptions.cutoff === 'own',
      extension: exceptions.extension ?? false,
    };
    return `  ${row}: ${JSON.stringify(fields)},`;
  });
  return `/** Sensors by the name of their row in the schema. */\nexport const SENSORS = {\n${rows.join('\n')}\n} as const;\n`;
}
