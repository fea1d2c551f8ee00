import { type Data, enums, type Model } from '@qpos/core';

const { GeomType, JointType } = enums;
const FAR = 1e10;
const LEAST_SIZE = 1e-5;

// as in C: the second of two that cannot be compared, so that NaN counts as in the oracle
// biome-ignore lint/complexity/useMathMinMax: Math.max gives NaN
const larger = (a: number, b: number): number => (a > b ? a : b);
// biome-ignore lint/complexity/useMathMinMax: Math.min gives NaN
const smaller = (a: number, b: number): number => (a < b ? a : b);

/** `model.stat` and `dof_length`, from the reference pose that is in `d`. */
export function setStatistic(m: Model, d: Data): void {
  setExtent(m, d);
  const size = bodySizes(m, d);
  if (m.nbody > 1) {
    m.stat.meansize = 0;
    for (let b = 1; b < m.nbody; b++) {
      size[b] = larger(size[b], LEAST_SIZE);
      m.stat.meansize += size[b] / (m.nbody - 1);
    }
  }
  for (let i = 0; i < m.nv; i++) {
    const j = m.dof_jntid[i];
    const type = m.jnt_type[j];
    const rotates = type === JointType.FREE ? i - m.jnt_dofadr[j] >= 3 : type !== JointType.SLIDE;
    m.dof_length[i] = rotates ? size[m.dof_bodyid[i]] : 1;
  }
  m.stat.extent = larger(m.stat.extent, 2 * m.stat.meansize);
  if (m.nbody > 1) {
    let mass = 0;
    for (let b = 1; b < m.nbody; b++) mass += m.body_mass[b];
    m.stat.meanmass = mass / (m.nbody - 1);
  }
  if (m.nv > 0) {
    let inertia = 0;
    for (let i = 0; i < m.nv; i++) inertia += d.M[m.M_rowadr[i] + m.M_rownnz[i] - 1];
    m.stat.meaninertia = inertia / m.nv;
  }
}

/** Centre and largest side of the box around bodies, joints, sites and geoms. */
function setExtent(m: Model, d: Data): void {
  const low = [FAR, FAR, FAR];
  const high = [-FAR, -FAR, -FAR];
  const include = (pos: Float64Array, i: number, radius: number): void => {
    for (let k = 0; k < 3; k++) {
      low[k] = smaller(low[k], pos[3 * i + k] - radius);
      high[k] = larger(high[k], pos[3 * i + k] + radius);
    }
  };
  for (let b = 1; b < m.nbody; b++) {
    include(d.xpos, b, 0);
    include(d.xipos, b, 0);
  }
  for (let j = 0; j < m.njnt; j++) include(d.xanchor, j, 0);
  for (let s = 0; s < m.nsite; s++) include(d.site_xpos, s, 0);
  for (let g = 0; g < m.ngeom; g++) include(d.geom_xpos, g, shownRadius(m, g));
  for (let k = 0; k < 3; k++) m.stat.center[k] = (low[k] + high[k]) * 0.5;
  if (high[0] > low[0])
    m.stat.extent = larger(1e-5, larger(high[0] - low[0], larger(high[1] - low[1], high[2] - low[2])));
}

function shownRadius(m: Model, g: number): number {
  if (m.geom_rbound[g] > 0) return m.geom_rbound[g];
  if (m.geom_type[g] === GeomType.PLANE) {
    const [x, y] = [m.geom_size[3 * g], m.geom_size[3 * g + 1]];
    return x || y ? larger(x, y) * 0.1 : 0.01;
  }
  return 0;
}

function distance(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const [x, y, z] = [a[i] - b[j], a[i + 1] - b[j + 1], a[i + 2] - b[j + 2]];
  return Math.sqrt(x * x + y * y + z * z);
}

/** Largest distance from a body's centre of mass to its joints, its children's joints and the ends of its geoms and flexes. */
function bodySizes(m: Model, d: Data): Float64Array {
  const size = new Float64Array(m.nbody);
  for (let j = 0; j < m.njnt; j++) {
    const b = m.jnt_bodyid[j];
    for (const body of [b, m.body_parentid[b]])
      size[body] = larger(size[body], distance(d.xipos, 3 * body, d.xanchor, 3 * j));
  }
  size[0] = 0;
  for (let b = 1; b < m.nbody; b++) {
    const first = m.body_geomadr[b];
    for (let g = first; g < first + m.body_geomnum[b]; g++) {
      const radius = m.geom_rbound[g];
      if (radius > 0) size[b] = larger(size[b], radius + distance(d.xipos, 3 * b, d.geom_xpos, 3 * g));
    }
  }
  includeFlexes(m, d, size);
  return size;
}

/** The edges of a flex count for the bodies at their ends, the distances of control nodes for those of the nodes. */
function includeFlexes(m: Model, d: Data, size: Float64Array): void {
  for (let f = 0; f < m.nflex; f++) {
    const [vertex, first] = [m.flex_vertadr[f], m.flex_edgeadr[f]];
    for (let e = first; m.flex_interp[f] === 0 && e < first + m.flex_edgenum[f]; e++) {
      for (const v of [m.flex_edge[2 * e], m.flex_edge[2 * e + 1]]) {
        const body = m.flex_vertbodyid[vertex + v];
        size[body] = larger(size[body], m.flexedge_length0[e]);
      }
    }
    if (m.flex_interp[f] === 0) continue;
    const nodes = m.flex_nodebodyid.subarray(m.flex_nodeadr[f], m.flex_nodeadr[f] + m.flex_nodenum[f]);
    for (const b of nodes) for (const c of nodes) size[b] = larger(size[b], distance(d.xpos, 3 * b, d.xpos, 3 * c));
  }
}
