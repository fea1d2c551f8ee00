/**
 * A long run in flat memory:
 *
 *     npm run soak [-- --steps 1e8 --every 5]
 *
 * A ball and a box tumble between six walls while gravity turns, so that contacts come and go for ever. At intervals it prints steps, time and
 * memory; it fails if memory grows, a number goes bad, or the scene comes to rest.
 */
import { parseArgs } from 'node:util';
import { type Data, loadModel, type Model, makeData, step } from 'qpos';
import { judge, type Sample } from './verdict.ts';

const SCENE = `
<mujoco model="soak">
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <geom type="plane" size="1 1 1" pos="0 0 1" euler="180 0 0"/>
    <geom type="plane" size="1 1 1" pos=".5 0 0" euler="0 -90 0"/>
    <geom type="plane" size="1 1 1" pos="-.5 0 0" euler="0 90 0"/>
    <geom type="plane" size="1 1 1" pos="0 .5 0" euler="90 0 0"/>
    <geom type="plane" size="1 1 1" pos="0 -.5 0" euler="-90 0 0"/>
    <body pos="0 0 .3"><freejoint/><geom size=".1"/></body>
    <body pos=".2 0 .6"><freejoint/><geom type="box" size=".05 .08 .1"/></body>
  </worldbody>
</mujoco>`;

/** Steps with one direction of gravity. */
const CHUNK = 500;
/** Directions that gravity takes in turn, in units of 9.81 m/s². */
const DIRECTIONS: readonly (readonly number[])[] = [
  [0, 0, -1],
  [0.8, 0, -0.6],
  [0, -0.8, 0.6],
  [-0.6, 0.8, 0],
  [0, 0.6, 0.8],
];

const { values } = parseArgs({
  options: { steps: { type: 'string', default: '1e8' }, every: { type: 'string', default: '2' } },
});
const total = Number(values.steps);
const percent = Number(values.every);
if (!(total >= CHUNK && percent > 0 && percent <= 100)) {
  console.error(`--steps must be at least ${CHUNK}, and --every a percentage`);
  process.exit(2);
}

/** Contacts of a step, on average over the ends of the chunks since the last sample. */
function run(model: Model, data: Data, steps: number, first: number): number {
  let contacts = 0;
  let chunks = 0;
  for (let k = 0; k < steps; k += CHUNK, chunks++) {
    const direction = DIRECTIONS[(first / CHUNK + chunks) % DIRECTIONS.length] as readonly number[];
    for (const [axis, part] of direction.entries()) model.opt.gravity[axis] = 9.81 * part;
    step(model, data, CHUNK);
    contacts += data.ncon;
  }
  return contacts / chunks;
}

const start = performance.now();
const model = loadModel(SCENE);
const data = makeData(model);
const samples: Sample[] = [];
const stride = Math.max(CHUNK, Math.round((total * percent) / 100 / CHUNK) * CHUNK);
console.log('      steps   seconds   RSS MB  heap MB  contacts');
for (let done = 0; done < total; ) {
  const steps = Math.min(stride, Math.ceil((total - done) / CHUNK) * CHUNK);
  const contacts = run(model, data, steps, done);
  done += steps;
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const sample = { steps: done, rss, heap: heapUsed, contacts };
  samples.push(sample);
  const seconds = (performance.now() - start) / 1000;
  const columns = [done.toExponential(3), seconds.toFixed(1), mega(rss), mega(heapUsed), contacts.toFixed(2)];
  console.log(columns.map((text, k) => text.padStart([11, 10, 9, 9, 10][k] as number)).join(''));
}

function mega(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

const problems = judge(samples, data);
const seconds = (performance.now() - start) / 1000;
const speed = `${samples.at(-1)?.steps} steps in ${seconds.toFixed(0)} s (${((1e6 * seconds) / total).toFixed(2)} us each)`;
console.log(problems.length === 0 ? `ok: ${speed}, memory is flat` : `FAILED: ${speed}: ${problems.join('; ')}`);
process.exit(problems.length === 0 ? 0 : 1);
