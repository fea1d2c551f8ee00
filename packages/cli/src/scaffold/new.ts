import fs from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { addCommand, addJson } from '../commands/shared.ts';
import { type Io, print, printJson, UsageError } from '../io.ts';
import { colors } from '../output/terminal.ts';
import { projectFiles } from './template.ts';

/** Writes a new project; a folder with files in it is left alone. */
function makeProject(io: Io, folder: string, json: boolean): void {
  const place = path.resolve(folder);
  const name = path.basename(place).toLowerCase();
  if (!/^[a-z0-9][a-z0-9._-]*$/.test(name))
    throw new UsageError(
      `'${path.basename(place)}' cannot be the name of a project`,
      'use letters, digits, dots, dashes and underscores',
    );
  const stat = fs.statSync(place, { throwIfNoEntry: false });
  if (stat !== undefined && !stat.isDirectory()) throw new UsageError(`'${folder}' is a file`);
  if (stat !== undefined && fs.readdirSync(place).length > 0)
    throw new UsageError(`the folder '${folder}' is not empty`, 'choose another name');
  const files = projectFiles(name);
  fs.mkdirSync(place, { recursive: true });
  for (const [file, text] of Object.entries(files)) fs.writeFileSync(path.join(place, file), text);
  if (json) printJson(io, { folder: place, files: Object.keys(files) });
  else {
    const c = colors(io.stdout);
    print(io, `wrote ${Object.keys(files).length} files to ${c.bold(folder)}\n`);
    print(io, `  cd ${folder}\n  npm install\n  npm start`);
  }
}

/** `qpos new`. */
export function addNew(program: Command, io: Io): void {
  const command = addCommand(program, 'new', 'make a project with a model, a task and a page', [
    'qpos new my-robot',
  ]).argument('<folder>', 'folder of the project, which is made');
  addJson(command).action((folder: string, { json }: { json: boolean }) => makeProject(io, folder, json));
}
