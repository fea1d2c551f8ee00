// The Python client against the environments of this build: its tests, with what the environments do in TypeScript to compare with; then what a
// step costs more than here. Python 3 with numpy is needed; on Debian as root it is installed.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { make, makeVec, RandomGenerator } from '@qpos/env';
import { root } from '../ensure.mjs';

const STEPS = 1000;
const N = 64;
const BLOCK = 40;
const BLOCKS = 61;
const WARM_BLOCKS = 25; // both sides compile

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

const TIMED = 'InvertedPendulum-v5'; // does nothing much, so that the difference stands out

/** Steps through the client: a block for each line of standard input, answered with its median. */
const CLIENT = `import sys, time, numpy as np, qpos_env as qpos
with qpos.make_vec('${TIMED}', ${N}, workers=0) as envs:
    envs.reset(seed=1)
    actions = np.zeros((${N}, 1))
    for _ in sys.stdin:
        times = []
        for _ in range(${BLOCK}):
            start = time.perf_counter()
            envs.step(actions)
            times.append(1e6 * (time.perf_counter() - start))
        print(np.median(times), flush=True)`;

/**
 * Microseconds of a step of one of N environments, here and through the client, and how much more the client takes. Blocks of steps alternate between the two,
 * so that the machine is as fast for both, and each is compared with its neighbour.
 */
async function overhead() {
  const vec = await makeVec(TIMED, { n: N });
  const actions = new Float64Array(N);
  vec.reset({ seed: 1 });
  const blockHere = () =>
    median(
      Array.from({ length: BLOCK }, () => {
        const start = performance.now();
        vec.step(actions);
        return 1000 * (performance.now() - start);
      }),
    );
  const client = spawn('python3', ['-c', CLIENT], {
    cwd: path.join(root, 'python'),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const medians = readline.createInterface({ input: client.stdout })[Symbol.asyncIterator]();
  const pairs = [];
  for (let k = 0; k < WARM_BLOCKS + BLOCKS; k++) {
    const here = blockHere() / N;
    client.stdin.write('\n');
    const { value, done } = await medians.next();
    if (done) throw new Error('the client ended');
    if (k >= WARM_BLOCKS) pairs.push({ here, through: Number(value) / N });
  }
  client.stdin.end();
  await vec.close();
  return {
    here: median(pairs.map(({ here }) => here)),
    through: median(pairs.map(({ through }) => through)),
    more: median(pairs.map(({ here, through }) => through - here)),
  };
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
const { here, through, more } = await overhead();
console.log(
  `${N} environments: ${through.toFixed(2)} µs per environment step through the client, ${here.toFixed(2)} here: ${more.toFixed(2)} more (median of ${BLOCKS} pairs of blocks)`,
);
const ran = Number(/^Ran (\d+) tests?/m.exec(stderr)?.[1] ?? 0);
const failed =
  status === 0
    ? 0
    : Math.max(1, Number(/failures=(\d+)/.exec(stderr)?.[1] ?? 0) + Number(/errors=(\d+)/.exec(stderr)?.[1] ?? 0));
console.log(`${ran - failed} passed, ${failed} failed`);
process.exit(status === 0 && ran > 0 ? 0 : 1);
