import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { copy } from '../math/linear/dense.ts';
import { MINVAL, max, maxI, min } from '../math/scalar.ts';
import type { Model } from '../model/classes.ts';
import { ENBL_OVERRIDE, MINMU, NIMP, NREF } from '../model/constants.ts';

/** Parameters of the contacts of one geom pair. */
export class ContactParameters {
  readonly solref: F64 = scratchF64(2);
  readonly solreffriction: F64 = scratchF64(2);
  readonly solimp: F64 = scratchF64(5);
  readonly friction: F64 = scratchF64(5);
  adhesion: f64 = 0;
  dim: i32 = 0;
}

/** Weight of the first of two geoms in the mixture of their solver parameters. */
function mixWeight(mix1: f64, mix2: f64): f64 {
  if (mix1 >= MINVAL && mix2 >= MINVAL) return mix1 / (mix1 + mix2);
  if (mix1 < MINVAL && mix2 < MINVAL) return 0.5;
  return mix1 < MINVAL ? 0 : 1;
}

/** Sliding, torsional and rolling friction of one geom, spread over the five directions. */
function spreadFriction(friction: F64, sliding: f64, torsional: f64, rolling: f64): void {
  friction[0] = sliding;
  friction[1] = sliding;
  friction[2] = torsional;
  friction[3] = rolling;
  friction[4] = rolling;
}

/** Takes everything from the geom with the higher priority. @noinline */
function takeFrom(m: Model, p: ContactParameters, g: i32): void {
  copy(p.solref, 0, m.geom_solref, NREF * g, NREF);
  copy(p.solimp, 0, m.geom_solimp, NIMP * g, NIMP);
  spreadFriction(p.friction, m.geom_friction[3 * g], m.geom_friction[3 * g + 1], m.geom_friction[3 * g + 2]);
  p.adhesion = m.geom_adhesion[g];
  p.dim = m.geom_condim[g];
}

/** Geoms of equal priority: the larger condim and friction, solver parameters by weight, or the smaller if given directly. */
function mixBoth(m: Model, p: ContactParameters, g1: i32, g2: i32): void {
  const geom_solref = m.geom_solref;
  const geom_solimp = m.geom_solimp;
  const friction = m.geom_friction;
  const weight = mixWeight(m.geom_solmix[g1], m.geom_solmix[g2]);
  const rest = 1 - weight;
  const standard = geom_solref[NREF * g1] > 0 && geom_solref[NREF * g2] > 0;
  for (let k = 0; k < NREF; k++) {
    const a = geom_solref[NREF * g1 + k];
    const b = geom_solref[NREF * g2 + k];
    p.solref[k] = standard ? weight * a + rest * b : min(a, b);
  }
  for (let k = 0; k < NIMP; k++) p.solimp[k] = weight * geom_solimp[NIMP * g1 + k] + rest * geom_solimp[NIMP * g2 + k];
  spreadFriction(
    p.friction,
    max(friction[3 * g1], friction[3 * g2]),
    max(friction[3 * g1 + 1], friction[3 * g2 + 1]),
    max(friction[3 * g1 + 2], friction[3 * g2 + 2]),
  );
  p.adhesion = m.geom_adhesion[g1] + m.geom_adhesion[g2];
  p.dim = maxI(m.geom_condim[g1], m.geom_condim[g2]);
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

/** Fills `p` for a pair of geoms, or for an explicit pair, with the global override applied. */
export function mixParameters(m: Model, p: ContactParameters, g1: i32, g2: i32, pair: i32): void {
  p.solreffriction[0] = 0;
  p.solreffriction[1] = 0;
  if (pair >= 0) takeFromPair(m, p, pair);
  else if (m.geom_priority[g1] > m.geom_priority[g2]) takeFrom(m, p, g1);
  else if (m.geom_priority[g1] < m.geom_priority[g2]) takeFrom(m, p, g2);
  else mixBoth(m, p, g1, g2);
  if ((m.opt_enableflags & ENBL_OVERRIDE) !== 0) {
    copy(p.solref, 0, m.opt_o_solref, 0, NREF);
    copy(p.solreffriction, 0, m.opt_o_solref, 0, NREF);
    copy(p.solimp, 0, m.opt_o_solimp, 0, NIMP);
    copy(p.friction, 0, m.opt_o_friction, 0, 5);
  }
  for (let k = 0; k < 5; k++) p.friction[k] = max(MINMU, p.friction[k]);
}
