import type { MuscleParameters } from './hill-muscle.ts';

/** Parameters of a human muscle, and where they come from. */
export interface MusclePreset extends MuscleParameters {
  readonly maxForce: number;
  readonly optimalLength: number;
  readonly slackLength: number;
  readonly pennation: number;
  readonly maxSpeed: number;
  /** Moment arm about its main joint in metres, of the middle of the range. */
  readonly momentArm: number;
  /** The publication whose values it is within. */
  readonly source: string;
}

const HOLZBAUR = 'Holzbaur, Murray and Delp (2005), a model of the upper extremity; OpenSim model arm26';
const DELP = 'Delp et al. (1990), as revised in the OpenSim model gait2392';
const RAJAGOPAL = 'Rajagopal et al. (2016), a full-body model; OpenSim model Rajagopal2016';

/**
 * Human muscles; heads that work together are taken as one, with the sum of their forces and the lengths of a typical one. Each value is within those of
 * the heads in the models that are named, which `testing/published/muscles.ts` lists; so are the moment arms.
 *
 * @example
 * const soleus = new HillMuscle({ ...musclePresets.soleus, elastic: true });
 */
export const musclePresets = {
  /** The biceps brachii, with the lengths of its long head and a force between that of this head and of both. */
  biceps: {
    maxForce: 700,
    optimalLength: 0.1157,
    slackLength: 0.2723,
    pennation: 0,
    maxSpeed: 10,
    momentArm: 0.04,
    source: HOLZBAUR,
  },
  brachialis: {
    maxForce: 987,
    optimalLength: 0.0858,
    slackLength: 0.0535,
    pennation: 0,
    maxSpeed: 10,
    momentArm: 0.02,
    source: HOLZBAUR,
  },
  /** All three heads of the triceps brachii. */
  triceps: {
    maxForce: 2047,
    optimalLength: 0.12,
    slackLength: 0.11,
    pennation: 0.175,
    maxSpeed: 10,
    momentArm: 0.022,
    source: HOLZBAUR,
  },
  /** Rectus femoris and the vasti. */
  quadriceps: {
    maxForce: 7000,
    optimalLength: 0.084,
    slackLength: 0.346,
    pennation: 0.087,
    maxSpeed: 10,
    momentArm: 0.04,
    source: `${DELP}; ${RAJAGOPAL}`,
  },
  /** Biceps femoris (long head), semimembranosus and semitendinosus. */
  hamstrings: {
    maxForce: 2600,
    optimalLength: 0.09,
    slackLength: 0.34,
    pennation: 0.22,
    maxSpeed: 10,
    momentArm: 0.04,
    source: `${DELP}; ${RAJAGOPAL}`,
  },
  /** The medial head, which is the larger. */
  gastrocnemius: {
    maxForce: 1558,
    optimalLength: 0.055,
    slackLength: 0.39,
    pennation: 0.297,
    maxSpeed: 10,
    momentArm: 0.05,
    source: `${DELP}; ${RAJAGOPAL}`,
  },
  soleus: {
    maxForce: 3549,
    optimalLength: 0.05,
    slackLength: 0.25,
    pennation: 0.436,
    maxSpeed: 10,
    momentArm: 0.05,
    source: `${DELP}; ${RAJAGOPAL}`,
  },
  tibialisAnterior: {
    maxForce: 905,
    optimalLength: 0.0683,
    slackLength: 0.24,
    pennation: 0.168,
    maxSpeed: 10,
    momentArm: 0.04,
    source: `${DELP}; ${RAJAGOPAL}`,
  },
} as const satisfies Readonly<Record<string, MusclePreset>>;

/** Name of a preset. */
export type MusclePresetName = keyof typeof musclePresets;
