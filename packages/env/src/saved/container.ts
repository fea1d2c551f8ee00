import { EnvError } from '../errors.ts';

const MAGIC = 0x454f5051; // "QPOE"
const VERSION = 1;
const HEAD = 16; // bytes: magic, version, checksum, length of the text
const ALIGN = 8;

/** What a saved state is of. */
export type SavedKind = 'task' | 'wrapper' | 'vector';

/** A saved state, taken apart. */
export interface Saved {
  /** Plain facts. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Arrays of bytes, each aligned for any type of element. */
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
}

const alignUp = (bytes: number): number => Math.ceil(bytes / ALIGN) * ALIGN;

/** FNV-1a over what follows the head. */
function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let k = HEAD; k < bytes.length; k++) hash = Math.imul(hash ^ (bytes[k] as number), 0x01000193);
  return hash >>> 0;
}

/** The error for bytes that cannot be loaded. */
export const refuseSaved = (
  message: string,
  hint = 'load what save of an environment like this one returned',
): EnvError => new EnvError('saved-state', message, { hint });

/** Facts and arrays as bytes: magic, version, checksum, the facts as JSON, and the arrays one after the other. */
export function writeSaved(kind: SavedKind, facts: Saved['facts'], parts: readonly ArrayBufferView[]): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify({ kind, facts, lengths: parts.map((p) => p.byteLength) }));
  const start = alignUp(HEAD + text.length);
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + alignUp(part.byteLength), start));
  bytes.set(text, HEAD);
  let at = start;
  for (const { buffer, byteOffset, byteLength } of parts) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += alignUp(byteLength);
  }
  const words = new DataView(bytes.buffer);
  [MAGIC, VERSION, checksum(bytes), text.length].forEach((word, k) => {
    words.setUint32(4 * k, word, true);
  });
  return bytes;
}

/** Takes apart what `writeSaved` wrote. */
export function readSaved(bytes: Uint8Array, kind: SavedKind): Saved {
  if (!(bytes instanceof Uint8Array) || bytes.length < HEAD) throw refuseSaved('these bytes are no saved environment');
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [magic, version, sum, length] = [0, 4, 8, 12].map((at) => words.getUint32(at, true)) as [
    number,
    number,
    number,
    number,
  ];
  if (magic !== MAGIC) throw refuseSaved('these bytes are no saved environment');
  if (version !== VERSION) throw refuseSaved(`the environment was saved in format ${version}; this is ${VERSION}`);
  if (sum !== checksum(bytes)) throw refuseSaved('the saved environment is cut short or damaged');
  const head = JSON.parse(new TextDecoder().decode(bytes.slice(HEAD, HEAD + length))) as {
    kind: SavedKind;
    facts: Saved['facts'];
    lengths: readonly number[];
  };
  if (head.kind !== kind)
    throw refuseSaved(
      `these bytes are of a ${names[head.kind]}, not of a ${names[kind]}`,
      'load into an environment that was made in the same way, with the same wrappers',
    );
  let at = alignUp(HEAD + length);
  const parts = head.lengths.map((size) => {
    const part = new Uint8Array(bytes.subarray(at, at + size)); // a copy, also of one of Node's Buffers
    at += alignUp(size);
    return part;
  });
  return { facts: head.facts, parts };
}

const names: Record<SavedKind, string> = { task: 'task', wrapper: 'wrapper', vector: 'vector environment' };
