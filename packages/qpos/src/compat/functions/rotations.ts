import {
  eig3,
  euler2Quat,
  mulMatTVec3,
  mulMatVec3,
  pose,
  quaternion,
  quatIntegrateJacobian,
  subQuatJacobian,
  transformSpatial,
  translateSpatial,
} from '@qpos/core/numerics';
import { MujocoError } from '../errors.ts';
import { row } from './row.ts';

type F = Float64Array;
type Maybe = Float64Array | null;

/** Quaternions, rotations and poses. */
export const rotations = {
  mju_unit4: row('>res[~4]', (res: F) => quaternion.unit4(res, 0)),
  mju_normalize4: row('>vec[~4]', (q: F) => quaternion.normalize4(q, 0)),
  mju_mulQuat: row('>res[~4] <quat1[~4] <quat2[~4]', (res: F, a: F, b: F) => quaternion.mulQuat(res, 0, a, 0, b, 0)),
  mju_mulQuatAxis: row('>res[~4] <quat[~4] <axis[~3]', (res: F, q: F, a: F) =>
    quaternion.mulQuatAxis(res, 0, q, 0, a, 0),
  ),
  mju_negQuat: row('>res[~4] <quat[~4]', (res: F, q: F) => quaternion.negQuat(res, 0, q, 0)),
  mju_rotVecQuat: row('>res[~3] <vec[~3] <quat[~4]', (res: F, v: F, q: F) => quaternion.rotVecQuat(res, 0, v, 0, q, 0)),
  mju_axisAngle2Quat: row('>res[~4] <axis[~3] #angle', (res: F, axis: F, angle: number) =>
    quaternion.axisAngle2Quat(res, 0, axis, 0, angle),
  ),
  mju_quat2Vel: row('>res[~3] <quat[~4] #dt', (res: F, q: F, dt: number) => quaternion.quat2Vel(res, 0, q, 0, dt)),
  mju_subQuat: row('>res[~3] <qa[~4] <qb[~4]', (res: F, a: F, b: F) => quaternion.subQuat(res, 0, a, 0, b, 0)),
  mju_quat2Mat: row('>res[~9] <quat[~4]', (res: F, q: F) => quaternion.quat2Mat(res, 0, q, 0)),
  mju_mat2Quat: row('>quat[~4] <mat[~9]', (q: F, mat: F) => quaternion.mat2Quat(q, 0, mat, 0)),
  mju_mat2Rot: row('>quat[~4] <mat[~9]', (q: F, mat: F) => quaternion.mat2Rot(q, 0, mat, 0)),
  mju_derivQuat: row('>res[~4] <quat[~4] <vel[~3]', (res: F, q: F, v: F) => quaternion.derivQuat(res, 0, q, 0, v, 0)),
  mju_quatIntegrate: row('>quat[~4] <vel[~3] #scale', (q: F, v: F, scale: number) =>
    quaternion.quatIntegrate(q, 0, v, 0, scale),
  ),
  mju_quatZ2Vec: row('>quat[~4] <vec[~3]', (q: F, v: F) => quaternion.quatZ2Vec(q, 0, v, 0)),
  mju_euler2Quat: row('>quat[~4] <euler[~3] $seq', (q: F, euler: F, seq: string) => {
    if (seq.length !== 3)
      throw new MujocoError('mujoco', 'MuJoCo Error: mju_euler2Quat: seq must contain exactly 3 characters');
    const bad = [...seq].find((axis) => !'xyzXYZ'.includes(axis));
    if (bad !== undefined)
      throw new MujocoError(
        'mujoco',
        `MuJoCo Error: mju_euler2Quat: seq[${seq.indexOf(bad)}] is '${bad}', should be one of x, y, z, X, Y, Z`,
      );
    euler2Quat(q, euler, seq);
  }),
  mju_mulMatVec3: row('>res[~3] <mat[~9] <vec[~3]', (res: F, mat: F, v: F) => mulMatVec3(res, 0, mat, 0, v, 0)),
  mju_mulMatTVec3: row('>res[~3] <mat[~9] <vec[~3]', (res: F, mat: F, v: F) => mulMatTVec3(res, 0, mat, 0, v, 0)),
  mju_mulPose: row(
    '>posres[~3] >quatres[~4] <pos1[~3] <quat1[~4] <pos2[~3] <quat2[~4]',
    (p: F, q: F, p1: F, q1: F, p2: F, q2: F) => pose.mulPose(p, 0, q, 0, p1, 0, q1, 0, p2, 0, q2, 0),
  ),
  mju_negPose: row('>posres[~3] >quatres[~4] <pos[~3] <quat[~4]', (p: F, q: F, pos: F, quat: F) =>
    pose.negPose(p, 0, q, 0, pos, 0, quat, 0),
  ),
  mju_trnVecPose: row('>res[~3] <pos[~3] <quat[~4] <vec[~3]', (res: F, pos: F, quat: F, v: F) =>
    pose.trnVecPose(res, 0, pos, 0, quat, 0, v, 0),
  ),
  mju_transformSpatial: row(
    '>res[~6] <vec[~6] !flg_force <newpos[~3] <oldpos[~3] ?<rotnew2old[~9]',
    (res: F, v: F, force: boolean, newpos: F, oldpos: F, rot: Maybe) =>
      rot === null
        ? translateSpatial(res, 0, v, 0, force, newpos, 0, oldpos, 0)
        : transformSpatial(res, 0, v, 0, force, newpos, 0, oldpos, 0, rot, 0),
  ),
  mju_eig3: row('>eigval[~3] >eigvec[~9] >quat[~4] <mat[~9]', (values: F, vectors: F, q: F, mat: F) =>
    eig3(values, 0, vectors, 0, q, 0, mat, 0),
  ),
  mjd_subQuat: row('<qa[4] <qb[4] ?>Da[9] ?>Db[9]', (a: F, b: F, Da: Maybe, Db: Maybe) =>
    subQuatJacobian(a, b, Da, Db),
  ),
  mjd_quatIntegrate: row(
    '<vel[~3] #scale ?>Dquat[~9] ?>Dvel[~9] ?>Dscale[~3]',
    (v: F, s: number, Dq: Maybe, Dv: Maybe, Ds: Maybe) => quatIntegrateJacobian(v, s, Dq, Dv, Ds),
  ),
};
