import { alignUp } from '../model/layout.ts';
import { memoryLimit, outOfMemory } from './memory.ts';

const PAGE = 65536;

/**
 * A first-fit allocator with coalescing over one growable shared memory. Growing a shared memory detaches no view, so
 * what was handed out stays valid for as long as it is not freed.
 */
export class Heap {
  readonly memory: WebAssembly.Memory;
  readonly #maxBytes: number;
  /** Free blocks in address order. */
  readonly #free: { start: number; size: number }[] = [];
  readonly #sizes = new Map<number, number>();
  #top: number;
  /** Everything above was never handed out, and is zero. */
  #fresh: number;

  /** Frees what belongs to objects that were collected and not yet reported; asked before the memory grows. */
  reclaim: () => void = () => {};

  /** Zeroes n numbers; on shared memory JavaScript itself would store them one by one. */
  readonly zero: (address: number, at: number, n: number) => void;

  constructor(memory: WebAssembly.Memory, start: number, maxBytes: number, zero: Heap['zero']) {
    this.memory = memory;
    this.#top = alignUp(start);
    this.#fresh = this.#top;
    this.#maxBytes = maxBytes;
    this.zero = zero;
  }

  /** Address of `bytes` zeroed bytes, aligned to 16. */
  allocate(bytes: number): number {
    const size = Math.max(16, alignUp(bytes));
    const address = this.#takeFree(size) ?? this.#reclaimed(size) ?? this.#extend(size);
    this.#sizes.set(address, size);
    // to write zeros to fresh memory would only make the system find pages for it
    const used = Math.min(address + size, this.#fresh) - address;
    if (used > 0) this.zero(address, 0, used / 8);
    this.#fresh = Math.max(this.#fresh, address + size);
    return address;
  }

  free(address: number): void {
    const size = this.#sizes.get(address);
    if (size === undefined) return;
    this.#sizes.delete(address);
    this.#insertFree(address, size);
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
    if (this.#top + size <= this.memory.buffer.byteLength) return undefined;
    this.reclaim();
    return this.#takeFree(size);
  }

  #extend(size: number): number {
    const address = this.#top;
    const end = address + size;
    const most = Math.min(this.#maxBytes, memoryLimit());
    if (end > most) throw outOfMemory(size, most);
    const have = this.memory.buffer.byteLength;
    if (end > have) {
      const missing = Math.ceil((end - have) / PAGE);
      const ahead = Math.min(Math.ceil(have / PAGE / 2), Math.floor((most - have) / PAGE));
      this.#growBy(Math.max(missing, ahead), missing, size);
    }
    this.#top = end;
    return address;
  }

  /** Grows by `wanted` pages, or by the few that are needed if that is too much for the machine. */
  #growBy(wanted: number, needed: number, size: number): void {
    for (const pages of [wanted, needed]) {
      try {
        this.memory.grow(pages);
        return;
      } catch (cause) {
        if (pages === needed) throw outOfMemory(size, this.#maxBytes, cause);
      }
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
    this.#giveBackTop();
  }

  #giveBackTop(): void {
    const last = this.#free.at(-1);
    if (last !== undefined && last.start + last.size === this.#top) {
      this.#top = last.start;
      this.#free.pop();
    }
  }
}
