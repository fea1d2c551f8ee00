// Run by `npm pack` and `npm publish` in the folder of a package: puts beside it what belongs to the package and is kept elsewhere,
// the licence and, for the command, the built studio.
//   node ../../scripts/prepack.mjs [--undo]
import fs from 'node:fs';
import path from 'node:path';
import { root } from './packages.mjs';

const isCommand = path.basename(process.cwd()) === 'cli';
const parts = [['LICENSE', 'LICENSE'], ...(isCommand ? [['apps/studio/dist', 'studio']] : [])];

for (const [source, target] of parts) {
  fs.rmSync(target, { recursive: true, force: true });
  if (process.argv.includes('--undo')) continue;
  const from = path.join(root, source);
  if (!fs.existsSync(from)) {
    console.error(`prepack: there is no ${source}: npm run build makes it`);
    process.exit(1);
  }
  fs.cpSync(from, target, { recursive: true });
}
