import type { Actuator, ActuatorShortcut } from '../../spec/types.ts';
import type { XmlElement } from '../../xml/document.ts';
import { checkElement } from '../checks.ts';
import { checkClass } from '../classes.ts';
import type { ReadContext } from '../context.ts';
import { knownChildren, readElement } from '../element.ts';
import { readConfigs } from './extension.ts';

export function readActuator(ctx: ReadContext, xml: XmlElement): void {
  readElement(ctx, xml, 'actuator');
  for (const child of knownChildren(ctx, xml, 'actuator')) {
    checkClass(ctx, child, 'class');
    const actuator = readOne(ctx, child);
    checkElement(ctx, child, actuator);
    ctx.spec.actuators.push(actuator);
  }
}

function readOne(ctx: ReadContext, xml: XmlElement): Actuator {
  if (xml.name === 'plugin') {
    return { ...readElement(ctx, xml, 'actuatorPlugin'), configs: readConfigs(ctx, xml, 'actuatorPlugin') };
  }
  return readElement(ctx, xml, xml.name as ActuatorShortcut) as Actuator;
}
