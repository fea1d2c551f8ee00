// @cold

import { type f64, type i32, scratchF64 } from '../dialect.ts';
import { lastDof } from '../kinematics/apply-force.ts';
import { pointColumn } from '../kinematics/jacobian.ts';
import { zero6 } from '../math/spatial.ts';
import { addToScl3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import type { ContactBodies } from './contact-bodies.ts';
import { comOffset } from './jacobian/difference.ts';

const offset = scratchF64(3); // contact point from the com of a tree
const velocity = scratchF64(3); // of the contact point

/** Puts dof `i` in the list, which grows downwards from `at` and stays sorted; returns its new begin. @reads dofMark rowChain @writes dofMark rowChain contactColumn */
function enlist(d: Data, i: i32, at: i32, nv: i32): i32 {
  const chain = d.rowChain;
  if (d.dofMark[i] !== 0) return at;
  d.dofMark[i] = 1;
  zero6(d.contactColumn, 6 * i);
  let k = at - 1;
  while (k + 1 < nv && chain[k + 1] < i) {
    chain[k] = chain[k + 1];
    k++;
  }
  chain[k] = i;
  return at - 1;
}

/** Adds what the dofs of one body move to their columns; returns the new begin of the list. @reads cdof contact_pos contactColumn @writes contactColumn */
function addBodyColumns(m: Model, d: Data, c: i32, body: i32, weight: f64, begin: i32): i32 {
  const column = d.contactColumn;
  let at = begin;
  comOffset(offset, 0, m, d, body, d.contact_pos, 3 * c);
  for (let i = lastDof(m, body); i >= 0; i = m.dof_parentid[i]) {
    at = enlist(d, i, at, m.nv);
    pointColumn(velocity, 0, d.cdof, 6 * i, offset, 0);
    addToScl3(column, 6 * i, velocity, 0, weight);
    addToScl3(column, 6 * i + 3, d.cdof, 6 * i, weight);
  }
  return at;
}

/**
 * The dofs that move a contact carried by several bodies, increasing, at the end of `rowChain`, and for each its `contactColumn`: the velocity that it gives the
 * second side relative to the first at the contact point. Returns how many there are.
 *
 * @reads rowChain
 * @writes rowChain dofMark contactColumn
 */
export function contactColumns(m: Model, d: Data, c: i32, bodies: ContactBodies): i32 {
  let at = m.nv;
  for (let k = 0; k < bodies.count; k++) at = addBodyColumns(m, d, c, bodies.body[k], bodies.weight[k], at);
  for (let k = at; k < m.nv; k++) d.dofMark[d.rowChain[k]] = 0;
  return m.nv - at;
}
