import { wasmFile } from './wasm-bytes.ts';

// What Node loads in place of `module-text.ts`: to parse half a megabyte of text takes it 4 ms, to read the file 0.3 ms.
// `#module-bytes` in package.json chooses, by the condition `module-sync` that Node has and bundlers have not: they take the text, as they
// would leave the file behind.

interface ModuleText {
  moduleBytes(): Uint8Array<ArrayBuffer>;
}
interface Builtins {
  'node:fs': { readFileSync(file: URL): Uint8Array<ArrayBuffer> };
  'node:module': { createRequire(url: string): (file: string) => ModuleText };
}
declare const process: { getBuiltinModule<K extends keyof Builtins>(name: K): Builtins[K] };

/** The bytes of the WebAssembly module, from the file beside this one; from the text if that is missing. */
export function moduleBytes(): Uint8Array<ArrayBuffer> {
  const { url } = import.meta;
  try {
    return process.getBuiltinModule('node:fs').readFileSync(new URL(wasmFile, url));
  } catch {
    return process.getBuiltinModule('node:module').createRequire(url)('./module-text.js').moduleBytes();
  }
}
