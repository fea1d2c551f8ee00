import type { Compilation } from '../compile/context.ts';
import type { BodyDraft } from '../compile/draft.ts';
import { applyOrientation, normalize, type Pose, quat4, vec3 } from '../spatial/pose.ts';
import type { BodyChild, Frame } from '../spec/types.ts';
import { className } from './classes.ts';

/** A frame of a body, which may be in another one. */
export interface FramePlace {
  readonly node: Frame;
  readonly outer: FramePlace | undefined;
  /** The class of what is in it. */
  readonly childclass: string;
  /** Its pose in `outer`, or in its body. */
  readonly pose: Pose;
}

/** Where an element of the tree is: the frame that it is in, and the class that it has if it states none. */
export interface Place {
  readonly frame: FramePlace | undefined;
  readonly childclass: string;
}

/** The places of the elements of a tree. */
export interface Places {
  readonly of: ReadonlyMap<object, Place>;
  /** The frames of a body, outer ones first. */
  readonly frames: ReadonlyMap<object, readonly FramePlace[]>;
}

/** Finds the places of all elements; those of a body that was fused with its parent count as the parent's, and have no frame. */
export function findPlaces(c: Compilation): Places {
  const of = new Map<object, Place>();
  const frames = new Map<object, FramePlace[]>();
  const kept = new Set<object>(c.bodies.map((body) => body.node));
  const visit = (children: readonly BodyChild[], body: object, place: Place): void => {
    for (const node of children) {
      of.set(node, place);
      if (node.kind === 'body') {
        const childclass = className(c, node.childclass) ?? place.childclass;
        visit(node.children, kept.has(node) ? node : body, { frame: undefined, childclass });
      } else if (node.kind === 'frame') {
        const childclass = className(c, node.childclass) ?? place.childclass;
        const frame = { node, outer: place.frame, childclass, pose: poseOf(c, node) };
        const list = frames.get(body);
        if (list === undefined) frames.set(body, [frame]);
        else list.push(frame);
        visit(node.children, body, { frame, childclass });
      }
    }
  };
  const { worldbody } = c.spec;
  visit(worldbody.children, worldbody, { frame: undefined, childclass: 'main' });
  return { of, frames };
}

function poseOf(c: Compilation, node: Frame): Pose {
  const pose = { pos: vec3(node.pos), quat: quat4(node.quat) };
  applyOrientation(pose.quat, node, c.settings(node.scope));
  normalize(pose.quat, 0, 4);
  return pose;
}

/** The class that the children of a body have if they state none. */
export function childclassOf(c: Compilation, { node }: BodyDraft, places: Places): string {
  const own = node.kind === 'body' ? className(c, node.childclass) : undefined;
  return own ?? places.of.get(node)?.childclass ?? 'main';
}
