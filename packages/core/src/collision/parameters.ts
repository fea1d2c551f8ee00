import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { copy } from '../math/dense.ts';
import { max, min } from '../math/scalar.ts';
import { ENBL_OVERRIDE, MINMU, MINVAL, NIMP, NREF } from '../model/constants.ts';
import type { Model } from '../model/kernel.ts';

// Layout of the parameters of a contact.
export const SOLREF: i32 = 0;
export const SOLREFFRICTION: i32 = 2;
export const SOLIMP: i32 = 4;
export const FRICTION: i32 = 9;
export const ADHESION: i32 = 14;
export const CONDIM: i32 = 15;

/** Parameters of the contacts of one geom pair: see the offsets above. */
export const contactParameters = scratchF64(16);

/** Weight of the first of two geoms in the mixture of their solver parameters. */
function mixWeight(mix1: f64, mix2: f64): f64 {
  if (mix1 >= MINVAL && mix2 >= MINVAL) return mix1 / (mix1 + mix2);
  if (mix1 < MINVAL && mix2 < MINVAL) return 0.5;
  return mix1 < MINVAL ? 0 : 1;
}

/** Sliding, torsional and rolling friction of one geom, spread over the five directions. */
function spreadFriction(p: F64, sliding: f64, torsional: f64, rolling: f64): void {
  p[FRICTION] = sliding;
  p[FRICTION + 1] = sliding;
  p[FRICTION + 2] = torsional;
  p[FRICTION + 3] = rolling;
  p[FRICTION + 4] = rolling;
}

/** Takes everything from the geom with the higher priority. */
function takeFrom(m: Model, p: F64, g: i32): void {
  copy(p, SOLREF, m.geom_solref, NREF * g, NREF);
  copy(p, SOLIMP, m.geom_solimp, NIMP * g, NIMP);
  spreadFriction(p, m.geom_friction[3 * g], m.geom_friction[3 * g + 1], m.geom_friction[3 * g + 2]);
  p[ADHESION] = m.geom_adhesion[g];
  p[CONDIM] = m.geom_condim[g];
}

/** Geoms of equal priority: the larger condim and friction, solver parameters by weight, or the smaller if given directly. */
function mixBoth(m: Model, p: F64, g1: i32, g2: i32): void {
  const geom_solref = m.geom_solref;
  const geom_solimp = m.geom_solimp;
  const friction = m.geom_friction;
  const weight = mixWeight(m.geom_solmix[g1], m.geom_solmix[g2]);
  const rest = 1 - weight;
  const standard = geom_solref[NREF * g1] > 0 && geom_solref[NREF * g2] > 0;
  for (let k = 0; k < NREF; k++) {
    const a = geom_solref[NREF * g1 + k];
    const b = geom_solref[NREF * g2 + k];
    p[SOLREF + k] = standard ? weight * a + rest * b : min(a, b);
  }
  for (let k = 0; k < NIMP; k++)
    p[SOLIMP + k] = weight * geom_solimp[NIMP * g1 + k] + rest * geom_solimp[NIMP * g2 + k];
  spreadFriction(
    p,
    max(friction[3 * g1], friction[3 * g2]),
    max(friction[3 * g1 + 1], friction[3 * g2 + 1]),
    max(friction[3 * g1 + 2], friction[3 * g2 + 2]),
  );
  p[ADHESION] = m.geom_adhesion[g1] + m.geom_adhesion[g2];
  p[CONDIM] = m.geom_condim[g1] > m.geom_condim[g2] ? m.geom_condim[g1] : m.geom_condim[g2];
}

/** Takes everything from an explicit pair. */
function takeFromPair(m: Model, p: F64, pair: i32): void {
  copy(p, SOLREF, m.pair_solref, NREF * pair, NREF);
  copy(p, SOLREFFRICTION, m.pair_solreffriction, NREF * pair, NREF);
  copy(p, SOLIMP, m.pair_solimp, NIMP * pair, NIMP);
  copy(p, FRICTION, m.pair_friction, 5 * pair, 5);
  p[ADHESION] = m.pair_adhesion[pair];
  p[CONDIM] = m.pair_dim[pair];
}

/** Fills `contactParameters` for a pair of geoms, or for an explicit pair, with the global override applied. */
export function mixParameters(m: Model, g1: i32, g2: i32, pair: i32): void {
  const p = contactParameters;
  p[SOLREFFRICTION] = 0;
  p[SOLREFFRICTION + 1] = 0;
  if (pair >= 0) takeFromPair(m, p, pair);
  else if (m.geom_priority[g1] > m.geom_priority[g2]) takeFrom(m, p, g1);
  else if (m.geom_priority[g1] < m.geom_priority[g2]) takeFrom(m, p, g2);
  else mixBoth(m, p, g1, g2);
  if ((m.opt_enableflags & ENBL_OVERRIDE) !== 0) {
    copy(p, SOLREF, m.opt_o_solref, 0, NREF);
    copy(p, SOLREFFRICTION, m.opt_o_solref, 0, NREF);
    copy(p, SOLIMP, m.opt_o_solimp, 0, NIMP);
    copy(p, FRICTION, m.opt_o_friction, 0, 5);
  }
  for (let k = 0; k < 5; k++) p[FRICTION + k] = max(MINMU, p[FRICTION + k]);
}
