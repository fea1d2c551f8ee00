import { MujocoError } from '../errors.ts';
import type { MjVFS } from './vfs.ts';

/** The content of a folder, or the bytes of a file. */
type Node = Map<string, Node> | Uint8Array;

/** Names of the parts of a path, `.` and `..` resolved. */
function parts(path: string): string[] {
  const out: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') out.pop();
    else if (part !== '' && part !== '.') out.push(part);
  }
  return out;
}

function fail(path: string, what: string): never {
  throw new MujocoError('argument', `${what}: '${path}'`);
}

/** Files in memory under a root folder. */
export class FileTree {
  readonly #root: Map<string, Node> = new Map([['tmp', new Map<string, Node>()]]);

  find(path: string): Node | undefined {
    let node: Node | undefined = this.#root;
    for (const part of parts(path)) node = node instanceof Map ? node.get(part) : undefined;
    return node;
  }

  /** The folder of a path, and the last part of its name. */
  parent(path: string): { folder: Map<string, Node>; name: string } {
    const names = parts(path);
    const name = names.pop() ?? '';
    const folder = this.find(names.join('/'));
    if (!(folder instanceof Map)) return fail(path, 'No such folder');
    return { folder, name };
  }

  write(path: string, content: Uint8Array): void {
    const { folder, name } = this.parent(path);
    if (folder.get(name) instanceof Map || name === '') fail(path, 'This is a folder');
    folder.set(name, content);
  }

  read(path: string): Uint8Array {
    const node = this.find(path);
    return node instanceof Uint8Array ? node : fail(path, 'No such file');
  }

  makeFolder(path: string): void {
    const { folder, name } = this.parent(path);
    if (folder.has(name)) fail(path, 'This exists');
    folder.set(name, new Map());
  }

  makeFolders(path: string): void {
    let folder = this.#root;
    for (const part of parts(path)) {
      let next = folder.get(part);
      if (next === undefined) {
        next = new Map();
        folder.set(part, next);
      }
      if (!(next instanceof Map)) fail(path, 'A part of this is a file');
      folder = next;
    }
  }

  remove(path: string, kind: 'file' | 'folder'): void {
    const { folder, name } = this.parent(path);
    const node = folder.get(name);
    if (node === undefined || node instanceof Map !== (kind === 'folder')) fail(path, `No such ${kind}`);
    if (node instanceof Map && node.size > 0) fail(path, 'The folder is not empty');
    folder.delete(name);
  }
}

/** Where a model looks for files: first in a VFS, by path and by name, then in the tree. */
export function filesOf(tree: FileTree, vfs: MjVFS | undefined): (path: string) => Uint8Array | undefined {
  return (path) => {
    const own = vfs?.find(path);
    if (own !== undefined) return own;
    const node = tree.find(path);
    return node instanceof Uint8Array ? node : undefined;
  };
}
