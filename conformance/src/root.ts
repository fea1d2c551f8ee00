import fs from 'node:fs';
import path from 'node:path';

/** The root of the workspace, from a source or a bundle of it. */
function workspaceRoot(): string {
  let folder = import.meta.dirname;
  while (!fs.existsSync(path.join(folder, 'package-lock.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error(`no workspace above ${import.meta.dirname}`);
    folder = parent;
  }
  return folder;
}

export const root: string = workspaceRoot();
