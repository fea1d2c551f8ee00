// @cold

import { type f64, type i32, scratchF64, toF64, toInt } from '../../dialect.ts';
import { elementNodes, FlexGrid, loadGrid, MAX_NODES } from '../../flex/grid.ts';
import { gatherNodes } from '../../flex/passive/interpolated.ts';
import { addPointForce } from '../../flex/point-dofs.ts';
import { elementRotation } from '../../flex/rotation.ts';
import { lastDof } from '../../kinematics/apply-force.ts';
import { negQuat, rotVecQuat } from '../../math/quat.ts';
import { subFrom3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { CNSTR_EQUALITY, NEQDATA } from '../../model/constants.ts';
import { commitRows, openRows, RowBlock, writeRow } from '../rows.ts';

const rows = new RowBlock();
const grid = new FlexGrid();
const pos = scratchF64(3 * MAX_NODES); // of the nodes
const displacement = scratchF64(3 * MAX_NODES); // from their rest positions, in the frame that follows the element
const toElement = scratchF64(4); // rotation from the world to that frame
const toWorld = scratchF64(4); // and back
const direction = scratchF64(3); // part of a mode at a node, in the world

/**
 * Rows that hold the strain of one finite element of an interpolated flex: one for each deforming eigenmode of its stiffness, which are in
 * `flex_stiffness` in place of the stiffness itself, after their number.
 *
 * @reads flexNodePos
 * @writes efc_J
 * @see mj_instantiateEquality
 */
export function flexCellRows(m: Model, d: Data, e: i32): void {
  const f = m.eq_obj1id[e];
  const adr = m.flex_stiffnessadr[f];
  if (m.flex_interp[f] === 0 || m.flex_nodenum[f] === 0 || adr < 0) return;
  const first = m.flex_nodeadr[f];
  loadGrid(grid, m, f);
  const element = elementOf(m, e);
  elementNodes(grid, element);
  gatherNodes(pos, grid, d.flexNodePos, first);
  elementRotation(toElement, grid, pos);
  negQuat(toWorld, 0, toElement, 0);
  for (let n = 0; n < grid.size; n++) {
    rotVecQuat(displacement, 3 * n, pos, 3 * n, toElement, 0);
    subFrom3(displacement, 3 * n, m.flex_node0, 3 * (first + grid.node[n]));
  }
  const nnz = listDofs(m, d, first);
  const width = 3 * grid.size;
  const modes = adr + element * width * width;
  const count = toInt(m.flex_stiffness[modes]);
  const weight = meanInvweight(m, first);
  for (let k = 0; k < count; k++) modeRow(m, d, e, first, modes + 1 + k * width, nnz, weight);
}

/** Number of the element that equality `e` is about. */
function elementOf(m: Model, e: i32): i32 {
  const data = NEQDATA * e;
  const i = toInt(m.eq_data[data]);
  if (grid.shell) return i;
  return (i * grid.cells[1] + toInt(m.eq_data[data + 1])) * grid.cells[2] + toInt(m.eq_data[data + 2]);
}

/** Lists the dofs of the nodes in `rowChain`, increasing; returns their number. @writes rowChain */
function listDofs(m: Model, d: Data, first: i32): i32 {
  const chain = d.rowChain;
  let count = 0;
  for (let n = 0; n < grid.size; n++) {
    for (let i = lastDof(m, m.flex_nodebodyid[first + grid.node[n]]); i >= 0; i = m.dof_parentid[i]) {
      let at = count;
      while (at > 0 && chain[at - 1] > i) at--;
      if (at > 0 && chain[at - 1] === i) continue;
      for (let k = count; k > at; k--) chain[k] = chain[k - 1];
      chain[at] = i;
      count++;
    }
  }
  return count;
}

function meanInvweight(m: Model, first: i32): f64 {
  let sum: f64 = 0;
  for (let n = 0; n < grid.size; n++) sum += m.body_invweight0[2 * m.flex_nodebodyid[first + grid.node[n]]];
  return sum / toF64(grid.size);
}

/** The row of the mode at `flex_stiffness[mode]`. @writes flexGradient efc_J */
function modeRow(m: Model, d: Data, e: i32, first: i32, mode: i32, nnz: i32, weight: f64): void {
  const gradient = d.flexGradient;
  let violation: f64 = 0;
  for (let k = 0; k < 3 * grid.size; k++) violation += m.flex_stiffness[mode + k] * displacement[k];
  for (let n = 0; n < grid.size; n++) {
    const body = m.flex_nodebodyid[first + grid.node[n]];
    rotVecQuat(direction, 0, m.flex_stiffness, mode + 3 * n, toWorld, 0);
    if (lastDof(m, body) >= 0) addPointForce(gradient, 0, m, d, body, pos, 3 * n, direction, 0);
  }
  openRows(m, d, rows, 1, d.rowChain, 0, nnz);
  for (let c = 0; c < nnz; c++) {
    const i = d.rowChain[c];
    d.efc_J[rows.base + (rows.sparse ? c : i)] = gradient[i];
    gradient[i] = 0;
  }
  writeRow(d, rows.first, violation, 0, 0, weight);
  commitRows(d, rows, CNSTR_EQUALITY, e);
}
