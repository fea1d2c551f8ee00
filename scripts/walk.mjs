// A robot walks by a bundled policy: simulates the studio's first picture without a window and says how far it came.
import fs from 'node:fs';
import path from 'node:path';
import { root } from './packages.mjs';

const TASK = 'qpos/quadruped-joystick-v0';
const POLICY = 'policies/quadruped-joystick.safetensors';
const COMMAND = [0.8, 0, 0]; // m/s forward, sideways; rad/s
const WIDTH = 24;

/** The packages as they were built. */
const built = (name) => import(path.join(root, `packages/${name}/dist/index.js`));

/** Distance of the trunk in the plane since the last call. */
function odometer(data) {
  let [x, y] = data.qpos;
  return () => {
    const step = Math.hypot(data.qpos[0] - x, data.qpos[1] - y);
    [x, y] = data.qpos;
    return step;
  };
}

/**
 * Walks for some seconds of simulated time.
 *
 * @param {number} seconds
 * @param {(done: number) => void} onProgress called with the part that is done
 */
export async function walk(seconds, onProgress) {
  const [{ make }, { loadPolicy }] = await Promise.all([built('env'), built('learn')]);
  const policy = loadPolicy(new Uint8Array(fs.readFileSync(path.join(root, POLICY))));
  const clean = { randomise: false, observation_noise: 0, latency: [0, 0], maxEpisodeSteps: 0 };
  const env = await make(TASK, clean);
  const { data, dt } = env.unwrapped;
  const start = { options: { command: COMMAND } };
  let { obs } = env.reset({ seed: 1, ...start });
  let walked = odometer(data);
  const result = { task: TASK, policy: POLICY, seconds, wallSeconds: 0, distance: 0, falls: 0, return: 0 };
  const begun = performance.now();
  const steps = Math.round(seconds / dt);
  for (let k = 1; k <= steps; k++) {
    const step = env.step(policy.act(obs));
    obs = step.obs;
    result.return += step.reward;
    result.distance += walked();
    if (step.terminated) {
      result.falls++;
      obs = env.reset(start).obs;
      walked = odometer(data);
    }
    if (k % 25 === 0) onProgress(k / steps);
  }
  result.wallSeconds = (performance.now() - begun) / 1000;
  return result;
}

/** Walks with a bar and a summary on the terminal. */
export async function showWalk(seconds) {
  const isLive = process.stdout.isTTY === true;
  const bar = (done) => `${'█'.repeat(Math.round(WIDTH * done)).padEnd(WIDTH, '░')} ${Math.round(100 * done)} %`;
  const result = await walk(seconds, (done) => isLive && process.stdout.write(`\r  ${bar(done)}`));
  if (isLive) process.stdout.write('\r\x1b[K');
  const falls = result.falls === 0 ? 'no falls' : result.falls === 1 ? '1 fall' : `${result.falls} falls`;
  const speed = (seconds / result.wallSeconds).toFixed(0);
  console.log(`  ${result.task} with ${result.policy}`);
  console.log(`  walked ${result.distance.toFixed(1)} m in ${seconds} s, ${falls}, return ${result.return.toFixed(1)}`);
  console.log(`  ${result.wallSeconds.toFixed(2)} s of computing, ${speed} times real time`);
  return result;
}
