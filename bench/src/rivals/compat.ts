import { startOracle } from '@qpos/conformance';
import { loadMujoco } from 'qpos/compat';
import { alternate, timing } from '../measure.ts';
import type { Row, SuiteOptions } from '../rows.ts';
import { scenes } from '../scenes.ts';

/** What a program uses of either package. */
interface Mujoco {
  readonly MjModel: { from_xml_string(xml: string): object };
  readonly MjData: new (model: object) => Simulation;
  mj_step(model: object, data: Simulation): void;
  mj_resetData(model: object, data: Simulation): void;
}

interface Contacts {
  size(): number;
  get(k: number): { readonly dist: number; delete(): void };
  delete(): void;
}

interface Simulation {
  readonly qpos: Float64Array;
  readonly xpos: Float64Array;
  readonly contact: Contacts;
  readonly time: number;
}

/** A program in the style of the public demos: a step, then what a picture needs of the result. */
function program(mujoco: Mujoco, xml: string, settle: number, duration: number): () => void {
  const model = mujoco.MjModel.from_xml_string(xml);
  const data = new mujoco.MjData(model);
  for (let k = 0; k < settle; k++) mujoco.mj_step(model, data);
  const end = data.time + duration;
  let seen = 0;
  return () => {
    mujoco.mj_step(model, data);
    const { qpos, xpos, contact } = data;
    seen += (qpos[0] as number) + (xpos[3] as number);
    for (let k = 0; k < contact.size(); k++) {
      const one = contact.get(k);
      seen += one.dist;
      one.delete();
    }
    contact.delete();
    if (data.time > end || Number.isNaN(seen)) mujoco.mj_resetData(model, data);
  };
}

const SCENES = /^(humanoid at rest|heap of 100 boxes|hand with tendons)$/;

/** The same program on the official package and on `qpos/compat`: only the module differs. */
export async function* compatSuite({ scene, rounds, ms, progress }: SuiteOptions): AsyncIterable<Row> {
  const theirs = (await startOracle()).mj as unknown as Mujoco;
  const ours = (await loadMujoco()) as unknown as Mujoco;
  for (const s of scenes().filter(({ name }) => SCENES.test(name) && scene.test(name))) {
    progress(s.name);
    const programs = [theirs, ours].map((mujoco) => program(mujoco, s.xml, s.settle, s.duration));
    const measured = timing(alternate(programs, { rounds, ms }));
    yield { name: s.name, ...measured, limits: [{ of: 'ratio', most: 0.7 }], note: 'step, qpos, xpos, contacts' };
  }
}
