import { MujocoError } from '../errors.ts';
import type { FileTree } from './file-tree.ts';

/** What `FS.writeFile` takes. */
type Content = string | ArrayBufferView;

/** The kind of file system that programs mount: files in memory. */
export const MEMFS = { name: 'MEMFS' } as const;

/** What `FS.analyzePath` tells of a path. */
export interface PathInfo {
  readonly exists: boolean;
  readonly name: string;
  readonly path: string;
  readonly parentExists: boolean;
}

/** Files in memory, with the functions of Emscripten's `FS` that programs for MuJoCo call. */
export interface FileSystem {
  mkdir(path: string): void;
  mkdirTree(path: string): void;
  mount(type: object, options: object, path: string): void;
  unmount(path: string): void;
  writeFile(path: string, content: Content): void;
  readFile(path: string, options: { encoding: 'utf8' }): string;
  readFile(path: string, options?: { encoding?: 'binary' }): Uint8Array;
  unlink(path: string): void;
  rmdir(path: string): void;
  rename(from: string, to: string): void;
  readdir(path: string): string[];
  analyzePath(path: string): PathInfo;
  cwd(): string;
}

function bytesOf(content: Content): Uint8Array {
  if (typeof content === 'string') return new TextEncoder().encode(content);
  if (!ArrayBuffer.isView(content)) throw new MujocoError('argument', 'Unsupported data type');
  return new Uint8Array(
    content.buffer.slice(content.byteOffset, content.byteOffset + content.byteLength) as ArrayBuffer,
  );
}

/** Functions of `FS` that a module has too. */
export const moduleFiles = (tree: FileTree) => ({
  FS_unlink: (path: string): void => tree.remove(path, 'file'),
  FS_createPath: (parent: string, path: string): void => tree.makeFolders(`${parent}/${path}`),
  FS_createDataFile: (parent: string, name: string | null, content: Content): void =>
    tree.write(name === null ? parent : `${parent}/${name}`, bytesOf(content)),
});

/** The `FS` of one module. */
export function fileSystem(tree: FileTree): FileSystem {
  function readFile(path: string, options: { encoding: 'utf8' }): string;
  function readFile(path: string, options?: { encoding?: 'binary' }): Uint8Array;
  function readFile(path: string, options: { encoding?: string } = {}): string | Uint8Array {
    const bytes = tree.read(path);
    return options.encoding === 'utf8' ? new TextDecoder().decode(bytes) : bytes.slice();
  }
  return {
    mkdir: (path) => tree.makeFolder(path),
    mkdirTree: (path) => tree.makeFolders(path),
    mount(type, _, path) {
      if (type !== MEMFS)
        throw new MujocoError('unavailable', 'only MEMFS can be mounted', {
          hint: 'write the files with FS.writeFile, or load with loadModel of qpos and its option files',
        });
      tree.makeFolders(path);
    },
    unmount: () => {},
    writeFile: (path, content) => tree.write(path, bytesOf(content)),
    readFile,
    unlink: (path) => tree.remove(path, 'file'),
    rmdir: (path) => tree.remove(path, 'folder'),
    rename(from, to) {
      const bytes = tree.read(from);
      tree.write(to, bytes);
      tree.remove(from, 'file');
    },
    readdir(path) {
      const node = tree.find(path);
      if (!(node instanceof Map)) throw new MujocoError('argument', `No such folder: '${path}'`);
      return ['.', '..', ...node.keys()];
    },
    analyzePath(path) {
      const name = path.slice(path.lastIndexOf('/') + 1);
      const exists = tree.find(path) !== undefined;
      const parent = tree.find(path.slice(0, path.lastIndexOf('/')));
      return { exists, name, path, parentExists: parent instanceof Map };
    },
    cwd: () => '/',
  };
}
