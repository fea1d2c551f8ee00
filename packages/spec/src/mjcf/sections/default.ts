import type { DefaultClass, DefaultElement, DefaultKind, Layer } from '../../spec/types.ts';
import { locationOf, type XmlElement } from '../../xml/document.ts';
import type { Attribute } from '../attributes.ts';
import { checkElement } from '../checks.ts';
import type { ReadContext } from '../context.ts';
import { childRow, knownChildren, readElement, report, reportUnknownElement } from '../element.ts';
import { defaultAttributes } from '../schema.ts';

/** Reads a `default` section into the class `main`, nested classes and all. */
export function readDefault(ctx: ReadContext, section: XmlElement): void {
  const pending: { xml: XmlElement; parent: DefaultClass | undefined }[] = [{ xml: section, parent: undefined }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const target = openClass(ctx, next.xml, next.parent);
    if (target === undefined) continue;
    const nested: XmlElement[] = [];
    for (const child of knownChildren(ctx, next.xml, 'default')) {
      if (child.name === 'default') nested.push(child);
      else target.children.push(readDefaultElement(ctx, child));
    }
    // the values of a class come before its nested classes, wherever they are written
    for (const child of nested.reverse()) pending.push({ xml: child, parent: target });
  }
}

function openClass(ctx: ReadContext, xml: XmlElement, parent: DefaultClass | undefined): DefaultClass | undefined {
  const { class: name = '' } = readElement(ctx, xml, 'default');
  if (parent === undefined) {
    if (name !== '' && name !== 'main') {
      report(ctx, 'bad-value', `the top class is 'main' and cannot be '${name}'`, xml, 'nest the class in a default');
    }
    return ctx.spec.defaults;
  }
  if (name === '') {
    report(ctx, 'missing-attribute', "a nested default needs the attribute 'class'", xml);
    return undefined;
  }
  if (ctx.classes.has(name)) {
    report(ctx, 'duplicate-name', `default class '${name}' already exists`, xml);
    return undefined;
  }
  ctx.classes.add(name);
  const created: DefaultClass = { kind: 'default', class: name, children: [], source: locationOf(xml) };
  parent.children.push(created);
  return created;
}

const rows = new Map<string, Record<string, Attribute>>();

function readDefaultElement(ctx: ReadContext, xml: XmlElement): DefaultElement {
  const name = childRow('default', xml.name) as DefaultKind;
  const attributes = rows.get(name) ?? defaultAttributes(name);
  rows.set(name, attributes);
  const read = readElement(ctx, xml, name, attributes);
  checkElement(ctx, xml, read);
  if (name === 'material') {
    (read as unknown as { layers: Layer[] }).layers = knownChildren(ctx, xml, 'material').map((child) =>
      readElement(ctx, child, 'layer'),
    );
  }
  if (name === 'geom' || name === 'mesh') {
    for (const child of xml.children) reportUnknownElement(ctx, child, xml.name, []);
  }
  return read as DefaultElement;
}
