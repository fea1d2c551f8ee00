import { wasmFile } from './wasm-bytes.ts';

// What Node loads in place of `module-text.ts`, which it takes several times as long to parse and decode. The file is compressed, as the
// package has the module twice.
// `#module-bytes` in package.json chooses, by the condition `module-sync` that Node has and bundlers have not: they take the text, as they
// would leave the file behind.

interface ModuleText {
  moduleBytes(): Uint8Array<ArrayBuffer>;
}
interface Builtins {
  'node:fs': { readFileSync(file: URL): Uint8Array<ArrayBuffer> };
  'node:zlib': { gunzipSync(bytes: Uint8Array, options: { chunkSize: number }): Uint8Array<ArrayBuffer> };
  'node:module': { createRequire(url: string): (file: string) => ModuleText };
}
declare const process: { getBuiltinModule<K extends keyof Builtins>(name: K): Builtins[K] };

const AT_ONCE = 1 << 20; // bytes that are unpacked in one go: more than the module has

/** The bytes of the WebAssembly module, from the file beside this one; from the text if that is missing. */
export function moduleBytes(): Uint8Array<ArrayBuffer> {
  const { url } = import.meta;
  try {
    const packed = process.getBuiltinModule('node:fs').readFileSync(new URL(`${wasmFile}.gz`, url));
    return process.getBuiltinModule('node:zlib').gunzipSync(packed, { chunkSize: AT_ONCE });
  } catch {
    return process.getBuiltinModule('node:module').createRequire(url)('./module-text.js').moduleBytes();
  }
}
