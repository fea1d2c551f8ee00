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

const HOLZBAUR = 'Holzbaur, Murray and Delp (2005), a model of the upper extremity, table 2';
const DELP = 'Delp et al. (1990), an interactive graphics-based model of the lower extremity, table 2';
const ARNOLD = 'Arnold, Ward, Lieber and Delp (2010), a model of the lower limb, table 1';

/**
 * Human muscles; heads that work together are taken as one. Values are of the order of the named publication, which a test compares them
 * with.
 *
 * @example
 * const soleus = new HillMuscle({ ...musclePresets.soleus, elastic: true });
 */
export const musclePresets = {
  /** Both heads of the biceps brachii. */
  biceps: {
    maxForce: 700,
    optimalLength: 0.116,
    slackLength: 0.272,
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
    maxForce: 2000,
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
    maxSpeed: 8,
    momentArm: 0.045,
    source: `${DELP}; force of ${ARNOLD}`,
  },
  /** Biceps femoris (long head), semimembranosus and semitendinosus. */
  hamstrings: {
    maxForce: 2200,
    optimalLength: 0.09,
    slackLength: 0.34,
    pennation: 0.22,
    maxSpeed: 10,
    momentArm: 0.04,
    source: ARNOLD,
  },
  gastrocnemius: {
    maxForce: 1500,
    optimalLength: 0.055,
    slackLength: 0.4,
    pennation: 0.297,
    maxSpeed: 12,
    momentArm: 0.05,
    source: DELP,
  },
  soleus: {
    maxForce: 3500,
    optimalLength: 0.03,
    slackLength: 0.268,
    pennation: 0.436,
    maxSpeed: 6,
    momentArm: 0.05,
    source: `${DELP}; force of ${ARNOLD}`,
  },
  tibialisAnterior: {
    maxForce: 700,
    optimalLength: 0.068,
    slackLength: 0.24,
    pennation: 0.168,
    maxSpeed: 10,
    momentArm: 0.04,
    source: ARNOLD,
  },
} as const satisfies Readonly<Record<string, MusclePreset>>;

/** Name of a preset. */
export type MusclePresetName = keyof typeof musclePresets;
