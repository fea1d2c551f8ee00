import type { Tuple } from '../../spec/types.ts';
import type { XmlElement } from '../../xml/document.ts';
import { checkElement } from '../checks.ts';
import type { ReadContext } from '../context.ts';
import { knownChildren, readElement } from '../element.ts';

export function readCustom(ctx: ReadContext, xml: XmlElement): void {
  readElement(ctx, xml, 'custom');
  for (const child of knownChildren(ctx, xml, 'custom')) {
    if (child.name === 'tuple') {
      ctx.spec.tuples.push(readTuple(ctx, child));
      continue;
    }
    const kind = child.name === 'numeric' ? 'numeric' : 'text';
    const element = readElement(ctx, child, kind);
    checkElement(ctx, child, element);
    if (element.kind === 'numeric') ctx.spec.numerics.push(element as (typeof ctx.spec.numerics)[number]);
    else ctx.spec.texts.push(element as (typeof ctx.spec.texts)[number]);
  }
}

function readTuple(ctx: ReadContext, xml: XmlElement): Tuple {
  const tuple: Tuple = { ...readElement(ctx, xml, 'tuple'), elements: [] };
  for (const child of knownChildren(ctx, xml, 'tuple')) {
    const element = readElement(ctx, child, 'tupleElement');
    checkElement(ctx, child, element);
    tuple.elements.push(element);
  }
  return tuple;
}
