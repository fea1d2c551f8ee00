// The Python client against the environments of this build: its tests, with what the environments do in TypeScript to compare with; then what a
// step costs more than here. Python 3 with numpy is needed; on Debian as root it is installed.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { make, makeVec, RandomGenerator } from '@qpos/env';
import { root } from '../ensure.mjs';

const STEPS = 1000;
const N = 64;
const ROUNDS = 3000; // the first hundreds compile on both sides

const python = (args, options = {}) => spawnSync('python3', args, { encoding: 'utf8', ...options });
const hasNumpy = () => python(['-c', 'import numpy']).status === 0;

function ensurePython() {
  if (hasNumpy()) return true;
  if (process.getuid?.() !== 0 || !fs.existsSync('/usr/bin/apt-get')) return false;
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  spawnSync('apt-get', ['install', '-y', '-qq', 'python3-numpy'], { stdio: ['ignore', 'ignore', 'inherit'] });
  return hasNumpy();
}

/** Rows of action, observation, reward and ends: the first of a reset, then of a thousand steps. */
async function recordOne(file) {
  const env = await make('Hopper-v5');
  const random = new RandomGenerator(1);
  const rows = [...new Float64Array(3), ...env.reset({ seed: 7 }).obs, 0, 0, 0];
  for (let k = 0; k < STEPS; k++) {
    const action = Float64Array.from({ length: 3 }, () => random.uniform(-1, 1));
    const { obs, reward, terminated, truncated } = env.step(action);
    rows.push(...action, ...obs, reward, Number(terminated), Number(truncated));
    if (terminated || truncated) env.reset();
  }
  fs.writeFileSync(file, Float64Array.from(rows));
}

/** The same of three, with the last observations of episodes. */
async function recordMany(file) {
  const vec = await makeVec('Hopper-v5', { n: 3, autoreset: 'same-step', maxEpisodeSteps: 23 });
  const random = new RandomGenerator(2);
  const rows = [...new Float64Array(9), ...vec.reset({ seed: 11 }).obs, ...new Float64Array(9 + 33)];
  for (let k = 0; k < 200; k++) {
    const actions = Float64Array.from({ length: 9 }, () => random.uniform(-1, 1));
    const { obs, rewards, terminated, truncated, finalObs } = vec.step(actions);
    rows.push(...actions, ...obs, ...rewards, ...terminated, ...truncated, ...finalObs);
  }
  fs.writeFileSync(file, Float64Array.from(rows));
  await vec.close();
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** Microseconds of a step of N environments that do nothing much, here and through the client. */
async function overhead() {
  const id = 'InvertedPendulum-v5';
  const vec = await makeVec(id, { n: N });
  const actions = new Float64Array(N);
  vec.reset({ seed: 1 });
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    vec.step(actions);
    return 1000 * (performance.now() - start);
  });
  await vec.close();
  const program = `import time, numpy as np, qpos_env as qpos
with qpos.make_vec('${id}', ${N}, workers=0) as envs:
    envs.reset(seed=1)
    actions = np.zeros((${N}, 1))
    times = []
    for _ in range(${ROUNDS}):
        start = time.perf_counter()
        envs.step(actions)
        times.append(1e6 * (time.perf_counter() - start))
print(np.median(times))`;
  const through = Number(python(['-c', program], { cwd: path.join(root, 'python') }).stdout);
  return { here: median(times) / N, through: through / N };
}

if (!ensurePython()) {
  console.log('Python 3 with numpy is needed: apt-get install python3-numpy');
  console.log('0 passed, 1 failed');
  process.exit(1);
}
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qpos-python-'));
await recordOne(path.join(folder, 'hopper.f64'));
await recordMany(path.join(folder, 'vector.f64'));
const { stderr, status } = python(['-B', '-m', 'unittest', 'discover', '-s', 'python/tests'], {
  cwd: root,
  env: { ...process.env, QPOS_EXPECTED: folder },
});
fs.rmSync(folder, { recursive: true, force: true });
console.log(stderr.trim());
const { here, through } = await overhead();
console.log(
  `${N} environments: ${through.toFixed(2)} µs per environment step through the client, ${here.toFixed(2)} here: ${(through - here).toFixed(2)} more`,
);
const ran = Number(/^Ran (\d+) tests?/m.exec(stderr)?.[1] ?? 0);
const failed =
  status === 0
    ? 0
    : Math.max(1, Number(/failures=(\d+)/.exec(stderr)?.[1] ?? 0) + Number(/errors=(\d+)/.exec(stderr)?.[1] ?? 0));
console.log(`${ran - failed} passed, ${failed} failed`);
process.exit(status === 0 && ran > 0 ? 0 : 1);
