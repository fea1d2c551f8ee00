import { QposError } from '@qpos/core/errors';

/**
 * What is wrong with a link:
 *
 * - `damaged`: a part of it was cut off or changed on its way;
 * - `too-large`: it inflates to more than a link may carry;
 * - `bad-value`: a number or text in it is not valid.
 */
export type LinkErrorCode = 'damaged' | 'too-large' | 'bad-value';

/** A link that cannot be read. */
export class LinkError extends QposError<LinkErrorCode> {
  static override readonly name: string = 'LinkError';
}

/** Bytes that a part of a link may inflate to: a model, or a state. More than any link has room for, and little enough to hold. */
const MOST_BYTES = 2 ** 24;

const CHUNK = 8192;

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += CHUNK) text += String.fromCharCode(...bytes.subarray(i, i + CHUNK));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const fromBase64 = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));

/** What a stream gives, up to `most` bytes: a few thousand that inflate to gigabytes are not let in. */
async function collect(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    if (length > most) {
      await reader.cancel();
      throw new LinkError('too-large', `the link inflates to more than ${most} bytes`);
    }
    chunks.push(next.value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

const streamOf = (bytes: Uint8Array, through: CompressionStream | DecompressionStream): ReadableStream<Uint8Array> =>
  new Blob([bytes as BlobPart]).stream().pipeThrough(through as ReadableWritablePair<Uint8Array, BufferSource>);

/** Bytes as a part of a link. */
export async function pack(bytes: Uint8Array): Promise<string> {
  return toBase64(await collect(streamOf(bytes, new CompressionStream('deflate-raw')), Number.POSITIVE_INFINITY));
}

/** The bytes of a part of a link, at most `most` of them. */
export async function unpack(text: string, most = MOST_BYTES): Promise<Uint8Array> {
  try {
    return await collect(streamOf(fromBase64(text), new DecompressionStream('deflate-raw')), most);
  } catch (cause) {
    if (cause instanceof LinkError) throw cause;
    throw new LinkError('damaged', 'the link is damaged: a part of it cannot be unpacked', { cause });
  }
}

/** The text of a part of a link. */
export async function unpackText(text: string): Promise<string> {
  const bytes = await unpack(text);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new LinkError('damaged', 'the link is damaged: its model is not text', { cause });
  }
}

/** The numbers of a part of a link. */
export async function unpackNumbers(text: string): Promise<Float64Array> {
  const bytes = await unpack(text);
  if (bytes.length % 8 !== 0) throw new LinkError('damaged', 'the link is damaged: its state is cut off');
  return new Float64Array(bytes.buffer);
}
