import type { Tuple } from '../../spec/types.ts';
import { attributeLocation, type XmlElement } from '../../xml/document.ts';
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
    const given = kind === 'text' ? withSection(ctx, child) : child;
    const element = readElement(ctx, given, kind);
    checkElement(ctx, given, element);
    if (element.kind === 'numeric') ctx.spec.numerics.push(element as (typeof ctx.spec.numerics)[number]);
    else ctx.spec.texts.push(element as (typeof ctx.spec.texts)[number]);
  }
}

/** A text with its CDATA section in the place of the attribute `data`. */
function withSection(ctx: ReadContext, xml: XmlElement): XmlElement {
  const { cdata, attributes } = xml;
  if (cdata === undefined) return xml;
  if (attributes['data'] !== undefined) {
    const at = { kind: xml.name, name: attributes['name'], source: attributeLocation(xml, 'data') };
    ctx.diagnostics.error('attribute-conflict', 'the data of a text is an attribute or a CDATA section, not both', at);
  }
  return { ...xml, attributes: Object.assign(Object.create(null) as object, attributes, { data: cdata }) };
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
