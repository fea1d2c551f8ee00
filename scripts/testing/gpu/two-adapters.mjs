// The same trajectory on the adapter of Node and on that of Chromium.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { root } from '../../packages.mjs';
import { CHROMIUM_ARGS } from '../chromium.mjs';
import { trajectory } from './trajectory.mjs';

const CHROMIUM = '/usr/bin/chromium';
const WEBGPU_ARGS = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];
/** Programs are compiled by two versions of Tint and one renderer: positions in metres, after sixty steps. */
const TOLERANCE = 1e-5;

/** The module of a trajectory as a script that makes it global. */
async function bundled() {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'scripts/testing/gpu/trajectory.mjs')],
    ...{ bundle: true, write: false, format: 'iife', globalName: 'qposGpu', platform: 'browser', logLevel: 'silent' },
  });
  return outputFiles[0].text;
}

/** What a page computes; undefined where Chromium has no adapter. */
async function inChromium(script) {
  const server = http.createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>GPU</title>');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: [...CHROMIUM_ARGS, ...WEBGPU_ARGS] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`); // WebGPU needs a secure context, which this is
    await page.addScriptTag({ content: script });
    return await page.evaluate(async () => {
      const adapter = await navigator.gpu?.requestAdapter();
      return adapter ? globalThis.qposGpu.trajectory(adapter) : undefined;
    });
  } finally {
    await browser.close();
    server.close();
  }
}

/** Whether both adapters agree, and prints by how much; undefined where there is only one. */
export async function sameOnTwoAdapters(gpu) {
  if (!fs.existsSync(CHROMIUM)) return undefined;
  const page = await inChromium(await bundled());
  if (page === undefined) return undefined;
  const node = await trajectory(await gpu.requestAdapter());
  const off = node.states.reduce((most, x, k) => Math.max(most, Math.abs(x - page.states[k])), 0);
  console.log(`  ${node.name} in Node, ${page.name} in Chromium: states within ${off.toExponential(1)}`);
  return off <= TOLERANCE;
}
