import { type f64, type I32, type i32, scratchI32 } from '../dialect.ts';
import { elementNodes, FlexGrid, loadGrid, MAX_NODES } from '../flex/grid.ts';
import { BENDING_STRIDE, loadFlap, resistsBending } from '../flex/passive/bend.ts';
import { resistsStrain } from '../flex/passive/interpolated.ts';
import { resistsStretch, STIFFNESS_STRIDE } from '../flex/passive/stretch.ts';
import type { Model } from '../model/classes.ts';
import { DSBL_DAMPER, DSBL_SPRING } from '../model/constants.ts';

/** Kinds of elastic terms: an element of a sheet or solid, the flap of an edge that bends, a finite element of a grid. */
export const CLIQUE_STRETCH: i32 = 0;
export const CLIQUE_BEND: i32 = 1;
export const CLIQUE_GRID: i32 = 2;
const KINDS: i32 = 3;

/** Whether a body has three dofs, which a point of a flex on it moves by; others carry no stiffness into the metric. */
export function carriesPoint(m: Model, body: i32): boolean {
  return m.body_dofnum[body] === 3;
}

/** Whether flex `f` has elastic terms of a kind. */
export function hasKind(m: Model, f: i32, kind: i32): boolean {
  if (m.flex_rigid[f] !== 0 || m.flex_dim[f] < 2) return false;
  if (m.flex_interp[f] !== 0) return kind === CLIQUE_GRID && resistsStrain(m, f);
  if (kind === CLIQUE_STRETCH) return resistsStretch(m, f);
  return kind === CLIQUE_BEND && resistsBending(m, f);
}

/** h²·K + h·damping·K is this times K: what the stiffness of flex `f` counts in the metric. */
export function metricScale(m: Model, f: i32): f64 {
  const h = m.opt_timestep;
  const spring: f64 = (m.opt_disableflags & DSBL_SPRING) === 0 ? h * h : 0.0;
  const damper: f64 = (m.opt_disableflags & DSBL_DAMPER) === 0 ? h * m.flex_damping[f] : 0.0;
  return spring + damper;
}

/** An elastic term: the points that it couples. `nextClique` walks over all of them. */
export class FlexClique {
  flex: i32 = 0;
  kind: i32 = 0;
  /** Number of the element, edge or finite element within its flex. */
  index: i32 = 0;
  /** Where its numbers are in `flex_stiffness` or `flex_bending`. */
  adr: i32 = 0;
  size: i32 = 0;
  /** Vertices or nodes, in the model. */
  readonly point: I32 = scratchI32(MAX_NODES);
  readonly body: I32 = scratchI32(MAX_NODES);
  /** First of the three dofs that move a point, or -1. */
  readonly dof: I32 = scratchI32(MAX_NODES);
  /** Whether finite elements are among the terms. */
  withGrids: boolean = false;
}

const grid = new FlexGrid(); // of the flex at hand

/** Goes to the start of the list. */
export function startCliques(c: FlexClique, withGrids: boolean): void {
  c.flex = 0;
  c.kind = 0;
  c.index = -1;
  c.withGrids = withGrids;
}

/** Takes the next term; false after the last. */
export function nextClique(c: FlexClique, m: Model): boolean {
  while (c.flex < m.nflex) {
    if (isListed(c, m)) {
      if (c.index < 0 && c.kind === CLIQUE_GRID) loadGrid(grid, m, c.flex);
      const end = termsOf(c, m);
      for (c.index++; c.index < end; c.index++) if (takeTerm(c, m)) return true;
    }
    c.index = -1;
    c.kind++;
    if (c.kind < KINDS) continue;
    c.kind = 0;
    c.flex++;
  }
  return false;
}

function isListed(c: FlexClique, m: Model): boolean {
  return hasKind(m, c.flex, c.kind) && (c.kind !== CLIQUE_GRID || c.withGrids);
}

function termsOf(c: FlexClique, m: Model): i32 {
  if (c.kind === CLIQUE_STRETCH) return m.flex_elemnum[c.flex];
  return c.kind === CLIQUE_BEND ? m.flex_edgenum[c.flex] : grid.elements;
}

/** Loads the term; false if there is none: at the border of a sheet, or in an empty cell. */
function takeTerm(c: FlexClique, m: Model): boolean {
  if (c.kind === CLIQUE_STRETCH) takeElement(c, m);
  else if (c.kind === CLIQUE_BEND) {
    if (!loadFlap(c.point, m, c.flex, m.flex_edgeadr[c.flex] + c.index)) return false;
    c.size = 4;
    c.adr = m.flex_bendingadr[c.flex] + BENDING_STRIDE * c.index;
  } else {
    c.size = grid.size;
    c.adr = m.flex_stiffnessadr[c.flex] + 9 * c.size * c.size * c.index;
    if (m.flex_stiffness[c.adr] === 0) return false;
    elementNodes(grid, c.index);
    for (let k = 0; k < c.size; k++) c.point[k] = m.flex_nodeadr[c.flex] + grid.node[k];
  }
  const bodyid = c.kind === CLIQUE_GRID ? m.flex_nodebodyid : m.flex_vertbodyid;
  for (let k = 0; k < c.size; k++) {
    const body = bodyid[c.point[k]];
    c.body[k] = body;
    c.dof[k] = carriesPoint(m, body) ? m.body_dofadr[body] : -1;
  }
  return true;
}

function takeElement(c: FlexClique, m: Model): void {
  c.size = m.flex_dim[c.flex] + 1;
  c.adr = m.flex_stiffnessadr[c.flex] + STIFFNESS_STRIDE * c.index;
  const first = m.flex_elemdataadr[c.flex] + c.size * c.index;
  for (let k = 0; k < c.size; k++) c.point[k] = m.flex_vertadr[c.flex] + m.flex_elem[first + k];
}
