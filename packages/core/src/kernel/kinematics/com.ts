import { type F64, type i32, scratchF64 } from '../dialect.ts';
import { zero } from '../math/linear/dense.ts';
import { MINVAL } from '../math/scalar.ts';
import { dofCom, dofComSlide, inertCom } from '../math/spatial.ts';
import { addTo3, addToScl3, copy3, scl3, set3, sub3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { JNT_FREE, JNT_HINGE, JNT_SLIDE, S_ASLEEP } from '../model/constants.ts';
import { someAsleep } from '../sleep/state.ts';

const offset = scratchF64(3); // between the point of reference and a com or an anchor
const axis = scratchF64(3); // of the current dof of a ball

/**
 * Centres of mass, and inertias and dofs about them: `cinert` and `cdof` have the axes of the world and their origin at
 * the com of the whole kinematic tree, so that quantities of one tree add up directly.
 *
 * @reads xipos ximat xmat xanchor xaxis subtree_com body_awake
 * @writes subtree_com cinert cdof
 * @see mj_comPos
 */
export function comPos(m: Model, d: Data): void {
  subtreeCom(m, d);
  bodyInertias(m, d);
  const filter = someAsleep(m, d);
  const nbody: i32 = filter ? d.nbody_awake : m.nbody;
  const body_awake_ind = d.body_awake_ind;
  const { body_jntadr, body_jntnum } = m;
  for (let k = 1; k < nbody; k++) {
    const b: i32 = filter ? body_awake_ind[k] : k;
    const end = body_jntadr[b] + body_jntnum[b];
    for (let j = body_jntadr[b]; j < end; j++) jointDofs(m, d, j);
  }
}

/**
 * subtree_com[b] = Σ m·x / Σ m over the subtree of b. A sleeping subtree has its com already.
 *
 * @reads nbody_awake nparent_awake body_awake_ind parent_awake_ind
 */
function subtreeCom(m: Model, d: Data): void {
  const filter = someAsleep(m, d);
  const nbody: i32 = filter ? d.nbody_awake : m.nbody;
  const nchild: i32 = filter ? d.nparent_awake : m.nbody - 1;
  const { body_awake_ind, parent_awake_ind, xipos, subtree_com } = d;
  const { body_parentid, body_mass, body_subtreemass } = m;
  for (let k = 0; k < nbody; k++) {
    const b = filter ? body_awake_ind[k] : k;
    scl3(subtree_com, 3 * b, xipos, 3 * b, body_mass[b]);
  }
  for (let k = nchild - 1; k >= 0; k--) {
    const b = filter ? parent_awake_ind[k] : k + 1;
    const to = 3 * body_parentid[b];
    if (filter && d.body_awake[b] === S_ASLEEP) addToScl3(subtree_com, to, subtree_com, 3 * b, body_subtreemass[b]);
    else addTo3(subtree_com, to, subtree_com, 3 * b);
  }
  for (let k = 0; k < nbody; k++) {
    const b = filter ? body_awake_ind[k] : k;
    if (body_subtreemass[b] < MINVAL) copy3(subtree_com, 3 * b, xipos, 3 * b);
    else scl3(subtree_com, 3 * b, subtree_com, 3 * b, 1 / body_subtreemass[b]);
  }
}

/** Spatial inertia of each body about the com of its tree. @reads nbody_awake body_awake_ind */
function bodyInertias(m: Model, d: Data): void {
  const filter = someAsleep(m, d);
  const nbody: i32 = filter ? d.nbody_awake : m.nbody;
  const { body_awake_ind, xipos, ximat, subtree_com, cinert } = d;
  const { body_rootid, body_inertia, body_mass } = m;
  zero(cinert, 0, 10);
  for (let k = 1; k < nbody; k++) {
    const b = filter ? body_awake_ind[k] : k;
    sub3(offset, 0, xipos, 3 * b, subtree_com, 3 * body_rootid[b]);
    inertCom(cinert, 10 * b, body_inertia, 3 * b, ximat, 9 * b, offset, 0, body_mass[b]);
  }
}

/** The dofs of joint `j` as motions about the com of its tree. */
function jointDofs(m: Model, d: Data, j: i32): void {
  const cdof = d.cdof;
  const b = m.jnt_bodyid[j];
  const type = m.jnt_type[j];
  let adr = 6 * m.jnt_dofadr[j];
  if (type === JNT_SLIDE) {
    dofComSlide(cdof, adr, d.xaxis, 3 * j);
    return;
  }
  sub3(offset, 0, d.subtree_com, 3 * m.body_rootid[b], d.xanchor, 3 * j);
  if (type === JNT_HINGE) {
    dofCom(cdof, adr, d.xaxis, 3 * j, offset, 0);
    return;
  }

  // translations of a free body are along the axes of the world
  if (type === JNT_FREE) {
    zero(cdof, adr, 18);
    cdof[adr + 3] = 1;
    cdof[adr + 10] = 1;
    cdof[adr + 17] = 1;
    adr += 18;
  }
  ballDofs(cdof, adr, d.xmat, 9 * b);
}

/** Rotations about the axes of the moving body, which are the columns of its frame. */
function ballDofs(cdof: F64, adr: i32, xmat: F64, f: i32): void {
  for (let k = 0; k < 3; k++) {
    set3(axis, 0, xmat[f + k], xmat[f + k + 3], xmat[f + k + 6]);
    dofCom(cdof, adr + 6 * k, axis, 0, offset, 0);
  }
}
