import { rotVecQuat } from '@qpos/core/math';
import { PartsError } from '../errors.ts';
import { ChainJoint, type Joint } from './joint.ts';
import type { JointLimits } from './limits.ts';
import { checkSpec, findBody, type SpecBody, type SpecLike, type SpecNode } from './spec-tree.ts';

const DEGREE = Math.PI / 180;

/**
 * Builds a joint in a Spec, so that the engine simulates it: its child is placed below its parent, with a joint of the engine for each degree of freedom
 * (a universal joint becomes two hinges, a planar one two slides and a hinge). `qpos` and `qvel` are then the positions and velocities of the joint.
 * Limits become ranges, with the engine's own constraints in place of stops; damping and motor become damping and an actuator.
 *
 * @param spec The Spec.
 * @param joint The joint. Its parent must be there; a child that is not is made.
 * @returns The child, to which geoms, sites and bodies can be added.
 * @example
 * const spec = createSpec();
 * const arm = addJoint(spec, universalJoint({ child: 'arm', parentAnchor: { pos: [0, 0, 1] } }));
 * addGeom(arm, { size: [0.1], pos: [0.3, 0, 0] });
 * console.log(compile(spec).nv); // 2
 */
export function addJoint(spec: SpecLike, joint: Joint): SpecBody {
  checkSpec(spec);
  if (!(joint instanceof ChainJoint))
    throw new PartsError('bad-argument', 'joint must be a joint', { hint: 'make one by revoluteJoint and the like' });
  const parent = parentOf(spec, joint);
  const child = takeChild(spec, joint, parent);
  placeChild(child, joint);
  const isFree = joint.kind === 'free' && parent === spec.worldbody && isAtOrigin(joint);
  const elements = isFree ? [{ kind: 'freejoint', name: joint.name }] : jointElements(spec, joint);
  child.children.unshift(...elements);
  if (joint.motor !== undefined) spec.actuators.push(actuatorElement(joint, (elements[0] as { name: string }).name));
  parent.children.push(child);
  return child as SpecBody;
}

function parentOf(spec: SpecLike, { parent }: Joint): { children: unknown[] } {
  if (parent === undefined || parent === 'world') return spec.worldbody;
  const found = findBody(spec.worldbody, parent);
  if (found === undefined)
    throw new PartsError('unknown-name', `there is no body '${parent}'`, { hint: 'add it first' });
  return found.body;
}

/** The child, taken from where it is, or a new body. */
function takeChild(spec: SpecLike, { child }: Joint, parent: { children: unknown[] }): SpecNode {
  const found = findBody(spec.worldbody, child);
  if (found === undefined) return { kind: 'body', name: child, children: [] };
  const { body, holder } = found;
  const isJoint = (x: unknown): boolean => ['joint', 'freejoint'].includes((x as { kind: string }).kind);
  if (body.children.some(isJoint)) throw new PartsError('bad-argument', `the body '${child}' has a joint already`);
  if (body === parent || findBody(body, (parent as SpecNode).name ?? '') !== undefined)
    throw new PartsError('bad-argument', `the body '${child}' holds its parent`);
  holder.children.splice(holder.children.indexOf(body), 1);
  return body;
}

const ORIENTATIONS = ['axisangle', 'euler', 'xyaxes', 'zaxis'];

function placeChild(child: SpecNode, { parentAnchor, childAnchor }: Joint): void {
  const arm = rotVecQuat(new Float64Array(3), childAnchor, parentAnchor.quat);
  for (const key of ORIENTATIONS) delete (child as unknown as Record<string, unknown>)[key];
  Object.assign(child, {
    pos: Array.from(parentAnchor.pos, (x, k) => x - arm[k]),
    quat: Array.from(parentAnchor.quat),
  });
}

/** Whether positions of a free joint are those of the engine: the pose of the child in the world. */
const isAtOrigin = ({ parentAnchor, childAnchor }: Joint): boolean =>
  [...parentAnchor.pos, ...childAnchor, 1 - parentAnchor.quat[0]].every((x) => x === 0);

function jointElements(spec: SpecLike, joint: Joint): object[] {
  const { primitives, name, childAnchor, damping } = joint;
  return primitives.map((primitive, k) => ({
    kind: 'joint',
    type: primitive.kind,
    name: primitives.length === 1 ? name : `${name}_${k}`,
    pos: [...childAnchor],
    ...(primitive.kind !== 'ball' && { axis: [...primitive.axis] }),
    ...(damping > 0 && { damping: [damping] }),
    ...rangeOf(joint.limits[k], primitive.kind === 'hinge' && spec.compiler.angle !== 'radian' ? DEGREE : 1),
  }));
}

function rangeOf(limits: JointLimits | undefined, unit: number): object {
  if (limits === undefined || (limits.lower === -Infinity && limits.upper === Infinity)) return {};
  const far = 1e10; // the engine has no range with one end
  const end = (x: number): number => Math.max(-far, Math.min(far, x / unit));
  return { limited: true, range: [end(limits.lower), end(limits.upper)] };
}

function actuatorElement({ name, motor }: Joint, joint: string): object {
  if (motor === undefined) return {};
  const { mode, kp, kd, gearRatio } = motor;
  const most = motor.maxForceAt(0);
  const force = Number.isFinite(most) ? { forcelimited: true, forcerange: [-most, most] } : {};
  const named = { name: `${name}_motor`, joint, ...force };
  switch (mode) {
    case 'torque':
      return { kind: 'motor', gear: [gearRatio], ...named };
    case 'velocity':
      return { kind: 'velocity', kv: kd, ...named };
    case 'position':
      return { kind: 'position', kp, kv: kd, ...named };
  }
}
