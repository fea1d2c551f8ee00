import { enums } from '@qpos/core';
import {
  type ActuatorValues,
  applyActuator,
  copyActuator,
  Diagnostics,
  type ResolvedClass,
  row,
  TRANSMISSIONS,
} from '@qpos/spec/editing';
import type { Node } from './codec.ts';
import type { Struct } from './struct.ts';
import type { ValueVec } from './vectors.ts';

const { CtrlChart, CtrlInput, DynamicsType, GainType } = enums;
const UNDEFINED_TRANSMISSION = 1000;
const LIMITED: readonly (boolean | 'auto')[] = [false, true, 'auto'];
const INTERPOLATIONS = ['zoh', 'linear', 'cubic'];

/** Gives an actuator the values of the general form. */
export function setActuator(to: Struct, values: ActuatorValues): void {
  const { fields } = to;
  for (const [name, value] of Object.entries({ ...values })) {
    if (name.endsWith('limited')) fields[name] = LIMITED.indexOf(value as boolean);
    else if (name === 'interp') fields[name] = INTERPOLATIONS.indexOf(value as string);
    else if (name === 'trntype') fields[name] = (value as number) < 0 ? UNDEFINED_TRANSMISSION : (value as number);
    else if (name === 'user') (fields['userdata'] as ValueVec<number>).assign((value as number[] | undefined) ?? []);
    else if (Array.isArray(value)) (fields[name] as Float64Array).set(value);
    else fields[name] = value as number;
  }
}

/** The values of an actuator in the general form. */
function valuesOf({ fields }: Struct): ActuatorValues {
  const values: Record<string, unknown> = {};
  for (const [name, held] of Object.entries(fields)) {
    if (name.endsWith('limited')) values[name] = LIMITED[held as number];
    else if (name === 'interp') values[name] = INTERPOLATIONS[held as number];
    else if (name === 'trntype') values[name] = held === UNDEFINED_TRANSMISSION ? -1 : held;
    else if (name === 'userdata') values['user'] = [...(held as ValueVec<number>).values()];
    else if (ArrayBuffer.isView(held)) values[name] = Array.from(held as Float64Array);
    else if (name !== 'plugin') values[name] = held;
  }
  return values as unknown as ActuatorValues;
}

/** Reads an actuator, whichever shortcut states it. */
export function readActuator(to: Struct, node: Node, of: ResolvedClass): void {
  const values = copyActuator(of.actuator);
  if (node.kind !== 'default') applyActuator(values, node as never, new Diagnostics());
  setActuator(to, values);
}

const WORDS = { dyntype: enums.DynamicsType, gaintype: enums.GainType, biastype: enums.BiasType };
const wordOf = (of: Readonly<Record<string, number>>, value: unknown): string | undefined =>
  Object.keys(of)
    .find((key) => of[key] === value)
    ?.toLowerCase();

/** The inputs of an actuator as words, of those that have several. */
function inputOf({ gaintype, ctrlspec }: ActuatorValues): string[] | undefined {
  if (gaintype === GainType.SO3) return [ctrlspec === CtrlChart.QUAT ? 'quat' : 'expmap'];
  if (gaintype !== GainType.PID && gaintype !== GainType.DCMOTOR) return undefined;
  if (ctrlspec === 0) return undefined;
  return ctrlspec === CtrlInput.NONE
    ? ['none']
    : ['pos', 'vel', 'ff', 'voltage'].filter((_, bit) => ctrlspec & (1 << bit));
}

/** A servo that inherits the range of its target has a shortcut alone: gains as it states them. */
function servo(v: ActuatorValues): Record<string, unknown> {
  const kind = v.gaintype === GainType.PID ? 'pid' : v.dyntype === DynamicsType.INTEGRATOR ? 'intvelocity' : 'position';
  const damping = v.biasprm[2] as number;
  return {
    kind,
    inheritrange: v.inheritrange,
    kp: -(v.biasprm[1] as number),
    ...(damping > 0 ? { dampratio: damping } : { kv: -damping }),
    ...(v.dyntype === DynamicsType.FILTEREXACT ? { timeconst: v.dynprm[0] } : {}),
    ...(v.dyntype === DynamicsType.PID ? { ki: v.gainprm[0], imax: v.dynprm[0], slewmax: v.dynprm[1] } : {}),
  };
}

/** Writes an actuator to an element, in the general form where that can say it. */
export function writeActuator(from: Struct, node: Node): void {
  const v = valuesOf(from);
  const stated: Record<string, unknown> = {
    ...(v.inheritrange > 0 ? servo(v) : { kind: 'general' }),
    ...Object.fromEntries(
      'group nsample interp delay ctrllimited forcelimited actlimited forcerange actrange lengthrange gear damping armature cranklength actdim actearly dynprm gainprm biasprm velrange ffrange'
        .split(' ')
        .map((name) => [name, v[name as keyof ActuatorValues]]),
    ),
    ...(v.inheritrange > 0 ? {} : { ctrlrange: v.ctrlrange }),
    ...Object.fromEntries(
      Object.entries(WORDS).map(([name, of]) => [name, wordOf(of, v[name as keyof ActuatorValues])]),
    ),
    input: inputOf(v),
    user: v.user?.length === 0 ? undefined : v.user,
    slidersite: v.slidersite || undefined,
    refsite: v.refsite || undefined,
  };
  const way = TRANSMISSIONS.find(({ type }) => type === v.trntype);
  if (way !== undefined) stated[way.attribute] = v.target;
  if (v.trntype !== enums.TransmissionType.SLIDERCRANK) stated['cranklength'] = undefined;
  const known = row(stated['kind'] as string).attributes;
  const keep = { name: node['name'], class: node['class'], source: node['source'], scope: node['scope'] };
  for (const key of Object.keys(node)) delete node[key];
  Object.assign(node, keep);
  for (const [key, value] of Object.entries(stated))
    if (key === 'kind' || (key in known && value !== undefined)) node[key] = value;
}

/** Makes an actuator what a shortcut states; an error is returned as text. */
export function setShortcut(actuator: Struct, kind: string, attributes: Readonly<Record<string, unknown>>): string {
  const values = valuesOf(actuator);
  const d = new Diagnostics();
  const given = Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
  applyActuator(values, { kind, ...given } as never, d);
  setActuator(actuator, values);
  return d.list[0]?.message ?? '';
}
