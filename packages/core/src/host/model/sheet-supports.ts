import { ArgumentError } from '../errors/argument-error.ts';
import { JointType } from './enums.ts';
import type { Model } from './model.ts';

/** A sheet whose contacts cannot be kept from penetrating, since its vertices do not move along straight lines in a step. */
class SheetError extends ArgumentError {
  static override readonly name: string = 'ArgumentError';
  /** Which flex it is. */
  readonly flex: number;

  constructor(message: string, flex: number, hint: string) {
    super(message, 'unsupported', hint);
    this.flex = flex;
  }
}

/** The last dof that moves a body, or -1. */
function lastDof({ body_weldid, body_dofnum, body_dofadr }: Model, body: number): number {
  const moved = body_weldid[body];
  return body_dofnum[moved] === 0 ? -1 : body_dofadr[moved] + body_dofnum[moved] - 1;
}

/** Whether a dof, and those before it on the way to the world, are all slides. */
function onlySlides({ dof_parentid, dof_jntid, jnt_type }: Model, last: number): boolean {
  for (let i = last; i >= 0; i = dof_parentid[i]) if (jnt_type[dof_jntid[i]] !== JointType.SLIDE) return false;
  return true;
}

/** Whether a body of slides is vertex `v` and nothing else: it has three, and no other vertex. */
function isVertex({ nflexvert, flex_vertbodyid, flex_vert, body_jntnum }: Model, body: number, v: number): boolean {
  if (body_jntnum[body] !== 3) return false;
  for (let k = 3 * v; k < 3 * v + 3; k++) if (flex_vert[k] !== 0) return false;
  for (let other = 0; other < nflexvert; other++) if (other !== v && flex_vertbodyid[other] === body) return false;
  return true;
}

/**
 * Refuses sheets that the flag `ipc` cannot keep from penetrating: vertices of their own bodies must be on nothing that moves, and pinned ones on
 * what only slides.
 *
 * @see mj_IPC
 */
export function checkSheets(model: Model): void {
  const { nflex, flex_dim, flex_vertadr, flex_vertnum, flex_vertbodyid, dof_treeid, tree_dofnum } = model;
  for (let f = 0; f < nflex; f++) {
    if (flex_dim[f] !== 2) continue;
    for (let v = flex_vertadr[f]; v < flex_vertadr[f] + flex_vertnum[f]; v++) {
      const body = flex_vertbodyid[v];
      const last = body < 0 ? -1 : lastDof(model, body);
      if (last < 0) continue;
      if (!onlySlides(model, last))
        throw new SheetError(
          'with the flag ipc, a sheet can only be pinned to bodies that are fixed or slide',
          f,
          'give what carries it slide joints, or none',
        );
      if (tree_dofnum[dof_treeid[last]] > 3 && isVertex(model, body, v))
        throw new SheetError(
          'with the flag ipc, vertices of a sheet cannot have bodies of their own on a body that moves',
          f,
          'pin all of them to it, or attach the sheet to a body that is fixed',
        );
    }
  }
}
