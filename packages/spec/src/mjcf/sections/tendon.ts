import type { FixedTendon, SpatialTendon, SpatialWrap } from '../../spec/types.ts';
import type { XmlElement } from '../../xml/document.ts';
import { checkClass } from '../classes.ts';
import type { ReadContext } from '../context.ts';
import { childRow, knownChildren, readElement } from '../element.ts';

export function readTendon(ctx: ReadContext, xml: XmlElement): void {
  readElement(ctx, xml, 'tendon');
  for (const child of knownChildren(ctx, xml, 'tendon')) {
    checkClass(ctx, child, 'class');
    ctx.spec.tendons.push(child.name === 'spatial' ? readSpatial(ctx, child) : readFixed(ctx, child));
  }
}

function readSpatial(ctx: ReadContext, xml: XmlElement): SpatialTendon {
  const tendon: SpatialTendon = { ...readElement(ctx, xml, 'spatial'), path: [] };
  for (const child of knownChildren(ctx, xml, 'spatial')) {
    tendon.path.push(readElement(ctx, child, childRow('spatial', child.name) as SpatialWrap['kind']) as SpatialWrap);
  }
  return tendon;
}

function readFixed(ctx: ReadContext, xml: XmlElement): FixedTendon {
  const path = knownChildren(ctx, xml, 'fixed').map((child) => readElement(ctx, child, 'fixedJoint'));
  return { ...readElement(ctx, xml, 'fixed'), path };
}
