// @cold

import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { elementNodes, FlexGrid, loadGrid, MAX_NODES } from '../flex/grid.ts';
import { gatherNodes } from '../flex/passive/interpolated.ts';
import { addPointForce } from '../flex/point-dofs.ts';
import { elementRotation } from '../flex/rotation.ts';
import { lastDof } from '../kinematics/apply-force.ts';
import { mulMatVec } from '../math/linear/dense.ts';
import { zero } from '../math/linear/leaf.ts';
import { mulMatMat3, transpose3 } from '../math/mat3.ts';
import { quat2Mat } from '../math/quat.ts';
import { sub3, zero3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { CLIQUE_GRID, hasKind, metricScale } from './flex-cliques.ts';

const grid = new FlexGrid();
const pos = scratchF64(3 * MAX_NODES); // of the nodes of an element
const motion = scratchF64(3 * MAX_NODES); // of the nodes, by a vector of dofs
const force = scratchF64(3 * MAX_NODES); // on the nodes
const toElement = scratchF64(4); // rotation from the world to the frame that follows the element
const toFrame = scratchF64(9); // the same as a matrix
const toWorld = scratchF64(9);
const block = scratchF64(9); // of a pair of nodes

/** Whether some flex has finite elements with stiffness. */
export function hasGrids(m: Model): boolean {
  for (let f = 0; f < m.nflex; f++) if (hasKind(m, f, CLIQUE_GRID)) return true;
  return false;
}

/** Whether every node of a finite element has three dofs of its own, or none: then its stiffness is one between dofs. */
export function gridsAreSimple(m: Model): boolean {
  for (let f = 0; f < m.nflex; f++) {
    if (!hasKind(m, f, CLIQUE_GRID)) continue;
    for (let n = m.flex_nodeadr[f]; n < m.flex_nodeadr[f] + m.flex_nodenum[f]; n++) {
      const body = m.flex_nodebodyid[n];
      const moves = lastDof(m, body) >= 0;
      if (moves && !(m.body_dofnum[body] === 3 && m.dof_parentid[m.body_dofadr[body]] === -1)) return false;
    }
  }
  return true;
}

/**
 * Stiffness of the finite elements in the world's axes: Rᵀ·K·R for each pair of nodes.
 *
 * @reads flexNodePos
 * @writes flexelem_krot
 */
export function turnStiffness(m: Model, d: Data): void {
  zero(d.flexelem_krot, 0, m.nflexstiffness);
  for (let f = 0; f < m.nflex; f++) {
    if (!hasKind(m, f, CLIQUE_GRID) || metricScale(m, f) === 0) continue;
    loadGrid(grid, m, f);
    const width = 3 * grid.size;
    for (let e = 0; e < grid.elements; e++) {
      const adr = m.flex_stiffnessadr[f] + width * width * e;
      if (m.flex_stiffness[adr] === 0) continue;
      elementNodes(grid, e);
      gatherNodes(pos, grid, d.flexNodePos, m.flex_nodeadr[f]);
      elementRotation(toElement, grid, pos);
      quat2Mat(toFrame, 0, toElement, 0);
      transpose3(toWorld, 0, toFrame, 0);
      for (let i = 0; i < grid.size; i++)
        for (let j = 0; j < grid.size; j++) turnBlock(m, d, adr + 3 * i * width + 3 * j, width);
    }
  }
}

/** Turns the block that starts at `at`. */
function turnBlock(m: Model, d: Data, at: i32, width: i32): void {
  for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) block[3 * r + c] = m.flex_stiffness[at + r * width + c];
  mulMatMat3(block, 0, block, 0, toFrame, 0);
  mulMatMat3(block, 0, toWorld, 0, block, 0);
  for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) d.flexelem_krot[at + r * width + c] = block[3 * r + c];
}

/**
 * res -= Jᵀ·K·J·vec of the finite elements, each flex times its entry of the metric, or times `scale` where that is not zero; for nodes on
 * any bodies. Vectors are in the order of the model.
 *
 * @reads flexelem_krot flexNodePos
 */
export function mulGrids(res: F64, m: Model, d: Data, vec: F64, scale: f64): void {
  for (let f = 0; f < m.nflex; f++) {
    if (!hasKind(m, f, CLIQUE_GRID)) continue;
    const factor: f64 = scale !== 0 ? scale : metricScale(m, f);
    const first = m.flex_nodeadr[f];
    loadGrid(grid, m, f);
    const width = 3 * grid.size;
    for (let e = 0; e < grid.elements; e++) {
      const adr = m.flex_stiffnessadr[f] + width * width * e;
      if (m.flex_stiffness[adr] === 0) continue;
      elementNodes(grid, e);
      for (let n = 0; n < grid.size; n++) nodeMotion(n, m, d, first + grid.node[n], vec);
      mulMatVec(force, 0, d.flexelem_krot, adr, motion, 0, width, width);
      for (let k = 0; k < width; k++) force[k] *= -factor;
      for (let n = 0; n < grid.size; n++) {
        const node = first + grid.node[n];
        addPointForce(res, 0, m, d, m.flex_nodebodyid[node], d.flexNodePos, 3 * node, force, 3 * n);
      }
    }
  }
}

const arm = scratchF64(3); // a node from the com of its tree

/** motion[n] = J·vec of a node. @reads cdof subtree_com */
function nodeMotion(n: i32, m: Model, d: Data, node: i32, vec: F64): void {
  const body = m.flex_nodebodyid[node];
  const cdof = d.cdof;
  sub3(arm, 0, d.flexNodePos, 3 * node, d.subtree_com, 3 * m.body_rootid[body]);
  zero3(motion, 3 * n);
  for (let i = lastDof(m, body); i >= 0; i = m.dof_parentid[i]) {
    const c = 6 * i;
    const x = vec[i];
    motion[3 * n] += x * (cdof[c + 3] + (cdof[c + 1] * arm[2] - cdof[c + 2] * arm[1]));
    motion[3 * n + 1] += x * (cdof[c + 4] + (cdof[c + 2] * arm[0] - cdof[c] * arm[2]));
    motion[3 * n + 2] += x * (cdof[c + 5] + (cdof[c] * arm[1] - cdof[c + 1] * arm[0]));
  }
}
