// @cold

/** Corners and edges of fixed geoms, which may pass between the vertices of a sheet. Those of balls and capsules are their cores. */
import { type F64, type f64, type i32, idiv, scratchF64 } from '../../dialect.ts';
import { mulMatVec3 } from '../../math/mat3.ts';
import { addTo3, set3 } from '../../math/vec3.ts';
import { COUNT_NIPCCORNER, COUNT_NIPCEDGE, type Data, type Model } from '../../model/classes.ts';
import { GEOM_BOX, GEOM_CAPSULE, GEOM_MESH, GEOM_SPHERE } from '../../model/constants.ts';
import { reserve } from '../../model/reserve.ts';
import { isFixedShape } from './sheets.ts';

const end1 = scratchF64(3); // of an edge, axes of the geom
const end2 = scratchF64(3);

/** What is around the corners and edges of a geom. */
export function coreRadius(m: Model, g: i32): f64 {
  const type = m.geom_type[g];
  return type === GEOM_SPHERE || type === GEOM_CAPSULE ? m.geom_size[3 * g] : 0.0;
}

/** res = a point of geom `g`, given in its axes, in the world @reads geom_xpos geom_xmat */
function place(res: F64, r: i32, d: Data, g: i32, point: F64): void {
  mulMatVec3(res, r, d.geom_xmat, 9 * g, point, 0);
  addTo3(res, r, d.geom_xpos, 3 * g);
}

/** Adds the corner `end1` of geom `g`. @reads nipccorner @writes nipccorner ipcCorner ipcCornerGeom */
function addCorner(m: Model, d: Data, g: i32): void {
  const k = d.nipccorner;
  reserve(m, d, COUNT_NIPCCORNER, k + 1);
  place(d.ipcCorner, 3 * k, d, g, end1);
  d.ipcCornerGeom[k] = g;
  d.nipccorner = k + 1;
}

/** Adds the edge from `end1` to `end2` of geom `g`. @reads nipcedge @writes nipcedge ipcEdge ipcEdgeGeom */
function addEdge(m: Model, d: Data, g: i32): void {
  const k = d.nipcedge;
  reserve(m, d, COUNT_NIPCEDGE, k + 1);
  place(d.ipcEdge, 6 * k, d, g, end1);
  place(d.ipcEdge, 6 * k + 3, d, g, end2);
  d.ipcEdgeGeom[k] = g;
  d.nipcedge = k + 1;
}

/** res = the corner of a box whose number has the bit 4 for +x, 2 for +y, 1 for +z */
function boxCorner(res: F64, m: Model, g: i32, number: i32): void {
  const size = m.geom_size;
  const x = size[3 * g];
  const y = size[3 * g + 1];
  const z = size[3 * g + 2];
  set3(res, 0, (number & 4) !== 0 ? x : -x, (number & 2) !== 0 ? y : -y, (number & 1) !== 0 ? z : -z);
}

function addBox(m: Model, d: Data, g: i32): void {
  for (let k = 0; k < 8; k++) {
    boxCorner(end1, m, g, k);
    addCorner(m, d, g);
  }
  for (let bit = 4; bit > 0; bit = idiv(bit, 2)) {
    for (let k = 0; k < 8; k++) {
      if ((k & bit) !== 0) continue;
      boxCorner(end1, m, g, k);
      boxCorner(end2, m, g, k | bit);
      addEdge(m, d, g);
    }
  }
}

function addCapsule(m: Model, d: Data, g: i32): void {
  const half = m.geom_size[3 * g + 1];
  set3(end1, 0, 0, 0, half);
  addCorner(m, d, g);
  set3(end1, 0, 0, 0, -half);
  set3(end2, 0, 0, 0, half);
  addCorner(m, d, g);
  addEdge(m, d, g);
}

/** res = vertex `v` of all meshes */
function meshVertex(res: F64, m: Model, v: i32): void {
  for (let c = 0; c < 3; c++) res[c] = m.mesh_vert[3 * v + c];
}

/** Adds the vertices of a mesh, and the edges of its convex hull; of the two faces at an edge one goes along it upwards. */
function addMesh(m: Model, d: Data, g: i32): void {
  const mesh = m.geom_dataid[g];
  const vertex = m.mesh_vertadr[mesh];
  for (let v = vertex; v < vertex + m.mesh_vertnum[mesh]; v++) {
    meshVertex(end1, m, v);
    addCorner(m, d, g);
  }
  for (let p = m.mesh_polyadr[mesh]; p < m.mesh_polyadr[mesh] + m.mesh_polynum[mesh]; p++) {
    const first = m.mesh_polyvertadr[p];
    const n = m.mesh_polyvertnum[p];
    for (let k = 0; k < n; k++) {
      const from = m.mesh_polyvert[first + k];
      const to = m.mesh_polyvert[first + (k + 1 < n ? k + 1 : 0)];
      if (from >= to) continue;
      meshVertex(end1, m, vertex + from);
      meshVertex(end2, m, vertex + to);
      addEdge(m, d, g);
    }
  }
}

/**
 * Lists the corners and edges of all geoms that sheets may touch.
 *
 * @writes nipccorner nipcedge
 */
export function listFeatures(m: Model, d: Data): void {
  d.nipccorner = 0;
  d.nipcedge = 0;
  for (let g = 0; g < m.ngeom; g++) {
    if ((m.geom_contype[g] === 0 && m.geom_conaffinity[g] === 0) || !isFixedShape(m, g)) continue;
    const type = m.geom_type[g];
    if (type === GEOM_BOX) addBox(m, d, g);
    else if (type === GEOM_CAPSULE) addCapsule(m, d, g);
    else if (type === GEOM_MESH) addMesh(m, d, g);
    else if (type === GEOM_SPHERE) {
      set3(end1, 0, 0, 0, 0);
      addCorner(m, d, g);
    }
  }
}
