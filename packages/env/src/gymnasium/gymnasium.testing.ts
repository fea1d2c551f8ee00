// Gymnasium's v5 tasks once more, straight from the fields of the oracle's MjModel and MjData: what the tasks here are compared with.
import { callOracle, type Oracle, type OracleStruct } from '@qpos/conformance';

/** An oracle's model with its data. */
export interface Twin {
  readonly oracle: Oracle;
  readonly model: OracleStruct;
  readonly data: OracleStruct;
}

/** What a step gave. */
export interface Outcome {
  readonly obs: number[];
  readonly reward: number;
  readonly terminated: boolean;
}

interface Formulas {
  readonly frameSkip: number;
  /** What the reward needs from before the step. */
  readonly before?: (t: Twin) => number[];
  readonly obs: (t: Twin) => number[];
  readonly reward: (t: Twin, action: number[], before: number[], dt: number) => number;
  readonly terminated: (t: Twin) => boolean;
}

const field = ({ data }: Twin, name: string): number[] => Array.from(data[name] as Float64Array);
const square = (x: number[]): number => x.reduce((sum, v) => sum + v ** 2, 0);
const clip = (x: number[], a: number): number[] => x.map((v) => Math.max(-a, Math.min(a, v)));
const norm = (x: number[]): number => Math.sqrt(square(x));
const minus = (a: number[], b: number[]): number[] => a.map((v, k) => v - (b[k] as number));
const first = (x: number[]): number => x[0] as number;
const at = (x: number[], k: number): number => x.at(k) as number;
const point = (t: Twin, body: number): number[] => field(t, 'xpos').slice(3 * body, 3 * body + 3);

const x0 = (t: Twin): number[] => [first(field(t, 'qpos'))];
const state = (t: Twin, skipped: number): number[] => [...field(t, 'qpos').slice(skipped), ...field(t, 'qvel')];
const clippedState = (t: Twin): number[] => [...field(t, 'qpos').slice(1), ...clip(field(t, 'qvel'), 10)];
const velocity = (t: Twin, before: number[], dt: number): number => (first(x0(t)) - first(before)) / dt;

function massCenter(t: Twin): number[] {
  const mass = Array.from(t.model['body_mass'] as Float64Array);
  const xipos = field(t, 'xipos');
  const total = mass.reduce((a, b) => a + b, 0);
  return [mass.reduce((sum, m, b) => sum + m * at(xipos, 3 * b), 0) / total];
}

const humanoidObs = (t: Twin): number[] => [
  ...state(t, 2),
  ...field(t, 'cinert').slice(10),
  ...field(t, 'cvel').slice(6),
  ...field(t, 'qfrc_actuator').slice(6),
  ...field(t, 'cfrc_ext').slice(6),
];
const impact = (t: Twin): number => Math.min(5e-7 * square(field(t, 'cfrc_ext')), 10);

const hopperHealthy = (t: Twin): boolean => {
  const all = state(t, 0);
  return all.slice(2).every((v) => -100 < v && v < 100) && at(all, 1) > 0.7 && Math.abs(at(all, 2)) < 0.2;
};
const walkerHealthy = (t: Twin): boolean => {
  const [, z = 0, angle = 0] = field(t, 'qpos');
  return z > 0.8 && z < 2 && Math.abs(angle) < 1;
};
const antHealthy = (t: Twin): boolean => {
  const all = state(t, 0);
  return all.every(Number.isFinite) && at(all, 2) >= 0.2 && at(all, 2) <= 1;
};
const humanoidHealthy = (t: Twin): boolean => at(field(t, 'qpos'), 2) > 1 && at(field(t, 'qpos'), 2) < 2;
const tipHeight = (t: Twin): number => at(field(t, 'site_xpos'), 2);
const never = (): boolean => false;

// bodies of the arms, counted in the files
const REACHER = { tip: 3, target: 4 };
const PUSHER = { tip: 10, object: 11, goal: 12 };

const planarBiped = (isHealthy: (t: Twin) => boolean): Formulas => ({
  frameSkip: 4,
  before: x0,
  obs: clippedState,
  reward: (t, a, before, dt) => velocity(t, before, dt) + Number(isHealthy(t)) - 1e-3 * square(a),
  terminated: (t) => !isHealthy(t),
});

/** The formulas by task. */
export const formulas: Readonly<Record<string, Formulas>> = {
  'HalfCheetah-v5': {
    frameSkip: 5,
    before: x0,
    obs: (t) => state(t, 1),
    reward: (t, a, before, dt) => velocity(t, before, dt) - 0.1 * square(a),
    terminated: never,
  },
  'Hopper-v5': planarBiped(hopperHealthy),
  'Walker2d-v5': planarBiped(walkerHealthy),
  'Ant-v5': {
    frameSkip: 5,
    before: (t) => point(t, 1),
    obs: (t) => [...state(t, 2), ...clip(field(t, 'cfrc_ext').slice(6), 1)],
    reward: (t, a, before, dt) =>
      (first(point(t, 1)) - first(before)) / dt +
      Number(antHealthy(t)) -
      0.5 * square(a) -
      5e-4 * square(clip(field(t, 'cfrc_ext'), 1)),
    terminated: (t) => !antHealthy(t),
  },
  'Humanoid-v5': {
    frameSkip: 5,
    before: massCenter,
    obs: humanoidObs,
    reward: (t, _, before, dt) =>
      (1.25 * (first(massCenter(t)) - first(before))) / dt +
      5 * Number(humanoidHealthy(t)) -
      0.1 * square(field(t, 'ctrl')) -
      impact(t),
    terminated: (t) => !humanoidHealthy(t),
  },
  'HumanoidStandup-v5': {
    frameSkip: 5,
    obs: humanoidObs,
    reward: (t) => at(field(t, 'qpos'), 2) / 0.003 - 0.1 * square(field(t, 'ctrl')) - impact(t) + 1,
    terminated: never,
  },
  'InvertedPendulum-v5': {
    frameSkip: 2,
    obs: (t) => state(t, 0),
    reward: (t) => Number(Math.abs(at(field(t, 'qpos'), 1)) <= 0.2),
    terminated: (t) => Math.abs(at(field(t, 'qpos'), 1)) > 0.2,
  },
  'InvertedDoublePendulum-v5': {
    frameSkip: 5,
    obs: (t) => {
      const [x = 0, ...angles] = field(t, 'qpos');
      const force = clip(field(t, 'qfrc_constraint').slice(0, 1), 10);
      return [x, ...angles.map(Math.sin), ...angles.map(Math.cos), ...clip(field(t, 'qvel'), 10), ...force];
    },
    reward(t) {
      const [x = 0, , y = 0] = field(t, 'site_xpos');
      const [, v1 = 0, v2 = 0] = field(t, 'qvel');
      return 10 * Number(y > 1) - (0.01 * x ** 2 + (y - 2) ** 2) - (1e-3 * v1 ** 2 + 5e-3 * v2 ** 2);
    },
    terminated: (t) => tipHeight(t) <= 1,
  },
  'Reacher-v5': {
    frameSkip: 2,
    obs(t) {
      const qpos = field(t, 'qpos');
      const [a = 0, b = 0] = qpos;
      const gap = minus(point(t, REACHER.tip), point(t, REACHER.target));
      return [
        Math.cos(a),
        Math.cos(b),
        Math.sin(a),
        Math.sin(b),
        ...qpos.slice(2),
        ...field(t, 'qvel').slice(0, 2),
        ...gap.slice(0, 2),
      ];
    },
    reward: (t, a) => -norm(minus(point(t, REACHER.tip), point(t, REACHER.target))) - square(a),
    terminated: never,
  },
  'Pusher-v5': {
    frameSkip: 5,
    obs: (t) => [
      ...field(t, 'qpos').slice(0, 7),
      ...field(t, 'qvel').slice(0, 7),
      ...point(t, PUSHER.tip),
      ...point(t, PUSHER.object),
      ...point(t, PUSHER.goal),
    ],
    reward: (t, a) =>
      -norm(minus(point(t, PUSHER.object), point(t, PUSHER.goal))) -
      0.1 * square(a) -
      0.5 * norm(minus(point(t, PUSHER.object), point(t, PUSHER.tip))),
    terminated: never,
  },
  'Swimmer-v5': {
    frameSkip: 4,
    before: x0,
    obs: (t) => state(t, 2),
    reward: (t, a, before, dt) => velocity(t, before, dt) - 1e-4 * square(a),
    terminated: never,
  },
};

/** Puts the oracle into a state, as Gymnasium's reset does; returns the observation. */
export function resetTwin(id: string, t: Twin, qpos: ArrayLike<number>, qvel: ArrayLike<number>): number[] {
  callOracle(t.oracle, 'mj_resetData', t.model, t.data);
  (t.data['qpos'] as Float64Array).set(qpos);
  (t.data['qvel'] as Float64Array).set(qvel);
  callOracle(t.oracle, 'mj_forward', t.model, t.data);
  return (formulas[id] as Formulas).obs(t);
}

/** What a step starts from. */
export interface State {
  readonly qpos: Float64Array;
  readonly qvel: Float64Array;
  readonly qacc_warmstart: Float64Array;
}

/**
 * One step of the oracle from a given state, as Gymnasium takes it. The state is given because most of these motions are chaotic: a difference
 * of 1e-16 in the first contact is one of 1e-9 some sixty actions later, whatever computes it.
 */
export function stepTwin(id: string, t: Twin, from: State, action: number[]): Outcome {
  const f = formulas[id] as Formulas;
  for (const name of ['qpos', 'qvel', 'qacc_warmstart'] as const) (t.data[name] as Float64Array).set(from[name]);
  const before = f.before?.(t) ?? [];
  (t.data['ctrl'] as Float64Array).set(action);
  for (let k = 0; k < f.frameSkip; k++) callOracle(t.oracle, 'mj_step', t.model, t.data);
  callOracle(t.oracle, 'mj_rnePostConstraint', t.model, t.data);
  const dt = f.frameSkip * (t.model['opt'] as { timestep: number }).timestep;
  return { obs: f.obs(t), reward: f.reward(t, action, before, dt), terminated: f.terminated(t) };
}
