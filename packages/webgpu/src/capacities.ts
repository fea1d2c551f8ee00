import { enums, type Model, makeData, step } from '@qpos/core';
import type { Rooms } from './program/addresses.ts';
import { pairBound } from './program/unused.ts';

const { Cone, Solver } = enums;

/** Steps that a warm-up takes, and how much more than it saw there is room for. */
const WARM_UP = 100;
const HEAD_ROOM = 1.5;
const LEAST_CONTACTS = 8;

/** Rows of the largest constraint: an environment has room for one more than its capacity, which is how it notices. */
const SPARE_ROWS = 16;

/** Contacts and constraint rows of an environment. */
export interface Capacities {
  readonly nconmax: number;
  readonly njmax: number;
}

/** Most rows of a contact, as the model has its cones. */
function rowsPerContact(model: Model): number {
  let dim = 1;
  for (const d of model.geom_condim) dim = Math.max(dim, d);
  for (const d of model.pair_dim) dim = Math.max(dim, d);
  return dim > 1 && model.opt.cone === Cone.PYRAMIDAL ? 2 * (dim - 1) : dim;
}

/** Most rows that are no contact's. */
function otherRows(model: Model): number {
  const friction =
    model.dof_frictionloss.filter((x) => x > 0).length + model.tendon_frictionloss.filter((x) => x > 0).length;
  const limits = 2 * (model.njnt + model.ntendon);
  return 6 * model.neq + friction + limits;
}

/** The most contacts that a while of simulation on the processor shows. */
function contactsSeen(model: Model): number {
  using data = makeData(model);
  let most = 0;
  for (let k = 0; k < WARM_UP; k++) {
    step(model, data);
    most = Math.max(most, data.ncon);
  }
  return most;
}

/** Capacities for a model: those given, or from a warm-up on the processor, with head room. */
export function chooseCapacities(model: Model, given: Partial<Capacities>): Capacities {
  const nconmax = given.nconmax ?? Math.ceil(HEAD_ROOM * contactsSeen(model)) + LEAST_CONTACTS;
  const njmax = given.njmax ?? otherRows(model) + nconmax * rowsPerContact(model);
  return { nconmax, njmax: Math.max(1, njmax) };
}

/** What the fields of Data that grow on the processor have room for, and what they may use of it. */
export function roomsOf(
  model: Model,
  { nconmax, njmax }: Capacities,
): { readonly rooms: Rooms; readonly capacity: Rooms } {
  const { nv, nbody } = model;
  const rows = njmax + SPARE_ROWS;
  const dual = model.opt.solver === Solver.PGS || model.opt.noslip_iterations > 0;
  let widest = 1;
  for (const count of model.body_geomnum) widest = Math.max(widest, count);
  const rooms: Record<string, number> = {
    ncon: nconmax,
    nefc: rows,
    nJ: rows * nv,
    nY: dual ? rows * nv : 0,
    nA: dual ? rows * rows : 0,
    ncandidate: Math.max(Math.min(pairBound(model), 1500), widest * widest) + 1,
    nbodypair: Math.min((nbody * (nbody - 1)) / 2, 16 * nbody) + 1,
    nblockcol: rows * nv,
    nblockJ: rows * nv,
    nhessian: nv * nv,
  };
  const sizes = [
    'nefmK',
    'nefmL',
    'nefmdof',
    'nefmcon',
    'nflexpair',
    'nflexplace',
    'nfound',
    'nclique',
    'ncliquemember',
    'nfrontint',
    'nfrontreal',
    'nplace',
  ];
  for (const name of sizes) rooms[name] = 0;
  return { rooms, capacity: { ...rooms, nefc: njmax } };
}
