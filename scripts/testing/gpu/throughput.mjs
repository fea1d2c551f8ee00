// Steps of a batch on a GPU and on the processor, in turns. Prints a line of JSON for each number of environments: `{ adapter, n, rounds }`, of which
// a round is the microseconds of a step of all environments, on the processor and on the GPU.
//   node scripts/testing/gpu/throughput.mjs file rounds n ...
import { BatchSim } from '@qpos/batch';
import { GpuBatchSim } from '@qpos/webgpu';
import { loadModelFile } from 'qpos/node';
import { openGpu, startWithRenderer } from './adapter.mjs';

const STEPS = 5;

async function microseconds(sim) {
  const start = performance.now();
  await sim.step(STEPS);
  return (1000 * (performance.now() - start)) / STEPS;
}

async function main([file, rounds, ...sizes]) {
  const gpu = await openGpu();
  if (gpu === undefined) return;
  const model = loadModelFile(file);
  for (const n of sizes.map(Number)) {
    const adapter = await gpu.requestAdapter();
    const { description, vendor } = adapter.info;
    const onGpu = await GpuBatchSim.create(model, { n, adapter });
    const onCpu = await BatchSim.create(model, { n });
    const found = [];
    await microseconds(onCpu);
    await microseconds(onGpu);
    for (let k = 0; k < Number(rounds); k++) found.push([await microseconds(onCpu), await microseconds(onGpu)]);
    await onGpu.close();
    await onCpu.close();
    console.log(JSON.stringify({ adapter: description || vendor, n, rounds: found }));
  }
}

startWithRenderer(import.meta.url);
await main(process.argv.slice(2));
process.exit(0);
