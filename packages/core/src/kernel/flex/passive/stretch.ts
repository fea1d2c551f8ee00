import { type F64, type f64, type i32, scratchF64 } from '../../dialect.ts';
import { zero } from '../../math/linear/leaf.ts';
import { mulMatTVec3 } from '../../math/mat3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { addPointForce, onlySlides } from '../point-dofs.ts';

/** Numbers that the upper triangle of an element's stiffness takes in `flex_stiffness`, whatever its dimension. */
export const STIFFNESS_STRIDE: i32 = 21;

/** Whether the elements of flex `f` resist stretching. */
export function resistsStretch(m: Model, f: i32): boolean {
  const adr = m.flex_stiffnessadr[f];
  return adr >= 0 && m.flex_stiffness[adr] !== 0;
}

/**
 * Saint Venant-Kirchhoff forces of the elements of flex `f`, whose energy is ¼·εᵀ·K·ε in the changes ε of the squared lengths of their
 * edges. Damping acts on what the squared lengths grew in the last step. Edges are common to several elements, so the tensions K·ε are
 * summed per edge first, and each edge then pulls its ends once. O(edges + elements).
 *
 * @writes qfrc_spring qfrc_damper
 * @see Kharevych et al., Geometric, variational integrators for computer animation (2006), §5.2
 */
export function stretchForces(m: Model, d: Data, f: i32, springs: boolean, dampers: boolean): void {
  if (!resistsStretch(m, f)) return;
  if (springs) {
    edgeStrains(m, d, f);
    addTensions(m, d, f, d.qfrc_spring);
  }
  if (dampers && m.flex_damping[f] !== 0 && m.opt_timestep > 0) {
    edgeGrowth(m, d, f);
    addTensions(m, d, f, d.qfrc_damper);
  }
}

/** qfrc += forces of the strains. @reads flexvert_xpos flexVertSpring */
function addTensions(m: Model, d: Data, f: i32, qfrc: F64): void {
  edgeTensions(m, d, f);
  pullEnds(m, d, f);
  const end = m.flex_vertadr[f] + m.flex_vertnum[f];
  for (let v = m.flex_vertadr[f]; v < end; v++) addVertexForce(m, d, v, qfrc);
}

const local = scratchF64(3); // force in the frame of the vertex' body

/** qfrc += force on a vertex; the slides of a body of its own count as displacements along the first axes of its frame. @reads xmat */
function addVertexForce(m: Model, d: Data, v: i32, qfrc: F64): void {
  const body = m.flex_vertbodyid[v];
  if (!onlySlides(m, body)) {
    addPointForce(qfrc, 0, m, d, body, d.flexvert_xpos, 3 * v, d.flexVertSpring, 3 * v);
    return;
  }
  const dof = m.body_dofadr[body];
  mulMatTVec3(local, 0, d.xmat, 9 * body, d.flexVertSpring, 3 * v);
  for (let a = 0; a < m.body_dofnum[body]; a++) qfrc[dof + a] += local[a];
}

/** Squared lengths less those at rest. @reads flexedge_length @writes flexEdgeStrain */
function edgeStrains(m: Model, d: Data, f: i32): void {
  const length = d.flexedge_length;
  const rest = m.flexedge_length0;
  const end = m.flex_edgeadr[f] + m.flex_edgenum[f];
  for (let e = m.flex_edgeadr[f]; e < end; e++) d.flexEdgeStrain[e] = length[e] * length[e] - rest[e] * rest[e];
}

/** Squared lengths less those a step ago, per time, times the damping. @reads flexedge_length flexedge_velocity @writes flexEdgeStrain */
function edgeGrowth(m: Model, d: Data, f: i32): void {
  const h = m.opt_timestep;
  const damping = m.flex_damping[f] / h;
  const length = d.flexedge_length;
  const end = m.flex_edgeadr[f] + m.flex_edgenum[f];
  for (let e = m.flex_edgeadr[f]; e < end; e++) {
    const before = length[e] - d.flexedge_velocity[e] * h;
    d.flexEdgeStrain[e] = (length[e] * length[e] - before * before) * damping;
  }
}

/** Sums the tensions of the elements at their edges. @reads flexEdgeStrain @writes flexEdgeTension */
function edgeTensions(m: Model, d: Data, f: i32): void {
  const edges: i32 = m.flex_dim[f] === 2 ? 3 : 6;
  const edgeadr = m.flex_edgeadr[f];
  const strain = d.flexEdgeStrain;
  const tension = d.flexEdgeTension;
  const flex_elemedge = m.flex_elemedge;
  const stiffness = m.flex_stiffness;
  zero(tension, edgeadr, m.flex_edgenum[f]);
  let k = m.flex_stiffnessadr[f];
  let list = m.flex_elemedgeadr[f];
  for (let t = 0; t < m.flex_elemnum[f]; t++) {
    let at = k;
    for (let a = 0; a < edges; a++) {
      const one = edgeadr + flex_elemedge[list + a];
      const own = strain[one];
      let sum: f64 = stiffness[at++] * own;
      for (let b = a + 1; b < edges; b++) {
        const other = edgeadr + flex_elemedge[list + b];
        const c = stiffness[at++];
        sum += c * strain[other];
        tension[other] += c * own;
      }
      tension[one] += sum;
    }
    k += STIFFNESS_STRIDE;
    list += edges;
  }
}

/** @reads flexEdgeTension flexvert_xpos @writes flexVertSpring */
function pullEnds(m: Model, d: Data, f: i32): void {
  const vertadr = m.flex_vertadr[f];
  const flexvert_xpos = d.flexvert_xpos;
  const force = d.flexVertSpring;
  zero(force, 3 * vertadr, 3 * m.flex_vertnum[f]);
  const end = m.flex_edgeadr[f] + m.flex_edgenum[f];
  for (let e = m.flex_edgeadr[f]; e < end; e++) {
    const v1 = 3 * (vertadr + m.flex_edge[2 * e]);
    const v2 = 3 * (vertadr + m.flex_edge[2 * e + 1]);
    const tension = d.flexEdgeTension[e];
    for (let a = 0; a < 3; a++) {
      const pull = tension * (flexvert_xpos[v2 + a] - flexvert_xpos[v1 + a]);
      force[v1 + a] += pull;
      force[v2 + a] -= pull;
    }
  }
}
