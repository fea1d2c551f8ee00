// What a step costs an environment: the words of model and data that its thread reads and writes, and the additions, multiplications and the like, those
// for addresses among them, both counted by the programs themselves.
//   node scripts/testing/gpu/cost.mjs file ...
import { GpuBatchSim } from '@qpos/webgpu';
import { loadModelFile } from 'qpos/node';
import { openGpu, startWithRenderer } from './adapter.mjs';

/** Steps before the one that counts. */
const SETTLE = 100;
// values of GPUBufferUsage and GPUMapMode
const [MAP_READ, COPY_SRC, COPY_DST, STORAGE] = [1, 4, 8, 128];
const READ = 1;

/** A line that also counts the operators in it; the heads of loops and functions stay as they are. */
function countOperators(line) {
  const count = line.match(/ [-+*/] |\bsqrt\(/g)?.length ?? 0;
  const isStatement = /;$/.test(line) && !/^(fn|for|loop|if|let \w+ = select|const|var<|struct|@|\})/.test(line);
  return count > 0 && isStatement && !/^(return|break|continue)\b/.test(line) ? `computed += ${count}; ${line}` : line;
}

/** A program that adds the words it moves to the word behind the data, or the operations it makes. */
function counting(code, what) {
  const behind = /min\(u32\(i\), (\d+)u\)/.exec(code)?.[1];
  if (behind === undefined) return code; // no part of a step
  if (what === 'operations') {
    const [head, body] = [code.slice(0, code.indexOf('const WORKGROUP')), code.slice(code.indexOf('const WORKGROUP'))];
    const counted = body.split('\n').map(countOperators).join('\n');
    return `${head}var<private> computed: i32;\n${counted}`.replace(
      / \{ (\w+)\(\); \}/,
      ` { $1(); data[${behind} * size.n + environment] += computed; }`,
    );
  }
  return code
    .replace('var<private> environment: i32;', 'var<private> environment: i32;\nvar<private> moved: i32;')
    .replace(/^fn (mi|mf|di|df|dis)\((.*?)\)( -> \w+)? \{ /gm, 'fn $1($2)$3 { moved++; ')
    .replace(/ \{ (\w+)\(\); \}/, ` { $1(); data[${behind} * size.n + environment] += moved; }`);
}

/** A device whose programs count, and what reads the count. */
async function countingDevice(adapter, what) {
  const { maxStorageBufferBindingSize, maxBufferSize } = adapter.limits;
  const device = await adapter.requestDevice({ requiredLimits: { maxStorageBufferBindingSize, maxBufferSize } });
  const makeModule = device.createShaderModule.bind(device);
  const makeBuffer = device.createBuffer.bind(device);
  let data;
  device.createShaderModule = ({ code }) => makeModule({ code: counting(code, what) });
  device.createBuffer = ({ size, usage }) => {
    const isData = usage === STORAGE;
    const buffer = makeBuffer({ size, usage: isData ? usage | COPY_SRC : usage });
    if (isData) data = buffer;
    return buffer;
  };
  const count = async () => {
    const staging = makeBuffer({ size: 4, usage: MAP_READ | COPY_DST });
    const encoder = device.createCommandEncoder();
    encoder.copyBufferToBuffer(data, data.size - 4, staging, 0, 4);
    device.queue.submit([encoder.finish()]);
    await staging.mapAsync(READ);
    const [word] = new Int32Array(staging.getMappedRange().slice(0));
    staging.destroy();
    return word;
  };
  return { device, count };
}

/** What a step of a model costs, of words or of operations, after it has settled. */
async function costOf(gpu, file, what) {
  const adapter = await gpu.requestAdapter();
  const { device, count } = await countingDevice(adapter, what);
  const counted = { limits: adapter.limits, requestDevice: async () => device };
  const sim = await GpuBatchSim.create(loadModelFile(file), { n: 1, adapter: counted });
  await sim.step(SETTLE);
  const before = await count();
  await sim.step(1);
  const found = { cost: (await count()) - before, contacts: (await sim.readField('ncon'))[0] };
  const { bytesPerEnvironment } = sim;
  await sim.close();
  return { ...found, bytesPerEnvironment };
}

async function main(files) {
  const gpu = await openGpu();
  for (const file of gpu === undefined ? [] : files) {
    const { cost: words, contacts, bytesPerEnvironment } = await costOf(gpu, file, 'words');
    const { cost: operations } = await costOf(gpu, file, 'operations');
    const moved = `${words} words (${4 * words} bytes) and ${operations} operations a step`;
    console.log(`${file}: ${moved}, ${contacts} contacts, ${bytesPerEnvironment} bytes of memory`);
  }
}

startWithRenderer(import.meta.url);
await main(process.argv.slice(2));
process.exit(0);
