import { type F64, type f64, type i32, scratchF64, scratchI32 } from '../dialect.ts';
import { BENDING_STRIDE, isFree, loadFlap } from '../flex/passive/bend.ts';
import { zero } from '../math/linear/leaf.ts';
import { mulMatTVec3, mulMatVec3 } from '../math/mat3.ts';
import { addToScl3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { CLIQUE_BEND, hasKind, metricScale } from './flex-cliques.ts';

const corner = scratchI32(4); // vertices of a flap
const local = scratchF64(3); // force in the frame of a vertex' body

/** Whether some flex resists bending. */
export function hasBending(m: Model): boolean {
  for (let f = 0; f < m.nflex; f++) if (hasKind(m, f, CLIQUE_BEND)) return true;
  return false;
}

/**
 * res += K·vec of the bending of sheets, each flex times its entry of the metric, or times `scale` where that is not zero. Vectors are in
 * the order of the model.
 *
 * @reads xmat flexVertDamper flexVertSpring
 * @writes flexVertDamper flexVertSpring
 */
export function mulBending(res: F64, m: Model, d: Data, vec: F64, scale: f64): void {
  for (let f = 0; f < m.nflex; f++) {
    if (!hasKind(m, f, CLIQUE_BEND)) continue;
    const factor: f64 = scale !== 0 ? scale : metricScale(m, f);
    const first = m.flex_vertadr[f];
    const end = first + m.flex_vertnum[f];
    const motion = d.flexVertDamper;
    const force = d.flexVertSpring;
    zero(motion, 3 * first, 3 * m.flex_vertnum[f]);
    zero(force, 3 * first, 3 * m.flex_vertnum[f]);
    for (let v = first; v < end; v++) {
      const body = m.flex_vertbodyid[v];
      if (isFree(m, v)) mulMatVec3(motion, 3 * v, d.xmat, 9 * body, vec, m.body_dofadr[body]);
    }
    for (let e = 0; e < m.flex_edgenum[f]; e++)
      if (loadFlap(corner, m, f, m.flex_edgeadr[f] + e))
        mulStencil(force, m, motion, m.flex_bendingadr[f] + BENDING_STRIDE * e);
    for (let v = first; v < end; v++) {
      if (!isFree(m, v)) continue;
      const body = m.flex_vertbodyid[v];
      mulMatTVec3(local, 0, d.xmat, 9 * body, force, 3 * v);
      addToScl3(res, m.body_dofadr[body], local, 0, factor);
    }
  }
}

/** force += stencil · motion over the flap */
function mulStencil(force: F64, m: Model, motion: F64, b: i32): void {
  const stencil = m.flex_bending;
  for (let a = 0; a < 3; a++) {
    const x0 = motion[3 * corner[0] + a];
    const x1 = motion[3 * corner[1] + a];
    const x2 = motion[3 * corner[2] + a];
    const x3 = motion[3 * corner[3] + a];
    for (let i = 0; i < 4; i++) {
      const s = b + 4 * i;
      force[3 * corner[i] + a] += stencil[s] * x0 + stencil[s + 1] * x1 + stencil[s + 2] * x2 + stencil[s + 3] * x3;
    }
  }
}
