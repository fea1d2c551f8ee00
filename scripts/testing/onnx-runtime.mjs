// Exports the bundled policies to ONNX and runs them by ONNX Runtime, which is installed on demand in a folder of its own: both must act alike.
//   node scripts/testing/onnx-runtime.mjs
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { RandomGenerator } from '@qpos/batch';
import { loadOnnxPolicy, loadPolicy, toOnnx } from '@qpos/learn';
import { root } from '../packages.mjs';

const RUNTIME = 'onnxruntime-web@1.30.0';
const TRIALS = 200;
/** ONNX computes in single precision: some ten roundings of numbers up to ten deviations. */
const TOLERANCE = 2e-5;

/** ONNX Runtime, or nothing where it cannot be installed. */
function install(folder) {
  const args = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', RUNTIME];
  const { status } = spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  return status === 0 ? createRequire(path.join(folder, 'x.js'))('onnxruntime-web') : undefined;
}

/** The largest difference of the actions, of the range of each. */
async function compare(file, runtime) {
  const policy = loadPolicy(fs.readFileSync(file));
  const exported = await loadOnnxPolicy(toOnnx(policy), { runtime });
  const { mean, deviation, low, high } = policy.parts;
  const random = new RandomGenerator(1);
  let worst = 0;
  for (let k = 0; k < TRIALS; k++) {
    const obs = Float64Array.from(mean, (x, i) => x + 3 * deviation[i] * random.normal());
    const [ours, theirs] = [policy.act(obs), await exported.act(obs)];
    for (let i = 0; i < ours.length; i++) worst = Math.max(worst, Math.abs(ours[i] - theirs[i]) / (high[i] - low[i]));
  }
  return worst;
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qpos-onnx-'));
let passed = 0;
let failed = 0;
try {
  const runtime = install(folder);
  if (runtime === undefined) console.log(`${RUNTIME} is not available`);
  else
    for (const name of fs.readdirSync(path.join(root, 'policies')).filter((file) => file.endsWith('.safetensors'))) {
      const worst = await compare(path.join(root, 'policies', name), runtime);
      const isAlike = worst <= TOLERANCE;
      console.log(`${name.padEnd(44)}${worst.toExponential(1)}  ${isAlike ? 'ok' : 'FAILED'}`);
      if (isAlike) passed++;
      else failed++;
    }
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
