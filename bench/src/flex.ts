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
/** How much more an element may take in the largest scene of a kind than in the smallest: finer meshes take conjugate gradients more iterations. */
const GROWTH = 2;

interface Kind {
  readonly name: string;
  readonly xml: (n: number) => string;
  readonly sizes: readonly number[];
  readonly what: string;
}

/** Cloths, ropes and solids in three sizes each, which touch nothing. */
const kinds: readonly Kind[] = [
  { name: 'cloth', xml: cloth, sizes: [10, 20, 40], what: ' squared' },
  { name: 'elastic cloth', xml: elasticCloth, sizes: [10, 20, 40], what: ' squared' },
  { name: 'rope', xml: rope, sizes: [20, 60, 180], what: '' },
  { name: 'solid', xml: solid, sizes: [4, 7, 11], what: ' cubed' },
];

const sceneOf = ({ name, xml, what }: Kind, n: number): Scene => ({
  name: `${name} of ${n}${what}`,
  xml: xml(n),
  settle: 50,
  driven: false,
  duration: 0.2,
  limit: LIMIT,
});

interface FlexRow extends Row {
  readonly elements: number;
}

/** Whole steps of a flex. */
async function stepsOf(s: Scene, { rounds, ms, progress }: SuiteOptions): Promise<FlexRow> {
  progress(s.name);
  const { theirs, wasm, js } = await makeContest(s);
  const measured = timing(alternate([theirs.step, wasm.step, js.step], { rounds, ms }));
  const { nv, nflexelem } = wasm.model;
  const { nefc, solver_niter } = wasm.data;
  return {
    name: s.name,
    ...measured,
    elements: nflexelem,
    limits: [{ of: 'ratio', most: LIMIT }],
    note: `nv ${nv}, ${nflexelem} elements, ${nefc} rows, ${solver_niter[0]} iterations`,
  };
}

/** The time of an element in the last of the scenes to that in the first: 1 where steps grow as elements do. */
function growthOf(name: string, rows: readonly FlexRow[]): Row {
  const [small, large] = [rows[0], rows.at(-1)] as [FlexRow, FlexRow];
  const grown = (of: 'oracle' | 'ours'): number => large[of] / large.elements / (small[of] / small.elements);
  return {
    name: `time per element, ${name}`,
    unit: 'x',
    oracle: grown('oracle'),
    ours: grown('ours'),
    ratio: grown('ours') / grown('oracle'),
    spread: small.spread + large.spread,
    limits: [{ of: 'ours', most: GROWTH }],
    note: rows.map(({ ours, elements }) => `${(ours / elements).toFixed(2)} µs of ${elements}`).join(', '),
  };
}

/** Whole steps of flexes, and how their time grows. */
export async function* flexSuite(options: SuiteOptions): AsyncIterable<Row> {
  for (const kind of kinds) {
    const scenes = kind.sizes.map((n) => sceneOf(kind, n)).filter(({ name }) => options.scene.test(name));
    const rows: FlexRow[] = [];
    for (const s of scenes) {
      const row = await stepsOf(s, options);
      rows.push(row);
      yield row;
    }
    if (rows.length === kind.sizes.length) yield growthOf(kind.name, rows);
  }
}
