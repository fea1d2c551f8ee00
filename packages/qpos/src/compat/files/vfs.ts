import { MujocoError } from '../errors.ts';
import { Handle } from '../handle.ts';

const normalised = (path: string): string => path.replaceAll('\\', '/').replace(/^(\.?\/)+/, '');
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Files that are given to a loader by name, beside those of `FS`. */
export class MjVFS extends Handle {
  readonly #files = new Map<string, Uint8Array>();

  /** Adds a file: its bytes as an array or a text. */
  addBuffer(name: string, content: Uint8Array | ArrayBuffer | string): void {
    if (typeof name !== 'string') throw new MujocoError('argument', 'Cannot pass non-string to std::string');
    if (this.#files.has(normalised(name)))
      throw new MujocoError('mujoco', `MuJoCo Error: the file '${name}' is in the VFS already`);
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
    this.#files.set(normalised(name), bytes);
  }

  deleteFile(name: string): void {
    this.#files.delete(normalised(name));
  }

  /** @internal The bytes of a file by its path, or by its name alone. */
  find(path: string): Uint8Array | undefined {
    return this.#files.get(normalised(path)) ?? this.#files.get(nameOf(path));
  }
}
