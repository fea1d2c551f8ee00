import { alignUp } from '../model/layout.ts';
import { memoryLimit, outOfMemory } from './memory.ts';

const PAGE = 65536;
/** Addresses of blocks are kept in units, so that they fit a signed word. */
const UNIT = 16;
/**
 * What two threads write to lies this far apart: a line of the cache goes back and forth between them otherwise, and processors fetch lines by
 * two.
 */
export const THREAD_BYTES = 128;

// words at the beginning of the memory, which the numeric core does not use
/** Where the part begins that no thread has. */
const TOP = 4;
/** Everything above was never handed out to any thread, and is zero. */
const FRESH = 5;

/** What a thread that shares the memory takes at a time: a part of what it has, in these limits. */
const CHUNK = { least: 2 ** 18, most: 2 ** 24, part: 1 / 4 };

/**
 * A first-fit allocator with coalescing over one growable shared memory. Growing a shared memory detaches no view, so
 * what was handed out stays valid for as long as it is not freed.
 *
 * Each thread that uses the memory has a heap of its own. All they share is the top, which moves by one atomic exchange: nobody waits, and a
 * thread that ends leaves nothing locked. Those that have joined another's memory take chunks, and keep a list of them in the memory itself,
 * so that the owner can take them back.
 */
export class Heap {
  readonly memory: WebAssembly.Memory;
  readonly #maxBytes: number;
  readonly #words: Int32Array;
  /** Where the list of chunks begins; 0 in the thread that owns the memory. */
  readonly #chunks: number;
  #chunkBytes = 0;
  /** Free blocks in address order. */
  readonly #free: { start: number; size: number }[] = [];
  readonly #sizes = new Map<number, number>();
  /** The part of what was taken last that is known to be zero. */
  #clean = 0;
  #cleanEnd = 0;

  /** Frees what belongs to objects that were collected and not yet reported; asked before the memory grows. */
  reclaim: () => void = () => {};

  /** Zeroes n numbers; on shared memory JavaScript itself would store them one by one. */
  readonly zero: (address: number, at: number, n: number) => void;

  /** @param chunks The address of a word for the list of chunks, in a thread that joins the memory of another. */
  constructor(memory: WebAssembly.Memory, maxBytes: number, zero: Heap['zero'], chunks = 0) {
    this.memory = memory;
    this.#maxBytes = maxBytes;
    this.zero = zero;
    this.#chunks = chunks;
    this.#words = new Int32Array(this.bufferTo(chunks + UNIT));
  }

  /** Begins with an empty memory, of which everything from `start` on is free. */
  begin(start: number): void {
    const top = alignUp(start) / UNIT;
    Atomics.store(this.#words, TOP, top);
    Atomics.store(this.#words, FRESH, top);
  }

  /** Address of `bytes` zeroed bytes, aligned to 16. */
  allocate(bytes: number): number {
    const size = Math.max(UNIT, alignUp(bytes));
    const address = this.#takeFree(size) ?? this.#reclaimed(size) ?? this.#extend(size);
    this.#sizes.set(address, size);
    this.#zeroUsed(address, address + size);
    return address;
  }

  free(address: number): void {
    const size = this.#sizes.get(address);
    if (size === undefined) return;
    this.#sizes.delete(address);
    this.#insertFree(address, size);
  }

  /** Takes back the chunks of a thread that has ended, whose list begins at an address. */
  takeChunks(list: number): void {
    const words = (at: number): Int32Array => new Int32Array(this.bufferTo(at + UNIT), at, 2);
    for (let chunk = UNIT * Atomics.load(words(list), 0); chunk !== 0; ) {
      const [before, size] = words(chunk) as unknown as [number, number];
      this.#insertFree(chunk, UNIT * size);
      chunk = UNIT * before;
    }
  }

  /** Bytes that nobody has and that may still be taken. */
  get room(): number {
    return Math.min(this.#maxBytes, memoryLimit()) - UNIT * Atomics.load(this.#words, TOP);
  }

  /** The memory up to `end`, where another thread may have made it larger: only who grows it sees that at once. */
  bufferTo(end: number): ArrayBufferLike {
    if (end > this.memory.buffer.byteLength) this.memory.grow(0);
    return this.memory.buffer;
  }

  /** To write zeros to fresh memory would only make the system find pages for it. */
  #zeroUsed(address: number, end: number): void {
    const isLast = address < this.#cleanEnd && end <= this.#cleanEnd;
    const used = (isLast ? Math.min(end, this.#clean) : end) - address;
    if (used > 0) this.zero(address, 0, used / 8);
    if (isLast) this.#clean = Math.max(this.#clean, end);
  }

  #takeFree(size: number): number | undefined {
    const k = this.#free.findIndex((f) => f.size >= size);
    if (k < 0) return undefined;
    const found = this.#free[k] as { start: number; size: number };
    const address = found.start;
    if (found.size === size) this.#free.splice(k, 1);
    else {
      found.start += size;
      found.size -= size;
    }
    return address;
  }

  /** Place among what `reclaim` gives back, if there would be none without growing. */
  #reclaimed(size: number): number | undefined {
    const end = UNIT * Atomics.load(this.#words, TOP) + size;
    if (end <= this.bufferTo(end).byteLength) return undefined;
    this.reclaim();
    return this.#takeFree(size);
  }

  #extend(size: number): number {
    if (this.#chunks === 0) return this.#take(size);
    const part = Math.min(Math.max(CHUNK.part * this.#chunkBytes, CHUNK.least), CHUNK.most);
    const chunkSize = alignUp(Math.max(size, part)) + 3 * THREAD_BYTES;
    const chunk = this.#take(chunkSize);
    this.#noteChunk(chunk, chunkSize);
    const first = THREAD_BYTES * Math.ceil((chunk + UNIT) / THREAD_BYTES);
    const end = THREAD_BYTES * Math.floor((chunk + chunkSize) / THREAD_BYTES);
    if (first + size < end) this.#insertFree(first + size, end - first - size);
    return first;
  }

  /** Puts a chunk at the head of the list: its first words are the chunk before it, and its size. */
  #noteChunk(chunk: number, size: number): void {
    this.#chunkBytes += size;
    const head = this.#chunks / 4;
    const words = new Int32Array(this.memory.buffer, chunk, 2);
    words[0] = Atomics.load(this.#words, head);
    words[1] = size / UNIT;
    Atomics.store(this.#words, head, chunk / UNIT);
  }

  /** Takes `size` bytes from the top. */
  #take(size: number): number {
    for (;;) {
      const top = Atomics.load(this.#words, TOP);
      const [start, end] = [UNIT * top, UNIT * top + size];
      this.#growTo(end, size);
      if (Atomics.compareExchange(this.#words, TOP, top, end / UNIT) !== top) continue; // another thread was faster
      this.#clean = Math.max(start, UNIT * this.#raiseFresh(end / UNIT));
      this.#cleanEnd = end;
      return start;
    }
  }

  /** Notes that everything below `end` may have been written to; returns what this was before. */
  #raiseFresh(end: number): number {
    for (;;) {
      const fresh = Atomics.load(this.#words, FRESH);
      if (fresh >= end || Atomics.compareExchange(this.#words, FRESH, fresh, end) === fresh) return fresh;
    }
  }

  #growTo(end: number, size: number): void {
    const most = Math.min(this.#maxBytes, memoryLimit());
    if (end > most) throw outOfMemory(size, most);
    const have = this.bufferTo(end).byteLength;
    if (end <= have) return;
    const missing = Math.ceil((end - have) / PAGE);
    const ahead = Math.min(Math.ceil(have / PAGE / 2), Math.floor((most - have) / PAGE));
    try {
      this.#growBy(Math.max(missing, ahead), missing);
    } catch (cause) {
      if (end > this.bufferTo(end).byteLength) throw outOfMemory(size, this.#maxBytes, cause);
    }
  }

  /** Grows by `wanted` pages, or by the few that are needed if that is too much for the machine. */
  #growBy(wanted: number, needed: number): void {
    try {
      this.memory.grow(wanted);
    } catch {
      this.memory.grow(needed);
    }
  }

  #insertFree(start: number, size: number): void {
    const free = this.#free;
    let low = 0;
    let high = free.length;
    while (low < high) {
      const mid = (low + high) >> 1;
      if ((free[mid] as { start: number }).start < start) low = mid + 1;
      else high = mid;
    }
    const before = free[low - 1];
    const after = free[low];
    const touchesBefore = before !== undefined && before.start + before.size === start;
    const touchesAfter = after !== undefined && start + size === after.start;
    if (touchesBefore && touchesAfter) {
      before.size += size + after.size;
      free.splice(low, 1);
    } else if (touchesBefore) before.size += size;
    else if (touchesAfter) {
      after.start = start;
      after.size += size;
    } else free.splice(low, 0, { start, size });
    if (this.#chunks === 0) this.#giveBackTop();
  }

  #giveBackTop(): void {
    const last = this.#free.at(-1);
    if (last === undefined) return;
    const end = (last.start + last.size) / UNIT;
    if (Atomics.compareExchange(this.#words, TOP, end, last.start / UNIT) === end) this.#free.pop();
  }
}
