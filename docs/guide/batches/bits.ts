import { BatchSim } from '@qpos/batch';
import { loadModel } from 'qpos';

/** What a page without a DOM of its own would print: a digest of a batch's results for each number of workers. */
export async function digests(reward: URL, xml: string, counts: readonly number[]): Promise<string[]> {
  const model = loadModel(xml);
  const found: string[] = [];
  for (const workers of counts) {
    const sim = await BatchSim.create(model, { n: 7, workers, reward, autoreset: 'done' });
    const xpos = sim.bind('xpos') as Float64Array;
    sim.expand('geom_friction')[0] = 0.4;
    for (let e = 0; e < sim.n; e++) sim.states[e * sim.stateSize] = 0.01 * e;
    for (let k = 0; k < 12; k++) {
      for (let e = 0; e < sim.n; e++) sim.ctrl[e * model.nu + 1] = 0.1 * ((e + k) % 5);
      await sim.stepAllAsync(10);
    }
    const { rewards } = await sim.read(['rewards']);
    const numbers = Float64Array.from([...sim.states, ...sim.sensordata, ...xpos, ...rewards]);
    found.push(digest(new Uint8Array(numbers.buffer)));
    await sim.close();
  }
  return found;
}

/** FNV-1a. */
function digest(bytes: Uint8Array): string {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16);
}
