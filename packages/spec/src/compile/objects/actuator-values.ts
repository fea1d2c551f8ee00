import { enums } from '@qpos/core';
import type { Diagnostics } from '../../errors.ts';
import type { Actuator, AttributesOf } from '../../spec/types.ts';
import { byWord } from '../words.ts';

const { GainType, BiasType, DynamicsType, TransmissionType, CtrlInput, CtrlChart, ObjType } = enums;

/** Transmission that nothing has set yet. */
export const TRN_UNDEFINED = -1;

/** Each transmission that an attribute names: the attribute, and the kind of object. Of several attributes the last one counts. */
export const TRANSMISSIONS = [
  { attribute: 'joint', type: TransmissionType.JOINT, object: ObjType.JOINT },
  { attribute: 'jointinparent', type: TransmissionType.JOINTINPARENT, object: ObjType.JOINT },
  { attribute: 'tendon', type: TransmissionType.TENDON, object: ObjType.TENDON },
  { attribute: 'cranksite', type: TransmissionType.SLIDERCRANK, object: ObjType.SITE },
  { attribute: 'site', type: TransmissionType.SITE, object: ObjType.SITE },
  { attribute: 'body', type: TransmissionType.BODY, object: ObjType.BODY },
] as const;

/** An actuator in the general form that every shortcut is written in. */
export interface ActuatorValues {
  group: number;
  nsample: number;
  interp: string;
  delay: number;
  ctrlrange: number[];
  forcerange: number[];
  actrange: number[];
  velrange: number[];
  ffrange: number[];
  lengthrange: number[];
  ctrllimited: boolean | 'auto';
  forcelimited: boolean | 'auto';
  actlimited: boolean | 'auto';
  gear: number[];
  damping: number[];
  armature: number;
  cranklength: number;
  inheritrange: number;
  actdim: number;
  actearly: boolean;
  ctrlspec: number;
  dyntype: number;
  gaintype: number;
  biastype: number;
  dynprm: number[];
  gainprm: number[];
  biasprm: number[];
  user: number[] | undefined;
  trntype: number;
  target: string;
  slidersite: string;
  refsite: string;
}

const vector = (n: number, first = 0): number[] => [first, ...new Array<number>(n - 1).fill(0)];

export function builtinActuator(): ActuatorValues {
  return {
    group: 0,
    nsample: 0,
    interp: 'zoh',
    delay: 0,
    ctrlrange: [0, 0],
    forcerange: [0, 0],
    actrange: [0, 0],
    velrange: [0, 0],
    ffrange: [0, 0],
    lengthrange: [0, 0],
    ctrllimited: 'auto',
    forcelimited: 'auto',
    actlimited: 'auto',
    gear: vector(6, 1),
    damping: vector(3),
    armature: 0,
    cranklength: 0,
    inheritrange: 0,
    actdim: -1,
    actearly: false,
    ctrlspec: 0,
    dyntype: DynamicsType.NONE,
    gaintype: GainType.FIXED,
    biastype: BiasType.NONE,
    dynprm: vector(10, 1),
    gainprm: vector(10, 1),
    biasprm: vector(10),
    user: undefined,
    trntype: TRN_UNDEFINED,
    target: '',
    slidersite: '',
    refsite: '',
  };
}

export function copyActuator(v: ActuatorValues): ActuatorValues {
  const copy = { ...v } as unknown as Record<string, unknown>;
  for (const name in copy) {
    const value = copy[name];
    if (Array.isArray(value)) copy[name] = value.slice();
  }
  return copy as unknown as ActuatorValues;
}

const DYN = byWord(DynamicsType);
const GAIN = byWord(GainType);
const BIAS = byWord(BiasType);

/** Every attribute that some actuator element has. */
type Attributes = Partial<
  AttributesOf<'general'> &
    AttributesOf<'position'> &
    AttributesOf<'pid'> &
    AttributesOf<'cylinder'> &
    AttributesOf<'adhesion'> &
    Omit<AttributesOf<'dcmotor'>, never> &
    AttributesOf<'orientation'> &
    Pick<
      AttributesOf<'muscle'>,
      'tausmooth' | 'range' | 'force' | 'scale' | 'lmin' | 'lmax' | 'vmax' | 'fpmax' | 'fvmax'
    >
>;

/** Applies an actuator element to `v`, which holds what its class and earlier elements of the class say. */
export function applyActuator(v: ActuatorValues, element: Actuator, d: Diagnostics): void {
  const a = element as Attributes;
  applyShared(v, a);
  applyTransmission(v, a, (message) => d.error('attribute-conflict', message, element));
  const problem = SHORTCUTS[element.kind]?.(v, a);
  if (problem !== undefined) d.error('bad-value', problem, element);
}

/** Writes the given numbers over the first ones of `target`. */
function write(target: number[], given: readonly number[] | undefined): void {
  if (given !== undefined) for (let i = 0; i < given.length && i < target.length; i++) target[i] = given[i];
}

const SCALARS = ['group', 'nsample', 'interp', 'delay', 'armature', 'actdim', 'actearly'] as const;
const LIMITS = ['ctrllimited', 'forcelimited', 'actlimited'] as const;
const VECTORS = [
  'ctrlrange',
  'forcerange',
  'actrange',
  'velrange',
  'ffrange',
  'lengthrange',
  'gear',
  'damping',
  'dynprm',
  'gainprm',
  'biasprm',
] as const;

function applyShared(v: ActuatorValues, a: Attributes): void {
  const target = v as unknown as Record<string, unknown>;
  for (const name of SCALARS) if (a[name] !== undefined) target[name] = a[name];
  for (const name of LIMITS) if (a[name] !== undefined) target[name] = a[name];
  for (const name of VECTORS) write(v[name], a[name]);
  if (a.user !== undefined) v.user = a.user;
  if (a.dyntype !== undefined) v.dyntype = DYN[a.dyntype];
  if (a.gaintype !== undefined) v.gaintype = GAIN[a.gaintype];
  if (a.biastype !== undefined) v.biastype = BIAS[a.biastype];
}

function applyTransmission(v: ActuatorValues, a: Attributes, error: (message: string) => void): void {
  for (const { attribute, type } of TRANSMISSIONS) {
    const target = a[attribute];
    if (target === undefined) continue;
    v.target = target;
    v.trntype = type;
  }
  if (a.cranklength !== undefined) v.cranklength = a.cranklength;
  if (a.slidersite !== undefined) v.slidersite = a.slidersite;
  if (a.refsite !== undefined) v.refsite = a.refsite;
  const crank = a.cranklength !== undefined || a.slidersite !== undefined;
  if (crank && v.trntype !== TransmissionType.SLIDERCRANK && v.trntype !== TRN_UNDEFINED)
    error('cranklength and slidersite can only be used in slidercrank transmission');
  if (a.refsite !== undefined && v.trntype !== TransmissionType.SITE && v.trntype !== TRN_UNDEFINED)
    error('refsite can only be used with site transmission');
}

const CHARTS: Record<string, number> = { expmap: CtrlChart.EXPMAP, quat: CtrlChart.QUAT, none: CtrlInput.NONE };
const INPUTS = byWord(CtrlInput);

/** The `input` attribute as a number: a chart, none, or a set of inputs in canonical order. */
function applyInput(v: { ctrlspec: number }, a: Attributes): string | undefined {
  const input = a.input as string[] | undefined;
  if (input === undefined) return undefined;
  if (input.length === 1 && input[0] in CHARTS) {
    v.ctrlspec = CHARTS[input[0]];
    return undefined;
  }
  let last = 0;
  let bits = 0;
  for (const word of input) {
    const bit = INPUTS[word] ?? 0;
    if (bit <= last) return 'inputs must be listed in canonical order [pos, vel, ff, voltage]';
    last = bit;
    bits |= bit;
  }
  v.ctrlspec = bits;
  return undefined;
}

type Shortcut = (v: ActuatorValues, a: Attributes) => string | undefined;

function setTypes(v: ActuatorValues, dyn: number, gain: number, bias: number): void {
  v.dyntype = dyn;
  v.gaintype = gain;
  v.biastype = bias;
}

/** Damping as a bias: kv is stored negative, a damping ratio positive until the inertia is known. */
function applyDamping(v: ActuatorValues, { kv, dampratio }: Attributes): string | undefined {
  if (kv !== undefined && dampratio !== undefined) return 'kv and dampratio cannot both be defined';
  if (kv !== undefined) {
    if (kv < 0) return 'kv cannot be negative';
    v.biasprm[2] = -kv;
  }
  if (dampratio !== undefined) {
    if (dampratio < 0) return 'dampratio cannot be negative';
    v.biasprm[2] = dampratio;
  }
  return undefined;
}

const general: Shortcut = (v, a) => applyInput(v, a);

const motor: Shortcut = (v) => {
  v.gainprm[0] = 1;
  setTypes(v, DynamicsType.NONE, GainType.FIXED, BiasType.NONE);
  return undefined;
};

const position: Shortcut = (v, a) => {
  const kp = a.kp ?? v.gainprm[0];
  v.gainprm[0] = kp;
  v.biasprm[1] = -kp;
  const problem = applyDamping(v, a);
  if (problem !== undefined) return problem;
  const timeconst = a.timeconst as number | undefined;
  if (timeconst !== undefined) {
    if (timeconst < 0) return 'timeconst cannot be negative';
    v.dynprm[0] = timeconst;
    v.dyntype = timeconst === 0 ? DynamicsType.NONE : DynamicsType.FILTEREXACT;
  }
  v.inheritrange = a.inheritrange ?? v.inheritrange;
  if (v.inheritrange > 0 && (v.ctrlrange[0] || v.ctrlrange[1]))
    return 'ctrlrange and inheritrange cannot both be defined';
  v.gaintype = GainType.FIXED;
  v.biastype = BiasType.AFFINE;
  return undefined;
};

const intvelocity: Shortcut = (v, a) => {
  // the oracle ignores what it finds wrong with the servo part, and leaves the bias off then
  position(v, a);
  v.dyntype = DynamicsType.INTEGRATOR;
  if (v.inheritrange > 0 && (v.actrange[0] || v.actrange[1])) return 'actrange and inheritrange cannot both be defined';
  return undefined;
};

const orientation: Shortcut = (v, a) => {
  const kp = a.kp ?? v.gainprm[0];
  const problem = applyInput(v, a);
  if (problem !== undefined) return problem;
  v.gainprm[0] = kp;
  v.biasprm[1] = -kp;
  setTypes(v, DynamicsType.NONE, GainType.SO3, BiasType.SO3);
  return applyDamping(v, a);
};

const pid: Shortcut = (v, a) => {
  const inherited = v.dyntype === DynamicsType.PID ? 1 : 0;
  const kp = a.kp ?? -v.biasprm[1];
  const ki = a.ki ?? v.gainprm[0] * inherited;
  const imax = a.imax ?? v.dynprm[0] * inherited;
  const slewmax = a.slewmax ?? v.dynprm[1] * inherited;
  const problem = applyInput(v, a);
  if (problem !== undefined) return problem;
  write(v.ctrlrange, a.posrange);
  v.biasprm[1] = -kp;
  const damping = applyDamping(v, a);
  if (damping !== undefined) return damping;
  if (slewmax < 0) return 'slewmax cannot be negative';
  v.gainprm[0] = ki;
  v.dynprm[1] = slewmax;
  setTypes(v, ki || slewmax ? DynamicsType.PID : DynamicsType.NONE, GainType.PID, BiasType.AFFINE);
  if (ki) v.dynprm[0] = imax;
  v.inheritrange = a.inheritrange ?? v.inheritrange;
  if (v.inheritrange > 0 && (v.ctrlrange[0] || v.ctrlrange[1]))
    return 'posrange and inheritrange cannot both be defined';
  return undefined;
};

const velocity: Shortcut = (v, a) => {
  const kv = a.kv ?? v.gainprm[0];
  v.biasprm.fill(0);
  v.gainprm[0] = kv;
  v.biasprm[2] = -kv;
  setTypes(v, DynamicsType.NONE, GainType.FIXED, BiasType.AFFINE);
  return undefined;
};

const damper: Shortcut = (v, a) => {
  const kv = a.kv ?? (v.gaintype === GainType.AFFINE ? -v.gainprm[2] : 0);
  v.gainprm.fill(0);
  v.gainprm[2] = -kv;
  v.ctrllimited = true;
  setTypes(v, DynamicsType.NONE, GainType.AFFINE, BiasType.NONE);
  if (kv < 0) return 'damping coefficient cannot be negative';
  if (v.ctrlrange[0] < 0 || v.ctrlrange[1] < 0) return 'damper control range cannot be negative';
  return undefined;
};

const cylinder: Shortcut = (v, a) => {
  const diameter = a.diameter ?? -1;
  v.dynprm[0] = (a.timeconst as number | undefined) ?? v.dynprm[0];
  write(v.biasprm, a.bias);
  v.gainprm[0] = a.area ?? v.gainprm[0];
  if (diameter >= 0) v.gainprm[0] = (Math.PI / 4) * diameter * diameter;
  setTypes(v, DynamicsType.FILTER, GainType.FIXED, BiasType.AFFINE);
  return undefined;
};

const MUSCLE_GAIN = [0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2];

const muscle: Shortcut = (v, a) => {
  // values that nobody has set become the muscle's own defaults
  if (v.dynprm[0] === 1) v.dynprm[0] = 0.01;
  if (v.dynprm[1] === 0) v.dynprm[1] = 0.04;
  for (let i = 0; i < 9; i++) if (v.gainprm[i] === (i === 0 ? 1 : 0)) v.gainprm[i] = MUSCLE_GAIN[i];

  const tausmooth = a.tausmooth ?? v.dynprm[2];
  if (tausmooth < 0) return 'muscle tausmooth cannot be negative';
  v.dynprm[2] = tausmooth;
  const set = (target: number[], i: number, x: number | undefined): void => {
    if (x !== undefined && x >= 0) target[i] = x;
  };
  const timeconst = a.timeconst as number[] | undefined;
  set(v.dynprm, 0, timeconst?.[0]);
  set(v.dynprm, 1, timeconst?.[1]);
  const given = [a.range?.[0], a.range?.[1], a.force, a.scale, a.lmin, a.lmax, a.vmax, a.fpmax, a.fvmax];
  given.forEach((x, i) => {
    set(v.gainprm, i, x);
  });
  for (let i = 0; i < 9; i++) v.biasprm[i] = v.gainprm[i];
  setTypes(v, DynamicsType.MUSCLE, GainType.MUSCLE, BiasType.MUSCLE);
  return undefined;
};

const adhesion: Shortcut = (v, a) => {
  const gain = a.gain ?? v.gainprm[0];
  v.gainprm[0] = gain;
  v.ctrllimited = true;
  v.gaintype = GainType.FIXED;
  v.biastype = BiasType.NONE;
  if (gain < 0) return 'adhesion gain cannot be negative';
  if (v.ctrlrange[0] < 0 || v.ctrlrange[1] < 0) return 'adhesion control range cannot be negative';
  return undefined;
};

/** Motor constant and resistance from what is given of [Kt, Ke], R and the nominal point [voltage, torque, speed]. */
function motorConstants(v: ActuatorValues, motorconst: number[], resistance: number, nominal: number[]): number[] {
  const [kt] = motorconst;
  let ke = motorconst[1];
  const [voltage, stall, noload] = nominal;
  if (voltage > 0 && ke <= 0 && noload > 0) {
    const b = v.damping[0];
    ke = voltage / noload;
    if (b > 0 && resistance > 0) {
      const disc = voltage * voltage - 4 * resistance * b * noload * noload;
      if (disc > 0) ke = (voltage + Math.sqrt(disc)) / (2 * noload);
    } else if (b > 0 && stall > 0) {
      const exact = voltage / noload - (voltage * b) / stall;
      if (exact > 0) ke = exact;
    }
  }
  const k = kt > 0 && ke > 0 ? Math.sqrt(kt * ke) : kt > 0 ? kt : ke;
  const r = resistance === 0 && voltage > 0 && stall > 0 && k > 0 ? (k * voltage) / stall : resistance;
  return [k, r];
}

const dcmotor: Shortcut = (v, a) => {
  const inherited = v.gaintype === GainType.DCMOTOR;
  const { gainprm, dynprm, biasprm } = v;
  const start = (...x: number[]): number[] => (inherited ? x : x.map(() => 0));
  const motorconst = start(gainprm[1], 0);
  const nominal = [0, 0, 0];
  const saturation = start(0, 0, dynprm[1]);
  const controller = start(gainprm[4], gainprm[5], gainprm[6], dynprm[7], dynprm[8], gainprm[7]);
  const inductance = start(0, dynprm[0]);
  const cogging = start(biasprm[0], biasprm[1], biasprm[2]);
  const thermal = start(dynprm[2], dynprm[3], 0, gainprm[2], gainprm[3], dynprm[4]);
  const lugre = start(dynprm[5], dynprm[6], biasprm[3], biasprm[4], biasprm[5]);
  const input = { ctrlspec: inherited ? v.ctrlspec : 0 };
  const resistance = a.resistance ?? (inherited ? gainprm[0] : 0);
  write(motorconst, a.motorconst);
  write(nominal, a.nominal);
  write(saturation, a.saturation);
  write(controller, a.controller);
  write(inductance, a.inductance);
  write(cogging, a.cogging);
  write(thermal, a.thermal);
  write(lugre, a.lugre);
  const problem = applyInput(input, a);
  if (problem !== undefined) return problem;

  const [k, r] = motorConstants(v, motorconst, resistance, nominal);
  if (k <= 0) return 'DC motor: motor constant K must be positive';
  if (r <= 0) return 'DC motor: resistance R must be positive';
  setTypes(v, DynamicsType.DCMOTOR, GainType.DCMOTOR, BiasType.DCMOTOR);
  gainprm[0] = r;
  gainprm[1] = k;
  for (let i = 0; i < 3; i++) {
    gainprm[4 + i] = controller[i];
    biasprm[i] = cogging[i];
  }
  dynprm[7] = controller[3];
  dynprm[8] = controller[4];
  if (controller[5] > 0) gainprm[7] = controller[5];
  if (saturation[0] > 0 || saturation[1] > 0) {
    const torque = saturation[0] === 0 ? k * saturation[1] : saturation[0];
    v.forcerange = [-torque, torque];
    v.forcelimited = true;
  }
  if (saturation[2] > 0) dynprm[1] = saturation[2];
  if (inductance[0] < 0) return 'DC motor: inductance must be non-negative';
  if (inductance[1] < 0) return 'DC motor: electrical time constant must be non-negative';
  dynprm[0] = inductance[0] > 0 ? inductance[0] / r : inductance[1];

  // activation states: current, slew, integral, temperature, bristle
  let actdim = dynprm[0] > 0 ? 1 : 0;
  if (controller[3] > 0) actdim++;
  if (controller[1] > 0) actdim++;
  if (thermal[0] > 0 || thermal[1] > 0 || thermal[2] > 0) {
    let [rt, c] = thermal;
    const tau = thermal[2];
    if (tau > 0 && rt > 0 && c === 0) c = tau / rt;
    else if (tau > 0 && c > 0 && rt === 0) rt = tau / c;
    if (rt <= 0) return 'DC motor: thermal resistance must be positive';
    if (c <= 0) return 'DC motor: thermal capacitance must be positive';
    dynprm[2] = rt;
    dynprm[3] = c;
    dynprm[4] = thermal[5];
    gainprm[2] = thermal[3];
    gainprm[3] = thermal[4];
    actdim++;
  }
  if (lugre[0] > 0) {
    dynprm[5] = lugre[0];
    dynprm[6] = lugre[1];
    for (let i = 0; i < 3; i++) biasprm[3 + i] = lugre[2 + i];
    actdim++;
  }
  gainprm[8] = 0;
  v.ctrlspec = input.ctrlspec;
  v.actdim = actdim;
  v.actlimited = false;
  v.actearly = true;
  return undefined;
};

const SHORTCUTS: Record<string, Shortcut> = {
  general,
  motor,
  position,
  intvelocity,
  orientation,
  pid,
  velocity,
  damper,
  cylinder,
  muscle,
  adhesion,
  dcmotor,
};
