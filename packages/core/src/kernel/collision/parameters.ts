import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { copy } from '../math/linear/dense.ts';
import { MINVAL, max, maxI, min } from '../math/scalar.ts';
import type { Model } from '../model/classes.ts';
import { ENBL_OVERRIDE, MINMU, NIMP, NREF } from '../model/constants.ts';

/** Parameters of the contacts of one pair, or those that one side of it brings. */
export class ContactParameters {
  readonly solref: F64 = scratchF64(2);
  readonly solreffriction: F64 = scratchF64(2);
  readonly solimp: F64 = scratchF64(5);
  readonly friction: F64 = scratchF64(5);
  adhesion: f64 = 0;
  dim: i32 = 0;
}

/** Weight of the first of two surfaces in the mixture of their solver parameters. */
function mixWeight(mix1: f64, mix2: f64): f64 {
  if (mix1 >= MINVAL && mix2 >= MINVAL) return mix1 / (mix1 + mix2);
  if (mix1 < MINVAL && mix2 < MINVAL) return 0.5;
  return mix1 < MINVAL ? 0 : 1;
}

const sideA = new ContactParameters(); // what either side brings
const sideB = new ContactParameters();

/** Takes everything from one side of a contact: geom g or, where that is -1, flex f. @noinline */
function takeSide(m: Model, p: ContactParameters, g: i32, f: i32): void {
  const isGeom = g >= 0;
  const i: i32 = isGeom ? g : f;
  copy(p.solref, 0, isGeom ? m.geom_solref : m.flex_solref, NREF * i, NREF);
  copy(p.solimp, 0, isGeom ? m.geom_solimp : m.flex_solimp, NIMP * i, NIMP);

  // sliding, torsional and rolling friction, spread over the five directions
  const friction: F64 = isGeom ? m.geom_friction : m.flex_friction;
  p.friction[0] = friction[3 * i];
  p.friction[1] = friction[3 * i];
  p.friction[2] = friction[3 * i + 1];
  p.friction[3] = friction[3 * i + 2];
  p.friction[4] = friction[3 * i + 2];
  p.adhesion = isGeom ? m.geom_adhesion[g] : 0;
  p.dim = isGeom ? m.geom_condim[g] : m.flex_condim[f];
}

/** Sides of equal priority: the larger condim and friction, solver parameters by weight, or the smaller if given directly. */
function mixBoth(p: ContactParameters, a: ContactParameters, b: ContactParameters, weight: f64): void {
  const rest = 1 - weight;
  const standard = a.solref[0] > 0 && b.solref[0] > 0;
  for (let k = 0; k < NREF; k++)
    p.solref[k] = standard ? weight * a.solref[k] + rest * b.solref[k] : min(a.solref[k], b.solref[k]);
  for (let k = 0; k < NIMP; k++) p.solimp[k] = weight * a.solimp[k] + rest * b.solimp[k];
  for (let k = 0; k < 5; k++) p.friction[k] = max(a.friction[k], b.friction[k]);
  p.adhesion = a.adhesion + b.adhesion;
  p.dim = maxI(a.dim, b.dim);
}

/** Fills `p` for two sides, each a geom or, where that is -1, a flex: from the one with the higher priority, or from both. */
function mixSides(m: Model, p: ContactParameters, g1: i32, f1: i32, g2: i32, f2: i32): void {
  const priority1: i32 = g1 >= 0 ? m.geom_priority[g1] : m.flex_priority[f1];
  const priority2: i32 = g2 >= 0 ? m.geom_priority[g2] : m.flex_priority[f2];
  if (priority1 > priority2) takeSide(m, p, g1, f1);
  else if (priority1 < priority2) takeSide(m, p, g2, f2);
  else {
    const mix1: f64 = g1 >= 0 ? m.geom_solmix[g1] : m.flex_solmix[f1];
    const mix2: f64 = g2 >= 0 ? m.geom_solmix[g2] : m.flex_solmix[f2];
    takeSide(m, sideA, g1, f1);
    takeSide(m, sideB, g2, f2);
    mixBoth(p, sideA, sideB, mixWeight(mix1, mix2));
  }
}

/** Takes everything from an explicit pair. @noinline */
function takeFromPair(m: Model, p: ContactParameters, pair: i32): void {
  copy(p.solref, 0, m.pair_solref, NREF * pair, NREF);
  copy(p.solreffriction, 0, m.pair_solreffriction, NREF * pair, NREF);
  copy(p.solimp, 0, m.pair_solimp, NIMP * pair, NIMP);
  copy(p.friction, 0, m.pair_friction, 5 * pair, 5);
  p.adhesion = m.pair_adhesion[pair];
  p.dim = m.pair_dim[pair];
}

/** The global override, and the least friction. */
function finish(m: Model, p: ContactParameters): void {
  if ((m.opt_enableflags & ENBL_OVERRIDE) !== 0) {
    copy(p.solref, 0, m.opt_o_solref, 0, NREF);
    copy(p.solreffriction, 0, m.opt_o_solref, 0, NREF);
    copy(p.solimp, 0, m.opt_o_solimp, 0, NIMP);
    copy(p.friction, 0, m.opt_o_friction, 0, 5);
  }
  for (let k = 0; k < 5; k++) p.friction[k] = max(MINMU, p.friction[k]);
}

/** Fills `p` for a pair of geoms, or for an explicit pair, with the global override applied. */
export function mixParameters(m: Model, p: ContactParameters, g1: i32, g2: i32, pair: i32): void {
  p.solreffriction[0] = 0;
  p.solreffriction[1] = 0;
  if (pair >= 0) takeFromPair(m, p, pair);
  else mixSides(m, p, g1, -1, g2, -1);
  finish(m, p);
}

/** Fills `p` for flex f2 and the geom g, or flex f1 where g is -1, with the global override applied. */
export function mixFlexParameters(m: Model, p: ContactParameters, g: i32, f1: i32, f2: i32): void {
  p.solreffriction[0] = 0;
  p.solreffriction[1] = 0;
  mixSides(m, p, g, f1, -1, f2);
  finish(m, p);
}
