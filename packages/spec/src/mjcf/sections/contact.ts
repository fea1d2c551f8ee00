import type { XmlElement } from '../../xml/document.ts';
import { checkClass } from '../classes.ts';
import type { ReadContext } from '../context.ts';
import { knownChildren, readElement } from '../element.ts';

export function readContact(ctx: ReadContext, xml: XmlElement): void {
  readElement(ctx, xml, 'contact');
  for (const child of knownChildren(ctx, xml, 'contact')) {
    checkClass(ctx, child, 'class');
    if (child.name === 'pair') ctx.spec.pairs.push(readElement(ctx, child, 'pair'));
    else ctx.spec.excludes.push(readElement(ctx, child, 'exclude'));
  }
}
