import type { Equality, EqualityKind } from '../../spec/types.ts';
import type { XmlElement } from '../../xml/document.ts';
import { checkClass } from '../classes.ts';
import type { ReadContext } from '../context.ts';
import { checkExtension, childRow, knownChildren, readElement } from '../element.ts';

export function readEquality(ctx: ReadContext, xml: XmlElement): void {
  readElement(ctx, xml, 'equality');
  for (const child of knownChildren(ctx, xml, 'equality')) {
    checkClass(ctx, child, 'class');
    if (child.name === 'distance') checkExtension(ctx, child);
    ctx.spec.equalities.push(readElement(ctx, child, childRow('equality', child.name) as EqualityKind) as Equality);
  }
}
