import { enums, type Model } from '@qpos/core';
import type { Compilation } from '../compile/context.ts';
import type { ActuatorDraft } from '../compile/draft.ts';
import { type ActuatorValues, TRANSMISSIONS } from '../compile/objects/actuator-values.ts';
import * as words from '../mjcf/generated/words.ts';
import { classOf } from './classes.ts';
import type { CanonicalElement } from './element.ts';
import { writePlugin } from './plugins.ts';
import { modelValues, type Record_, writeValues } from './values.ts';

const { CtrlChart, CtrlInput, DynamicsType, GainType, TransmissionType } = enums;

/** The tables of an actuator, which has a general form. */
export function writeActuatorValues(
  e: CanonicalElement,
  own: ActuatorValues,
  outer: ActuatorValues,
  inDefaults: boolean,
  isPlugin = false,
): void {
  const named = (v: ActuatorValues): Record_ => ({ ...v, dyntype: words.DynamicsType[v.dyntype] });
  writeValues(e, 'general', named(own), named(outer), inDefaults);
  e.numbers('cranklength', own.cranklength, outer.cranklength);
  const { dyntype } = own;
  const usual = Number(dyntype !== DynamicsType.NONE && dyntype !== DynamicsType.DCMOTOR);
  e.value('actdim', own.actdim, inDefaults ? outer.actdim : usual);
  if (!isPlugin) writeParameters(e, own, outer);
  if (inDefaults) e.userValues(own.user ?? []);
  else e.userValues(own.user ?? [], outer.user);
}

function writeParameters(e: CanonicalElement, own: ActuatorValues, outer: ActuatorValues): void {
  e.value('gaintype', words.GainType[own.gaintype] ?? '', words.GainType[outer.gaintype] ?? '');
  if (own.ctrlspec !== outer.ctrlspec) e.text('input', inputText(own));
  e.value('biastype', words.BiasType[own.biastype] ?? '', words.BiasType[outer.biastype] ?? '');
  e.numbers('gainprm', own.gainprm, outer.gainprm, { trim: true });
  e.numbers('biasprm', own.biasprm, outer.biasprm, { trim: true });
}

/** The inputs that an actuator has, or the chart of its orientation. */
function inputText({ gaintype, ctrlspec }: ActuatorValues): string {
  if (gaintype === GainType.SO3) return nameOf(CtrlChart, ctrlspec);
  if (ctrlspec === CtrlInput.NONE) return 'none';
  return Object.entries(CtrlInput)
    .filter(([, bit]) => bit > 0 && bit !== CtrlInput.NONE && ctrlspec & bit)
    .map(([name]) => name.toLowerCase())
    .join(' ');
}

const nameOf = (values: Readonly<Record<string, number>>, value: number): string =>
  (Object.entries(values).find(([, x]) => x === value)?.[0] ?? '').toLowerCase();

/** An actuator as the model has it. */
function compiledValues(m: Model, a: ActuatorDraft): ActuatorValues {
  const v = { ...a.values, actdim: a.actdim, ctrlspec: a.values.ctrlspec };
  const read = modelValues(m, 'actuator', a.id);
  const values = { ...v, ...read, armature: read['armature']?.[0], cranklength: read['cranklength']?.[0] };
  if (a.ctrlnum > 0) Object.assign(values, modelValues(m, 'control', m.actuator_ctrladr[a.id]));
  if (a.outnum > 0) Object.assign(values, modelValues(m, 'output', m.actuator_outadr[a.id]));
  return values as ActuatorValues;
}

export function writeActuators(root: CanonicalElement, c: Compilation, m: Model): void {
  root.addFilled('actuator', (section) => {
    for (const a of c.actuators) {
      const plugin = c.pluginOf.get(a.node);
      const e = section.add(plugin === undefined ? 'general' : 'plugin');
      e.text('name', a.name);
      const of = classOf(c, a.node);
      if (of.name !== 'main') e.text('class', of.name);
      writeTransmission(e, a.values);
      writeActuatorValues(e, compiledValues(m, a), of.actuator, false, plugin !== undefined);
      if (plugin !== undefined) writePlugin(e, plugin);
    }
  });
}

function writeTransmission(e: CanonicalElement, v: ActuatorValues): void {
  const { trntype, target, slidersite, refsite } = v;
  const attribute = TRANSMISSIONS.find(({ type }) => type === trntype)?.attribute;
  if (attribute !== undefined) e.text(attribute, target);
  if (trntype === TransmissionType.SLIDERCRANK) e.text('slidersite', slidersite);
  if (trntype === TransmissionType.SITE) e.text('refsite', refsite);
}
