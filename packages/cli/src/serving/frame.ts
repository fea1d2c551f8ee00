import { UsageError } from '../io.ts';

/** Bytes before the header of a frame: the lengths of header and payload, as unsigned numbers of 32 bits, little-endian. */
export const LENGTHS = 8;

/** A header is filled up with spaces, so that the payload can be read as numbers where it lies. */
const ALIGNMENT = 8;

const MOST_HEADER = 2 ** 20;
const MOST_PAYLOAD = 2 ** 30;

const encoder = new TextEncoder();

/** The lengths and the header of a frame whose payload follows. */
export function encodeHeader(header: object, payloadBytes: number): Uint8Array {
  const text = JSON.stringify(header);
  const bytes = encoder.encode(text);
  const padded = Math.ceil(bytes.length / ALIGNMENT) * ALIGNMENT;
  const frame = new Uint8Array(LENGTHS + padded).fill(0x20);
  const lengths = new DataView(frame.buffer);
  lengths.setUint32(0, padded, true);
  lengths.setUint32(4, payloadBytes, true);
  frame.set(bytes, LENGTHS);
  return frame;
}

/** The lengths of a frame; a stream that is none is told. */
export function readLengths(bytes: Uint8Array): { readonly header: number; readonly payload: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, LENGTHS);
  const [header, payload] = [view.getUint32(0, true), view.getUint32(4, true)];
  if (header > MOST_HEADER || payload > MOST_PAYLOAD)
    throw new UsageError('what came in is no frame', 'a client such as python/qpos_env talks to this command');
  return { header, payload };
}
