/** Every allocation of loading, compiling, making a Data and stepping fails once: a typed error, and the engine goes on as before. */
import fs from 'node:fs';
import path from 'node:path';
import { backendName, compile, loadModel, type Model, makeData, parseMjcf, setAssetCache, step } from 'qpos';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { root } from '../root.ts';
import { type Memory, withFailure } from './allocation.ts';
import { damage, isLong, outcomeOf } from './reference.ts';

const scene = fs.readFileSync(path.join(root, 'models/quadruped.xml'), 'utf8');
const meshes = fs.readFileSync(path.join(root, 'models/meshes.xml'), 'utf8');
/** Boxes that fall apart: more and more contacts, for which arrays grow. */
const heap = `<mujoco><worldbody><geom type="plane" size="9 9 1"/>${Array.from(
  { length: 40 },
  (_, k) =>
    `<body pos="${0.05 * (k % 5)} ${0.04 * (k % 3)} ${0.1 + 0.15 * k}"><freejoint/><geom type="box" size=".1 .1 .1"/></body>`,
).join('')}</worldbody></mujoco>`;

vi.setConfig({ testTimeout: 600_000 }); // every case of a kind, on a busy machine

/** As many cases as a short run tries. */
const FEW = 9;

/** Numbers of the allocations that fail: all, or some spread over them. */
function numbersUpTo(count: number): number[] {
  const all = Array.from({ length: count }, (_, k) => k + 1);
  if (isLong || count <= FEW) return all;
  return all.filter((n) => n <= 3 || n > count - 3 || n % Math.ceil(count / (FEW - 6)) === 0);
}

beforeAll(() => setAssetCache(0)); // what was decoded before would not be decoded again
afterAll(() => setAssetCache(2 ** 28));

/** Cases after which the memory of those before is given back: the engine's heap would be full before the loop ends. */
const COLLECTED = 20;

/** Lets the collector find what was dropped, and the engine take its memory back. */
async function collect(): Promise<void> {
  (globalThis as { gc?: () => void }).gc?.();
  await new Promise((resolve) => setTimeout(resolve, 1));
}

/** What the allocations come to, by number: only what is neither ok nor one of the expected codes. */
async function complaints(memory: Memory, codes: readonly string[], prepare: () => () => void): Promise<string[]> {
  const count = withFailure(memory, Number.POSITIVE_INFINITY, prepare());
  expect(count, 'allocations').toBeGreaterThan(0);
  const found: string[] = [];
  for (const n of numbersUpTo(count)) {
    if (n % COLLECTED === 0) await collect();
    const work = prepare();
    const outcome = outcomeOf(() => withFailure(memory, n, work));
    if (!codes.includes(outcome)) found.push(`allocation ${n} of ${count}: ${outcome}`);
    const changed = isLong ? damage() : [];
    if (changed.length > 0) found.push(`allocation ${n} of ${count} changed ${changed.join(', ')} of the reference`);
  }
  await collect();
  expect(damage(), 'the reference').toEqual([]);
  return found;
}

const load = (text: string) => () => () => void loadModel(text, { onWarning() {} });
const compileIt = (text: string) => () => {
  const spec = parseMjcf(text, { onWarning() {} });
  return () => void compile(spec, { onWarning() {} });
};
const makeIt = (text: string) => () => {
  const model = loadModel(text, { onWarning() {} });
  return () => void makeData(model);
};
const stepIt =
  (text: string, prepare: (model: Model) => void = () => {}) =>
  () => {
    const model = loadModel(text, { onWarning() {} });
    prepare(model);
    const data = makeData(model);
    return () => step(model, data, 100);
  };

const kinds = backendName() === 'wasm' ? (['engine', 'arrays'] as const) : (['arrays'] as const);
describe.each(kinds)('memory of the kind: %s', (memory) => {
  test('load', async () => {
    expect(await complaints(memory, ['limit'], load(scene))).toEqual([]);
  });
  test('load meshes', async () => {
    expect(await complaints(memory, ['limit'], load(meshes))).toEqual([]);
  });
  test('compile', async () => {
    expect(await complaints(memory, ['limit'], compileIt(scene))).toEqual([]);
  });
});

describe('memory of the engine', () => {
  test('makeData', async () => {
    expect(await complaints('engine', ['out-of-memory'], makeIt(scene))).toEqual([]);
  });
  test('step, where contacts and rows grow', async () => {
    expect(await complaints('engine', ['out-of-memory'], stepIt(heap))).toEqual([]);
  });
  test('step, with a callback whose failure would be undone', async () => {
    const calledBack = stepIt(heap, (model) => {
      model.callbacks = { control() {} };
    });
    expect(await complaints('engine', ['out-of-memory'], calledBack)).toEqual([]);
  });
});

test('a Data whose step ran out of memory goes on where it was, once there is some', () => {
  const model = loadModel(heap);
  const [plain, unlucky] = [makeData(model), makeData(model)];
  step(model, plain, 100);
  const count = withFailure('engine', Number.POSITIVE_INFINITY, () => step(model, makeData(model), 100));
  for (let n = 1; n <= count && unlucky.time < 0.199; n++)
    outcomeOf(() => withFailure('engine', n, () => step(model, unlucky)));
  while (unlucky.time < plain.time - 1e-9) step(model, unlucky);
  expect(unlucky.qpos).toEqual(plain.qpos);
});
