/** What an editor of Specs needs beside `mjcf`: the values that elements have through their classes, and the tables of the language. */

export { addTextures, Classes, lightType, type ResolvedClass, resolveValues } from './compile/defaults.ts';
export { type ActuatorValues, applyActuator, copyActuator, TRANSMISSIONS } from './compile/objects/actuator-values.ts';
export { partsOf } from './compile/objects/equality.ts';
export { namedObject } from './compile/objects/sensor.ts';
export { VALUE_ROW, type ValueKind } from './compile/values.ts';
export { Diagnostics } from './errors.ts';
export { SENSORS } from './mjcf/generated/sensors.ts';
export { row } from './mjcf/schema.ts';
export type { SensorRowName } from './mjcf/sensor-schema.ts';
export { type Naming, TARGETS } from './mjcf/sensor-targets.ts';
export { applyOrientation } from './spatial/pose.ts';
export { nameOf, namespaceOf } from './spec/names.ts';
export { listsOf } from './spec/walk.ts';
