import fs from 'node:fs';
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
      throw new UsageError(`cannot write '${file}': ${(error as Error).message}`);
    }
  }

  /** Bytes written so far. */
  get position(): number {
    return this.#position;
  }

  write(content: Uint8Array | string): void {
    if (this.#handle === undefined) throw new Error(`'${this.#file}' is closed`);
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    for (let at = 0; at < bytes.length; ) at += fs.writeSync(this.#handle, bytes, at);
    this.#position += bytes.length;
  }

  /** Closes the file and gives it its name. */
  finish(): void {
    this.#close();
    fs.renameSync(this.#partial, this.#file);
  }

  /** Gives the file up. */
  discard(): void {
    this.#close();
    fs.rmSync(this.#partial, { force: true });
  }

  #close(): void {
    if (this.#handle !== undefined) fs.closeSync(this.#handle);
    this.#handle = undefined;
  }
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
