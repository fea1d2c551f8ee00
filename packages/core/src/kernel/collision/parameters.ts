import { EMPTY_F64, type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { copy } from '../math/linear/dense.ts';
import { MINVAL, max, maxI, min } from '../math/scalar.ts';
import type { Model } from '../model/classes.ts';
import { ENBL_OVERRIDE, MINMU, NIMP, NREF } from '../model/constants.ts';

/** Parameters of the contacts of one pair. */
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

/** Sliding, torsional and rolling friction of a surface, spread over the five directions. */
function spreadFriction(friction: F64, sliding: f64, torsional: f64, rolling: f64): void {
  friction[0] = sliding;
  friction[1] = sliding;
  friction[2] = torsional;
  friction[3] = rolling;
  friction[4] = rolling;
}

/** What one side of a contact, a geom or a flex, brings to its parameters: arrays of the model and its place in them. */
class Surface {
  id: i32 = 0;
  solref: F64 = EMPTY_F64;
  solimp: F64 = EMPTY_F64;
  friction: F64 = EMPTY_F64;
  solmix: f64 = 0;
  adhesion: f64 = 0;
  priority: i32 = 0;
  dim: i32 = 0;
}

const surfaceA = new Surface();
const surfaceB = new Surface();

function setGeomSurface(m: Model, surface: Surface, g: i32): void {
  surface.id = g;
  surface.solref = m.geom_solref;
  surface.solimp = m.geom_solimp;
  surface.friction = m.geom_friction;
  surface.solmix = m.geom_solmix[g];
  surface.adhesion = m.geom_adhesion[g];
  surface.priority = m.geom_priority[g];
  surface.dim = m.geom_condim[g];
}

function setFlexSurface(m: Model, surface: Surface, f: i32): void {
  surface.id = f;
  surface.solref = m.flex_solref;
  surface.solimp = m.flex_solimp;
  surface.friction = m.flex_friction;
  surface.solmix = m.flex_solmix[f];
  surface.adhesion = 0;
  surface.priority = m.flex_priority[f];
  surface.dim = m.flex_condim[f];
}

/** Takes everything from the surface with the higher priority. @noinline */
function takeFrom(p: ContactParameters, surface: Surface): void {
  const { id, friction } = surface;
  copy(p.solref, 0, surface.solref, NREF * id, NREF);
  copy(p.solimp, 0, surface.solimp, NIMP * id, NIMP);
  spreadFriction(p.friction, friction[3 * id], friction[3 * id + 1], friction[3 * id + 2]);
  p.adhesion = surface.adhesion;
  p.dim = surface.dim;
}

/** Surfaces of equal priority: the larger condim and friction, solver parameters by weight, or the smaller if given directly. */
function mixBoth(p: ContactParameters, a: Surface, b: Surface): void {
  const { solref: refA, solimp: impA } = a;
  const { solref: refB, solimp: impB } = b;
  const weight = mixWeight(a.solmix, b.solmix);
  const rest = 1 - weight;
  const standard = refA[NREF * a.id] > 0 && refB[NREF * b.id] > 0;
  for (let k = 0; k < NREF; k++) {
    const x = refA[NREF * a.id + k];
    const y = refB[NREF * b.id + k];
    p.solref[k] = standard ? weight * x + rest * y : min(x, y);
  }
  for (let k = 0; k < NIMP; k++) p.solimp[k] = weight * impA[NIMP * a.id + k] + rest * impB[NIMP * b.id + k];
  const i = 3 * a.id;
  const j = 3 * b.id;
  spreadFriction(
    p.friction,
    max(a.friction[i], b.friction[j]),
    max(a.friction[i + 1], b.friction[j + 1]),
    max(a.friction[i + 2], b.friction[j + 2]),
  );
  p.adhesion = a.adhesion + b.adhesion;
  p.dim = maxI(a.dim, b.dim);
}

/** Fills `p` for two surfaces. */
function mixSurfaces(p: ContactParameters, a: Surface, b: Surface): void {
  if (a.priority > b.priority) takeFrom(p, a);
  else if (a.priority < b.priority) takeFrom(p, b);
  else mixBoth(p, a, b);
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
  else {
    setGeomSurface(m, surfaceA, g1);
    setGeomSurface(m, surfaceB, g2);
    mixSurfaces(p, surfaceA, surfaceB);
  }
  finish(m, p);
}

/** Fills `p` for flex f2 and the geom g, or flex f1 where g is -1, with the global override applied. */
export function mixFlexParameters(m: Model, p: ContactParameters, g: i32, f1: i32, f2: i32): void {
  p.solreffriction[0] = 0;
  p.solreffriction[1] = 0;
  if (g >= 0) setGeomSurface(m, surfaceA, g);
  else setFlexSurface(m, surfaceA, f1);
  setFlexSurface(m, surfaceB, f2);
  mixSurfaces(p, surfaceA, surfaceB);
  finish(m, p);
}
