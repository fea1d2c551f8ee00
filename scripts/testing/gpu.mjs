// Compares batches on a GPU with the engine in double precision, model by model, and looks at how a batch behaves. Without a GPU it is the software
// renderer of Chromium that computes; it takes some ten seconds of processor time to compile a model.
//   node scripts/testing/gpu.mjs [file ...]    these models, or a few that have everything between them, and the behaviour
//   QPOS_GPU=all node scripts/testing/gpu.mjs  all of scripts/testing/gpu/models.mjs, a process each on every core
import { execFile } from 'node:child_process';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { GpuBatchSim } from '@qpos/webgpu';
import { loadModelFile } from 'qpos/node';
import { openGpu, startWithRenderer } from './gpu/adapter.mjs';
import { checkBehaviour } from './gpu/behaviour.mjs';
import { compareModel } from './gpu/compare.mjs';
import { allModels, fewModels, fileOf, refusedModels } from './gpu/models.mjs';

const ENVIRONMENTS = 2;
/** Processor time for the driver's compiler: twice what the slowest, contacts that are searched for, has taken. */
const MOST_SECONDS = 200;

/** Compares one model and prints a line. Returns whether it agrees. */
async function check(gpu, name) {
  const [file, newton] = [fileOf(name.split(' ')[0]), name.split(' ')[1]];
  if (file === undefined) return undefined; // of the corpus, which is not here
  const { wrong, rounding, last, chaos, seconds } = await compareModel(
    gpu,
    () => loadModelFile(file),
    ENVIRONMENTS,
    newton,
  ).catch((error) => ({ wrong: [error.message], last: Number.NaN, chaos: Number.NaN, seconds: Number.NaN }));
  const off = `qpos within ${last.toExponential(1)} (${chaos.toExponential(1)} by rounding alone)`;
  const explained = rounding?.length > 0 ? `ok by rounding: ${rounding.join('; ')}` : 'ok';
  const slow = seconds > MOST_SECONDS ? [`took more than ${MOST_SECONDS} s to compile`] : [];
  const verdict = wrong.length + slow.length === 0 ? explained : `FAILED: ${[...wrong, ...slow].join('; ')}`;
  console.log(`${name.padEnd(72)}compiled in ${seconds.toFixed(1).padStart(5)} s, ${off}  ${verdict}`);
  return wrong.length + slow.length === 0;
}

/** Compares one model in a process of its own, whatever becomes of that, and prints its line. Returns whether it agrees. */
async function checkApart(name) {
  const args = [fileURLToPath(import.meta.url), name];
  const { stdout, stderr, code } = await promisify(execFile)(process.execPath, args).catch((error) => error);
  const line = stdout.split('\n').find((text) => text.startsWith(name));
  if (line === undefined && code === undefined) return undefined; // not here
  console.log(line ?? `${name.padEnd(72)}FAILED: ${stderr.trim().split('\n').at(-1)}`);
  return code === undefined;
}

/** Compares models, as many at once as there are cores. Returns for each whether it agrees. */
async function checkAll(names) {
  const results = [];
  const queue = [...names];
  const work = async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) results.push(await checkApart(name));
  };
  await Promise.all(Array.from({ length: os.availableParallelism() }, work));
  return results;
}

/** Whether a batch of a model is refused for a reason; drivers are not asked. */
async function checkRefusal(name, reason) {
  const thrown = await GpuBatchSim.create(loadModelFile(fileOf(name)), { n: 1 }).catch((error) => error);
  const holds = thrown.code === 'unsupported' && thrown.message.includes(reason);
  console.log(`${name.padEnd(72)}${holds ? 'refused' : 'FAILED'}: ${thrown.message ?? 'it is accepted'}`);
  return holds;
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
  const count = (holds) => {
    if (holds === true) passed++;
    else if (holds === false) failed++;
  };
  if (names.length > 0) {
    for (const name of names) count(await check(gpu, name));
    return { passed, failed };
  }
  for (const holds of await checkAll(process.env.QPOS_GPU === 'all' ? allModels : fewModels)) count(holds);
  for (const [name, reason] of Object.entries(refusedModels)) count(await checkRefusal(name, reason));
  for (const [what, holds] of await checkBehaviour(gpu)) {
    console.log(`${what}: ${holds ? 'ok' : 'FAILED'}`);
    count(holds);
  }
  return { passed, failed };
}

startWithRenderer(import.meta.url);
const { passed, failed } = await main();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
