import { ArgumentError } from '@qpos/core/errors';
import type { Diagnostics, Located } from '../errors.ts';
import { type FileContent, isContent } from '../files/resolver.ts';

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean });
  decode(bytes: Uint8Array): string;
}

/** The text of an XML file, or a fatal error that says what the bytes are instead. */
export function decodeText(content: FileContent, file: string, diagnostics: Diagnostics): string {
  if (!isContent(content)) throw new ArgumentError('a model is given as text, or as bytes in a Uint8Array');
  const at: Located = { source: { file, line: 1, column: 1 } };
  if (content.length === 0) diagnostics.fatal('empty-file', 'the file is empty', at);
  const text = typeof content === 'string' ? content : decodeBytes(content, at, diagnostics);
  const clean = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (/^\s*$/.test(clean)) diagnostics.fatal('empty-file', 'the file has no content', at);
  if (clean.includes('\0')) {
    diagnostics.fatal(
      'binary-file',
      'this is not XML text: it has NUL characters',
      at,
      'is it a binary model or asset?',
    );
  }
  return clean;
}

function decodeBytes(bytes: Uint8Array, at: Located, diagnostics: Diagnostics): string {
  const [b0, b1, b2, b3] = bytes;
  const utf16 = (b0 === 0xff && b1 === 0xfe) || (b0 === 0xfe && b1 === 0xff);
  const utf16WithoutMark = (b0 === 0x3c && b1 === 0 && b3 === 0) || (b0 === 0 && b1 === 0x3c && b2 === 0);
  if (utf16 || utf16WithoutMark) {
    diagnostics.fatal('encoding', 'the file is encoded in UTF-16', at, 'save it as UTF-8');
  }
  if (b0 === 0x50 && b1 === 0x4b && b2 === 3 && b3 === 4) {
    diagnostics.fatal('binary-file', 'this is a zip archive, not XML text', at, 'open it as an archive (.zip, .mjz)');
  }
  if (bytes.subarray(0, 4096).includes(0)) {
    diagnostics.fatal('binary-file', 'this is not XML text', at, 'is it a binary model or asset?');
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    diagnostics.warning('encoding', 'the file is not valid UTF-8', at, 'save it as UTF-8');
    return new TextDecoder('utf-8').decode(bytes);
  }
}
