import type { Flex } from '../../spec/types.ts';
import type { XmlElement } from '../../xml/document.ts';
import type { ReadContext } from '../context.ts';
import { knownChildren, readElement } from '../element.ts';
import { readSkin } from './asset.ts';

export function readDeformable(ctx: ReadContext, xml: XmlElement): void {
  readElement(ctx, xml, 'deformable');
  for (const child of knownChildren(ctx, xml, 'deformable')) {
    if (child.name === 'skin') readSkin(ctx, child);
    else ctx.spec.flexes.push(readFlex(ctx, child));
  }
}

function readFlex(ctx: ReadContext, xml: XmlElement): Flex {
  const flex: Flex = readElement(ctx, xml, 'flex');
  for (const child of knownChildren(ctx, xml, 'flex')) {
    if (child.name === 'contact') flex.contact ??= readElement(ctx, child, 'flexContact');
    else if (child.name === 'edge') flex.edge ??= readElement(ctx, child, 'flexEdge');
    else flex.elasticity ??= readElement(ctx, child, 'elasticity');
  }
  return flex;
}
