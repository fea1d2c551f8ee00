// Compares batches on a GPU with the engine in double precision, model by model, and looks at how a batch behaves. Without a GPU it is the software
// renderer of Chromium that computes; it takes half a minute of processor time to compile a model.
//   node scripts/testing/gpu.mjs [file ...]    these models, or a few that have everything between them
//   QPOS_GPU=all node scripts/testing/gpu.mjs  all of scripts/testing/gpu/models.mjs
import { GpuBatchSim } from '@qpos/webgpu';
import { loadModelFile } from 'qpos/node';
import { openGpu, startWithRenderer } from './gpu/adapter.mjs';
import { checkBehaviour } from './gpu/behaviour.mjs';
import { compareModel } from './gpu/compare.mjs';
import { allModels, exceptions, fewModels, fileOf, refusedModels } from './gpu/models.mjs';

const ENVIRONMENTS = 2;

/** Compares one model and prints a line. Returns whether it agrees. */
async function check(gpu, name) {
  const file = fileOf(name);
  if (file === undefined) return undefined; // of the corpus, which is not here
  const { wrong, last, chaos, seconds } = await compareModel(
    gpu,
    loadModelFile(file),
    ENVIRONMENTS,
    exceptions[name],
  ).catch((error) => ({ wrong: [error.message], last: Number.NaN, chaos: Number.NaN, seconds: Number.NaN }));
  const off = `qpos within ${last.toExponential(1)} (${chaos.toExponential(1)} by rounding alone)`;
  const verdict = wrong.length === 0 ? 'ok' : `FAILED: ${wrong.join('; ')}`;
  console.log(`${name.padEnd(72)}compiled in ${seconds.toFixed(1).padStart(5)} s, ${off}  ${verdict}`);
  return wrong.length === 0;
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
  for (const name of names.length > 0 ? names : process.env.QPOS_GPU === 'all' ? allModels : fewModels)
    count(await check(gpu, name));
  if (names.length > 0) return { passed, failed };
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
