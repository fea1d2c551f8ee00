/** A thread that is ended in the middle of a step, and one whose heap is too small, do no harm to this one. */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { root } from '../root.ts';
import { damage } from './reference.ts';

const entry = path.join(root, 'packages/qpos/dist/index.js');
const PROGRAM = `
const { parentPort } = require('node:worker_threads');
import(${JSON.stringify(`file://${entry}`)}).then(({ loadModel, makeData, step }) => {
  const boxes = '<body pos="0 0 1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>'.repeat(30);
  const model = loadModel('<mujoco><worldbody><geom type="plane" size="9 9 1"/>' + boxes + '</worldbody></mujoco>');
  const data = makeData(model);
  parentPort.postMessage('started');
  for (;;) step(model, data, 1000);
});`;

test('a worker ended in the middle of a step', async () => {
  const worker = new Worker(PROGRAM, { eval: true, env: { ...process.env, QPOS_BACKEND: 'wasm' } });
  await new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await worker.terminate()).toBe(1);
  expect(damage()).toEqual([]);
});
