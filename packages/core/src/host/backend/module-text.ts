import { wasmHex } from './wasm-bytes.ts';

/** Newer than the `lib` of this package: Node 25, browsers of 2025. */
const { fromHex } = Uint8Array as { fromHex?(text: string): Uint8Array<ArrayBuffer> };

/** The value of a hexadecimal digit, from its code: 0-9, a-f. */
const digit = (code: number): number => (code < 58 ? code - 48 : code - 87);

/**
 * The bytes of the WebAssembly module, from the text in the bundle. Two digits a byte are longer than base64, but compressed a fifth
 * shorter: repeated code stays repeated text.
 */
export function moduleBytes(): Uint8Array<ArrayBuffer> {
  if (fromHex !== undefined) return fromHex.call(Uint8Array, wasmHex);
  const bytes = new Uint8Array(wasmHex.length / 2);
  for (let k = 0; k < bytes.length; k++)
    bytes[k] = 16 * digit(wasmHex.charCodeAt(2 * k)) + digit(wasmHex.charCodeAt(2 * k + 1));
  return bytes;
}
