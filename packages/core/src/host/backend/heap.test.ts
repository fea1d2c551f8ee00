import { describe, expect, test } from 'vitest';
import { Heap } from './heap.ts';

const START = 4096;
const PAGES = 4096;

/** A memory with the heap of its owner and those of `joined` other threads, as seen by one. */
function heaps(joined: number): { memory: WebAssembly.Memory; owner: Heap; others: Heap[]; lists: number[] } {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: PAGES, shared: true });
  const zero = (address: number, at: number, n: number): void => {
    new Float64Array(memory.buffer, address + 8 * at, n).fill(0);
  };
  const owner = new Heap(memory, PAGES * 65536, zero);
  owner.begin(START);
  const lists = Array.from({ length: joined }, () => owner.allocate(16));
  return { memory, owner, lists, others: lists.map((list) => new Heap(memory, PAGES * 65536, zero, list)) };
}

/** Numbers that repeat. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('heaps of several threads over one memory', () => {
  test('never hand out the same byte twice, and only zeros', () => {
    const { memory, owner, others } = heaps(3);
    const all = [owner, ...others];
    const random = sequence(1);
    const held: { heap: Heap; address: number; size: number; mark: number }[] = [];
    const bytes = (address: number, size: number): Uint8Array => new Uint8Array(memory.buffer, address, size);
    for (let k = 1; k <= 4000; k++) {
      if (held.length > 60 || (held.length > 0 && random() < 0.45)) {
        const [block] = held.splice(Math.floor(random() * held.length), 1) as [(typeof held)[0]];
        expect(bytes(block.address, block.size).every((b) => b === block.mark)).toBe(true);
        block.heap.free(block.address);
        continue;
      }
      const heap = all[Math.floor(random() * all.length)] as Heap;
      const size = 16 * Math.ceil(random() ** 4 * 5000);
      const address = heap.allocate(size);
      expect(bytes(address, size).every((b) => b === 0)).toBe(true);
      const mark = (k % 255) + 1;
      bytes(address, size).fill(mark);
      held.push({ heap, address, size, mark });
    }
  });

  test('what a thread had goes back to the owner when it has ended, whatever it was doing', () => {
    const { owner, others, lists } = heaps(2);
    const { room } = owner;
    const [first, second] = others as [Heap, Heap];
    for (let k = 0; k < 50; k++) {
      first.allocate(30_000 + 1000 * k);
      if (k % 3 === 0) first.free(second.allocate(70_000));
    }
    expect(owner.room).toBeLessThan(room - 50 * 30_000);
    for (const list of lists) owner.takeChunks(list);
    expect(owner.room).toBe(room);
  });

  test('the limit holds for all together', () => {
    const { owner, others } = heaps(1);
    owner.allocate((PAGES - 8) * 65536);
    expect(() => others[0]?.allocate(8 * 65536)).toThrow('out of memory');
    expect(owner.allocate(65536)).toBeGreaterThan(0);
  });
});
