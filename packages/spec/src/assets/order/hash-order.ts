/**
 * Order in which a chained hash table yields its entries.
 *
 * The oracle numbers the polygons of a mesh as it meets them in such a table. Entries of one bucket follow each other,
 * the last added first, and so do the buckets: one that gets its first entry goes to the front. When there are more
 * entries than buckets, the entries move in their order to a table of about twice the size, where the buckets stay in
 * the order in which they are met.
 *
 * @see Knuth, The Art of Computer Programming 3 (1998), §6.4, for chaining; the growth and the places are observed
 */
export class HashOrder {
  private readonly hashes: number[] = [];
  private bucketCount = 0;
  /** entries of each bucket in use, and the buckets in use: both from the last to the first */
  private entries = new Map<number, number[]>();
  private buckets: number[] = [];

  /** Adds the next entry, the first being 0, with its hash: a whole number below 2³². */
  add(hash: number): void {
    const entry = this.hashes.push(hash) - 1;
    if (entry >= this.bucketCount) this.grow(entry);
    const bucket = hash % this.bucketCount;
    const others = this.entries.get(bucket);
    if (others) others.push(entry);
    else this.open(bucket, entry);
  }

  /** Entries from the first to the last. */
  order(): number[] {
    const backward = this.buckets.flatMap((bucket) => this.entries.get(bucket) ?? []);
    return backward.reverse();
  }

  private open(bucket: number, entry: number): void {
    this.entries.set(bucket, [entry]);
    this.buckets.push(bucket);
  }

  /** Moves all entries but the one to be added to a larger table. */
  private grow(count: number): void {
    const order = count > 0 ? this.order() : [];
    this.bucketCount = count > 0 ? nextPrime(2 * this.bucketCount + 1) : 2;
    this.entries = new Map();
    this.buckets = [];
    let latest = -1;
    for (const entry of order) {
      const bucket = this.hashes[entry] % this.bucketCount;
      const others = this.entries.get(bucket);
      if (!others) {
        this.open(bucket, entry);
        latest = bucket;
      } else if (bucket === latest) {
        // the bucket just opened keeps the order of its entries, an earlier one takes them in front
        others.unshift(entry);
      } else {
        others.push(entry);
      }
    }
    this.buckets.reverse();
  }
}

function nextPrime(from: number): number {
  for (let n = from; ; n++) if (isPrime(n)) return n;
}

function isPrime(n: number): boolean {
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
  return n > 1;
}

const MULTIPLIER = 0x5bd1e995;
const bytes = new DataView(new ArrayBuffer(8));

/**
 * 32-bit hash of a double: MurmurHash2 of its eight bytes with seed 0; the two zeros are equal and hash to 0.
 *
 * @see Appleby, MurmurHash2 (2008)
 */
export function hashDouble(x: number): number {
  if (x === 0) return 0;
  bytes.setFloat64(0, x, true);
  let hash = bytes.byteLength;
  for (let at = 0; at < bytes.byteLength; at += 4) {
    hash = Math.imul(hash, MULTIPLIER) ^ mix(bytes.getInt32(at, true));
  }
  hash = Math.imul(hash ^ (hash >>> 13), MULTIPLIER);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Spreads the bits of a word. */
function mix(word: number): number {
  const product = Math.imul(word, MULTIPLIER);
  return Math.imul(product ^ (product >>> 24), MULTIPLIER);
}
