import { loadOracle } from '@qpos/conformance';
import * as core from '@qpos/core';
import { makeContest } from './contest.ts';
import { alternate, type Timing } from './measure.ts';
import { humanoids, rocksOnField, type Scene, scenes, sparse, tree } from './scenes.ts';
import { startup } from './startup.ts';

export interface Row extends Timing {
  readonly name: string;
  readonly note?: string | undefined;
}

export interface SuiteOptions {
  readonly scene: RegExp;
  readonly rounds: number;
  readonly ms: number;
}

type Suite = (options: SuiteOptions) => Promise<Row[]>;
type Stage = (m: core.Model, d: core.Data) => void;

const ourStages = core as unknown as Record<string, Stage | undefined>;

const stageNames: readonly (readonly [theirs: string, ours: string])[] = [
  ['mj_kinematics', 'kinematics'],
  ['mj_comPos', 'comPos'],
  ['mj_crb', 'crb'],
  ['mj_factorM', 'factorM'],
  ['mj_comVel', 'comVel'],
];

/** Whole steps on every scene. */
const stepSuite: Suite = async ({ scene, rounds, ms }) => {
  const rows: Row[] = [];
  for (const s of scenes().filter((x) => scene.test(x.name))) {
    const contest = makeContest(await loadOracle(), s);
    const { data } = contest.ours;
    rows.push({
      name: s.name,
      ...alternate(contest.stepTheirs, contest.stepOurs, { rounds, ms }),
      note: `nv ${contest.ours.model.nv}, ${data.ncon} contacts, ${data.nefc} rows`,
    });
  }
  return rows;
};

/** Single functions of the engine, at one state of a scene. */
function stageSuite(
  chosen: (s: Scene) => boolean,
  names: readonly (readonly [string, string])[],
  together?: string,
): Suite {
  return async ({ scene, rounds, ms }) => {
    const rows: Row[] = [];
    for (const s of stageScenes().filter((x) => chosen(x) && scene.test(x.name))) {
      const { oracle, theirs, ours, stepOurs, stepTheirs } = makeContest(await loadOracle(), s);
      for (let k = 0; k < 20; k++) {
        stepTheirs();
        stepOurs();
      }
      const calls = names.flatMap(([a, b]) => {
        const f = oracle.mj[a] as ((m: object, d: object) => void) | undefined;
        const g = ourStages[b];
        return f === undefined || g === undefined
          ? []
          : [{ name: b, f: () => f(theirs.model, theirs.data), g: () => g(ours.model, ours.data) }];
      });
      for (const { name, f, g } of calls) rows.push({ name: `${s.name}: ${name}`, ...alternate(f, g, { rounds, ms }) });
      if (together !== undefined)
        rows.push({
          name: `${s.name}: ${together}`,
          ...alternate(
            () => {
              for (const c of calls) c.f();
            },
            () => {
              for (const c of calls) c.g();
            },
            { rounds, ms },
          ),
        });
    }
    return rows;
  };
}

function stageScenes(): Scene[] {
  return [
    ...scenes(),
    { name: 'tree of 100 dofs', xml: tree(100), settle: 20, driven: false, duration: 4 },
    { name: 'hfield with 30 meshes', xml: rocksOnField(), settle: 300, driven: false, duration: 4 },
    { name: 'sparse 200', xml: sparse(200), settle: 0, driven: false, duration: 4 },
    { name: 'sparse 400', xml: sparse(400), settle: 0, driven: false, duration: 4 },
    { name: '2 humanoids', xml: humanoids(2), settle: 100, driven: false, duration: 4 },
  ];
}

export const suites: Readonly<Record<string, Suite>> = {
  step: stepSuite,
  smooth: stageSuite(
    (s) => /^(humanoid driven|tree of 100 dofs)$/.test(s.name),
    stageNames,
    'kinematics + comPos + crb + factorM + comVel',
  ),
  collision: stageSuite(
    (s) => /humanoid|heap of 100|meshes|hfield|terrain|sparse/.test(s.name),
    [['mj_collision', 'collision']],
  ),
  solver: stageSuite(
    (s) => /humanoid at rest|22 humanoids|heap of 100/.test(s.name),
    [
      ['mj_makeConstraint', 'makeConstraint'],
      ['mj_fwdConstraint', 'fwdConstraint'],
    ],
    'makeConstraint + fwdConstraint',
  ),
  start: startup,
};
