import { Cloth, type Deformable, SoftBody, SoftScene, type XpbdOptions, xpbdPresets } from '@qpos/parts/soft';
import { loadModel, makeData, step } from 'qpos';
import { alternate, timing } from '../measure.ts';
import type { Row, SuiteOptions } from '../rows.ts';

const STEP = 0.005; // seconds

/** A mesh as a flex and as a soft body, in the same scene. */
interface Contest {
  readonly name: string;
  readonly body: () => Deformable;
  readonly solver: XpbdOptions;
  readonly rigid: string;
  readonly flex: string;
}

const apart = '<contact selfcollide="none" internal="false" contype="0" conaffinity="0"/>';
const touching = '<contact selfcollide="none" internal="false" condim="3" friction=".5"/>';
const sheet = (height: number, pin: string, contact: string): string =>
  `<flexcomp name="cloth" type="grid" dim="2" count="32 32 1" spacing=".03 .03 .03" pos="0 0 ${height}" mass=".2" radius=".006">
    <elasticity young="3e5" poisson=".2" thickness="1e-3" damping=".001" elastic2d="both"/>${pin}${contact}</flexcomp>`;

const contests: readonly Contest[] = [
  {
    name: 'cloth of 32 squared, hanging on two corners',
    body() {
      const cloth = Cloth.grid({ count: [32, 32], spacing: 0.03, centre: [0, 0, 1] });
      cloth.pin(0);
      cloth.pin(31);
      return cloth;
    },
    solver: xpbdPresets.default,
    rigid: '',
    flex: sheet(1, '<pin id="0 31"/>', apart),
  },
  {
    name: 'cloth of 32 squared, falling over a sphere',
    body: () => Cloth.grid({ count: [32, 32], spacing: 0.03, centre: [0, 0, 0.7], radius: 0.006 }),
    solver: xpbdPresets.default,
    rigid: '<geom type="plane" size="2 2 1"/><geom size=".15" pos="0 0 .5"/>',
    flex: sheet(0.7, '', touching),
  },
  {
    name: 'solid of 10 cubed, hanging on one face',
    body() {
      const solid = SoftBody.box({ size: [0.45, 0.45, 0.45], count: [10, 10, 10], preset: 'gelatin' });
      for (let v = 0; v < solid.count; v++) if ((solid.x[3 * v] as number) < -0.22) solid.pin(v);
      return solid;
    },
    solver: xpbdPresets.realtime,
    rigid: '',
    flex: `<flexcomp name="block" type="grid" dim="3" count="10 10 10" spacing=".05 .05 .05" mass="96" radius=".001">
      <elasticity young="5e4" poisson=".2" damping=".005"/><pin gridrange="0 0 0 0 9 9"/>${apart}</flexcomp>`,
  },
];

const world = (inside: string): string => `<mujoco>
  <option timestep="${STEP}" solver="CG" tolerance="1e-6" integrator="discrete"/><size memory="400M"/>
  <worldbody>${inside}</worldbody></mujoco>`;

/** Steps of soft bodies by position-based dynamics, beside those of flexes of the same meshes: about a thousand vertices, in real time. */
export async function* softSuite({ scene, rounds, ms, progress }: SuiteOptions): AsyncIterable<Row> {
  for (const { name, body, solver, rigid, flex } of contests) {
    if (!scene.test(name)) continue;
    progress(name);
    const model = loadModel(world(rigid));
    const soft = new SoftScene(model, makeData(model), [body()], solver);
    const flexModel = loadModel(world(rigid + flex));
    const data = makeData(flexModel);
    const measured = timing(alternate([() => step(flexModel, data), () => soft.step()], { rounds, ms }));
    const factor = (1e6 * STEP) / measured.ours;
    yield {
      name,
      ...measured,
      limits: [{ of: 'ours', most: 1e6 * STEP }],
      note: `${soft.bodies[0]?.count} vertices, ${soft.solver.iterations} iterations: ${factor.toFixed(1)} times real time; against our flex`,
    };
  }
}
