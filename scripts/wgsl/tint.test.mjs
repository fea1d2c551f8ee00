import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadModel } from '../../packages/spec/src/index.ts';
import { chooseCapacities, roomsOf } from '../../packages/webgpu/src/capacities.ts';
import { kernels } from '../../packages/webgpu/src/generated/kernels.ts';
import { prelude } from '../../packages/webgpu/src/program/prelude.ts';
import { makeProgram } from '../../packages/webgpu/src/program/program.ts';
import { CHROMIUM_ARGS } from '../testing/chromium.mjs';

const ADDRESS = 'http://localhost/'; // a secure context, without which a page has no WebGPU
const WEBGPU_ARGS = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];

let browser;
let page;
beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [...CHROMIUM_ARGS, ...WEBGPU_ARGS],
  });
  page = await browser.newPage();
  await page.route(ADDRESS, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Tint</title>' }),
  );
  await page.goto(ADDRESS);
}, 60_000);
afterAll(() => browser.close());

/** What Tint, the compiler of Chromium, says against some texts. */
const errorsIn = (texts) =>
  page.evaluate(async (codes) => {
    const adapter = await navigator.gpu.requestAdapter();
    const device = await adapter.requestDevice();
    device.pushErrorScope('validation');
    const all = await Promise.all(codes.map((code) => device.createShaderModule({ code }).getCompilationInfo()));
    await device.popErrorScope();
    device.destroy();
    return all.flatMap(({ messages }, k) =>
      messages
        .filter(({ type }) => type === 'error')
        .map(({ lineNum, message }) => `${message} (${codes[k].split('\n')[lineNum - 1]})`),
    );
  }, texts);

/** A text with the lines of all conditions, or with those of their opposites. */
function branchesOf(text, isTaken) {
  const open = [];
  const kept = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('#if ')) open.push(isTaken);
    else if (line === '#else') open.push(!open.pop());
    else if (line === '#end') open.pop();
    else if (!open.includes(false)) kept.push(line);
  }
  return kept.join('\n');
}

/** The functions that can be in a module: neither they nor what they call have no translation, or call themselves. */
function completeFunctions() {
  const known = new Map();
  const isComplete = (name) => {
    if (known.has(name)) return known.get(name);
    known.set(name, false); // where it is called below itself
    const calls = kernels.functions[name]?.slice(3 + name.length).match(/\b\w+_[DMSX]*(?=\()/g) ?? [];
    known.set(name, name in kernels.functions && calls.every(isComplete));
    return known.get(name);
  };
  return Object.keys(kernels.functions).filter(isComplete);
}

/** Everything that has a translation in one module; what a model would say is unknown there, so that nothing is computed before. */
function everything(isTaken) {
  const texts = complete.map((name) => branchesOf(kernels.functions[name], isTaken));
  const all = texts.join('\n');
  const names = (prefix) => [
    ...new Set([...all.matchAll(new RegExp(`\\b${prefix}_\\w+\\b`, 'g'))].map(([name]) => name)),
  ];
  const scalar = (name) =>
    `var<private> ${name}: ${kernels.layout.modelScalars[name.slice(2)] === 'f' ? 'f32' : 'i32'};`;
  const declared = [...names('[DMS]').map((name) => `var<private> ${name}: i32;`), ...names('m').map(scalar)];
  return `${prelude(1000, { words: 1000 }, 64)}${declared.join('\n')}\n${all}`;
}

const complete = completeFunctions();

describe('Tint accepts', () => {
  test('modules with nearly all functions', () => {
    expect(complete.length).toBeGreaterThan(0.95 * Object.keys(kernels.functions).length);
  });

  test.each([true, false])('every line of every kernel (conditions: %s)', async (isTaken) => {
    expect(await errorsIn([everything(isTaken)])).toEqual([]);
  });

  test('the programs of a model, whether a thread or a workgroup runs its solver', async () => {
    const model = loadModel(
      `<mujoco><option cone="elliptic"/><worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 .1"><freejoint/><geom type="ellipsoid" size=".1 .2 .1"/>
       <body><joint frictionloss=".1" range="-1 1"/><geom type="box" size=".1 .1 .1" pos=".5 0 0"/></body></body></worldbody></mujoco>`,
    );
    const { rooms } = roomsOf(model, chooseCapacities(model, {}));
    const own = { fields: {}, kernels: {} };
    const programs = [false, true].flatMap((isShared) => makeProgram(model, rooms, 64, own, isShared).dispatches);
    expect(await errorsIn(programs.map(({ text }) => text))).toEqual([]);
  });

  test('not what is wrong', async () => {
    expect(await errorsIn(['fn f() -> i32 { return 1.5; }'])).toHaveLength(1);
  });
});
