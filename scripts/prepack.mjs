// Run by `npm pack` and `npm publish` in the folder of a package: puts beside it what belongs to the package and is kept elsewhere (the
// licence and, for the command, the built studio), and takes declarations out of the way that no entry leads to.
//   node ../../scripts/prepack.mjs [--undo]
import fs from 'node:fs';
import path from 'node:path';
import { root } from './packages.mjs';
import { unreachedDeclarations } from './workspace/declarations.mjs';

const folder = process.cwd();
const isCommand = path.basename(folder) === 'cli';
const parts = [['LICENSE', 'LICENSE'], ...(isCommand ? [['apps/studio/dist', 'studio']] : [])];
const aside = path.join(root, 'build/prepack', path.basename(folder)); // where declarations are meanwhile
const undo = process.argv.includes('--undo');

for (const [source, target] of parts) {
  fs.rmSync(target, { recursive: true, force: true });
  if (undo) continue;
  const from = path.join(root, source);
  if (!fs.existsSync(from)) {
    console.error(`prepack: there is no ${source}: npm run build makes it`);
    process.exit(1);
  }
  fs.cpSync(from, target, { recursive: true });
}

function move(from, to) {
  fs.mkdirSync(path.dirname(to), { recursive: true });
  fs.renameSync(from, to);
}

if (undo) {
  for (const file of fs.existsSync(aside) ? fs.readdirSync(aside, { recursive: true }) : [])
    if (file.endsWith('.d.ts')) move(path.join(aside, file), path.join(folder, file));
  fs.rmSync(aside, { recursive: true, force: true });
} else if (fs.existsSync('dist'))
  for (const file of unreachedDeclarations(folder)) move(file, path.join(aside, path.relative(folder, file)));
