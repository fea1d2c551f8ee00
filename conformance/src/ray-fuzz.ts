/**
 * Ray fuzzer: random rays against every shape, distance and normal of the oracle against ours. Rays start inside and outside, aim at the shape or pass
 * it, run along axes and edges, and have any length.
 */
import { rayBox } from '../../packages/core/src/geometry/ray/box.ts';
import { rayCapsule } from '../../packages/core/src/geometry/ray/capsule.ts';
import { rayCylinder } from '../../packages/core/src/geometry/ray/cylinder.ts';
import { rayEllipsoid } from '../../packages/core/src/geometry/ray/ellipsoid.ts';
import { rayHfield } from '../../packages/core/src/geometry/ray/hfield.ts';
import { rayMesh } from '../../packages/core/src/geometry/ray/mesh.ts';
import { rayPlane } from '../../packages/core/src/geometry/ray/plane.ts';
import { raySphere } from '../../packages/core/src/geometry/ray/sphere.ts';
import { pairXml, Random, type Shape } from './collision-fuzz.ts';

// biome-ignore lint/suspicious/noExplicitAny: the oracle's glue is untyped
type Foreign = any;

export interface RayReport {
  readonly shape: string;
  rays: number;
  hits: number;
  /** Rays that hit in one engine only. */
  hitDiffers: number;
  bitEqual: number;
  maxDist: number;
  maxNormal: number;
}

const PRIMITIVE: Partial<Record<Shape, typeof rayBox>> = {
  plane: rayPlane,
  sphere: raySphere,
  capsule: rayCapsule,
  ellipsoid: rayEllipsoid,
  cylinder: rayCylinder,
  box: rayBox,
};

export const RAY_SHAPES: readonly Shape[] = [
  'plane',
  'hfield',
  'sphere',
  'capsule',
  'ellipsoid',
  'cylinder',
  'box',
  'mesh',
];

const normal = new Float64Array(3);

/** One ray: start and direction. */
function drawRay(rng: Random, xpos: Float64Array, reach: number): { pnt: Float64Array; vec: Float64Array } {
  const kind = rng.int(4);
  const u = rng.unit();
  const start = rng.next() < 0.2 ? rng.range(0, 0.5) : rng.range(1, 3);
  const pnt = Float64Array.from(u, (x, i) => xpos[i] + x * reach * start);
  let vec = Float64Array.from(rng.unit());
  if (kind > 0) {
    const target = rng.unit();
    vec = Float64Array.from(target, (x, i) => xpos[i] + x * reach * rng.range(0, 0.7) - pnt[i]);
  }
  if (kind === 3) {
    const axis = rng.int(3);
    for (let i = 0; i < 3; i++) if (i !== axis) vec[i] = 0;
    if (vec[axis] === 0) vec[axis] = 1;
  }
  return { pnt, vec };
}

/** Runs `rays` rays against one shape type. */
export function fuzzRays(mj: Foreign, shape: Shape, rays: number, seed: number): RayReport {
  const report: RayReport = { shape, rays: 0, hits: 0, hitDiffers: 0, bitEqual: 0, maxDist: 0, maxNormal: 0 };
  const rng = new Random(seed);
  const buffer = new mj.DoubleBuffer(3);
  while (report.rays < rays) {
    const flat = shape === 'plane' || shape === 'hfield';
    const model = mj.MjModel.from_xml_string(flat ? pairXml(shape, 'sphere', rng) : pairXml('sphere', shape, rng));
    const data = new mj.MjData(model);
    const g = flat ? 0 : 1;
    data.mocap_pos.set([rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)]);
    data.mocap_quat.set(rng.quaternion());
    data.qpos.set([
      rng.range(-1, 1),
      rng.range(-1, 1),
      rng.range(-1, 1),
      ...(rng.next() < 0.3 ? [1, 0, 0, 0] : rng.quaternion()),
    ]);
    mj.mj_kinematics(model, data);
    const a: Record<string, Foreign> = {};
    for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(model))) {
      if (/^(geom_(size|rbound|dataid|type)|mesh_(vert|face|bvh).*|bvh_.*|hfield_.*)$/.test(name))
        a[name] = model[name].slice();
    }
    const xpos = data.geom_xpos.slice(3 * g, 3 * g + 3) as Float64Array;
    const xmat = data.geom_xmat.slice(9 * g, 9 * g + 9) as Float64Array;
    const size = a.geom_size.slice(3 * g, 3 * g + 3) as Float64Array;
    const id = a.geom_dataid[g];
    const reach = shape === 'plane' ? 1 : a.geom_rbound[g];
    for (let k = 0; k < 100 && report.rays < rays; k++) {
      const { pnt, vec } = drawRay(rng, xpos, reach);
      let theirs: number;
      let ours: number;
      if (shape === 'mesh') {
        theirs = mj.mj_rayMesh(model, data, g, pnt, vec, buffer);
        ours = rayMesh(
          normal,
          0,
          xpos,
          0,
          xmat,
          0,
          size,
          0,
          pnt,
          0,
          vec,
          0,
          a.mesh_vert,
          a.mesh_vertadr[id],
          a.mesh_face,
          a.mesh_faceadr[id],
          a.bvh_aabb,
          a.bvh_child,
          a.bvh_nodeid,
          a.mesh_bvhadr[id],
        );
      } else if (shape === 'hfield') {
        theirs = mj.mj_rayHfield(model, data, g, pnt, vec, buffer);
        ours = rayHfield(
          normal,
          0,
          xpos,
          0,
          xmat,
          0,
          a.hfield_size,
          4 * id,
          pnt,
          0,
          vec,
          0,
          a.hfield_data,
          a.hfield_adr[id],
          a.hfield_nrow[id],
          a.hfield_ncol[id],
        );
      } else {
        const run = PRIMITIVE[shape];
        if (!run) throw new Error(`no ray function for ${shape}`);
        theirs = mj.mju_rayGeom(xpos, xmat, size, pnt, vec, a.geom_type[g], buffer);
        ours = run(normal, 0, xpos, 0, xmat, 0, size, 0, pnt, 0, vec, 0);
      }
      const theirNormal = buffer.GetView() as Float64Array;
      report.rays++;
      if (theirs >= 0) report.hits++;
      if (theirs >= 0 !== ours >= 0) report.hitDiffers++;
      else {
        const turn = Math.max(...Array.from(normal, (x, i) => Math.abs(x - theirNormal[i])));
        report.maxDist = Math.max(report.maxDist, Math.abs(theirs - ours));
        report.maxNormal = Math.max(report.maxNormal, turn);
        if (theirs === ours && turn === 0) report.bitEqual++;
      }
    }
    data.delete();
    model.delete();
  }
  buffer.delete();
  return report;
}
