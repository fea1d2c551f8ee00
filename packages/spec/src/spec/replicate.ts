import { appendPose, applyOrientation, type Pose } from '../spatial/pose.ts';
import { cloneTree } from './clone.ts';
import { copyReferring, type Expansion, referringTo, removeDangling, reserve } from './expansion.ts';
import { resolves } from './references.ts';
import type { BodyChild, BodyNode, Frame, Replicate } from './types.ts';
import { walkTree } from './walk.ts';

/**
 * Replaces a replicate by its copies, each in a frame of its own, named with the index as suffix. `template` holds the
 * children, expanded already, and is the last child of `parent`.
 */
export function replicate(x: Expansion, node: Replicate, template: Frame, parent: BodyNode): void {
  parent.children.pop();
  const count = node.count ?? 0;
  const elements: BodyChild[] = [];
  walkTree(template, (element) => {
    elements.push(element);
    return true;
  });
  if (!reserve(x, Math.max(0, count) * (elements.length + 1))) {
    const message = `${count} copies of ${elements.length} elements are more than ${x.limits.expandedElements}`;
    x.diagnostics.fatal('limit', message, node, 'raise limits.expandedElements');
  }

  warnOfCopies(x, node);
  const referring = referringTo(x.spec, elements);
  const digits = String(count).length;
  const poses = new PoseSequence(x, node);
  for (let i = 0; i < count; i++) {
    const suffix = (node.sep ?? '') + String(i).padStart(digits, '0');
    const renaming = { name: (name: string) => name + suffix };
    const copies = i === 0 && x.spec.attachedKeys.length > 0 ? new Map<object, object>() : undefined;
    const children = cloneTree(template.children, renaming, undefined, (source, copy) => {
      x.names.add(copy as { kind: string; name?: string });
      copies?.set(source, copy);
    });
    parent.children.push({ ...template, ...poses.next(), children });
    copyReferring(x, referring, renaming, undefined, (source, copy) => copies?.set(source, copy));
    // keyframes of attached models go with the first copy
    if (copies !== undefined) redirectKeys(x, copies);
  }

  const resolved = referring.map((list) => list.filter((element) => resolves(element, x.names)));
  for (const element of elements) x.names.delete(element as { kind: string; name?: string });
  removeDangling(x, resolved);
}

/** Sensors that refer to nothing. */
const UNBOUND: ReadonlySet<string> = new Set(['clock', 'e_potential', 'e_kinetic']);

/**
 * MuJoCo reads keyframes as those of the model so far and copies them with every copy, and doubles sensors that refer to
 * nothing each time. Here keyframes are those of the whole model, and such sensors stay single.
 */
function warnOfCopies({ spec, diagnostics }: Expansion, node: Replicate): void {
  const key = spec.keys[0];
  const hint = "see the differences from MuJoCo in the documentation of 'expandSpec'";
  if (key !== undefined) diagnostics.warning('unsupported', 'keyframes are not copied by replicate', node, hint);
  const sensor = spec.sensors.find((s) => UNBOUND.has(s.kind));
  if (sensor !== undefined)
    diagnostics.warning('unsupported', `a ${sensor.kind} is not copied by replicate`, node, hint);
}

function redirectKeys(x: Expansion, copies: ReadonlyMap<object, object>): void {
  for (const attached of x.spec.attachedKeys) {
    for (const [source, copy] of attached.copies) {
      const moved = copies.get(copy);
      if (moved !== undefined) attached.copies.set(source, moved);
    }
  }
}

/** Poses of the copies: the offset is added in the frame of each copy, the angles are multiples of `euler`. */
class PoseSequence {
  private readonly pose: Pose = { pos: new Float64Array(3), quat: Float64Array.of(1, 0, 0, 0) };
  private readonly rotation = Float64Array.of(1, 0, 0, 0);
  private readonly euler: number[];
  private readonly offset: number[];
  private readonly angles: { degree: boolean; eulerseq: string };
  private index = 0;

  constructor(x: Expansion, node: Replicate) {
    const { compiler } = node.scope ?? x.spec;
    this.euler = node.euler ?? [0, 0, 0];
    this.offset = node.offset ?? [0, 0, 0];
    this.angles = { degree: compiler.angle !== 'radian', eulerseq: compiler.eulerseq ?? 'xyz' };
    applyOrientation(this.rotation, { euler: this.euler }, this.angles);
  }

  next(): { pos: number[]; quat: number[] } {
    const { pose, index } = this;
    pose.quat.set([1, 0, 0, 0]);
    applyOrientation(pose.quat, { euler: this.euler.map((angle) => index * angle) }, this.angles);
    const current = { pos: [...pose.pos], quat: [...pose.quat] };
    appendPose(pose, this.offset, this.rotation);
    this.index++;
    return current;
  }
}
