import fs from 'node:fs';
import path from 'node:path';
import { UsageError } from '../io.ts';

/** A file that appears under its name only when it is complete. */
export class FileInProgress {
  readonly #file: string;
  readonly #partial: string;
  #handle: number | undefined;
  #position = 0;

  constructor(file: string) {
    this.#file = file;
    this.#partial = `${file}.${process.pid}.part`;
    try {
      this.#handle = fs.openSync(this.#partial, 'w');
    } catch (error) {
      throw unwritable(file, error);
    }
  }

  /** Bytes written so far. */
  get position(): number {
    return this.#position;
  }

  write(content: Uint8Array | string): void {
    if (this.#handle === undefined) throw new Error(`'${this.#file}' is closed`);
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    try {
      for (let at = 0; at < bytes.length; ) at += fs.writeSync(this.#handle, bytes, at);
    } catch (error) {
      throw unwritable(this.#file, error);
    }
    this.#position += bytes.length;
  }

  /** Closes the file and gives it its name. */
  finish(): void {
    try {
      this.#close();
      fs.renameSync(this.#partial, this.#file);
    } catch (error) {
      throw unwritable(this.#file, error);
    }
  }

  /** Gives the file up. */
  discard(): void {
    try {
      this.#close();
    } catch {
      // what could not be written is given up anyway
    }
    fs.rmSync(this.#partial, { force: true });
  }

  #close(): void {
    const handle = this.#handle;
    this.#handle = undefined;
    if (handle !== undefined) fs.closeSync(handle);
  }
}

/** Why a file cannot be written, without the name that it has until it is complete. */
function unwritable(file: string, error: unknown): UsageError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const folder = path.dirname(file);
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: fs.existsSync(folder) ? 'it was removed while it was written' : `there is no folder '${folder}'`,
    ENOSPC: 'the disk is full',
    EDQUOT: 'the quota of the disk is used up',
    EFBIG: 'it is too large for the file system',
    ENOTDIR: `'${folder}' is not a folder`,
    EISDIR: 'it is a folder',
    EACCES: 'permission denied',
    EROFS: 'the file system is read-only',
  };
  return new UsageError(`cannot write '${file}': ${reasons[code] ?? message}`);
}

/** Writes a whole file at once. */
export function writeFile(file: string, content: Uint8Array | string): void {
  const out = new FileInProgress(file);
  try {
    out.write(content);
    out.finish();
  } catch (error) {
    out.discard();
    throw error;
  }
}
