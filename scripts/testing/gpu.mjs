// Compares batches on a GPU with the engine in double precision, model by model, and looks at how a batch behaves. Without a GPU it is the software renderer of Chromium that computes.
//   node scripts/testing/gpu.mjs [model ...]
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { RandomGenerator } from '@qpos/batch';
import { makeData, step } from '@qpos/core';
import { GpuBatchSim } from '@qpos/webgpu';
import { loadModelFile } from 'qpos/node';
import { root } from '../packages.mjs';
import { openGpu, softwareRenderer } from './gpu-adapter.mjs';
import { checkBehaviour } from './gpu-behaviour.mjs';

/** Largest differences from double precision, of the largest number of each field: after one step, and of qpos after 60. */
const ONE_STEP = {
  qpos: 1e-6,
  qvel: 1e-4,
  qacc: 1e-4,
  qfrc_bias: 1e-6,
  xpos: 1e-6,
  xquat: 1e-6,
  M: 1e-6,
  qLD: 1e-4,
  cvel: 1e-6,
};
const MANY_STEPS = 1e-3;
const STEPS = 60;
const ENVIRONMENTS = 4;
const MODELS = ['cartpole', 'cheetah', 'humanoid'];

/** Environments in states of their own, in numbers that single precision holds. */
function scatter(model, n) {
  const random = new RandomGenerator(7);
  const all = Array.from({ length: n }, () => makeData(model));
  for (const data of all) {
    for (let j = 0; j < model.njnt; j++)
      if (model.jnt_type[j] >= 2) data.qpos[model.jnt_qposadr[j]] += random.uniform(-0.05, 0.05);
    for (let k = 0; k < model.nv; k++) data.qvel[k] = random.uniform(-0.1, 0.1);
    for (let k = 0; k < model.nu; k++) data.ctrl[k] = random.uniform(-0.3, 0.3);
    for (const field of [data.qpos, data.qvel, data.act, data.ctrl])
      for (let k = 0; k < field.length; k++) field[k] = Math.fround(field[k]);
  }
  return all;
}

/** States and controls of environments, as a batch takes them. */
function rowsOf(all) {
  const rows = (fields) => Float64Array.from(all.flatMap((data) => fields.flatMap((field) => [...data[field]])));
  return { states: rows(['qpos', 'qvel', 'act']), ctrl: rows(['ctrl']) };
}

/** The largest difference of a field, of its largest number and at least 1. */
async function difference(sim, all, field) {
  const found = await sim.readField(field);
  const exact = all.flatMap((data) => [...data[field]]);
  const scale = exact.reduce((most, x) => Math.max(most, Math.abs(x)), 1);
  return exact.reduce(
    (most, x, k) => Math.max(most, Math.abs(found[k] - x) / scale, Number.isNaN(found[k]) ? 1 : 0),
    0,
  );
}

/** What is wrong with a batch after steps. */
async function compare(sim, model, all, wrong) {
  await sim.write(rowsOf(all));
  await sim.step(1);
  for (const data of all) step(model, data);
  for (const [field, tolerance] of Object.entries(ONE_STEP)) {
    const found = await difference(sim, all, field);
    if (!(found <= tolerance)) wrong.push(`${field} is off by ${found.toExponential(1)} after one step`);
  }
  for (const count of ['ncon', 'nefc']) {
    const found = await sim.readField(count);
    if (all.some((data, e) => data[count] !== found[e]))
      wrong.push(`${count} is ${found.join()} instead of ${all.map((d) => d[count]).join()}`);
  }
  await sim.step(STEPS - 1);
  for (const data of all) step(model, data, STEPS - 1);
  const { errors } = await sim.read(['errors']);
  const failed = errors.find((error) => error !== undefined);
  if (failed !== undefined) wrong.push(failed.message);
  const last = await difference(sim, all, 'qpos');
  if (!(last <= MANY_STEPS)) wrong.push(`qpos is off by ${last.toExponential(1)} after ${STEPS} steps`);
  return last;
}

async function main() {
  const gpu = await openGpu();
  if (gpu === undefined) {
    console.log('there is no GPU here, and no Chromium that would stand in for one');
    return { passed: 0, failed: 0 };
  }
  const { description, vendor } = (await gpu.requestAdapter()).info;
  console.log(`${description || vendor}, ${ENVIRONMENTS} environments`);
  const names = process.argv.slice(2);
  let [passed, failed] = [0, 0];
  for (const name of names.length > 0 ? names : MODELS) {
    const model = loadModelFile(path.join(root, 'models', `${name}.xml`));
    const start = process.cpuUsage();
    const sim = await GpuBatchSim.create(model, { n: ENVIRONMENTS, adapter: await gpu.requestAdapter() });
    const { user, system } = process.cpuUsage(start);
    const wrong = [];
    const last = await compare(sim, model, scatter(model, ENVIRONMENTS), wrong);
    await sim.close();
    const verdict = wrong.length === 0 ? 'ok' : `FAILED: ${wrong.join('; ')}`;
    console.log(
      `${name.padEnd(16)}compiled in ${((user + system) / 1e6).toFixed(1).padStart(5)} s, qpos within ${last.toExponential(1)}  ${verdict}`,
    );
    if (wrong.length === 0) passed++;
    else failed++;
  }
  if (names.length > 0) return { passed, failed };
  for (const [what, holds] of await checkBehaviour(gpu)) {
    console.log(`${what}: ${holds ? 'ok' : 'FAILED'}`);
    if (holds) passed++;
    else failed++;
  }
  return { passed, failed };
}

if (process.env.QPOS_GPU_TEST === undefined) {
  // the renderer is found by variables that must be there when the process starts
  const env = { ...process.env, ...softwareRenderer(), QPOS_GPU_TEST: '1' };
  const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env,
  });
  process.exit(status ?? 1);
}
const { passed, failed } = await main();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
