import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { ClusterError, checkSettings, messageOf } from '../errors.ts';
import { type BlobStore, checkBytes, checkHash, hashOf } from './blob-store.ts';

/** How a folder is kept. */
export interface FolderStoreOptions {
  /** Hours after which files that nobody has put again are removed; 24 by default. */
  readonly hours?: number;
}

const HOUR = 3_600_000;
const SWEEP = 1000; // files that are put between two looks for old ones
const FULL: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/**
 * A store in a folder that all machines share, such as one on NFS. A file appears whole or not at all.
 *
 * @param folder The folder; it is made if it is not there.
 * @param options How long files are kept.
 * @returns The store.
 * @example
 * const store = folderStore('/mnt/shared/qpos-blobs', { hours: 48 });
 * console.log(typeof store.put);
 */
export function folderStore(folder: string, options: FolderStoreOptions = {}): BlobStore {
  if (typeof folder !== 'string' || folder === '') throw new ClusterError('bad-argument', 'a folder is needed');
  checkSettings('options', options);
  const { hours = 24 } = options;
  if (typeof hours !== 'number' || !(hours > 0))
    throw new ClusterError('bad-argument', `hours must be above 0, not ${hours}`);
  let puts = 0;
  const fileOf = (hash: string): string => path.join(folder, checkHash(hash).slice(0, 2), hash);
  return {
    async put(bytes) {
      const hash = hashOf(checkBytes(bytes));
      const file = fileOf(hash);
      const now = new Date();
      if (puts++ % SWEEP === 0) await removeOld(folder, now.getTime() - hours * HOUR);
      if (await touch(file, now)) return hash;
      const part = `${file}.${randomUUID()}.part`;
      try {
        await fs.mkdir(path.dirname(file), { recursive: true });
        await fs.writeFile(part, bytes);
        await fs.rename(part, file);
      } catch (cause) {
        await fs.rm(part, { force: true }).catch(() => {});
        throw storeError(cause, folder);
      }
      return hash;
    },
    async get(hash) {
      try {
        return new Uint8Array(await fs.readFile(fileOf(hash)));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    release: async () => {}, // others may have put the same: age decides
  };
}

/** Makes a file young; false if there is none. */
const touch = (file: string, now: Date): Promise<boolean> =>
  fs.utimes(file, now, now).then(
    () => true,
    () => false,
  );

async function removeOld(folder: string, before: number): Promise<void> {
  const names = await fs.readdir(folder, { recursive: true }).catch(() => []);
  for (const name of names) {
    const file = path.join(folder, name);
    const stat = await fs.stat(file).catch(() => undefined);
    if (stat?.isFile() && stat.mtimeMs < before) await fs.rm(file, { force: true });
  }
}

/** What was thrown by a disk, as a typed error. */
export function storeError(cause: unknown, where: string): ClusterError {
  const isFull = FULL.has((cause as NodeJS.ErrnoException)?.code);
  return new ClusterError(
    isFull ? 'store-full' : 'unreachable',
    isFull ? `no room is left in '${where}'` : `cannot write to '${where}': ${messageOf(cause)}`,
    {
      cause,
      hint: isFull ? 'make room and start again: nothing that was stored is lost' : 'is it mounted and writable?',
    },
  );
}
