import { makeContest } from './contest.ts';
import { alternate, timing } from './measure.ts';
import type { Row, SuiteOptions } from './rows.ts';
import type { Scene } from './scenes.ts';

const apart = '<contact selfcollide="none" internal="false" contype="0" conaffinity="0"/>';

const model = (option: string, flex: string): string => `<mujoco><option timestep="0.002" ${option}/>
  <size memory="200M"/><worldbody><body name="base" pos="0 0 1">${flex}</body></worldbody></mujoco>`;

/** A sheet that hangs on two corners. */
const sheet = (n: number, option: string, edges: string): string =>
  model(
    `solver="CG" tolerance="1e-6" ${option}`,
    `<flexcomp name="cloth" type="grid" dim="2" count="${n} ${n} 1" spacing=".05 .05 .05" mass=".5" radius=".001">
    ${edges}<pin id="0 ${n - 1}"/>${apart}</flexcomp>`,
  );

/** Its edges are held at their lengths. */
const cloth = (n: number): string => sheet(n, '', '<edge equality="true" damping=".001"/>');

/** It resists stretching and bending, at the end of the step. */
const elasticCloth = (n: number): string =>
  sheet(
    n,
    'integrator="discrete"',
    '<elasticity young="3e5" poisson=".2" thickness="1e-3" damping=".001" elastic2d="both"/>',
  );

/** A rope that hangs on both ends. */
const rope = (n: number): string =>
  model(
    'solver="Newton" tolerance="1e-8"',
    `<flexcomp name="rope" type="grid" dim="1" count="${n} 1 1" spacing=".03 .03 .03" mass=".5" radius=".005">
    <edge equality="true" damping=".01"/><pin id="0 ${n - 1}"/>${apart}</flexcomp>`,
  );

/** A block of tetrahedra that hangs on one face. */
const solid = (n: number): string =>
  model(
    'solver="CG" tolerance="1e-6" integrator="discrete"',
    `<flexcomp name="block" type="grid" dim="3" count="${n} ${n} ${n}" spacing=".05 .05 .05" mass="1" radius=".001">
    <elasticity young="5e4" poisson=".2" damping=".005"/><pin gridrange="0 0 0 0 ${n - 1} ${n - 1}"/>${apart}</flexcomp>`,
  );

const LIMIT = 0.6;

function scenesOf(kind: string, make: (n: number) => string, sizes: readonly number[], what: string): Scene[] {
  return sizes.map((n) => ({
    name: `${kind} of ${n}${what}`,
    xml: make(n),
    settle: 50,
    driven: false,
    duration: 0.2,
    limit: LIMIT,
  }));
}

/** Cloths, ropes and solids in three sizes each, which touch nothing. */
export const flexScenes = (): Scene[] => [
  ...scenesOf('cloth', cloth, [10, 20, 40], ' squared'),
  ...scenesOf('elastic cloth', elasticCloth, [10, 20, 40], ' squared'),
  ...scenesOf('rope', rope, [20, 60, 180], ''),
  ...scenesOf('solid', solid, [4, 7, 11], ' cubed'),
];

/** Whole steps of flexes. */
export async function* flexSuite({ scene, rounds, ms, progress }: SuiteOptions): AsyncIterable<Row> {
  for (const s of flexScenes().filter((x) => scene.test(x.name))) {
    progress(s.name);
    const { theirs, wasm, js } = await makeContest(s);
    const measured = timing(alternate([theirs.step, wasm.step, js.step], { rounds, ms }));
    const { nv, nflexelem } = wasm.model;
    const { nefc, solver_niter } = wasm.data;
    yield {
      name: s.name,
      ...measured,
      limits: [{ of: 'ratio', most: s.limit ?? LIMIT }],
      note: `nv ${nv}, ${nflexelem} elements, ${nefc} rows, ${solver_niter[0]} iterations`,
    };
  }
}
