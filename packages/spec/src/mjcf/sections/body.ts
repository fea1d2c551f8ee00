import type { Body, BodyChild, BodyNode, Composite, Flexcomp, Frame, Geom, Replicate } from '../../spec/types.ts';
import type { XmlElement } from '../../xml/document.ts';
import { checkElement, checkPlace } from '../checks.ts';
import { checkClass } from '../classes.ts';
import type { ReadContext } from '../context.ts';
import { knownChildren, readElement, report } from '../element.ts';
import type { RowName } from '../schema.ts';
import { resolveFile } from './asset.ts';
import { readPlugin } from './extension.ts';

interface Pending {
  readonly xml: XmlElement;
  readonly node: BodyNode;
  readonly inWorld: boolean;
}

/** Reads the tree below `worldbody`, node by node. */
export function readWorldBody(ctx: ReadContext, section: XmlElement): void {
  if (Object.keys(section.attributes).length > 0) {
    report(ctx, 'misplaced-element', 'worldbody cannot have attributes', section, 'put them on a body');
  }
  const pending: Pending[] = [{ xml: section, node: ctx.spec.worldbody, inWorld: true }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { xml, node, inWorld } = next;
    for (const child of knownChildren(ctx, xml, node.kind)) {
      checkClass(ctx, child, 'class');
      checkClass(ctx, child, 'childclass');
      const element = readChild(ctx, child);
      checkElement(ctx, child, element);
      checkPlace(ctx, child, element, inWorld);
      node.children.push(element);
      if (element.kind === 'body') pending.push({ xml: child, node: element, inWorld: false });
      else if (element.kind === 'frame' || element.kind === 'replicate') {
        pending.push({ xml: child, node: element, inWorld });
      }
    }
  }
}

function readChild(ctx: ReadContext, xml: XmlElement): BodyChild {
  switch (xml.name) {
    case 'body':
      return { ...readElement(ctx, xml, 'body'), children: [] } satisfies Body;
    case 'frame':
      return { ...readElement(ctx, xml, 'frame'), children: [] } satisfies Frame;
    case 'replicate':
      return { ...readElement(ctx, xml, 'replicate'), children: [] } satisfies Replicate;
    case 'geom':
      return readGeom(ctx, xml);
    case 'plugin':
      return readPlugin(ctx, xml);
    case 'composite':
      return readComposite(ctx, xml);
    case 'flexcomp':
      return readFlexcomp(ctx, xml);
    default:
      return readElement(ctx, xml, xml.name as RowName) as BodyChild;
  }
}

function readGeom(ctx: ReadContext, xml: XmlElement): Geom {
  const geom: Geom = readElement(ctx, xml, 'geom');
  const plugin = xml.children.length === 0 ? undefined : knownChildren(ctx, xml, 'geom')[0];
  if (plugin !== undefined) geom.plugin = readPlugin(ctx, plugin);
  return geom;
}

function readComposite(ctx: ReadContext, xml: XmlElement): Composite {
  const composite: Composite = { ...readElement(ctx, xml, 'composite'), joints: [] };
  for (const child of knownChildren(ctx, xml, 'composite')) {
    if (child.name === 'joint') composite.joints.push(readElement(ctx, child, 'compositeJoint'));
    else if (child.name === 'geom') composite.geom ??= readElement(ctx, child, 'compositeGeom');
    else if (child.name === 'site') composite.site ??= readElement(ctx, child, 'compositeSite');
    else if (child.name === 'plugin') composite.plugin ??= readPlugin(ctx, child);
    else {
      composite.skin ??= readElement(ctx, child, 'compositeSkin');
      checkElement(ctx, child, composite.skin);
    }
  }
  return composite;
}

function readFlexcomp(ctx: ReadContext, xml: XmlElement): Flexcomp {
  const flexcomp: Flexcomp = { ...readElement(ctx, xml, 'flexcomp'), pins: [] };
  if (flexcomp.file !== undefined && flexcomp.file !== '') {
    flexcomp.file = resolveFile(ctx, xml, flexcomp.file, ctx.spec.dir);
  }
  for (const child of knownChildren(ctx, xml, 'flexcomp')) {
    if (child.name === 'pin') flexcomp.pins.push(readElement(ctx, child, 'pin'));
    else if (child.name === 'edge') flexcomp.edge ??= readElement(ctx, child, 'flexcompEdge');
    else if (child.name === 'elasticity') flexcomp.elasticity ??= readElement(ctx, child, 'elasticity');
    else if (child.name === 'contact') flexcomp.contact ??= readElement(ctx, child, 'flexContact');
    else flexcomp.plugin ??= readPlugin(ctx, child);
  }
  const { edge, elasticity } = flexcomp;
  const constrained = edge?.equality !== undefined && edge.equality !== false;
  if (constrained && elasticity?.elastic2d !== 'bend' && (elasticity?.young ?? 0) > 0) {
    report(ctx, 'attribute-conflict', 'edge equality and elasticity (young) cannot both be present', xml);
  }
  return flexcomp;
}
