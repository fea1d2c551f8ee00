// Run by `npm pack` and `npm publish` in the folder of a package: puts beside it what belongs to the package and is kept elsewhere (the
// licence and, for the command, the built studio), and lists the declarations that no entry leads to in `dist/.npmignore`, so that they
// stay out of the tarball. Nothing is moved: a pack that is interrupted leaves only copies.
//   node ../../scripts/prepack.mjs [--undo]
import fs from 'node:fs';
import path from 'node:path';
import { root } from './packages.mjs';
import { unreachedDeclarations } from './workspace/declarations.mjs';

const folder = process.cwd();
const isCommand = path.basename(folder) === 'cli';
const parts = [['LICENSE', 'LICENSE'], ...(isCommand ? [['apps/studio/dist', 'studio']] : [])];
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

const dist = path.join(folder, 'dist');
const ignore = path.join(dist, '.npmignore'); // in a subfolder it outranks `files`
const relative = (file) => `/${path.relative(dist, file).replaceAll(path.sep, '/')}`;

if (undo) fs.rmSync(ignore, { force: true });
else if (fs.existsSync(dist)) fs.writeFileSync(ignore, `${unreachedDeclarations(folder).map(relative).join('\n')}\n`);
