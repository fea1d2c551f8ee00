import type { i32 } from '../dialect.ts';
import { addToScl3, copy3, zero3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { cellAt, FlexGrid, loadGrid } from './grid.ts';
import { isOrigin, nodePositions, placePoint } from './nodes.ts';

const grid = new FlexGrid();

/**
 * Positions of the vertices: points of bodies, or of the cells of a grid of control nodes.
 *
 * @reads xpos
 * @writes flexvert_xpos
 */
export function flexVertices(m: Model, d: Data): void {
  for (let f = 0; f < m.nflex; f++) {
    if (m.flex_interp[f] === 0) bodyVertices(m, d, f);
    else interpolatedVertices(m, d, f);
  }
}

function bodyVertices(m: Model, d: Data, f: i32): void {
  const first = m.flex_vertadr[f];
  const end = first + m.flex_vertnum[f];
  const flex_vertbodyid = m.flex_vertbodyid;
  const xpos = d.xpos;
  const flexvert_xpos = d.flexvert_xpos;
  for (let v = first; v < end; v++) {
    if (isOrigin(m, f, m.flex_vert, 3 * v)) copy3(flexvert_xpos, 3 * v, xpos, 3 * flex_vertbodyid[v]);
    else placePoint(flexvert_xpos, 3 * v, d, flex_vertbodyid[v], m.flex_vert, 3 * v);
  }
}

/** @reads flexNodePos */
function interpolatedVertices(m: Model, d: Data, f: i32): void {
  loadGrid(grid, m, f);
  nodePositions(m, d, grid, f);
  const node = m.flex_nodeadr[f];
  const first = m.flex_vertadr[f];
  const along = grid.order + 1;
  const count = along * along * along;
  for (let v = first; v < first + m.flex_vertnum[f]; v++) {
    cellAt(grid, m.flex_vert0, 3 * v);
    zero3(d.flexvert_xpos, 3 * v);
    for (let n = 0; n < count; n++)
      addToScl3(d.flexvert_xpos, 3 * v, d.flexNodePos, 3 * (node + grid.node[n]), grid.weight[n]);
  }
}
