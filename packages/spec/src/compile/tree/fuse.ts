import { enums } from '@qpos/core';
import { prependPose } from '../../spatial/pose.ts';
import { type Compilation, OBJECT_TYPES } from '../context.ts';
import type { BodyDraft, SiteDraft } from '../draft.ts';
import { isWeldRoot, makeBodyBvh, sumCollision } from './body.ts';
import { fuseInertia } from './body-inertia.ts';
import { listObjects } from './tree.ts';

const { ObjType } = enums;
const MIN_VALUE = 1e-15;

/** Merges bodies without joints into their parents, where nothing refers to them by name. */
export function fuseStatic(c: Compilation): void {
  const kept = referredBodies(c);
  const world = c.bodies[0];
  for (const body of c.bodies.slice(1)) {
    if (isWeldRoot(body) || (body.name !== '' && kept.has(body.name))) continue;
    c.nuser.body = Math.max(c.nuser.body, body.userValues.length); // its numbers go, their place stays
    fuse(c, body);
    if (body.name !== '') c.forget(ObjType.BODY, body.name);
  }
  listObjects(c, world);
  for (const body of c.bodies)
    for (const child of body.children) child.weldid = isWeldRoot(child) ? child.id : body.weldid;
}

function fuse(c: Compilation, body: BodyDraft): void {
  const parent = body.parent as BodyDraft;
  if (parent.parent !== undefined && body.mass >= MIN_VALUE) fuseInertia(c, parent, body);
  for (const child of body.children) {
    prependPose(body, child);
    child.parent = parent;
  }
  parent.children.splice(parent.children.indexOf(body), 1, ...body.children);
  for (const key of ['geoms', 'sites'] as const) {
    for (const x of body[key] as SiteDraft[]) {
      x.body = parent;
      prependPose(body, x);
      (parent[key] as SiteDraft[]).push(x);
    }
  }
  // the oracle reads cameras and lights anew after fusing, which leaves their numbers as written
  for (const key of ['cameras', 'lights'] as const) {
    for (const x of body[key]) x.body = parent;
    (parent[key] as object[]).push(...body[key]);
  }
  sumCollision(parent);
  // the count of volumes is kept as the oracle keeps it: the sum of what was there, plus what a fusion adds
  const before = volumes(parent) + volumes(body);
  makeBodyBvh(parent);
  c.spareVolumes += volumes(parent) - before;
}

const volumes = (body: BodyDraft): number => body.bvh?.nodeid.length ?? 0;

/** Names of bodies that something outside of the tree refers to, and bodies that carry a force or torque sensor. */
function referredBodies(c: Compilation): Set<string> {
  const { spec } = c;
  const names = new Set<string>();
  const add = (name: string | undefined): void => {
    if (name) names.add(name);
  };
  for (const x of [...c.cameras, ...c.lights]) add(x.values.target);
  for (const s of c.skins) for (const b of s.data?.bones ?? []) add(b.body);
  for (const x of spec.excludes) {
    add(x.body1);
    add(x.body2);
  }
  for (const x of spec.equalities) {
    if (x.kind !== 'connect' && x.kind !== 'weld') continue;
    add(x.body1);
    add(x.body2);
  }
  for (const a of spec.actuators) add((a as { body?: string }).body);
  for (const t of spec.tuples)
    for (const e of t.elements) if (e.objtype === 'body' || e.objtype === 'xbody') add(e.objname);
  for (const s of spec.sensors) {
    const x = s as unknown as Record<string, string | undefined>;
    for (const key of ['body', 'body1', 'body2', 'subtree1', 'subtree2']) add(x[key]);
    if (isBodyType(x['objtype'])) add(x['objname']);
    if (isBodyType(x['reftype'])) add(x['refname']);
    if ((s.kind === 'force' || s.kind === 'torque') && s.site !== undefined)
      add(c.lookup<SiteDraft>(ObjType.SITE, s.site)?.body.name);
  }
  return names;
}

const isBodyType = (word: string | undefined): boolean =>
  word !== undefined && (OBJECT_TYPES[word] === ObjType.BODY || OBJECT_TYPES[word] === ObjType.XBODY);
