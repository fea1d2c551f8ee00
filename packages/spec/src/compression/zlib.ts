import { adler32 } from './checksum.ts';
import { InflateError, inflate } from './inflate.ts';

/** Inflates data in the zlib format (RFC 1950) to exactly `size` bytes. */
export function inflateZlib(input: Uint8Array, size: number): Uint8Array {
  const [method, flags] = input;
  const hasDictionary = (flags & 0x20) !== 0;
  if ((method & 15) !== 8 || method >> 4 > 7 || (method * 256 + flags) % 31 !== 0 || hasDictionary) {
    throw new InflateError('broken', 'this is not zlib data');
  }
  const { bytes, end } = inflate(input, 2, size);
  if (end + 4 > input.length) throw new InflateError('truncated', 'the data ends too early');
  const stated = new DataView(input.buffer, input.byteOffset + end).getUint32(0);
  if (stated !== adler32(bytes)) throw new InflateError('broken', 'a checksum is wrong');
  return bytes;
}
