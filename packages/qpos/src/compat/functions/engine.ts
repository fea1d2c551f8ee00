import * as engine from '@qpos/core';
import { setConst } from '@qpos/spec';
import { MujocoError } from '../errors.ts';
import type { MjContact } from '../simulation/contact.ts';
import { row } from './row.ts';

type M = engine.Model;
type D = engine.Data;
type F = Float64Array;
type I = Int32Array;
type Maybe = Float64Array | null;

const LARGEST_SIGNATURE = 2 ** 14;

function checkSignature(signature: number): void {
  if (!(signature >= 0 && signature < LARGEST_SIGNATURE))
    throw new MujocoError('mujoco', `MuJoCo Error: mj_stateSize: invalid state signature ${signature} >= 2^mjNSTATE`);
}

function stateSize(model: M, signature: number): number {
  checkSignature(signature);
  return engine.stateSize(model, signature);
}

/** Checks the length of a state, which depends on what it holds. */
function checkState(name: string, model: M, state: ArrayLike<number>, signature: number): void {
  const size = stateSize(model, signature);
  if (state.length !== size)
    throw new MujocoError('argument', `MuJoCo Error: [${name}] state must have size ${size}, got ${state.length}`);
}

/** Functions of a model and its Data that take or give more. */
export const engineFunctions = {
  mj_forwardSkip: row('m d #skipstage !skipsensor', engine.forwardSkip),
  mj_inverseSkip: row('m d #skipstage !skipsensor', engine.inverseSkip),
  mj_setConst: row('m d', (m: M) => setConst(m)),
  mj_resetDataDebug: row('m d #debug_value', (m: M, d: D, value: number) => engine.resetDataDebug(m, d, value & 0xff)),
  mj_resetDataKeyframe: row('m d #key', (m: M, d: D, key: number) =>
    key >= 0 && key < m.nkey ? engine.resetDataKeyframe(m, d, key) : engine.resetData(m, d),
  ),
  mj_setKeyframe: row('m d #k', (m: M, d: D, key: number) => {
    const problem =
      key >= m.nkey
        ? `index must be smaller than ${m.nkey} (keyframes allocated in model)`
        : key < 0
          ? 'keyframe index cannot be negative'
          : '';
    if (problem !== '') throw new MujocoError('mujoco', `MuJoCo Error: mj_setKeyframe: ${problem}`);
    engine.setKeyframe(m, d, key);
  }),

  mj_stateSize: row('m #sig', stateSize),
  mj_getState: row('m d >state #sig', (m: M, d: D, state: F, signature: number) => {
    checkState('mj_getState', m, state, signature);
    engine.getState(m, d, state, signature);
  }),
  mj_setState: row('m d <state #sig', (m: M, d: D, state: F, signature: number) => {
    checkState('mj_setState', m, state, signature);
    engine.setState(m, d, Float64Array.from(state), signature);
  }),
  mj_extractState: row('m <src #srcsig >dst #dstsig', (m: M, src: F, from: number, dst: F, to: number) =>
    engine.extractState(m, Float64Array.from(src), from, dst, to),
  ),
  mj_copyState: row('m d d #sig', engine.copyState),

  mj_mulM: row('m d >res[nv] <vec[nv]', engine.mulM),
  mj_mulM2: row('m d >res[nv] <vec[nv]', engine.mulM2),
  mj_solveM: row('m d >x[/nv] <y[=x]', (m: M, d: D, x: F, y: F) => engine.solveM(m, d, x, y, x.length / m.nv)),
  mj_solveM2: row('m d >x[/nv] <y[=x] <sqrtInvD[nv]', (m: M, d: D, x: F, y: F, inverse: F) =>
    engine.solveM2(m, d, x, y, inverse, x.length / m.nv),
  ),
  mj_fullM: row('m d >dst[nv*nv]', engine.fullM),
  mj_addM: row(
    'm d >dst[nM] ?>rownnz[nv] ?>rowadr[nv] ?>colind[nM]',
    (m: M, d: D, dst: F, rownnz: I | null, rowadr: I | null, colind: I | null) => {
      const sparse = rownnz !== null && rowadr !== null && colind !== null;
      if (sparse) engine.addM(m, d, dst, { rownnz, rowadr, colind });
      else if (dst.length === m.nv * m.nv) engine.addM(m, d, dst);
      else
        throw new MujocoError('argument', 'mj_addM without a pattern adds to a dense matrix of nv x nv numbers', {
          hint: 'give M_rownnz, M_rowadr and M_colind of the model, or an array of nv * nv',
        });
    },
  ),
  mj_rne: row('m d !flg_acc >result[nv]', engine.rne),
  mj_mulJacVec: row('m d >res[nefc] <vec[nv]', engine.mulJacVec),
  mj_mulJacTVec: row('m d >res[nv] <vec[nefc]', engine.mulJacTVec),
  mj_constraintUpdate: row(
    'm d <jar[nefc] ?>cost[1] !flg_coneHessian',
    (m: M, d: D, jar: F, cost: Maybe, hessian: boolean) => {
      const value = engine.constraintUpdate(m, d, jar, hessian);
      if (cost !== null) cost[0] = value;
    },
  ),
  /** Returns 0: here is always room for one more. */
  mj_addContact: row('m d @MjContact', (m: M, d: D, contact: MjContact): number => {
    const added = engine.addContact(m, d, contact);
    for (const name of ['flex', 'elem', 'vert'] as const) d.contact[name].set(contact[name], 2 * added);
    d.contact.exclude[added] = contact.exclude;
    return 0;
  }),
  mj_contactForce: row('m d #id >result[~6]', (m: M, d: D, id: number, result: F) => {
    if (id >= 0 && id < d.ncon) engine.contactForce(m, d, id, result);
    else result.fill(0, 0, 6);
  }),

  mj_jac: row('m d ?>jacp[nv*3] ?>jacr[nv*3] <point[3] #body', engine.jac),
  mj_jacBody: row('m d ?>jacp[nv*3] ?>jacr[nv*3] #body', engine.jacBody),
  mj_jacBodyCom: row('m d ?>jacp[nv*3] ?>jacr[nv*3] #body', engine.jacBodyCom),
  mj_jacSubtreeCom: row('m d >jacp[nv*3] #body', engine.jacSubtreeCom),
  mj_jacGeom: row('m d ?>jacp[nv*3] ?>jacr[nv*3] #geom', engine.jacGeom),
  mj_jacSite: row('m d ?>jacp[nv*3] ?>jacr[nv*3] #site', engine.jacSite),
  mj_jacPointAxis: row('m d ?>jacPoint[nv*3] ?>jacAxis[nv*3] <point[3] <axis[3] #body', engine.jacPointAxis),
  mj_jacDot: row('m d ?>jacp[nv*3] ?>jacr[nv*3] <point[3] #body', engine.jacDot),
  mj_angmomMat: row('m d >mat[nv*3] #body', engine.angmomMat),

  mj_objectVelocity: row('m d #objtype #objid >res[~6] !flg_local', engine.objectVelocity),
  mj_objectAcceleration: row('m d #objtype #objid >res[~6] !flg_local', engine.objectAcceleration),
  mj_applyFT: row(
    'm d ?<force[3] ?<torque[3] <point[3] #body >qfrc_target[nv]',
    (m: M, d: D, force: Maybe, torque: Maybe, point: F, body: number, target: F) =>
      engine.applyFT(m, d, force ?? ZERO, torque ?? ZERO, point, body, target),
  ),
  mj_differentiatePos: row('m >qvel[nv] #dt <qpos1[nq] <qpos2[nq]', engine.differentiatePos),
  mj_integratePos: row('m >qpos[nq] <qvel[nv] #dt', engine.integratePos),
  mj_normalizeQuat: row('m >qpos[nq]', engine.normalizeQuat),
  mj_local2Global: row(
    'd >xpos[~3] >xmat[~9] <pos[~3] <quat[~4] #body #sameframe',
    (d: D, xpos: F, xmat: F, pos: F, quat: F, body: number, sameframe: number) => {
      engine.local2Global(d.model, d, body, { pos, quat, sameframe, xpos, xmat });
    },
  ),
  mj_getTotalmass: row('m', engine.getTotalmass),
  mj_setTotalmass: row('m #newmass', engine.setTotalmass),
  mj_insideSite: row('m d #site <point[~3]', (m: M, d: D, site: number, point: F) =>
    Number(engine.insideSite(m, d, site, point)),
  ),
  mj_initCtrlHistory: row('m d #id ?<times <values', (m: M, d: D, id: number, times: Maybe, values: F) =>
    engine.initCtrlHistory(m, d, id, times ?? undefined, values),
  ),
  mj_initSensorHistory: row(
    'm d #id ?<times <values #phase',
    (m: M, d: D, id: number, times: Maybe, values: F, phase: number) =>
      engine.initSensorHistory(m, d, id, times ?? undefined, values, phase),
  ),
  mj_readCtrl: row('m d #id #time #interp', engine.readCtrl),

  mj_isPyramidal: row('m', (m: M) => Number(m.opt.cone === 0)),
  mj_isSparse: row('m', (m: M) => Number(m.opt.jacobian === SPARSE || (m.opt.jacobian === AUTO && m.nv >= MANY_DOFS))),
  mj_isDual: row('m', (m: M) => Number(m.opt.solver === PGS || m.opt.noslip_iterations > 0)),
  mj_sizeModel: row('m', (m: M) => BigInt(engine.writeMjb(m).length)),
  mj_version: row('', () => 3014000),
  mj_versionString: row('', () => '3.14.0'),
  mj_defaultSolRefImp: row('?>solref[~2] ?>solimp[~5]', (solref: Maybe, solimp: Maybe) => {
    solref?.set([0.02, 1]);
    solimp?.set([0.9, 0.95, 0.001, 0.5, 2]);
  }),
  mju_muscleGain: row('#len #vel <lengthrange[~2] #acc0 <prm[~9]', engine.muscleGain),
  mju_muscleBias: row('#len <lengthrange[~2] #acc0 <prm[~9]', engine.muscleBias),
  mju_muscleDynamics: row('#ctrl #act <prm[~3]', engine.muscleDynamics),
};

const ZERO = [0, 0, 0];
const SPARSE = 1;
const AUTO = 2;
const MANY_DOFS = 60;
const PGS = 0;
