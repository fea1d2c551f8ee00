import { type BatchOptions, BatchSim } from '@qpos/batch';
import { loadModel } from 'qpos';

export type Teams = readonly Pick<BatchOptions, 'workers' | 'memory'>[];

/** What a page without a DOM of its own would print: for each choice of workers, digests of what batches of some sizes gave. */
export async function digests(reward: URL, xml: string, teams: Teams): Promise<string[]> {
  const model = loadModel(xml);
  const found: string[] = [];
  for (const team of teams) {
    const ofSizes: string[] = [];
    for (const n of [1, 7, 256]) {
      // without a module and expanded fields workers use one Model
      const plain = await BatchSim.create(model, { n, ...team });
      const rich = await BatchSim.create(model, { n, ...team, reward, autoreset: 'done' });
      rich.expand('geom_friction')[0] = 0.4;
      ofSizes.push(await play(plain), await play(rich));
    }
    found.push(ofSizes.join());
  }
  return found;
}

/** Boxes that fall on each other, so that contacts grow memory. */
async function play(sim: BatchSim): Promise<string> {
  const xpos = sim.bind('xpos') as Float64Array;
  for (let e = 0; e < sim.n; e++) sim.states[e * sim.stateSize] = 0.01 * (e % 50);
  for (let k = 0; k < 12; k++) {
    for (let e = 0; e < sim.n; e++) sim.ctrl[e * sim.model.nu + 1] = 0.1 * ((e + k) % 5);
    await sim.stepAllAsync(10);
  }
  const { rewards } = await sim.read(['rewards']);
  const numbers = Float64Array.from([...sim.states, ...sim.sensordata, ...xpos, ...rewards]);
  await sim.close();
  return digest(new Uint8Array(numbers.buffer));
}

/** FNV-1a. */
function digest(bytes: Uint8Array): string {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16);
}
