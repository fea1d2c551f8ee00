import { BiasType, CtrlChart, CtrlInput, DynamicsType, GainType, JointType, TransmissionType } from '../../enums.ts';
import type { Model } from '../../model.ts';
import { contradicts, expectIndex, expectValue } from '../field-error.ts';

const DOFS = [6, 3, 1, 1]; // by JointType
const PARAMETERS = 10; // columns of dynprm and gainprm
const POSITIVE_STATES = { dynamics: [0, 2, 5, 7], gain: [5] } as const; // parameters of a DC motor that each need an activation

/** Controls, outputs and activations of actuators one after the other, as many as their types have; and what they act on. */
export function checkActuators(m: Model): void {
  let [ctrl, out, act, moment] = [0, 0, 0, 0];
  for (let a = 0; a < m.nactuator; a++) {
    checkTypes(m, a);
    expectValue('actuator_ctrladr', a, m.actuator_ctrladr[a], ctrl);
    expectValue('actuator_ctrlnum', a, m.actuator_ctrlnum[a], controlsOf(m, a));
    expectValue('actuator_outadr', a, m.actuator_outadr[a], out);
    expectValue('actuator_outnum', a, m.actuator_outnum[a], isSo3(m, a) ? 3 : 1);
    if (m.actuator_actnum[a] > 0) expectValue('actuator_actadr', a, m.actuator_actadr[a], act);
    checkActivations(m, a);
    checkTarget(m, a);
    ctrl += m.actuator_ctrlnum[a];
    out += m.actuator_outnum[a];
    act += m.actuator_actnum[a];
    moment += momentSize(m, a, m.nJmom - moment);
    if (m.actuator_delay[a] !== 0 && m.actuator_ctrlnum[a] === 0)
      contradicts('actuator_ctrlnum', a, 0, 'it has a delay and no control');
  }
  expectValue('nu', 0, m.nu, ctrl);
  expectValue('nout', 0, m.nout, out);
  expectValue('na', 0, m.na, act);
  expectValue('nJmom', 0, m.nJmom, moment);
}

const isSo3 = (m: Model, a: number): boolean => m.actuator_trntype[a] === TransmissionType.SO3;

/** Types that come together or not at all. */
function checkTypes(m: Model, a: number): void {
  const gain = m.actuator_gaintype[a];
  const so3 = isSo3(m, a);
  if ((gain === GainType.SO3) !== so3) contradicts('actuator_gaintype', a, gain, 'so3 is of transmission and gain');
  if ((m.actuator_biastype[a] === BiasType.SO3) !== so3)
    contradicts('actuator_biastype', a, m.actuator_biastype[a], 'so3 is of gain and bias');
  if (m.actuator_dyntype[a] === DynamicsType.PID && gain !== GainType.PID)
    contradicts('actuator_dyntype', a, m.actuator_dyntype[a], 'pid dynamics need the gain of that name');
}

/** The number of inputs that `actuator_ctrlspec` has bits for. */
function countInputs(spec: number): number {
  const { POS, VEL, FF, VOLTAGE } = CtrlInput;
  return [POS, VEL, FF, VOLTAGE].filter((bit) => (spec & bit) !== 0).length;
}

function controlsOf(m: Model, a: number): number {
  const spec = m.actuator_ctrlspec[a];
  const { POS, VEL, FF, VOLTAGE, NONE } = CtrlInput;
  const among = (bits: number): boolean => (spec & ~bits) === 0;
  let isValid = true;
  let count = 1;
  switch (m.actuator_gaintype[a]) {
    case GainType.SO3:
      isValid = spec === CtrlChart.EXPMAP || (spec === CtrlChart.QUAT && m.actuator_dyntype[a] === DynamicsType.NONE);
      count = spec === CtrlChart.QUAT ? 4 : 3;
      break;
    case GainType.PID:
      isValid = among(POS | VEL | FF);
      count = countInputs(spec);
      break;
    case GainType.DCMOTOR:
      isValid = spec === NONE || among(POS | VEL | FF | VOLTAGE);
      count = countInputs(spec);
      break;
    default:
      isValid = spec === 0;
  }
  if (!isValid) contradicts('actuator_ctrlspec', a, spec, 'the gain does not have such inputs');
  return count;
}

function checkActivations(m: Model, a: number): void {
  const count = m.actuator_actnum[a];
  const type = m.actuator_dyntype[a];
  const gain = m.actuator_gaintype[a];
  const isMotor =
    type === DynamicsType.DCMOTOR || gain === GainType.DCMOTOR || m.actuator_biastype[a] === BiasType.DCMOTOR;
  if (isMotor) expectValue('actuator_actnum', a, count, motorStates(m, a));
  else if (m.actuator_plugin[a] >= 0) return;
  else if (type === DynamicsType.NONE) expectValue('actuator_actnum', a, count, 0);
  else if (type === DynamicsType.PID) expectValue('actuator_actnum', a, count, pidStates(m, a));
  else if (type === DynamicsType.USER) expectIndex('actuator_actnum', a, count, m.na + 1, 1);
  else expectValue('actuator_actnum', a, count, isSo3(m, a) ? 3 : 1);
}

function motorStates(m: Model, a: number): number {
  const dynamics = POSITIVE_STATES.dynamics.filter((k) => m.actuator_dynprm[PARAMETERS * a + k] > 0);
  const gain = POSITIVE_STATES.gain.filter((k) => m.actuator_gainprm[PARAMETERS * a + k] > 0);
  return dynamics.length + gain.length;
}

function pidStates(m: Model, a: number): number {
  const hasSetpoint = m.actuator_dynprm[PARAMETERS * a + 1] > 0;
  const hasIntegral = m.actuator_gainprm[PARAMETERS * a] > 0;
  return (hasSetpoint ? 1 : 0) + (hasIntegral ? 1 : 0);
}

function checkTarget(m: Model, a: number): void {
  const [first, second] = [m.actuator_trnid[2 * a], m.actuator_trnid[2 * a + 1]];
  const index = (value: number, count: number, least = 0): void =>
    expectIndex('actuator_trnid', a, value, count, least);
  switch (m.actuator_trntype[a]) {
    case TransmissionType.JOINT:
    case TransmissionType.JOINTINPARENT:
      index(first, m.njnt);
      return;
    case TransmissionType.SLIDERCRANK:
      index(first, m.nsite);
      index(second, m.nsite);
      return;
    case TransmissionType.TENDON:
      index(first, m.ntendon);
      return;
    case TransmissionType.SITE:
      index(first, m.nsite);
      index(second, m.nsite, -1);
      return;
    case TransmissionType.BODY:
      index(first, m.nbody);
      return;
    default:
      checkRotation(m, a, first, second);
  }
}

/** The target of an orientation servo: a ball joint, or two sites. */
function checkRotation(m: Model, a: number, first: number, second: number): void {
  expectIndex('actuator_trnid', a, second, m.nsite, -1);
  expectIndex('actuator_trnid', a, first, second >= 0 ? m.nsite : m.njnt);
  if (second < 0 && m.jnt_type[first] !== JointType.BALL)
    contradicts('actuator_trnid', a, first, 'an orientation servo needs a ball joint or two sites');
}

/** Entries of the actuator's rows of the moment matrix; stops counting at more than `room`. */
function momentSize(m: Model, a: number, room: number): number {
  const [first, second] = [m.actuator_trnid[2 * a], m.actuator_trnid[2 * a + 1]];
  switch (m.actuator_trntype[a]) {
    case TransmissionType.JOINT:
    case TransmissionType.JOINTINPARENT:
      return DOFS[m.jnt_type[first]];
    case TransmissionType.TENDON:
      return m.ten_J_rownnz[first];
    case TransmissionType.SLIDERCRANK:
      return countDofs(m, m.site_bodyid[first], m.site_bodyid[second], true, room);
    case TransmissionType.SITE:
      return countDofs(m, m.site_bodyid[first], second < 0 ? 0 : m.site_bodyid[second], false, room);
    case TransmissionType.SO3:
      return second >= 0 ? 3 * m.nv : 3;
    default:
      return m.nv;
  }
}

function lastDof(m: Model, body: number): number {
  let b = body;
  while (b > 0 && m.body_dofnum[b] === 0) b = m.body_parentid[b];
  return m.body_dofadr[b] + m.body_dofnum[b] - 1;
}

/** Dofs that move one of two bodies, or both if `common`. */
function countDofs(m: Model, body1: number, body2: number, common: boolean, room: number): number {
  let i1 = m.nv === 0 ? -1 : lastDof(m, body1);
  let i2 = m.nv === 0 ? -1 : lastDof(m, body2);
  let count = 0;
  for (; (i1 >= 0 || i2 >= 0) && (common || i1 !== i2) && count <= room; count++) {
    const last = Math.max(i1, i2);
    if (i1 === last) i1 = m.dof_parentid[last];
    if (i2 === last) i2 = m.dof_parentid[last];
  }
  return count;
}
