import { loadOracle, loadOracleXml, modelFromOracle } from '@qpos/conformance';
import { afterAll, describe, expect, test } from 'vitest';
import { backendName, cloneModel, makeData, setMemoryLimit, step } from '../../index.ts';
import { lendMemory } from '../../threads.ts';
import { connectWasmHost } from '../backend/connect.ts';
import type { Heap } from '../backend/heap.ts';
import { type Backend, setBackend, wasmBackend } from '../backend/select.ts';
import { startWasm, useTicket } from '../backend/wasm.ts';
import type { Model } from '../model/model.ts';
import { addressOf, type EngineLoan, modelAt } from './lend.ts';

const boxes = Array.from(
  { length: 20 },
  (_, k) =>
    `<body pos="${0.15 * (k % 4)} 0 ${0.1 + 0.21 * (k >> 2)}"><freejoint/><geom type="box" size=".1 .1 .1"/></body>`,
).join('');
const XML = `<mujoco><worldbody><geom type="plane" size="9 9 1"/>${boxes}
  <body pos="3 0 1"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .5 0 0" size=".03"/></body></worldbody></mujoco>`;

const chosen = backendName();
afterAll(() => setBackend(chosen));

const owner = (): { heap: Heap; memory: WebAssembly.Memory; fixedBytes: number } => {
  const { heap, lend } = wasmBackend() as Required<Backend>;
  return { heap, ...lend };
};

/** A second engine on the memory of the first, as another thread would have it. */
function joined({ ticket }: EngineLoan): Backend {
  useTicket(ticket);
  try {
    const backend = startWasm();
    connectWasmHost(backend);
    return backend;
  } finally {
    useTicket(undefined);
  }
}

async function model(): Promise<Model> {
  setBackend('wasm');
  return modelFromOracle(loadOracleXml(await loadOracle(), XML).model);
}

describe('an engine on the memory of another', () => {
  test('gives the same bits, with scratch of its own', async () => {
    const mine = await model();
    const loan = lendMemory();
    const other = modelAt(addressOf(mine), joined(loan));
    expect(other.body_mass).toEqual(mine.body_mass);
    const [a, b] = [makeData(mine), makeData(other)];
    const { memory, fixedBytes } = owner();
    const scratch = (): Uint8Array => new Uint8Array(memory.buffer, 1024, fixedBytes - 1024).slice();
    for (let k = 0; k < 40; k++) {
      step(mine, a, 5);
      const before = scratch();
      step(other, b, 5);
      expect(Buffer.compare(before, scratch())).toBe(0);
      expect(b.qpos).toEqual(a.qpos);
      expect(b.qacc).toEqual(a.qacc);
    }
    expect(b.ncon).toBeGreaterThan(40);
    expect(b.efc_force).toEqual(a.efc_force);
    loan.release();
  });

  test('beyond 2 GiB', async () => {
    const mine = await model();
    const { heap } = owner();
    setMemoryLimit(2 ** 32);
    const hole = heap.allocate(2 ** 31); // never touched, so it takes no memory
    const loan = lendMemory();
    try {
      const other = modelAt(addressOf(mine), joined(loan));
      const [a, b] = [makeData(mine), makeData(other)];
      step(mine, a, 60);
      step(other, b, 60);
      expect(b.qpos).toEqual(a.qpos);
      a[Symbol.dispose](); // it lies above the hole, which keeps the memory from shrinking
    } finally {
      loan.release();
      heap.free(hole);
      setMemoryLimit(2 ** 31);
    }
  });

  test('a model is found by its address', async () => {
    const mine = await model();
    const same = modelAt(addressOf(mine));
    expect([same.nq, same.ngeom, same.opt.timestep]).toEqual([mine.nq, mine.ngeom, mine.opt.timestep]);
    mine.body_mass[1] = 7;
    expect(same.body_mass[1]).toBe(7);
    const copy = cloneModel(same);
    copy.body_mass[1] = 8;
    expect(mine.body_mass[1]).toBe(7);
  });

  test('returns everything it had', async () => {
    const mine = await model();
    const { heap } = owner();
    const { room } = heap;
    for (let k = 0; k < 3; k++) {
      const loan = lendMemory();
      const other = modelAt(addressOf(mine), joined(loan));
      const all = Array.from({ length: 20 }, () => makeData(other));
      for (const data of all) step(other, data, 30);
      expect(heap.room).toBeLessThan(room);
      loan.release();
    }
    expect(heap.room).toBe(room);
  });
});
