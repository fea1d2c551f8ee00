// An adapter of WebGPU in Node: Dawn, which is installed on demand in a folder of its own, on a GPU of this machine or on the software
// renderer of Chromium.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../packages.mjs';

const PACKAGE = 'webgpu@0.6.2';
/** Where Dawn is installed. */
export const dawnFolder = path.join(root, 'node_modules/.cache/webgpu');
const chromium = '/usr/lib/chromium';

/** Dawn, or undefined where it cannot be installed. */
function install() {
  const find = () => createRequire(path.join(dawnFolder, 'x.js')).resolve('webgpu');
  if (!fs.existsSync(path.join(dawnFolder, 'node_modules/webgpu'))) {
    console.log(`installing ${PACKAGE} ...`);
    fs.mkdirSync(dawnFolder, { recursive: true });
    fs.writeFileSync(path.join(dawnFolder, 'package.json'), '{ "private": true }');
    const args = ['install', '--prefix', dawnFolder, '--no-audit', '--no-fund', '--ignore-scripts', PACKAGE];
    if (spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0) return undefined;
  }
  return find();
}

/** Variables by which the software renderer is found. */
function softwareRenderer() {
  const runtime = path.join(root, 'build/xdg');
  fs.mkdirSync(runtime, { recursive: true });
  return {
    XDG_RUNTIME_DIR: process.env.XDG_RUNTIME_DIR ?? runtime,
    VK_ICD_FILENAMES: path.join(chromium, 'vk_swiftshader_icd.json'),
    LD_LIBRARY_PATH: [chromium, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
  };
}

/** Returns in a process that finds the software renderer: its variables must be there from the start, so that the program is started again with them. */
export function startWithRenderer(program) {
  if (process.env.QPOS_GPU_TEST !== undefined) return;
  const env = { ...process.env, ...softwareRenderer(), QPOS_GPU_TEST: '1' };
  const args = [fileURLToPath(program), ...process.argv.slice(2)];
  process.exit(spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1);
}

/**
 * Has Dawn look for what is finished every millisecond. It does so in `setImmediate`, again and again, which keeps a core busy while the other
 * one compiles: half of the processor time of a comparison.
 */
function pollSeldom() {
  globalThis.setImmediate = (callback, ...args) => setTimeout(callback, 1, ...args);
}

/** What asks for adapters, or undefined where there is none. Dawn must stay referenced as long as a device lives. */
export async function openGpu() {
  const file = install();
  if (file === undefined) return undefined;
  pollSeldom();
  const { create } = await import(file);
  const gpu = create([]);
  globalThis.qposGpu = gpu;
  return (await gpu.requestAdapter()) === null ? undefined : gpu;
}
