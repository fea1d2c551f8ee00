import type { Sensor, SensorKind } from '../../spec/types.ts';
import type { XmlElement } from '../../xml/document.ts';
import { checkElement } from '../checks.ts';
import type { ReadContext } from '../context.ts';
import { checkExtension, childRow, knownChildren, readElement } from '../element.ts';
import { SENSORS } from '../generated/sensors.ts';
import { readConfigs } from './extension.ts';

export function readSensor(ctx: ReadContext, xml: XmlElement): void {
  readElement(ctx, xml, 'sensor');
  for (const child of knownChildren(ctx, xml, 'sensor')) {
    const sensor = readOne(ctx, child);
    checkElement(ctx, child, sensor);
    ctx.spec.sensors.push(sensor);
  }
}

function readOne(ctx: ReadContext, xml: XmlElement): Sensor {
  if (xml.name === 'plugin') {
    return { ...readElement(ctx, xml, 'sensorPlugin'), configs: readConfigs(ctx, xml, 'sensorPlugin') };
  }
  const kind = childRow('sensor', xml.name) as SensorKind;
  if (SENSORS[kind].extension) checkExtension(ctx, xml);
  return readElement(ctx, xml, kind) as Sensor;
}
