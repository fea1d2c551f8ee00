import { unpackerBase64, wasmText } from './wasm-bytes.ts';

interface Unpacker {
  readonly memory: WebAssembly.Memory;
  unpack(out: number, text: number, length: number): number;
}

const PAGE = 65536;

/** The bytes of the numeric core. */
export function moduleBytes(): Uint8Array<ArrayBuffer> {
  const code = Uint8Array.from(atob(unpackerBase64), (c) => c.charCodeAt(0));
  const { memory, unpack } = new WebAssembly.Instance(new WebAssembly.Module(code)).exports as unknown as Unpacker;
  const { length } = wasmText;
  const text = memory.buffer.byteLength;
  const out = text + length;
  memory.grow(Math.ceil((3 * length) / PAGE)); // the text, and a module of at most twice as many bytes
  new TextEncoder().encodeInto(wasmText, new Uint8Array(memory.buffer, text, length));
  return new Uint8Array(memory.buffer as ArrayBuffer, out, unpack(out, text, length));
}
