import { activationPresets, type MusclePresetName, musclePresets } from '../../muscles/index.ts';
import { derived, fieldsOf, type Published, type Stated } from './row.ts';

type Head = readonly [force: number, optimalLength: number, slackLength: number, pennation: number];
type Models = Readonly<Record<string, readonly Head[]>>;

/** The heads of each muscle in OpenSim models (github opensim-org/opensim-models, elements of each muscle), pennation in radians. */
const HEADS: Readonly<Record<MusclePresetName, Models>> = {
  biceps: {
    'arm26 BIClong': [[624.3, 0.1157, 0.2723, 0]],
    'arm26 BIClong and BICshort': [
      [624.3, 0.1157, 0.2723, 0],
      [435.56, 0.1321, 0.1923, 0],
    ],
  },
  brachialis: { 'arm26 BRA': [[987.26, 0.0858, 0.0535, 0]] },
  triceps: {
    arm26: [
      [798.52, 0.134, 0.143, 0.20943951],
      [624.3, 0.1138, 0.098, 0.15707963],
      [624.3, 0.1138, 0.0908, 0.15707963],
    ],
  },
  quadriceps: {
    gait2392: [
      [1169, 0.114, 0.31, 0.08726646],
      [1294, 0.089, 0.126, 0.08726646],
      [1365, 0.087, 0.136, 0.05235988],
      [1871, 0.084, 0.157, 0.08726646],
    ],
    Rajagopal2016: [
      [2191.741, 0.0759, 0.4484935, 0.2170149],
      [2747.823, 0.0968, 0.1999043, 0.42222253],
      [1697.361, 0.0993, 0.2022107, 0.06309973],
      [5148.767, 0.0994, 0.2206013, 0.25286729],
    ],
  },
  hamstrings: {
    gait2392: [
      [1288, 0.08, 0.359, 0.26179939],
      [410, 0.201, 0.2555, 0.08726646],
      [896, 0.109, 0.326, 0],
    ],
    Rajagopal2016: [
      [2200.987, 0.069, 0.347586, 0.25456146],
      [591.2951, 0.193, 0.2471989, 0.241295],
      [1313.184, 0.0976, 0.3252266, 0.17591823],
    ],
  },
  gastrocnemius: {
    'gait2392 med_gas': [[1558, 0.06, 0.39, 0.29670597]],
    'Rajagopal2016 gasmed': [[3115.515, 0.051, 0.3987163, 0.16568155]],
  },
  soleus: {
    gait2392: [[3549, 0.05, 0.25, 0.43633231]],
    Rajagopal2016: [[6194.843, 0.044, 0.2767559, 0.38142888]],
  },
  tibialisAnterior: {
    gait2392: [[905, 0.098, 0.223, 0.08726646]],
    Rajagopal2016: [[1227.452, 0.0683, 0.240461, 0.19518281]],
  },
};

const ROUNDED = 0.002; // models have more figures than presets

const span = (values: readonly number[]): Stated => [
  Math.min(...values) * (1 - ROUNDED),
  Math.max(...values) * (1 + ROUNDED),
];

function muscle(name: MusclePresetName): Published[] {
  const models = Object.values(HEADS[name]);
  const heads = models.flat();
  return fieldsOf('musclePresets', musclePresets, name, `OpenSim: ${Object.keys(HEADS[name]).join('; ')}`, {
    maxForce: span(models.map((model) => model.reduce((sum, [force]) => sum + force, 0))),
    optimalLength: span(heads.map((head) => head[1])),
    slackLength: span(heads.map((head) => head[2])),
    pennation: span(heads.map((head) => head[3])),
    maxSpeed: 10,
  });
}

const ACHILLES = 'Manal et al. (2013), PMC3871454, abstract and table 2';
const ELBOW = 'biomed.bas.bg, moment arms about the elbow, polynomials from 0 to 140°';
const ARMS: readonly [MusclePresetName, Stated, string][] = [
  ['biceps', [0.0181, 0.0486], ELBOW],
  ['brachialis', [0.015, 0.0301], ELBOW],
  ['triceps', [0.0174, 0.0239], 'Sugisaki et al. (2010), abstract: 1.74 to 2.39 cm'],
  ['quadriceps', [0.02, 0.04], 'guwsmedical.info, moment arms: rectus femoris'],
  ['hamstrings', [0.02, 0.055], 'guwsmedical.info, moment arms: hamstring group'],
  ['gastrocnemius', [0.0346, 0.064], ACHILLES],
  ['soleus', [0.0346, 0.064], ACHILLES],
  ['tibialisAnterior', [0.029, 0.045], 'J. Biomech. 33:375 (2000), abstract: 4.5 to 2.9 cm'],
];

/** What was read about muscles. */
export const muscleRows: readonly Published[] = [
  ...(Object.keys(musclePresets) as MusclePresetName[]).flatMap(muscle),
  ...ARMS.map(([name, stated, source]) =>
    derived('musclePresets', name, 'momentArm', ['momentArm'], musclePresets[name].momentArm, stated, source),
  ),
  ...fieldsOf(
    'activationPresets',
    activationPresets,
    'fastTwitch',
    'OpenSim: arm26 and gait2392, time constants of each muscle',
    {
      rise: 0.01,
      fall: 0.04,
    },
  ),
  ...fieldsOf('activationPresets', activationPresets, 'fastTwitch', 'OpenSim: Rajagopal2016, minimum_activation', {
    least: 0.01,
  }),
  ...fieldsOf(
    'activationPresets',
    activationPresets,
    'slowTwitch',
    'OpenSim, First-Order Activation Dynamics: 40 or 50 ms to the peak where slow fibres prevail',
    {
      rise: [0.04, 0.05],
    },
  ),
  ...fieldsOf(
    'activationPresets',
    activationPresets,
    'slowTwitch',
    'Ding et al. (2003), by PMC9936668, table 2: time constants of force decline',
    {
      fall: [0.050957, 0.1],
    },
  ),
  ...fieldsOf('activationPresets', activationPresets, 'default', 'De Groote et al. (2016), by SymPy, biomechanics', {
    rise: 0.015,
    fall: 0.06,
  }),
  ...(['default', 'slowTwitch'] as const).flatMap((name) =>
    fieldsOf(
      'activationPresets',
      activationPresets,
      name,
      'OpenSim: Millard2012EquilibriumMuscle, default properties',
      {
        least: 0.01,
      },
    ),
  ),
];
