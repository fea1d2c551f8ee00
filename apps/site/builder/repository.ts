import fs from 'node:fs';
import path from 'node:path';
import { isPublished, packages, root } from '../../../scripts/packages.mjs';

/** The text of a file of the repository. */
export const readText = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');

/** Files below a folder of the repository whose names end so, sorted. */
export function filesBelow(folder: string, ending: string): string[] {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.replaceAll('\\', '/')))
    .filter((file) => file.endsWith(ending))
    .sort();
}

/** The version of the packages. */
export const version = (JSON.parse(readText('packages/qpos/package.json')) as { version: string }).version;

export { isPublished, packages, root };
