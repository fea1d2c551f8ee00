/**
 * Iteration order of a chained hash table as LLVM's `unordered_map` has it on a 32-bit target.
 *
 * Polygons of a mesh are numbered in the order in which the reference build walks such a table, so the table's layout
 * (hash of a double, prime bucket counts, one linked list through all buckets) is part of the result.
 */
export class HashOrder {
  /** next[i]: entry after i; index 0 is the head of the list, entry k is node k + 1 */
  private readonly next: number[] = [-1];
  private readonly hash: number[] = [0];
  /** per bucket: the node before its first node, or -1 */
  private bucket: Int32Array = new Int32Array(0);

  /** Adds entry number `size` with this hash. */
  add(hash: number): void {
    const size = this.next.length - 1;
    const buckets = this.bucket.length;
    if (size + 1 > buckets || buckets === 0) {
      this.rehash(Math.max(2 * buckets + (isPowerOfTwo(buckets) ? 0 : 1), size + 1));
    }
    const node = this.next.length;
    this.hash.push(hash);
    const slot = this.slotOf(hash);
    const before = this.bucket[slot];
    if (before >= 0) {
      this.next.push(this.next[before]);
      this.next[before] = node;
      return;
    }
    // an empty bucket: the node goes to the front of the list
    const follower = this.next[0];
    this.next.push(follower);
    this.next[0] = node;
    this.bucket[slot] = 0;
    if (follower >= 0) this.bucket[this.slotOf(this.hash[follower])] = node;
  }

  /** Entry numbers in iteration order. */
  order(): number[] {
    const out: number[] = [];
    for (let node = this.next[0]; node >= 0; node = this.next[node]) out.push(node - 1);
    return out;
  }

  private slotOf(hash: number): number {
    const buckets = this.bucket.length;
    return (buckets & (buckets - 1)) === 0 ? (hash & (buckets - 1)) >>> 0 : hash % buckets;
  }

  private rehash(wanted: number): void {
    const count = wanted === 1 ? 2 : (wanted & (wanted - 1)) === 0 ? wanted : nextPrime(wanted);
    if (count <= this.bucket.length) return;
    this.bucket = new Int32Array(count).fill(-1);
    const { next, hash, bucket } = this;
    let previous = 0;
    let node = next[0];
    if (node < 0) return;
    let previousSlot = this.slotOf(hash[node]);
    bucket[previousSlot] = 0;
    previous = node;
    for (node = next[previous]; node >= 0; node = next[previous]) {
      const slot = this.slotOf(hash[node]);
      if (slot === previousSlot) {
        previous = node;
      } else if (bucket[slot] < 0) {
        bucket[slot] = previous;
        previous = node;
        previousSlot = slot;
      } else {
        // splice the node in after the one before its bucket
        next[previous] = next[node];
        next[node] = next[bucket[slot]];
        next[bucket[slot]] = node;
      }
    }
  }
}

function isPowerOfTwo(n: number): boolean {
  return n > 2 && (n & (n - 1)) === 0;
}

function nextPrime(n: number): number {
  for (let p = n; ; p++) {
    let prime = p > 1;
    for (let d = 2; d * d <= p && prime; d++) prime = p % d !== 0;
    if (prime) return p;
  }
}

const words = new DataView(new ArrayBuffer(8));
const MURMUR = 0x5bd1e995;

/** MurmurHash2 of the 8 bytes of a double, 32 bits, seed 0; both zeros hash to 0. */
export function hashDouble(x: number): number {
  if (x === 0) return 0;
  words.setFloat64(0, x, true);
  let h = 8;
  for (let at = 0; at < 8; at += 4) {
    let k = Math.imul(words.getInt32(at, true), MURMUR);
    k = Math.imul(k ^ (k >>> 24), MURMUR);
    h = Math.imul(h, MURMUR) ^ k;
  }
  h = Math.imul(h ^ (h >>> 13), MURMUR);
  return (h ^ (h >>> 15)) >>> 0;
}
