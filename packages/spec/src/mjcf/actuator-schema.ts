import { ANY, auto, bool, id, int, keyword, keywordOrFlags, nodefault, real, reals, ref, text } from './attributes.ts';
import { element } from './element-row.ts';
import * as words from './generated/words.ts';

/** How readings and controls of the past are interpolated. */
export const INTERP = keyword('zoh', 'linear', 'cubic');

const INPUT = keywordOrFlags(['expmap', 'quat', 'none'], ['pos', 'vel', 'ff', 'voltage']);

const actuatorBase = {
  name: id('actuator'),
  class: ref('default'),
  group: int,
  nsample: int,
  interp: INTERP,
  delay: real,
  ctrlrange: reals(2),
  user: reals(0, ANY),
};

const actuatorMechanics = {
  lengthrange: nodefault(reals(2)),
  gear: reals(1, 6),
  damping: reals(1, 3),
  armature: real,
  cranklength: real,
};

const limitedTransmission = {
  joint: nodefault(ref('joint')),
  jointinparent: nodefault(ref('joint')),
  tendon: nodefault(ref('tendon')),
  slidersite: nodefault(ref('site')),
  cranksite: nodefault(ref('site')),
};

const transmission = { ...limitedTransmission, site: nodefault(ref('site')), refsite: nodefault(ref('site')) };

const shaft = { ...actuatorMechanics, ...transmission };
const driven = { ...actuatorBase, ctrllimited: auto, forcelimited: auto };
const motor = { ...driven, forcerange: reals(2), ...shaft };
const stateful = { ...driven, actlimited: auto, forcerange: reals(2), actrange: reals(2) };
const servo = { kp: real, kv: real, dampratio: real };

/** Rows of the actuators. */
export const actuatorElements = {
  actuator: () =>
    element(
      {},
      'general* motor* position* velocity* intvelocity* orientation* pid* damper* cylinder* muscle* adhesion* dcmotor* ' +
        'plugin:actuatorPlugin*',
    ),
  general: () =>
    element({
      ...stateful,
      ...shaft,
      body: nodefault(ref('body')),
      actdim: int,
      input: INPUT,
      velrange: reals(2),
      ffrange: reals(2),
      dyntype: keyword(...words.DynamicsType),
      gaintype: keyword(...words.GainType),
      biastype: keyword(...words.BiasType),
      dynprm: reals(1, 10),
      gainprm: reals(1, 10),
      biasprm: reals(1, 10),
      actearly: bool,
    }),
  motor: () => element(motor),
  position: () =>
    element({
      ...driven,
      inheritrange: real,
      forcerange: reals(2),
      ...shaft,
      ...servo,
      timeconst: real,
    }),
  velocity: () => element({ ...motor, kv: real }),
  intvelocity: () =>
    element({
      ...stateful,
      inheritrange: real,
      ...shaft,
      ...servo,
    }),
  orientation: () =>
    element({
      ...actuatorBase,
      forcelimited: auto,
      forcerange: reals(2),
      joint: nodefault(ref('joint')),
      site: nodefault(ref('site')),
      refsite: nodefault(ref('site')),
      ...servo,
      input: INPUT,
    }),
  pid: () =>
    element({
      ...driven,
      posrange: reals(2),
      velrange: reals(2),
      ffrange: reals(2),
      forcerange: reals(2),
      inheritrange: real,
      ...shaft,
      ...servo,
      ki: real,
      imax: real,
      slewmax: real,
      input: INPUT,
    }),
  damper: () =>
    element({
      ...actuatorBase,
      forcelimited: auto,
      forcerange: reals(2),
      ...shaft,
      kv: real,
    }),
  cylinder: () =>
    element({
      ...motor,
      timeconst: real,
      area: real,
      diameter: real,
      bias: reals(3),
    }),
  muscle: () =>
    element({
      ...driven,
      forcerange: reals(2),
      ...actuatorMechanics,
      ...limitedTransmission,
      timeconst: reals(2),
      tausmooth: nodefault(real),
      range: reals(2),
      force: real,
      scale: real,
      lmin: real,
      lmax: real,
      vmax: real,
      fpmax: real,
      fvmax: real,
    }),
  adhesion: () =>
    element({
      ...actuatorBase,
      forcelimited: auto,
      forcerange: reals(2),
      body: nodefault(ref('body')),
      gain: real,
    }),
  dcmotor: () =>
    element({
      ...actuatorBase,
      ctrllimited: auto,
      ...shaft,
      motorconst: reals(1, 2),
      resistance: real,
      nominal: reals(1, 3),
      saturation: reals(1, 3),
      inductance: reals(1, 2),
      cogging: reals(1, 3),
      controller: reals(1, 6),
      thermal: reals(1, 6),
      lugre: reals(1, 5),
      input: INPUT,
    }),
  actuatorPlugin: () =>
    element(
      {
        ...actuatorBase,
        plugin: text,
        instance: ref('instance'),
        ctrllimited: auto,
        forcelimited: auto,
        actlimited: auto,
        forcerange: reals(2),
        actrange: reals(2),
        ...actuatorMechanics,
        joint: ref('joint'),
        jointinparent: ref('joint'),
        site: ref('site'),
        actdim: int,
        dyntype: keyword(...words.DynamicsType),
        dynprm: reals(1, 10),
        tendon: ref('tendon'),
        cranksite: ref('site'),
        slidersite: ref('site'),
        actearly: bool,
      },
      'config*',
    ),
};

/** The actuators that are built in. */
export type ActuatorShortcut = Exclude<keyof typeof actuatorElements, 'actuator' | 'actuatorPlugin'>;
