import { enums } from '@qpos/core';
import { type Compilation, isLimited } from '../context.ts';
import type { ActuatorDraft, JointDraft, TendonDraft } from '../draft.ts';
import { applyActuator, copyActuator, TRANSMISSIONS } from './actuator-values.ts';
import { WRAPPING_WITH_ARMATURE, wrapsGeom } from './tendon.ts';

const { ObjType, TransmissionType, GainType, BiasType, DynamicsType, CtrlInput, CtrlChart, JointType } = enums;
const { POS, VEL, FF, VOLTAGE, NONE } = CtrlInput;

const MAX_SAMPLES = 1 << 24;

/** Actuators: transmission, inputs, outputs, activation and ranges. */
export function compileActuators(c: Compilation): void {
  for (const [id, node] of c.spec.actuators.entries()) {
    const name = node.name ?? '';
    const values = copyActuator(c.classes.find(node.class, node).actuator);
    applyActuator(values, node, c.d);
    const a: ActuatorDraft = {
      id,
      name,
      node,
      settings: c.settings(node.scope),
      values,
      trntype: values.trntype,
      trnid: [-1, -1],
      ctrlnum: 1,
      ctrlspec: 0,
      outnum: 1,
      actdim: values.actdim,
      forcelimited: false,
      actlimited: false,
      ctrllimited: [],
      ctrlranges: [],
    };
    compileActuator(c, a);
    c.actuators.push(a);
  }
  c.register(ObjType.ACTUATOR, c.actuators);
}

function compileActuator(c: Compilation, a: ActuatorDraft): void {
  const { values: v, node } = a;
  const error = (message: string): void => c.error('bad-value', message, node);
  const target = resolveTarget(c, a);
  if (target === undefined) return;
  const { gaintype, biastype } = v;
  if (gaintype === GainType.SO3 || biastype === BiasType.SO3) compileSo3(a, target as JointDraft, error);
  if (gaintype === GainType.PID) compilePid(a, error);
  if (gaintype === GainType.DCMOTOR) compileDcMotor(a, error);
  if (v.dyntype === DynamicsType.PID && gaintype !== GainType.PID) error("dyntype 'pid' requires gaintype 'pid'");
  const hasInputs = gaintype === GainType.SO3 || gaintype === GainType.PID || gaintype === GainType.DCMOTOR;
  if (v.ctrlspec && !hasInputs) error('input is only available for so3, pid and dcmotor actuators');

  const rigid = isJointOrTendon(v.trntype);
  if (!rigid && v.damping.some((x) => x !== 0)) error('damping requires joint or tendon transmission');
  if (!rigid && v.armature !== 0) error('armature requires joint or tendon transmission');
  if (v.trntype === TransmissionType.TENDON && v.armature !== 0 && wrapsGeom(target as TendonDraft))
    error(WRAPPING_WITH_ARMATURE);
  inheritRange(a, target, error);
  setLimits(c, a, error);
  setActivation(a, error);
  if (gaintype === GainType.MUSCLE) checkMuscle(v.gainprm, error);
  if (biastype === BiasType.MUSCLE) checkMuscle(v.biasprm, error);
  if (v.delay > 0 && v.nsample <= 0) error('delay > 0 needs a history buffer (nsample)');
  if ((v.delay > 0 || v.nsample > 0) && a.ctrlnum === 0) error('history and delay require an input');
  if (v.nsample > MAX_SAMPLES) error(`at most ${MAX_SAMPLES} samples in a history buffer`);
  setInputRanges(a);
}

const isJointOrTendon = (trntype: number): boolean =>
  trntype === TransmissionType.JOINT ||
  trntype === TransmissionType.JOINTINPARENT ||
  trntype === TransmissionType.TENDON;

/** Looks up what the actuator acts on; sets `trnid`. */
function resolveTarget(c: Compilation, a: ActuatorDraft): JointDraft | TendonDraft | { id: number } | undefined {
  const { values: v, node } = a;
  if (v.target === '') {
    c.error('missing-reference', 'missing transmission target', node);
    return undefined;
  }
  const site = (name: string): number => c.find(ObjType.SITE, name, node)?.id ?? -1;
  if (v.trntype === TransmissionType.SLIDERCRANK) {
    if (v.slidersite === '') c.error('missing-reference', 'missing base site for slider-crank', node);
    else a.trnid[1] = site(v.slidersite);
    if (v.cranklength <= 0) c.error('bad-value', 'crank length must be positive', node);
  } else if (v.trntype === TransmissionType.SITE && v.refsite !== '') a.trnid[1] = site(v.refsite);
  const objtype = TRANSMISSIONS.find(({ type }) => type === v.trntype)?.object ?? ObjType.SITE;
  const target = c.find<JointDraft | TendonDraft>(objtype, v.target, node);
  a.trnid[0] = target?.id ?? -1;
  return target;
}

type Report = (message: string) => void;

function compileSo3(a: ActuatorDraft, target: JointDraft, error: Report): void {
  const { values: v } = a;
  if (v.gaintype !== GainType.SO3 || v.biastype !== BiasType.SO3) error("gaintype and biastype must both be 'so3'");
  const integrates = v.dyntype === DynamicsType.INTEGRATOR;
  if (v.dyntype !== DynamicsType.NONE && !integrates) error("so3 requires dyntype 'none' or 'integrator'");
  if (v.gainprm[0] !== -v.biasprm[1]) error('so3 requires gainprm[0] == -biasprm[1]');
  if (v.trntype === TransmissionType.SITE) {
    if (v.refsite === '') error('so3 site transmission requires refsite');
  } else if (v.trntype !== TransmissionType.JOINT) error('so3 requires site or ball joint transmission');
  else if (target.type !== JointType.BALL) error('so3 joint transmission requires a ball joint');
  if (integrates) {
    if (a.actdim > 0 && a.actdim !== 3) error('so3 integrator requires actdim 3');
    a.actdim = 3;
    if (v.actlimited === true && v.actrange[0] === 0 && v.actrange[1] === 0) v.actlimited = false;
  }
  a.ctrlspec = v.ctrlspec || CtrlChart.EXPMAP;
  if (a.ctrlspec === CtrlChart.QUAT) {
    if (v.dyntype !== DynamicsType.NONE) error("so3 quat input requires dyntype 'none'");
  } else if (a.ctrlspec !== CtrlChart.EXPMAP) error('so3 input must be expmap or quat');
  if (isLimited(v.forcelimited, v.forcerange) && v.forcerange[0] !== 0)
    error('so3 forcerange bounds the force norm: its lower bound must be 0');
  a.ctrlnum = a.ctrlspec === CtrlChart.QUAT ? 4 : 3;
  a.outnum = 3;
  a.trntype = TransmissionType.SO3;
}

const countInputs = (spec: number): number =>
  (spec & POS ? 1 : 0) + (spec & VEL ? 1 : 0) + (spec & FF ? 1 : 0) + (spec & VOLTAGE ? 1 : 0);

function compilePid(a: ActuatorDraft, error: Report): void {
  const { values: v } = a;
  const stateful = v.dyntype === DynamicsType.PID;
  if (v.biastype !== BiasType.AFFINE) error("pid requires biastype 'affine'");
  if (v.dyntype !== DynamicsType.NONE && !stateful) error("pid requires dyntype 'none' or 'pid'");
  if (v.dyntype === DynamicsType.NONE && v.gainprm[0]) error("ki (gainprm[0]) requires dyntype 'pid'");
  if (v.trntype === TransmissionType.BODY) error('pid cannot use body transmission');
  if (stateful) {
    if (v.dynprm[0] < 0) error('imax (dynprm[0]) must be non-negative');
    if (v.dynprm[1] < 0) error('slewmax (dynprm[1]) must be non-negative');
    const slots = (v.dynprm[1] > 0 ? 1 : 0) + (v.gainprm[0] > 0 ? 1 : 0);
    if (a.actdim > 0 && a.actdim !== slots) error('pid controller states require matching actdim');
    a.actdim = slots;
  }
  a.ctrlspec = v.ctrlspec || POS | VEL;
  if (a.ctrlspec & ~(POS | VEL | FF)) error('pid inputs are a subset of [pos, vel, ff]');
  if (stateful && !(a.ctrlspec & POS)) error('pid controller states require the pos input');
  a.ctrlnum = countInputs(a.ctrlspec & (POS | VEL | FF));
}

function compileDcMotor(a: ActuatorDraft, error: Report): void {
  const { values: v } = a;
  const { gainprm, dynprm } = v;
  a.ctrlspec = v.ctrlspec || VOLTAGE;
  if (a.ctrlspec !== NONE && a.ctrlspec & ~(POS | VEL | FF | VOLTAGE))
    error("dcmotor inputs are 'none' or a subset of [pos, vel, ff, voltage]");
  const controller = a.ctrlspec === NONE ? 0 : a.ctrlspec & (POS | VEL | FF);
  if (controller && gainprm[1] <= 0) error('dcmotor controller inputs require a positive motor constant');
  if (!controller && (gainprm[4] || gainprm[5] || gainprm[6]))
    error('dcmotor controller gains require a controller input [pos, vel, ff]');
  if (gainprm[5] > 0 && !(a.ctrlspec & POS)) error('dcmotor integral gain requires the pos input');
  if (!controller && dynprm[7] > 0) error('dcmotor slew rate limiting requires a controller input [pos, vel, ff]');
  a.ctrlnum = countInputs(a.ctrlspec);
}

/** Sets the range of a servo from what it acts on. */
function inheritRange(a: ActuatorDraft, target: JointDraft | TendonDraft | { id: number }, error: Report): void {
  const { values: v } = a;
  const servo = (v.gaintype === GainType.FIXED && v.gainprm[0] === -v.biasprm[1]) || v.gaintype === GainType.PID;
  if (!servo || v.biastype !== BiasType.AFFINE || !(v.inheritrange > 0)) return;
  let range: number[];
  const { dyntype } = v;
  if (dyntype === DynamicsType.NONE || dyntype === DynamicsType.FILTEREXACT || dyntype === DynamicsType.PID)
    range = v.ctrlrange;
  else if (dyntype === DynamicsType.INTEGRATOR) range = v.actrange;
  else {
    error('inheritrange is only available for position and intvelocity actuators');
    return;
  }
  let from: readonly number[];
  if (v.trntype === TransmissionType.JOINT) {
    const joint = target as JointDraft;
    if (joint.type !== JointType.HINGE && joint.type !== JointType.SLIDE)
      error('inheritrange can only be used with hinge and slide joints');
    from = joint.range;
  } else if (v.trntype === TransmissionType.TENDON) from = (target as TendonDraft).values.range;
  else {
    error('inheritrange can only be used with joint and tendon transmission');
    return;
  }
  if (from[0] === from[1]) error(`inheritrange is used but '${v.target}' has no range`);
  const mean = 0.5 * (from[1] + from[0]);
  const radius = 0.5 * (from[1] - from[0]) * v.inheritrange;
  range[0] = mean - radius;
  range[1] = mean + radius;
}

function setLimits(c: Compilation, a: ActuatorDraft, error: Report): void {
  const { values: v, settings } = a;
  const check = (limited: boolean | 'auto', range: readonly number[], what: string): boolean => {
    if (limited === 'auto' && !settings.autolimits && (range[0] !== 0 || range[1] !== 0))
      c.error('attribute-conflict', `${what}range without ${what}limited while autolimits is off`, a.node);
    const on = isLimited(limited, range);
    if (on && range[0] >= range[1]) error(`invalid ${what}range`);
    return on;
  };
  a.forcelimited = check(v.forcelimited, v.forcerange, 'force');
  check(v.ctrllimited, v.ctrlrange, 'ctrl');
  a.actlimited = check(v.actlimited, v.actrange, 'act');
  if (a.actlimited && v.dyntype === DynamicsType.NONE) error("actrange is given but dyntype is 'none'");
}

function setActivation(a: ActuatorDraft, error: Report): void {
  const { dyntype, actearly, gaintype, gainprm, dynprm } = a.values;
  const none = dyntype === DynamicsType.NONE;
  const motor = dyntype === DynamicsType.DCMOTOR;
  const so3 = a.trntype === TransmissionType.SO3;
  const free = dyntype === DynamicsType.USER || motor || so3;
  if (a.node.kind === 'actuatorPlugin') {
    if (a.actdim < 0) a.actdim = none ? 0 : 1;
    return;
  }
  if (a.actdim > 1 && !free) error("actdim > 1 is only allowed for dyntype 'user' and 'dcmotor'");
  if (a.actdim === 1 && none) error('invalid actdim 1 in a stateless actuator');
  if (a.actdim === 0 && !none && !motor) error('invalid actdim 0 in a stateful actuator');
  if (a.actdim < 0) a.actdim = none || motor ? 0 : 1;
  if (motor && !actearly) error('actearly cannot be false for a DC motor');
  if (gaintype !== GainType.DCMOTOR && !(motor && a.actdim > 0)) return;
  const states = [dynprm[0], dynprm[2], dynprm[5], dynprm[7], gainprm[5]].filter((x) => x > 0).length;
  if (a.actdim !== states) error(`a DC motor with these parameters requires actdim ${states}`);
}

function checkMuscle(prm: readonly number[], error: Report): void {
  if (prm[0] >= prm[1]) error('a muscle requires range[0] < range[1]');
  if (prm[4] >= 1 || prm[5] <= 1) error('a muscle requires lmin < 1 < lmax');
  if (prm[3] <= 0 || prm[6] <= 0 || prm[7] <= 0 || prm[8] <= 0)
    error('a muscle requires positive scale, vmax, fpmax and fvmax');
}

/** Range of each control: `ctrlrange` for all; velocity and feed-forward of a pid have their own. */
function setInputRanges(a: ActuatorDraft): void {
  const { values: v } = a;
  const limited = isLimited(v.ctrllimited, v.ctrlrange);
  for (let k = 0; k < a.ctrlnum; k++) {
    a.ctrllimited.push(limited);
    a.ctrlranges.push(v.ctrlrange);
  }
  if (v.gaintype !== GainType.PID) return;
  let k = a.ctrlspec & POS ? 1 : 0;
  const own = (range: number[]): void => {
    a.ctrllimited[k] = range[0] < range[1];
    a.ctrlranges[k++] = range;
  };
  if (a.ctrlspec & VEL) own(v.velrange);
  if (a.ctrlspec & FF) own(v.ffrange);
}

export const INTERPOLATION: Readonly<Record<string, number>> = { zoh: 0, linear: 1, cubic: 2 };
