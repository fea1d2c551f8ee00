import { didYouMean } from '../errors.ts';
import type { XmlElement } from '../xml/document.ts';
import type { ReadContext } from './context.ts';
import { reportAttribute } from './element.ts';

/** Reports a reference to a default class that does not exist. */
export function checkClass(ctx: ReadContext, xml: XmlElement, key: 'class' | 'childclass'): void {
  const name = xml.attributes[key];
  if (name === undefined || ctx.classes.has(name)) return;
  const message = `unknown default class '${name}'`;
  reportAttribute(ctx.diagnostics, 'error', 'unknown-class', message, xml, key, () => didYouMean(name, ctx.classes));
}
