import { ArgumentError } from '@qpos/core/errors';

/**
 * What was made of asset files, kept for the next model that needs the same: decoding and hulls are most of the time that it
 * takes to compile a robot, and who edits a model or varies it compiles it again and again.
 */
const kept = new Map<string, { readonly made: unknown; readonly size: number }>();
let total = 0;
let most = 128 * 2 ** 20;

/**
 * How much of what was made from mesh and texture files is kept for the next model that needs the same.
 *
 * @param bytes Number of bytes; 128 MiB unless told otherwise, 0 keeps nothing.
 * @example
 * setAssetCache(512 * 2 ** 20);
 */
export function setAssetCache(bytes: number): void {
  if (typeof bytes !== 'number' || !(bytes >= 0))
    throw new ArgumentError(`the asset cache cannot have ${String(bytes)} bytes`);
  most = bytes;
  forget();
}

/** What `make` makes of the content of a file, or made before; `how` is all else that it depends on. Nobody may change it. */
export function keep<T extends object>(content: Uint8Array, how: unknown, make: () => T): T {
  if (most === 0) return make();
  const key = digest(content) + JSON.stringify(how, exactly);
  let entry = kept.get(key);
  if (entry === undefined) {
    const made = make();
    entry = { made, size: sizeOf(made) };
    total += entry.size;
  }
  kept.delete(key); // the last one used is the last one to go
  kept.set(key, entry);
  forget();
  return entry.made as T;
}

/** Numbers that JSON does not tell apart are written out: -0, NaN and the infinities. */
const exactly = (_: string, x: unknown): unknown => (typeof x === 'number' ? (Object.is(x, -0) ? '-0' : `${x}`) : x);

/** Forgets what was used longest ago, as far as needed. */
function forget(): void {
  for (const [key, { size }] of kept) {
    if (total <= most) return;
    kept.delete(key);
    total -= size;
  }
}

/** Bytes of the arrays in an object. */
function sizeOf(made: unknown): number {
  if (ArrayBuffer.isView(made)) return made.byteLength;
  if (typeof made !== 'object' || made === null) return 0;
  return Object.values(made).reduce<number>((sum, part) => sum + sizeOf(part), 0);
}

/** Tells contents apart by their length and two sums of 32 bits. */
function digest(content: Uint8Array): string {
  const { buffer, byteOffset, length } = content;
  const view = new DataView(buffer, byteOffset, length);
  let a = length;
  let b = ~length;
  const add = (word: number): void => {
    a = Math.imul(a ^ word, 0x9e3779b1);
    a = (a << 13) | (a >>> 19);
    b = Math.imul(b + word, 0x85ebca77);
    b = (b << 17) | (b >>> 15);
  };
  let i = 0;
  for (; i <= length - 4; i += 4) add(view.getInt32(i, true));
  for (; i < length; i++) add(content[i]);
  return `${length} ${a} ${b} `;
}
