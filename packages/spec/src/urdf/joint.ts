import { keyword, real, reals, text } from '../mjcf/attributes.ts';
import { quatOfZ } from '../spatial/pose.ts';
import { quatToMat } from '../spatial/rotation.ts';
import type { Body, Joint, Spec } from '../spec/types.ts';
import { locationOf, type XmlElement } from '../xml/document.ts';
import type { UrdfReader } from './read.ts';

const TYPE = keyword('revolute', 'continuous', 'prismatic', 'fixed', 'floating', 'planar', 'spherical');

/** Places the child link and adds the joints that a URDF joint stands for. */
export function readJoint(reader: UrdfReader, spec: Spec, xml: XmlElement, child: Body): void {
  const type = reader.required(xml, 'type', TYPE);
  const name = reader.name(xml);
  Object.assign(child, reader.origin(xml));
  const axis = reader.child(xml, 'axis');
  const direction = axis === undefined ? [1, 0, 0] : (reader.required(axis, 'xyz', reals(3)) ?? [1, 0, 0]);
  const joints = makeJoints(type ?? 'fixed', name, direction);
  const [first] = joints;
  if (first === undefined) return;
  for (const joint of joints) joint.source = locationOf(xml);

  const dynamics = reader.child(xml, 'dynamics');
  const damping = reader.value(dynamics, 'damping', real);
  const friction = reader.value(dynamics, 'friction', real);
  for (const joint of joints) {
    if (damping !== undefined) joint.damping = [damping];
    if (friction !== undefined) joint.frictionloss = friction;
  }
  readLimit(reader, xml, first);
  if (joints.length === 1 && (first.type === 'hinge' || first.type === 'slide')) readMimic(reader, spec, xml, name);
  child.children.push(...joints);
}

function makeJoints(type: string, name: string, axis: number[]): Joint[] {
  const pos = [0, 0, 0];
  switch (type) {
    case 'revolute':
    case 'continuous':
      return [{ kind: 'joint', name, type: 'hinge', pos, axis }];
    case 'prismatic':
      return [{ kind: 'joint', name, type: 'slide', pos, axis }];
    case 'floating':
      return [{ kind: 'joint', name, type: 'free' }];
    case 'spherical':
      return [{ kind: 'joint', name, type: 'ball', pos, axis }];
    case 'planar':
      return planarJoints(name, axis);
    default:
      return [];
  }
}

/** Two slides in the plane and a hinge about its normal. */
function planarJoints(name: string, axis: number[]): Joint[] {
  const quat = new Float64Array(4);
  const mat = new Float64Array(9);
  quatOfZ(quat, axis);
  quatToMat(mat, quat);
  const [m0 = 0, m1 = 0, , m3 = 0, m4 = 0, , m6 = 0, m7 = 0] = mat;
  const pos = [0, 0, 0];
  return [
    { kind: 'joint', name: `${name}_TX`, type: 'slide', pos, axis: [m0, m3, m6] },
    { kind: 'joint', name: `${name}_TY`, type: 'slide', pos, axis: [m1, m4, m7] },
    { kind: 'joint', name: `${name}_RZ`, type: 'hinge', pos, axis },
  ];
}

/** Limits of the first joint; a range that makes no sense is none. */
function readLimit(reader: UrdfReader, xml: XmlElement, joint: Joint): void {
  const limit = reader.child(xml, 'limit');
  if (limit === undefined) return;
  const lower = reader.value(limit, 'lower', real);
  const upper = reader.value(limit, 'upper', real);
  if (lower !== undefined || upper !== undefined) {
    joint.range = [lower ?? 0, upper ?? 0];
    if (lower === undefined || upper === undefined || lower > upper) joint.limited = false;
  }
  const effort = Math.abs(reader.value(limit, 'effort', real) ?? 0);
  if (effort > 0) joint.actuatorfrcrange = [-effort, effort];
}

function readMimic(reader: UrdfReader, spec: Spec, xml: XmlElement, name: string): void {
  const mimic = reader.child(xml, 'mimic');
  if (mimic === undefined) return;
  const leader = reader.required(mimic, 'joint', text);
  const multiplier = reader.value(mimic, 'multiplier', real) ?? 1;
  const offset = reader.value(mimic, 'offset', real) ?? 0;
  spec.equalities.push({
    kind: 'jointEquality',
    joint1: name,
    joint2: leader,
    polycoef: [offset, multiplier, 0, 0, 0],
    source: locationOf(mimic),
  });
}
