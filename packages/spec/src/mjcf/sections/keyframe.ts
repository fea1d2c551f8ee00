import type { XmlElement } from '../../xml/document.ts';
import type { ReadContext } from '../context.ts';
import { knownChildren, readElement } from '../element.ts';

export function readKeyframe(ctx: ReadContext, xml: XmlElement): void {
  readElement(ctx, xml, 'keyframe');
  for (const child of knownChildren(ctx, xml, 'keyframe')) ctx.spec.keys.push(readElement(ctx, child, 'key'));
}
