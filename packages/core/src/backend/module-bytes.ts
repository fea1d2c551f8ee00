import { unpackModule } from './packed-module.ts';
import { wasmFile } from './wasm-bytes.ts';

interface FileSystem {
  readFileSync(file: URL): Uint8Array<ArrayBuffer>;
}
const { process } = globalThis as { process?: { getBuiltinModule?(name: string): FileSystem } };

/**
 * The bytes of the numeric core. In Node they are a file beside the bundle, read in a tenth of the time that it takes to
 * unpack them (8 ms); everywhere else, and where another bundler has moved this code, they come from the text.
 */
export function moduleBytes(): Uint8Array<ArrayBuffer> {
  return readModule() ?? unpackModule();
}

function readModule(): Uint8Array<ArrayBuffer> | undefined {
  try {
    return process?.getBuiltinModule?.('node:fs').readFileSync(new URL(wasmFile, import.meta.url));
  } catch {
    return undefined;
  }
}
