import { RandomGenerator } from '@qpos/batch';
import { inverseKinematics } from '@qpos/control';
import { forward, makeData } from '@qpos/core';
import { loadModel } from 'qpos';
import { median, quartileSpread } from './measure.ts';
import type { Row, SuiteOptions } from './rows.ts';
import { bundled } from './scenes.ts';

const TARGETS = 1000;
const JOINTS = ['pan', 'lift', 'elbow', 'roll', 'pitch', 'twist'];

/** Median time of inverse kinematics to 1e-6 m at random reachable targets of the bundled arm; the oracle has none. */
export async function* kinematicsSuite({ scene, progress }: SuiteOptions): AsyncIterable<Row> {
  const name = 'arm: 1,000 positions';
  if (!scene.test(name)) return;
  progress(name);
  const model = loadModel(bundled('arm.xml'));
  const [data, other] = [makeData(model), makeData(model)];
  const random = new RandomGenerator(1);
  const site = model.site('grip').id;
  const times: number[] = [];
  let missed = 0;
  for (let k = 0; k < TARGETS; k++) {
    for (const joint of JOINTS) {
      const { id, qposadr } = model.joint(joint);
      other.qpos[qposadr] = random.uniform(model.jnt_range[2 * id], model.jnt_range[2 * id + 1]);
    }
    forward(model, other);
    const position = other.site_xpos.slice(3 * site, 3 * site + 3);
    const start = performance.now();
    const { converged } = inverseKinematics(model, data, [{ site: 'grip', position }], {
      joints: JOINTS,
      restarts: 20,
      seed: k,
    });
    times.push(1000 * (performance.now() - start));
    if (!converged) missed++;
  }
  const ours = median(times);
  const timing = { oracle: Number.NaN, ours, ratio: Number.NaN, spread: quartileSpread(times) };
  yield { name, ...timing, limits: [{ of: 'ours', most: 1000 }], note: `${missed} missed` };
}
