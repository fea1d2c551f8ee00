import {
  eig3,
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
import { onArrays, row } from './row.ts';

type F = Float64Array;
type Maybe = Float64Array | null;

/** Turns about axes one after the other: small letters go with what turns, capital ones stay. */
function turnByEuler(res: F, euler: F, seq: string): void {
  const [turn, axis, total] = [new Float64Array(4), new Float64Array(3), Float64Array.of(1, 0, 0, 0)];
  [...seq].forEach((letter, k) => {
    const own = 'xyz'.indexOf(letter);
    axis.fill(0)[own < 0 ? 'XYZ'.indexOf(letter) : own] = 1;
    quaternion.axisAngle2Quat(turn, 0, axis, 0, euler[k] as number);
    if (own < 0) quaternion.mulQuat(total, 0, turn, 0, total, 0);
    else quaternion.mulQuat(total, 0, total, 0, turn, 0);
  });
  res.set(total);
}

/** Quaternions, rotations and poses. */
export const rotations = {
  mju_unit4: row('>res[~4]', onArrays(quaternion.unit4)),
  mju_normalize4: row('>vec[~4]', onArrays(quaternion.normalize4)),
  mju_mulQuat: row('>res[~4] <quat1[~4] <quat2[~4]', onArrays(quaternion.mulQuat)),
  mju_mulQuatAxis: row('>res[~4] <quat[~4] <axis[~3]', onArrays(quaternion.mulQuatAxis)),
  mju_negQuat: row('>res[~4] <quat[~4]', onArrays(quaternion.negQuat)),
  mju_rotVecQuat: row('>res[~3] <vec[~3] <quat[~4]', onArrays(quaternion.rotVecQuat)),
  mju_axisAngle2Quat: row('>res[~4] <axis[~3] #angle', onArrays(quaternion.axisAngle2Quat)),
  mju_quat2Vel: row('>res[~3] <quat[~4] #dt', onArrays(quaternion.quat2Vel)),
  mju_subQuat: row('>res[~3] <qa[~4] <qb[~4]', onArrays(quaternion.subQuat)),
  mju_quat2Mat: row('>res[~9] <quat[~4]', onArrays(quaternion.quat2Mat)),
  mju_mat2Quat: row('>quat[~4] <mat[~9]', onArrays(quaternion.mat2Quat)),
  mju_mat2Rot: row('>quat[~4] <mat[~9]', onArrays(quaternion.mat2Rot)),
  mju_derivQuat: row('>res[~4] <quat[~4] <vel[~3]', onArrays(quaternion.derivQuat)),
  mju_quatIntegrate: row('>quat[~4] <vel[~3] #scale', onArrays(quaternion.quatIntegrate)),
  mju_quatZ2Vec: row('>quat[~4] <vec[~3]', onArrays(quaternion.quatZ2Vec)),
  mju_euler2Quat: row('>quat[~4] <euler[~3] $seq', (q: F, euler: F, seq: string) => {
    if (seq.length !== 3)
      throw new MujocoError('mujoco', 'MuJoCo Error: mju_euler2Quat: seq must contain exactly 3 characters');
    const bad = [...seq].find((axis) => !'xyzXYZ'.includes(axis));
    if (bad !== undefined)
      throw new MujocoError(
        'mujoco',
        `MuJoCo Error: mju_euler2Quat: seq[${seq.indexOf(bad)}] is '${bad}', should be one of x, y, z, X, Y, Z`,
      );
    turnByEuler(q, euler, seq);
  }),
  mju_mulMatVec3: row('>res[~3] <mat[~9] <vec[~3]', onArrays(mulMatVec3)),
  mju_mulMatTVec3: row('>res[~3] <mat[~9] <vec[~3]', onArrays(mulMatTVec3)),
  mju_mulPose: row('>posres[~3] >quatres[~4] <pos1[~3] <quat1[~4] <pos2[~3] <quat2[~4]', onArrays(pose.mulPose)),
  mju_negPose: row('>posres[~3] >quatres[~4] <pos[~3] <quat[~4]', onArrays(pose.negPose)),
  mju_trnVecPose: row('>res[~3] <pos[~3] <quat[~4] <vec[~3]', onArrays(pose.trnVecPose)),
  mju_transformSpatial: row(
    '>res[~6] <vec[~6] !flg_force <newpos[~3] <oldpos[~3] ?<rotnew2old[~9]',
    (res: F, v: F, force: boolean, newpos: F, oldpos: F, rot: Maybe) =>
      rot === null
        ? translateSpatial(res, 0, v, 0, force, newpos, 0, oldpos, 0)
        : transformSpatial(res, 0, v, 0, force, newpos, 0, oldpos, 0, rot, 0),
  ),
  mju_eig3: row('>eigval[~3] >eigvec[~9] >quat[~4] <mat[~9]', onArrays(eig3)),
  mjd_subQuat: row('<qa[4] <qb[4] ?>Da[9] ?>Db[9]', (a: F, b: F, Da: Maybe, Db: Maybe) =>
    subQuatJacobian(a, b, Da, Db),
  ),
  mjd_quatIntegrate: row(
    '<vel[~3] #scale ?>Dquat[~9] ?>Dvel[~9] ?>Dscale[~3]',
    (v: F, s: number, Dq: Maybe, Dv: Maybe, Ds: Maybe) => quatIntegrateJacobian(v, s, Dq, Dv, Ds),
  ),
};
