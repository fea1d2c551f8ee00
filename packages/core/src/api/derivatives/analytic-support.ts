import type { Data } from '../../host/model/data.ts';
import {
  BiasType,
  DynamicsType,
  EnableBit,
  EqualityType,
  GainType,
  Integrator,
  JointType,
  Solver,
  TransmissionType,
  WrapType,
} from '../../host/model/enums.ts';
import type { Model } from '../../host/model/model.ts';
import { NBIAS, NGAIN } from '../../kernel/model/constants.ts';

type Dynamics = (typeof DynamicsType)[keyof typeof DynamicsType];
type Gain = (typeof GainType)[keyof typeof GainType];
type Bias = (typeof BiasType)[keyof typeof BiasType];

const DYNAMICS: readonly Dynamics[] = [
  DynamicsType.NONE,
  DynamicsType.INTEGRATOR,
  DynamicsType.FILTER,
  DynamicsType.FILTEREXACT,
  DynamicsType.MUSCLE,
];
const GAINS: readonly Gain[] = [GainType.FIXED, GainType.AFFINE, GainType.MUSCLE];
const BIASES: readonly Bias[] = [BiasType.NONE, BiasType.AFFINE, BiasType.MUSCLE];

/**
 * What keeps the velocity columns of a step from being found analytically at this state, whose step was just taken; undefined if nothing
 * does. The derivatives that the engine has are exact, but they leave some things out.
 */
export function analyticObstacle(model: Model, data: Data): string | undefined {
  const { integrator, enableflags, viscosity, density, noslip_iterations, solver } = model.opt;
  if (integrator === Integrator.RK4) return 'Runge-Kutta';
  if (model.callbackMask !== 0) return 'callbacks and plugins';
  if ((enableflags & EnableBit.SLEEP) !== 0) return 'sleep';
  if ((enableflags & EnableBit.IPC) !== 0) return 'the flag ipc';
  if (model.nflex > 0) return 'flexes';
  if (model.extensionFlags !== 0) return 'the extensions of this engine';
  if (data.nefc > 0 && (noslip_iterations > 0 || solver === Solver.PGS)) return 'the solvers PGS and noslip';
  if (model.flg_adhesion !== 0) return 'adhesion';
  if (integrator !== Integrator.EULER && integrator !== Integrator.IMPLICIT && (viscosity > 0 || density > 0))
    return 'a medium, with this integrator';
  return equalityObstacle(model, data) ?? actuatorObstacle(model, data) ?? tendonObstacle(model);
}

/** With fewer dofs, as many steps cost less than forces at nudged positions and one step more. */
const LEAST_DOFS = 6;

/**
 * Whether the columns of positions, too, can be solved for with the matrices of the step: then only forces are finite differences. So it is
 * where the slopes in these matrices do not vary with positions: dampers of dofs, and with `implicitfast` those of joints and fixed tendons.
 */
export function solvesPositions(model: Model): boolean {
  const { integrator, enableflags } = model.opt;
  if (model.nv < LEAST_DOFS || (enableflags & EnableBit.DIAGEXACT) !== 0) return false;
  if (integrator === Integrator.EULER) return true;
  return integrator === Integrator.IMPLICITFAST && slopesAreConstant(model);
}

/**
 * Whether forces other than those of constraint rows and of moving masses are those of tendons and of joints of one dof: no medium, no compensated
 * gravity, no forces on bodies, no springs of rotations, no actuators of other kinds, and no inertia or friction of tendons through space.
 */
export function isRigid(model: Model, data: Data): boolean {
  const { viscosity, density } = model.opt;
  if (viscosity > 0 || density > 0 || model.ngravcomp > 0) return false;
  if (!isZero(data.xfrc_applied)) return false;
  for (let j = 0; j < model.njnt; j++) if (isRotation(model, j) && isSprung(model, j)) return false;
  for (let t = 0; t < model.ntendon; t++) if (!isFixed(model, t) && hasInertiaOrFriction(model, t)) return false;
  for (let a = 0; a < model.nactuator; a++) {
    const type = model.actuator_trntype[a];
    const scalar = type === TransmissionType.JOINT && !isRotation(model, model.actuator_trnid[2 * a] as number);
    if (!scalar && type !== TransmissionType.TENDON) return false;
  }
  return true;
}

function isZero(numbers: Float64Array): boolean {
  for (let i = 0; i < numbers.length; i++) if (numbers[i] !== 0) return false;
  return true;
}

const isRotation = (model: Model, j: number): boolean =>
  model.jnt_type[j] === JointType.FREE || model.jnt_type[j] === JointType.BALL;

const isSprung = (model: Model, j: number): boolean =>
  model.jnt_stiffness[j] !== 0 || model.jnt_stiffnesspoly[2 * j] !== 0 || model.jnt_stiffnesspoly[2 * j + 1] !== 0;

const hasInertiaOrFriction = (model: Model, t: number): boolean =>
  model.tendon_armature[t] !== 0 || model.tendon_actuatorid[t] !== -1 || model.tendon_frictionloss[t] !== 0;

/** Whether a tendon is a sum of joint positions. */
const isFixed = (model: Model, t: number): boolean => model.wrap_type[model.tendon_adr[t] as number] === WrapType.JOINT;

/** Whether forces vary with velocity in the same way at every position. */
function slopesAreConstant(model: Model): boolean {
  for (let t = 0; t < model.ntendon; t++) if (isDamped(model, t) && !isFixed(model, t)) return false;
  for (let a = 0; a < model.nactuator; a++) {
    if (model.actuator_gaintype[a] === GainType.MUSCLE || model.actuator_biastype[a] === BiasType.MUSCLE) return false;
    if (!variesWithVelocity(model, a)) continue;
    const target = model.actuator_trnid[2 * a] as number;
    switch (model.actuator_trntype[a]) {
      case TransmissionType.JOINT:
        if (model.jnt_type[target] === JointType.FREE || model.jnt_type[target] === JointType.BALL) return false;
        break;
      case TransmissionType.TENDON:
        if (!isFixed(model, target)) return false;
        break;
      default:
        return false;
    }
  }
  return true;
}

/** Whether the force of an actuator, no muscle, varies with its velocity. */
function variesWithVelocity(model: Model, a: number): boolean {
  const { actuator_gaintype, actuator_gainprm, actuator_biastype, actuator_biasprm } = model;
  if (actuator_gaintype[a] !== GainType.FIXED && actuator_gainprm[NGAIN * a + 2] !== 0) return true;
  return actuator_biastype[a] !== BiasType.NONE && actuator_biasprm[NBIAS * a + 2] !== 0;
}

/** Whether a tendon has damping. */
function isDamped(model: Model, t: number): boolean {
  const poly = model.tendon_dampingpoly;
  return (
    poly[2 * t] !== 0 || poly[2 * t + 1] !== 0 || model.tendon_damping[t] !== 0 || model.tendon_actuatorid[t] !== -1
  );
}

/** The acceleration of connect and weld rows has a part that is quadratic in velocity. */
function equalityObstacle(model: Model, data: Data): string | undefined {
  for (let e = 0; e < model.neq; e++) {
    const type = model.eq_type[e];
    if (data.eq_active[e] && (type === EqualityType.CONNECT || type === EqualityType.WELD)) return 'connect and weld';
  }
  return undefined;
}

function actuatorObstacle(model: Model, data: Data): string | undefined {
  const discrete = model.opt.integrator === Integrator.DISCRETE;
  for (let a = 0; a < model.nactuator; a++) {
    const gain = model.actuator_gaintype[a] as Gain;
    const known =
      DYNAMICS.includes(model.actuator_dyntype[a] as Dynamics) &&
      GAINS.includes(gain) &&
      BIASES.includes(model.actuator_biastype[a] as Bias);
    const single =
      model.actuator_ctrlnum[a] === 1 && model.actuator_outnum[a] === 1 && (model.actuator_actnum[a] as number) <= 1;
    if (!known || !single) return 'actuators with dynamics, gains or biases of this kind';
    if (discrete && (model.actuator_dampingpoly[2 * a] !== 0 || model.actuator_dampingpoly[2 * a + 1] !== 0))
      return 'dampers that are not linear, with the discrete integrator';
    if (discrete && gain !== GainType.FIXED) return 'gains that vary, with the discrete integrator';
    const o = model.actuator_outadr[a] as number;
    const varies = gain !== GainType.FIXED || model.actuator_biastype[a] === BiasType.AFFINE;
    if (varies && !isChain(model, data.moment_colind, data.moment_rowadr[o] as number, data.moment_rownnz[o] as number))
      return 'actuators that act on several branches';
  }
  for (let j = 0; j < model.njnt; j++) {
    if (!model.jnt_actfrclimited[j]) continue;
    const force = data.qfrc_actuator[model.jnt_dofadr[j] as number] as number;
    const [least, most] = [model.jnt_actfrcrange[2 * j] as number, model.jnt_actfrcrange[2 * j + 1] as number];
    if (force <= least || force >= most) return 'joints whose actuator force is at its limit';
  }
  for (let t = 0; t < model.ntendon; t++)
    if (model.tendon_actfrclimited[t]) return 'tendons with limited actuator force';
  return undefined;
}

function tendonObstacle(model: Model): string | undefined {
  const discrete = model.opt.integrator === Integrator.DISCRETE;
  const bent = (poly: Float64Array, k: number): boolean => poly[2 * k] !== 0 || poly[2 * k + 1] !== 0;
  for (let t = 0; t < model.ntendon; t++) {
    if (model.tendon_armature[t] !== 0) return 'tendons with armature';
    const varies = bent(model.tendon_dampingpoly, t);
    if (discrete && varies) return 'dampers that are not linear, with the discrete integrator';
    const [adr, n] = [model.ten_J_rowadr[t] as number, model.ten_J_rownnz[t] as number];
    if (isDamped(model, t) && !isChain(model, model.ten_J_colind, adr, n))
      return 'tendons with damping over several branches';
  }
  if (discrete)
    for (let i = 0; i < model.nv; i++)
      if (bent(model.dof_dampingpoly, i)) return 'dampers that are not linear, with the discrete integrator';
  return undefined;
}

/** Whether each of some dofs is in the row of every other in the pattern of the derivatives. */
function isChain(model: Model, columns: Int32Array, adr: number, n: number): boolean {
  for (let k = adr; k < adr + n; k++) {
    const i = columns[k] as number;
    const first = model.D_rowadr[i] as number;
    for (let l = adr; l < adr + n; l++) {
      let found = false;
      for (let p = first; p < first + (model.D_rownnz[i] as number); p++)
        if (model.D_colind[p] === columns[l]) found = true;
      if (!found) return false;
    }
  }
  return true;
}
