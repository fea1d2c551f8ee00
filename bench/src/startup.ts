import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { timing } from './measure.ts';
import type { Row, SuiteOptions } from './rows.ts';
import { bundled } from './scenes.ts';

const pendulum =
  '<mujoco><worldbody><body><joint axis="0 1 0"/><geom type="capsule" size=".02" fromto="0 0 0 0 0 -.5"/></body></worldbody></mujoco>';
const root = path.resolve(import.meta.dirname, '../..');

const oracleScript = `
const t0 = performance.now();
const { default: load } = await import('@mujoco/mujoco');
const mj = await load();
mj.FS.writeFile('/m.xml', process.env.MODEL);
const m = mj.MjModel.from_xml_path('/m.xml');
const d = new mj.MjData(m);
mj.mj_step(m, d);
console.log(performance.now() - t0);`;

const oursScript = `
const t0 = performance.now();
const { loadModel, makeData, step } = await import('qpos');
const m = loadModel(process.env.MODEL);
const d = makeData(m);
step(m, d);
console.log(performance.now() - t0);`;

/** Milliseconds from import to the first step, in a fresh process. */
function once(script: string, model: string): number {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, MODEL: model },
  });
  const ms = Number(stdout.trim().split('\n').at(-1));
  if (!(ms > 0)) throw new Error(`the start-up script failed: ${stderr}`);
  return ms;
}

/** Import to first step, alternating fresh processes. */
export async function* startSuite({ scene, rounds, progress }: SuiteOptions): AsyncIterable<Row> {
  const models = { pendulum, humanoid: bundled('humanoid.xml') };
  for (const [name, xml] of Object.entries(models).filter(([n]) => scene.test(n))) {
    const times: [number, number][] = [];
    for (let k = 0; k < Math.min(rounds, 9); k++) {
      progress(`${name}, start ${k + 1}`);
      times.push([once(oracleScript, xml), once(oursScript, xml)]);
    }
    yield {
      name: `import to first step of the ${name}`,
      unit: 'ms',
      ...timing(times),
      limits: [{ of: 'ratio', most: 0.1 }],
    };
  }
}
