import { enums } from '@qpos/core';
import { fitGeom } from '../../assets/mesh/fit.ts';
import type { FitType } from '../../assets/types.ts';
import {
  appendPose,
  applyOrientation,
  COMPILER_EPS,
  normalize,
  prependPose,
  quatOfZ,
  rotateByQuat,
} from '../../spatial/pose.ts';
import type { Compilation } from '../context.ts';
import type { GeomDraft, MeshDraft, SiteDraft } from '../draft.ts';
import { setFluid } from './geom-fluid.ts';
import { geomVolume, setGeomInertia } from './geom-inertia.ts';

const { GeomType } = enums;

const MAX_VALUE = 1e10;
/** Sizes that each type needs. */
const SIZES = [3, 0, 1, 2, 3, 2, 3, 0, 0];

/** Completes a geom: pose, size, box, mass and inertia. `infer`: its body takes its inertia from it. */
export function compileGeom(c: Compilation, g: GeomDraft, infer: boolean): void {
  const { values, node } = g;
  if (!(values.condim === 1 || values.condim === 3 || values.condim === 4 || values.condim === 6))
    c.error('bad-value', `invalid condim ${values.condim}`, node, 'condim is 1, 3, 4 or 6');
  if (!hasData(c, g)) return;
  if (g.type === GeomType.PLANE && !isStatic(g)) c.error('bad-value', 'plane only allowed in static bodies', node);
  g.visual = !values.contype && !values.conaffinity;

  normalize(g.quat, 0, 4);
  if (values.fromto !== undefined) applyFromTo(c, g, values.fromto);
  else {
    const problem = applyOrientation(g.quat, values, g.settings);
    if (problem !== undefined) c.error('bad-value', problem, node);
  }
  if (g.mesh !== undefined) applyMesh(c, g, g.mesh);
  if (g.size.some(Number.isNaN)) c.error('bad-value', 'size is NaN', node);
  if (!checkSize(c, g)) return;
  setDataSize(g);
  setBox(g);
  if (infer) setMass(c, g);
  if (values.fluidshape === 'ellipsoid') setFluid(g);
  if (g.frame !== undefined) prependPose(g.frame, g);
}

function hasData(c: Compilation, g: GeomDraft): boolean {
  if ((g.type === GeomType.MESH || g.type === GeomType.SDF) && g.mesh === undefined) {
    if (!g.values.mesh) c.error('missing-reference', 'a mesh geom needs a mesh', g.node);
    return false;
  }
  if ((g.type === GeomType.HFIELD) !== (g.hfield !== undefined)) {
    if (!g.values.hfield || g.type !== GeomType.HFIELD)
      c.error('missing-reference', 'an hfield is required for height field geoms, and allowed for no others', g.node);
    return false;
  }
  return true;
}

/** True in bodies that are welded to the world or to a mocap body. */
function isStatic(g: GeomDraft): boolean {
  let body = g.body;
  while (body.id !== body.weldid && body.parent !== undefined) body = body.parent;
  return body.id === 0 || body.mocap;
}

/** Pose and length from two end points, for geoms and sites. */
export function applyFromTo(c: Compilation, g: GeomDraft | SiteDraft, fromto: readonly number[]): void {
  const { type, size, pos, node } = g;
  const box = type === GeomType.ELLIPSOID || type === GeomType.BOX;
  if (!box && type !== GeomType.CAPSULE && type !== GeomType.CYLINDER)
    c.error('attribute-conflict', 'fromto requires capsule, cylinder, box or ellipsoid', node);
  if (pos[0] || pos[1] || pos[2]) c.error('attribute-conflict', 'both pos and fromto are given', node);
  const axis = Float64Array.of(fromto[0] - fromto[3], fromto[1] - fromto[4], fromto[2] - fromto[5]);
  size[1] = normalize(axis, 0, 3) / 2;
  if (size[1] < COMPILER_EPS) c.error('bad-value', 'fromto points are too close', node);
  if (box) {
    size[2] = size[1];
    size[1] = size[0];
  }
  for (let k = 0; k < 3; k++) pos[k] = (fromto[k] + fromto[k + 3]) / 2;
  quatOfZ(g.quat, axis);
}

const FIT: Record<number, FitType> = {
  [GeomType.SPHERE]: 'sphere',
  [GeomType.CAPSULE]: 'capsule',
  [GeomType.CYLINDER]: 'cylinder',
  [GeomType.ELLIPSOID]: 'ellipsoid',
  [GeomType.BOX]: 'box',
};

/** The mesh's own frame goes into the geom's; a primitive is fitted to the mesh. */
function applyMesh(c: Compilation, g: GeomDraft, mesh: MeshDraft): void {
  const { values, node } = g;
  if (values.fromto !== undefined) c.error('attribute-conflict', 'fromto cannot be used with a mesh', node);
  let center: ArrayLike<number> = [0, 0, 0];
  if (g.type !== GeomType.MESH && g.type !== GeomType.SDF) {
    const type = FIT[g.type];
    if (type === undefined) {
      c.error('bad-value', `a ${values.type} cannot be fitted to a mesh`, node);
      return;
    }
    const fitted = fitGeom(mesh.data, type, { fitaabb: c.spec.compiler.fitaabb ?? false, fitscale: values.fitscale });
    for (let k = 0; k < 3; k++) g.size[k] = k < SIZES[g.type] ? fitted.size[k] : g.size[k] * values.fitscale;
    center = fitted.center;
    g.fittedMesh = mesh;
    g.mesh = undefined;
  } else if (values.shellinertia) {
    c.error(
      'attribute-conflict',
      'the inertia of a mesh geom is stated in its mesh',
      node,
      "use inertia='shell' there",
    );
  }
  const at = new Float64Array(3);
  const { pos, quat } = mesh.data;
  rotateByQuat(at, 0, center, 0, quat, 0);
  for (let k = 0; k < 3; k++) at[k] += pos[k];
  appendPose(g, at, quat);
  if (g.surfacevel !== undefined) moveSurfaceVelocity(g.surfacevel, at, quat);
}

/** Re-expresses a surface velocity in the frame (at, quat). */
function moveSurfaceVelocity(v: Float64Array, at: Float64Array, quat: ArrayLike<number>): void {
  v[0] += v[4] * at[2] - v[5] * at[1];
  v[1] += v[5] * at[0] - v[3] * at[2];
  v[2] += v[3] * at[1] - v[4] * at[0];
  const back = [quat[0], -quat[1], -quat[2], -quat[3]];
  rotateByQuat(v, 0, v, 0, back, 0);
  rotateByQuat(v, 3, v, 3, back, 0);
}

/** Checks the sizes that the type needs, for geoms and sites. */
export function checkSize(c: Compilation, g: GeomDraft | SiteDraft): boolean {
  const { type, size, node } = g;
  if (type === GeomType.PLANE) {
    if (!(size[2] > 0)) c.error('bad-value', 'plane size(3) must be positive', node);
    return size[2] > 0;
  }
  for (let k = 0; k < SIZES[type]; k++) {
    if (!(size[k] <= 0)) continue;
    c.error('bad-value', `size ${k} must be positive`, node, `a ${g.values.type} needs ${SIZES[type]} sizes`);
    return false;
  }
  return true;
}

/** Sizes of meshes and height fields come from their data. */
function setDataSize(g: GeomDraft): void {
  if (g.type === GeomType.HFIELD && g.hfield !== undefined) {
    const size = g.hfield.node.size ?? [0, 0, 0, 0];
    g.size.set([size[0], size[1], 0.25 * size[2] + 0.5 * size[3]]);
  } else if (g.mesh !== undefined) {
    const { aamm } = g.mesh.data;
    for (let k = 0; k < 3; k++) g.size[k] = Math.max(Math.abs(aamm[k]), Math.abs(aamm[k + 3]));
  }
}

/** Bounding box in the geom's frame (centre, half sizes) and radius of the bounding sphere. */
function setBox(g: GeomDraft): void {
  const [a, b, c] = g.size;
  let low: number[];
  let high: number[];
  switch (g.type) {
    case GeomType.HFIELD: {
      const h = g.hfield?.node.size ?? [0, 0, 0, 0];
      low = [-h[0], -h[1], -h[3]];
      high = [h[0], h[1], h[2]];
      g.rbound = Math.sqrt(h[0] * h[0] + h[1] * h[1] + Math.max(h[2] * h[2], h[3] * h[3]));
      break;
    }
    case GeomType.PLANE:
      low = [-MAX_VALUE, -MAX_VALUE, -MAX_VALUE];
      high = [MAX_VALUE, MAX_VALUE, 0];
      g.rbound = 0;
      break;
    case GeomType.MESH:
    case GeomType.SDF: {
      const aamm = g.mesh?.data.aamm ?? new Float64Array(6);
      low = [aamm[0], aamm[1], aamm[2]];
      high = [aamm[3], aamm[4], aamm[5]];
      g.rbound = Math.sqrt(a * a + b * b + c * c);
      break;
    }
    case GeomType.SPHERE:
      high = [a, a, a];
      low = [-a, -a, -a];
      g.rbound = a;
      break;
    case GeomType.CAPSULE:
      high = [a, a, a + b];
      low = [-a, -a, -(a + b)];
      g.rbound = a + b;
      break;
    case GeomType.CYLINDER:
      high = [a, a, b];
      low = [-a, -a, -b];
      g.rbound = Math.sqrt(a * a + b * b);
      break;
    default:
      high = [a, b, c];
      low = [-a, -b, -c];
      g.rbound = g.type === GeomType.BOX ? Math.sqrt(a * a + b * b + c * c) : Math.max(Math.max(a, b), c);
  }
  const [x, y, z] = high;
  const [u, v, w] = low;
  g.aabb.set([(x + u) / 2, (y + v) / 2, (z + w) / 2, (x - u) / 2, (y - v) / 2, (z - w) / 2]);
}

function setMass(c: Compilation, g: GeomDraft): void {
  const { values } = g;
  let density = values.density;
  if (values.mass !== undefined && !Number.isNaN(values.mass)) {
    const volume = geomVolume(g);
    if (values.mass === 0) density = 0;
    else if (volume > COMPILER_EPS) {
      g.mass = values.mass;
      density = values.mass / volume;
      setGeomInertia(g);
    }
  } else if (density !== 0) {
    g.mass = density * geomVolume(g);
    setGeomInertia(g);
  }
  if (g.mass < 0 || g.inertia.some((x) => x < 0) || density < 0)
    c.error('mass', 'mass, inertia or density is negative', g.node);
}
