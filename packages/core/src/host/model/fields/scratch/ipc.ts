import { fieldTable } from '../table.ts';

/** Working memory of steps in which contacts of sheets never penetrate (the flag ipc); there is none before the first of them. */
export const ipcScratch = fieldTable(`
  ipcBodyVerts    i32  nipcbody    1  vertices of flexes on each body
  ipcHeld         i32  nipcdof     1  0: a dof that moves no sheet; 1: one that carries pinned vertices; 2: one of a vertex
  ipcVel          f64  nipcdof     1  velocity at the end of the step: of the iterate
  ipcFreeVel      f64  nipcdof     1  of the motion that is free of intersections
  ipcSmoothVel    f64  nipcdof     1  without constraints
  ipcNextVel      f64  nipcdof     1  that the solver proposes
  ipcTrialVel     f64  nipcdof     1  that the line search tries
  ipcAcc          f64  nipcdof     1  acceleration of such a velocity
  ipcForce        f64  nipcdof     1  forces of the pairs on the dofs
  ipcColumn       i32  nipcdof     1  dofs that move a pair
  ipcValue        f64  nipcdof     1  derivative of its distance by each of them
  ipcDof          i32  nipcpoint   1  last dof that moves a vertex, or -1
  ipcFlex         i32  nipcpoint   1  flex of a vertex
  ipcMass         f64  nipcpoint   1  mass of a vertex; of a pinned one its share of what carries it; 0 if it cannot move
  ipcTravel       f64  nipcpoint   1  length of its way in the sweep at hand
  ipcEarliest     f64  nipcpoint   1  when it first meets something in that sweep
  ipcPos          f64  nipcpoint   3  its position at the end of the step: of the iterate
  ipcFreePos      f64  nipcpoint   3  of the motion that is free of intersections
  ipcSmoothPos    f64  nipcpoint   3  without constraints
  ipcNextPos      f64  nipcpoint   3  that the solver proposes
  ipcTrialPos     f64  nipcpoint   3  that the line search tries
  ipcEdgeSeen     i32  nflexedge   1  last query that has met an edge
  ipcKind         i32  nipcpair    1  which features a pair is of
  ipcIndex        i32  nipcpair    4  their corners: vertices of flexes, and first the corner or edge of a geom
  ipcGeom         i32  nipcpair    1  the geom of the pair, or -1
  ipcAge          i32  nipcpair    1  updates since it was loaded, negative if it ever was
  ipcLambda       f64  nipcpair    1  its multiplier, a force
  ipcStiffness    f64  nipcpair    1  its stiffness
  ipcBand         f64  nipcpair    1  distance within which it counts as close
  ipcGap          f64  nipcpair    1  distance at the motion that is free of intersections
  ipcNormal       f64  nipcpair    3  direction in which the first feature leaves the second
  ipcWeight       f64  nipcpair    4  derivative of the distance by the way of each vertex along the normal
  ipcMeets        f64  nipcpair    1  when the features meet in the sweep, 2 if they do not
  ipcTaken        i32  nipcpair    1  whether the solver has a row for the pair, or the pair joins the set
  ipcSlot         i32  nipcslot    1  hash table: one more than the pair
  ipcCorner       f64  nipccorner  3  corners of geoms
  ipcCornerGeom   i32  nipccorner  1  their geoms
  ipcEdge         f64  nipcedge    6  both ends of edges of geoms
  ipcEdgeGeom     i32  nipcedge    1  their geoms
`);
