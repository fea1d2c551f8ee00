import * as engine from '@qpos/core';
import { compile, parseModel } from '@qpos/spec';
import { MujocoError } from '../errors.ts';
import { row } from './row.ts';

type M = engine.Model;
type D = engine.Data;
type F = Float64Array;
type I = Int32Array;
type Maybe = Float64Array | null;

const { ObjType } = engine.enums;
const TYPES = Object.keys(ObjType).map((word) => word.toLowerCase());

/** The kind of the objects of a type, if they have names. */
const kindOf = (type: number): string | undefined => {
  if (type === ObjType.XBODY) return 'body';
  return type === ObjType.UNKNOWN || type === ObjType.DOF || type === ObjType.PLUGIN ? undefined : TYPES[type];
};

const FRAME = 100;

const INPUTS = ['pos', 'vel', 'kp', 'kd', 'ff'];

/** The inputs of an actuator that its controls are: the bits of `actuator_ctrlspec`, by name. */
function inputName(m: M, id: number, input: number): string {
  const spec = m.actuator_ctrlspec[id] ?? 0;
  return INPUTS.filter((_, bit) => spec & (1 << bit))[input] ?? '';
}

const groupsOf = (groups: ArrayLike<number> | null): boolean[] | undefined =>
  groups === null ? undefined : Array.from(groups, (x) => x !== 0);

function ray(
  m: M,
  d: D,
  point: F,
  direction: F,
  groups: F | null,
  withStatic: boolean,
  bodyExclude: number,
  geom: I | null,
  normal: Maybe,
): number {
  const hit = engine.castRay(m, d, point, direction, { groups: groupsOf(groups), withStatic, bodyExclude });
  if (geom !== null) geom[0] = hit.geom;
  normal?.set(hit.normal);
  return hit.distance;
}

const MESH = 7;
const HFIELD = 1;

/** A ray against one geom, which must be of a type. */
const rayOfGeom =
  (name: string, type: number, word: string) =>
  (m: M, d: D, geom: number, point: F, direction: F, normal: Maybe): number => {
    if (m.geom_type[geom] !== type)
      throw new MujocoError('mujoco', `MuJoCo Error: ${name}: geom with ${word} type expected`);
    const hit = engine.castRayGeom(m, d, geom, point, direction);
    normal?.set(hit.normal);
    return hit.distance;
  };

function rayFlex(
  m: M,
  d: D,
  layer: number,
  vertices: boolean,
  edges: boolean,
  faces: boolean,
  skin: boolean,
  flex: number,
  point: F,
  direction: F,
  vertex: I | null,
  normal: Maybe,
): number {
  const hit = engine.castRayFlex(m, d, flex, point, direction, { layer, vertices, edges, faces, skin });
  if (vertex !== null) vertex[0] = hit.vertex;
  normal?.set(hit.normal);
  return hit.distance;
}

const SHAPES = ['plane', undefined, 'sphere', 'capsule', 'ellipsoid', 'cylinder', 'box'];
/** A model of one geom of each type of shape, when it was asked for. */
const shapes = new Map<number, readonly [M, D]>();

function shapeOf(type: number): readonly [M, D] {
  const word = SHAPES[type];
  if (word === undefined) throw new MujocoError('mujoco', `MuJoCo Error: mju_rayGeom: unexpected geom type ${type}`);
  let made = shapes.get(type);
  if (made === undefined) {
    const model = compile(parseModel(`<mujoco><worldbody><geom type="${word}" size="1 1 1"/></worldbody></mujoco>`));
    made = [model, engine.makeData(model)];
    shapes.set(type, made);
  }
  return made;
}

/** A ray against a shape that belongs to no model. */
function rayGeom(pos: F, mat: F, size: F, point: F, direction: F, type: number, normal: Maybe): number {
  const [m, d] = shapeOf(type);
  m.geom_size.set(size);
  d.geom_xpos.set(pos);
  d.geom_xmat.set(mat);
  const hit = engine.castRayGeom(m, d, 0, point, direction);
  normal?.set(hit.normal);
  return hit.distance;
}

/** Names, rays and distances, derivatives. */
export const queries = {
  mj_name2id: row('m #type $name', (m: M, type: number, name: string) => {
    const kind = kindOf(type);
    return kind === undefined ? -1 : engine.nameToId(m, kind, name);
  }),
  mj_id2name: row('m #type #id', (m: M, type: number, id: number) => {
    const kind = kindOf(type);
    return kind === undefined ? '' : (engine.idToName(m, kind, id) ?? '');
  }),
  mju_str2Type: row('$str', (name: string) => Math.max(0, TYPES.indexOf(name))),
  mju_type2Str: row('#type', (type: number) => (type === FRAME ? 'frame' : type > 0 ? (TYPES[type] ?? '') : '')),
  mju_warningText: row('#warning #info', engine.warningText),
  mj_actuatorInputName: row('m #id #input', inputName),
  mj_geomDistance: row(
    'm d #geom1 #geom2 #distmax ?>fromto[6]',
    (m: M, d: D, a: number, b: number, most: number, fromto: Maybe) =>
      engine.geomDistance(m, d, a, b, most, fromto ?? undefined),
  ),
  mj_maxContact: row('m #g1 #g2 !has_margin', engine.maxContact),
  mj_ray: row('m d <pnt[~3] <vec[~3] ?<geomgroup[~6] !flg_static #bodyexclude ?>geomid[~1] ?>normal[~3]', ray),
  mj_multiRay: row(
    'm d <pnt[~3] <vec[3*nray] ?<geomgroup[~6] !flg_static #bodyexclude ?>geomid[nray] >dist[nray] ?>normal[~3*nray] #nray #cutoff',
    (
      m: M,
      d: D,
      point: F,
      directions: F,
      groups: F | null,
      withStatic: boolean,
      bodyExclude: number,
      geomid: I | null,
      dist: F,
      normal: Maybe,
      _: number,
      cutoff: number,
    ) => {
      const hits = engine.castRays(m, d, point, directions, {
        groups: groupsOf(groups),
        withStatic,
        bodyExclude,
        cutoff,
      });
      dist.set(hits.distances);
      geomid?.set(hits.geoms);
      normal?.set(hits.normals);
    },
  ),
  mj_rayMesh: row('m d #geomid <pnt[~3] <vec[~3] ?>normal[~3]', rayOfGeom('mj_rayMesh', MESH, 'mesh')),
  mj_rayHfield: row('m d #geomid <pnt[~3] <vec[~3] ?>normal[~3]', rayOfGeom('mj_rayHfield', HFIELD, 'hfield')),
  mj_rayFlex: row(
    'm d #flex_layer !flg_vert !flg_edge !flg_face !flg_skin #flexid <pnt[~3] <vec[~3] ?>vertid[~1] ?>normal[~3]',
    rayFlex,
  ),
  mju_rayGeom: row('<pos[~3] <mat[~9] <size[~3] <pnt[~3] <vec[~3] #geomtype ?>normal[~3]', rayGeom),

  mjd_transitionFD: row(
    'm d #eps !flg_centered ?>A[ndx*ndx] ?>B[ndx*nu] ?>C[nsensordata*ndx] ?>D[nsensordata*nu]',
    (m: M, d: D, eps: number, centered: boolean, A: Maybe, B: Maybe, C: Maybe, D: Maybe) => {
      const result = engine.transitionFD(m, d, { eps, centered });
      A?.set(result.A);
      B?.set(result.B);
      C?.set(result.C);
      D?.set(centered ? result.D.map((x) => -x) : result.D); // MuJoCo 3.14 has this sign
    },
  ),
  mjd_inverseFD: row(
    'm d #eps !flg_actuation ?>DfDq[nv*nv] ?>DfDv[nv*nv] ?>DfDa[nv*nv] ?>DsDq[nv*nsensordata] ?>DsDv[nv*nsensordata] ?>DsDa[nv*nsensordata] ?>DmDq[nv*nC]',
    (m: M, d: D, eps: number, actuation: boolean, ...out: Maybe[]) => {
      const result = engine.inverseFD(m, d, { eps, actuation }) as unknown as Readonly<Record<string, F>>;
      ['DfDq', 'DfDv', 'DfDa', 'DsDq', 'DsDv', 'DsDa', 'DmDq'].forEach((name, k) => {
        out[k]?.set(result[name] as F);
      });
    },
  ),
};
