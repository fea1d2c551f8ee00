import { enums, type Model } from '@qpos/core';
import { builtinActuator, TRANSMISSIONS } from '../compile/objects/actuator-values.ts';
import type { Actuator } from '../spec/types.ts';
import { attributesOf, type Decompilation, type Draft, type Fields, unsupported } from './context.ts';
import { OBJECT_KINDS } from './object-types.ts';
import { polynomial } from './tree.ts';

const { CtrlChart, CtrlInput, DynamicsType, GainType, TransmissionType } = enums;

/** Actuators, all in the general form. */
export function decompileActuators(d: Decompilation): void {
  d.spec.actuators = d.make('actuator', d.model.nactuator, (a) => actuator(d, a)) as unknown as Actuator[];
}

const WORDS = { interp: 'zoh', dyntype: 'none', gaintype: 'fixed', biastype: 'none' };

function actuator(d: Decompilation, a: Fields): Draft {
  const { model: m } = d;
  if ((a['plugin'] as number) >= 0) throw unsupported(`actuator '${a.name}' is a plugin`);
  const out = a['outadr'] as number;
  const [nsample, interp] = a['history'] as Int32Array;
  const fields = {
    ...a,
    nsample,
    interp,
    damping: polynomial(a, 'damping'),
    gear: m.actuator_gear.subarray(6 * out, 6 * out + 6),
    lengthrange: m.actuator_lengthrange.subarray(2 * out, 2 * out + 2),
    ...controlRanges(m, a),
  };
  const draft = attributesOf('general', fields, { ...builtinActuator(), ...WORDS });
  const { dyntype, gaintype } = a as unknown as Record<string, number>;
  const usual = dyntype === DynamicsType.NONE || dyntype === DynamicsType.DCMOTOR ? 0 : 1;
  if (a['actnum'] !== usual) draft['actdim'] = a['actnum'];
  const input = inputOf(gaintype, a['ctrlspec'] as number);
  if (input !== undefined) draft['input'] = input;
  return Object.assign(draft, transmission(d, a));
}

/** The range of the first control is `ctrlrange`; a pid has ranges of its own for velocity and feed-forward. */
function controlRanges(m: Model, a: Fields): Record<string, unknown> {
  const [adr, count, spec] = ['ctrladr', 'ctrlnum', 'ctrlspec'].map((key) => a[key] as number);
  if (count === 0) return {};
  const range = (k: number): Float64Array => m.actuator_ctrlrange.subarray(2 * (adr + k), 2 * (adr + k) + 2);
  const first = { ctrllimited: m.actuator_ctrllimited[adr], ctrlrange: range(0) };
  if (a['gaintype'] !== GainType.PID) return first;
  let k = spec & CtrlInput.POS ? 1 : 0;
  return {
    ...(k === 1 ? first : {}),
    ...(spec & CtrlInput.VEL ? { velrange: range(k++) } : {}),
    ...(spec & CtrlInput.FF ? { ffrange: range(k) } : {}),
  };
}

function inputOf(gaintype: number, spec: number): string[] | undefined {
  if (gaintype === GainType.SO3) return [spec === CtrlChart.QUAT ? 'quat' : 'expmap'];
  if (gaintype !== GainType.PID && gaintype !== GainType.DCMOTOR) return undefined;
  if (spec === CtrlInput.NONE) return ['none'];
  return ['pos', 'vel', 'ff', 'voltage'].filter((_, bit) => spec & (1 << bit));
}

function transmission(d: Decompilation, a: Fields): Record<string, string | undefined> {
  const [id, id2] = a['trnid'] as Int32Array;
  const { JOINT, SITE, SLIDERCRANK, SO3 } = TransmissionType;
  const orientation = id2 < 0 ? JOINT : SITE; // what the servo turns
  const trntype = a['trntype'] === SO3 ? orientation : a['trntype'];
  const row = TRANSMISSIONS.find(({ type }) => type === trntype);
  if (row === undefined) throw unsupported(`actuator '${a.name}' has no transmission`);
  const first = { [row.attribute]: d.refer(OBJECT_KINDS[row.object], id) };
  if (trntype === SLIDERCRANK) return { ...first, slidersite: d.refer('site', id2) };
  return trntype === SITE ? { ...first, refsite: d.refer('site', id2) } : first;
}
