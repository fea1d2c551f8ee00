// The cable: a chain of bodies along a curve, joined by ball joints.

import { tokens } from '../mjcf/numbers.ts';
import { rotateByQuat } from '../spatial/pose.ts';
import { cos, sin } from '../spatial/trig.ts';
import { MovingFrame } from './cable-frame.ts';
import { cableSkin } from './cable-skin.ts';
import { type Expansion, reserve } from './expansion.ts';
import type { Body, BodyNode, Composite, DefaultClass, Geom, Joint, Plugin, Site } from './types.ts';

/** Replaces a composite by the bodies it stands for, below `parent`. */
export function makeComposite(x: Expansion, node: Composite, parent: BodyNode): void {
  const problem = checkCable(node);
  if (problem !== undefined) {
    x.diagnostics.error('bad-value', problem, node);
    return;
  }
  const vertices = cableVertices(node);
  const count = vertices.length / 3;
  if (!reserve(x, 5 * count))
    x.diagnostics.fatal('limit', 'the cable is too long', node, 'raise limits.expandedElements');

  const prefix = node.prefix ?? '';
  const values = cableClass(node, prefix);
  x.spec.defaults.children.push(values);
  x.spec.texts.push({ kind: 'text', name: `composite_${prefix}`, data: `rope_${prefix}`, source: node.source });

  const plugin = node.plugin && sharedPlugin(x, node.plugin, `composite${prefix}`);
  const frame = new MovingFrame(vertices);
  const bodyName = (i: number): string => `${prefix}B_${i === 0 ? 'first' : i === count - 2 ? 'last' : i}`;
  let holder: BodyNode = parent;
  for (let i = 0; i < count - 1; i++) {
    const segment = frame.next();
    const body: Body = {
      kind: 'body',
      name: bodyName(i),
      pos: i === 0 ? segment.start.map((v, k) => (node.offset?.[k] ?? 0) + v) : [segment.previousLength, 0, 0],
      quat: segment.quat,
      source: node.source,
      scope: node.scope,
      children: [],
    };
    const geom = cableGeom(node, `${prefix}G${i}`, values.class, segment.length);
    body.children.push(geom);
    if (plugin !== undefined) body.children.push(plugin);
    if (i > 0 || node.initial !== 'none') body.children.push(cableJoint(node, i, count, values.class, prefix));
    if (i === 0 || i === count - 2) body.children.push(cableSite(node, i, count, values.class, prefix, segment.length));
    holder.children.push(body);
    for (const element of [body, ...body.children]) x.names.add(element as { kind: string; name?: string });
    if (i < count - 2) {
      const exclude = { kind: 'exclude', body1: bodyName(i), body2: bodyName(i + 1), source: node.source } as const;
      x.spec.excludes.push({ ...exclude });
    }
    holder = body;
  }
  if (node.geom?.type !== 'box') return;
  const parts = 1 + Math.max(0, node.skin?.subgrid ?? 0);
  if (!reserve(x, count * parts * parts))
    x.diagnostics.fatal('limit', 'the skin of the cable is too fine', node, 'raise limits.expandedElements');
  x.spec.skins.push(cableSkin(node, count, bodyName));
}

/** The instance that the bodies of a composite share: the one that is named, or a new one of the given name. */
export function sharedPlugin(x: Expansion, use: Plugin, name: string): Plugin {
  const { plugin, configs, source } = use;
  if (use.instance || !x.spec.plugins.some((known) => known.plugin === plugin)) return use;
  x.spec.plugins.push({ kind: 'extensionPlugin', plugin, instances: [{ kind: 'instance', name, configs, source }] });
  return { ...use, instance: name, configs: [] };
}

function checkCable(node: Composite): string | undefined {
  const [nx = 1, ny = 1, nz = 1] = node.count ?? [];
  const [s0 = 1, s1 = 0, s2 = 0] = node.size ?? [];
  const given = node.vertex?.length ?? 0;
  if (nx < 1 || ny < 1 || nz < 1) return 'counts of a composite must be positive';
  if (s0 * s0 + s1 * s1 + s2 * s2 < 1e-15 && given === 0) return 'a composite needs a positive size';
  if (given > 0 && nx > 1) return "only one of 'vertex' and 'count' may be given";
  if (ny > 1 || nz > 1 || (given === 0 ? nx : Math.floor(given / 3)) < 2) return 'a cable must be one-dimensional';
  const type = node.geom?.type;
  if (type !== 'cylinder' && type !== 'capsule' && type !== 'box')
    return 'the geom of a cable must be cylinder, capsule or box';
  if (node.joints.length > 1) return 'a cable may have one joint';
  return undefined;
}

/** Vertices along the curve, in 32 bits as they are kept. */
function cableVertices(node: Composite): number[] {
  const given = node.vertex ?? [];
  if (given.length > 0) return given.slice(0, 3 * Math.floor(given.length / 3)).map(Math.fround);
  const count = node.count?.[0] ?? 1;
  const [length = 1, radius = 0, turns = 0] = node.size ?? [];
  const curve = tokens(node.curve ?? '');
  const quat = node.quat ?? [1, 0, 0, 0];
  const vertices: number[] = [];
  for (let i = 0; i < count; i++) {
    const point = new Float64Array(3);
    for (let k = 0; k < 3; k++) {
      if (curve[k] === 's') point[k] = (i * length) / (count - 1);
      else if (curve[k] === 'cos(s)') point[k] = radius * cos((Math.PI * i * turns) / (count - 1));
      else if (curve[k] === 'sin(s)') point[k] = radius * sin((Math.PI * i * turns) / (count - 1));
    }
    rotateByQuat(point, 0, point, 0, quat, 0);
    vertices.push(...Array.from(point, Math.fround));
  }
  return vertices;
}

/** What the parts of the cable start from: built-in values and what the composite says, no default class. */
function cableClass(node: Composite, prefix: string): DefaultClass {
  const { kind: _g, source: _gs, scope: _gc, ...geom } = node.geom ?? { kind: 'compositeGeom' };
  const { kind: _s, source: _ss, scope: _sc, ...site } = node.site ?? { kind: 'compositeSite' };
  const [joint] = node.joints;
  const values: Joint = { kind: 'joint', group: joint?.group ?? 3 };
  for (const key of ['solreflimit', 'solimplimit', 'solreffriction', 'solimpfriction', 'range', 'axis'] as const) {
    if (joint?.[key] !== undefined) values[key] = joint[key];
  }
  for (const key of ['margin', 'armature', 'frictionloss'] as const) {
    if (joint?.[key] !== undefined) values[key] = joint[key];
  }
  if (joint?.stiffness !== undefined) values.stiffness = [joint.stiffness];
  if (joint?.damping !== undefined) values.damping = [joint.damping];
  return {
    kind: 'default',
    class: `composite:${prefix}`,
    fresh: true,
    generated: true,
    children: [{ kind: 'geom', group: 0, ...geom }, { kind: 'site', group: 3, ...site }, values],
  };
}

function cableGeom(node: Composite, name: string, className: string, length: number): Geom {
  const geom: Geom = { kind: 'geom', name, class: className, source: node.source, scope: node.scope };
  if (node.geom?.type === 'box') {
    geom.pos = [length / 2, 0, 0];
    geom.size = [length / 2, node.geom.size?.[1] ?? 0, node.geom.size?.[2] ?? 0];
  } else {
    geom.fromto = [0, 0, 0, length, 0, 0];
  }
  return geom;
}

function cableJoint(node: Composite, i: number, count: number, className: string, prefix: string): Joint {
  const end = i === 0 ? 'first' : i === count - 2 ? 'last' : i;
  const free = i === 0 && node.initial === 'free';
  const joint: Joint = {
    kind: 'joint',
    name: `${prefix}J_${end}`,
    class: className,
    type: free ? 'free' : 'ball',
    source: node.source,
    scope: node.scope,
  };
  if (free) Object.assign(joint, { damping: [0, 0, 0], armature: 0, frictionloss: 0 });
  return joint;
}

function cableSite(node: Composite, i: number, count: number, className: string, prefix: string, length: number): Site {
  const last = i === count - 2;
  return {
    kind: 'site',
    name: `${prefix}S_${i === 0 ? 'first' : 'last'}`,
    class: className,
    pos: [last ? length : 0, 0, 0],
    quat: [1, 0, 0, 0],
    source: node.source,
    scope: node.scope,
  };
}
