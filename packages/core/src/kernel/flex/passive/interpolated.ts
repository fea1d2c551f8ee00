// @cold

import { type F64, type f64, type i32, scratchF64 } from '../../dialect.ts';
import { mulMatVec } from '../../math/linear/dense.ts';
import { zero } from '../../math/linear/leaf.ts';
import { negQuat, rotVecQuat } from '../../math/quat.ts';
import { addToScl3, copy3, subFrom3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { HOLD_CELLS } from '../edges.ts';
import { elementNodes, FlexGrid, loadGrid, MAX_NODES } from '../grid.ts';
import { nodeVelocities } from '../nodes.ts';
import { elementRotation } from '../rotation.ts';
import { addNodeForces } from './node-forces.ts';

const grid = new FlexGrid();
const pos = scratchF64(3 * MAX_NODES); // of the nodes of an element
const displacement = scratchF64(3 * MAX_NODES); // of the nodes from their rest positions, in the frame that follows the element
const velocity = scratchF64(3 * MAX_NODES); // of the nodes, in that frame
const force = scratchF64(3 * MAX_NODES); // on the nodes, in that frame
const turned = scratchF64(3); // force on a node in the world
const toElement = scratchF64(4); // rotation from the world to the frame that follows the element
const toWorld = scratchF64(4); // and back

/** Whether the elements of an interpolated flex are springs; they are not where constraints hold their strain. */
export function resistsStrain(m: Model, f: i32): boolean {
  const adr = m.flex_stiffnessadr[f];
  return adr >= 0 && m.flex_stiffness[adr] !== 0 && m.flex_edgeequality[f] !== HOLD_CELLS;
}

/** pos (3·size) = values of the nodes of the element at hand, from those of the flex */
export function gatherNodes(res: F64, element: FlexGrid, values: F64, first: i32): void {
  for (let n = 0; n < element.size; n++) copy3(res, 3 * n, values, 3 * (first + element.node[n]));
}

/**
 * Forces of the finite elements of an interpolated flex: a constant stiffness in the frame that follows the rotation of each element
 * (`flex_stiffness` has the sign of a force), and that stiffness times `flex_damping` as a damper.
 *
 * @reads flexNodePos flexNodeVel
 * @writes flexNodeSpring flexNodeDamper qfrc_spring qfrc_damper
 * @see Müller, Gross, Interactive virtual materials (2004)
 */
export function interpolatedForces(m: Model, d: Data, f: i32, springs: boolean, dampers: boolean): void {
  if (!resistsStrain(m, f)) return;
  const damping: f64 = dampers ? m.flex_damping[f] : 0.0;
  const first = m.flex_nodeadr[f];
  loadGrid(grid, m, f);
  if (springs) zero(d.flexNodeSpring, 3 * first, 3 * m.flex_nodenum[f]);
  if (damping !== 0) {
    zero(d.flexNodeDamper, 3 * first, 3 * m.flex_nodenum[f]);
    nodeVelocities(m, d, grid, f);
  }
  const stride = 9 * grid.size * grid.size;
  for (let e = 0; e < grid.elements; e++) {
    const k = m.flex_stiffnessadr[f] + stride * e;
    if (m.flex_stiffness[k] === 0) continue; // an empty cell
    elementNodes(grid, e);
    gatherNodes(pos, grid, d.flexNodePos, first);
    elementRotation(toElement, grid, pos);
    negQuat(toWorld, 0, toElement, 0);
    if (springs) elementSprings(m, d, k, first);
    if (damping !== 0) elementDampers(m, d, k, first, damping);
  }
  if (springs) addNodeForces(m, d, f, d.qfrc_spring, d.flexNodeSpring);
  if (damping !== 0) addNodeForces(m, d, f, d.qfrc_damper, d.flexNodeDamper);
}

function elementSprings(m: Model, d: Data, k: i32, first: i32): void {
  for (let n = 0; n < grid.size; n++) {
    rotVecQuat(displacement, 3 * n, pos, 3 * n, toElement, 0);
    subFrom3(displacement, 3 * n, m.flex_node0, 3 * (first + grid.node[n]));
  }
  scatterForces(m, d.flexNodeSpring, k, first, displacement, 1);
}

function elementDampers(m: Model, d: Data, k: i32, first: i32, damping: f64): void {
  for (let n = 0; n < grid.size; n++)
    rotVecQuat(velocity, 3 * n, d.flexNodeVel, 3 * (first + grid.node[n]), toElement, 0);
  scatterForces(m, d.flexNodeDamper, k, first, velocity, damping);
}

/** res += scale · stiffness · vec, turned to the world */
function scatterForces(m: Model, res: F64, k: i32, first: i32, vec: F64, scale: f64): void {
  const size = 3 * grid.size;
  mulMatVec(force, 0, m.flex_stiffness, k, vec, 0, size, size);
  for (let n = 0; n < grid.size; n++) {
    rotVecQuat(turned, 0, force, 3 * n, toWorld, 0);
    addToScl3(res, 3 * (first + grid.node[n]), turned, 0, scale);
  }
}
