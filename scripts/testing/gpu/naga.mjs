// Has naga, the compiler of Deno and Firefox, read the programs of models. Deno is installed on demand in a folder of its own.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { GpuBatchSim } from '@qpos/webgpu';
import { root } from '../../packages.mjs';

const PACKAGE = 'deno@2.9.6';
const folder = path.join(root, 'node_modules/.cache/deno');
const deno = path.join(folder, 'node_modules/@deno', `${process.platform}-${process.arch}-glibc`, 'deno');

/** Whether Deno is there, or can be installed. */
function install() {
  if (fs.existsSync(deno)) return true;
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', PACKAGE];
  spawnSync('npm', args, { stdio: 'ignore' });
  return fs.existsSync(deno);
}

/** The texts of the programs of a model: those that a device is asked to compile, which it refuses when it has seen all. */
async function textsOf(gpu, model, newton) {
  const adapter = await gpu.requestAdapter();
  const device = await adapter.requestDevice();
  const texts = [];
  const makeModule = device.createShaderModule.bind(device);
  const makePipeline = device.createComputePipelineAsync.bind(device);
  device.createShaderModule = ({ code }) => {
    texts.push(code);
    return makeModule({ code: code.includes('struct Size') ? '' : code });
  };
  device.createComputePipelineAsync = (descriptor) =>
    texts.at(-1).includes('struct Size') ? Promise.reject(new Error('seen')) : makePipeline(descriptor);
  const seen = { limits: adapter.limits, requestDevice: async () => device };
  await GpuBatchSim.create(model, { n: 1, newton, adapter: seen }).catch(() => undefined);
  return texts;
}

const VALIDATE = `
const texts = JSON.parse(Deno.readTextFileSync(Deno.args[0]));
const device = await (await navigator.gpu.requestAdapter()).requestDevice();
for (const code of texts) {
  device.pushErrorScope('validation');
  device.createShaderModule({ code });
  const error = await device.popErrorScope();
  if (error !== null) console.log(error.message.slice(0, 400));
}
console.log('read ' + texts.length);
Deno.exit(0);
`;

/** Whether naga accepts the programs of models, each with a way to run its solver; undefined where there is no Deno. */
export async function nagaAccepts(gpu, models) {
  if (!install()) return undefined;
  const texts = [];
  for (const [model, newton] of models) texts.push(...(await textsOf(gpu, model, newton)));
  const [list, program] = ['naga.json', 'naga.js'].map((name) => path.join(root, 'build', name));
  fs.writeFileSync(list, JSON.stringify(texts));
  fs.writeFileSync(program, VALIDATE);
  const said = execFileSync(deno, ['run', '-A', '--unstable-webgpu', program, list], { encoding: 'utf8' }).trim();
  console.log(`  naga: ${said} programs`);
  return said === `read ${texts.length}`;
}
