// Runs an example in Node and prints what it reports: npm run example 12 [-- --seconds 5]
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { ensureBuilt, ensureInstalled, root } from '../ensure.mjs';

const folder = path.join(root, 'examples');
const number = (process.argv[2] ?? '').padStart(2, '0');
const at = process.argv.indexOf('--seconds');
const seconds = at > 0 ? Number(process.argv[at + 1]) : 5;
const numbered = fs.readdirSync(folder, { recursive: true }).filter((file) => /[\\/]\d\d-[\w-]+\.ts$/.test(file));
const file = numbered.find((name) => path.basename(name).startsWith(`${number}-`));
if (file === undefined || !(seconds > 0)) {
  console.error('npm run example NUMBER [-- --seconds N], where NUMBER is one of');
  for (const name of numbered.sort()) console.error(`  ${path.basename(name, '.ts')}`);
  process.exit(1);
}

/** What a TypeScript file of the examples exports. */
async function load(name) {
  const outfile = path.join(root, 'examples/build', `${path.basename(name, '.ts')}.mjs`); // as deep as the others
  await build({
    entryPoints: [path.join(folder, name)],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    define: { 'import.meta.dirname': JSON.stringify(folder) },
  });
  return import(pathToFileURL(outfile).href);
}

ensureInstalled();
ensureBuilt({ only: 'packages' });
const { diskFiles } = await load('disk-files.ts');
const { start } = await load(file);
const { data, advance, report } = await start(diskFiles);
for (let next = 0; next <= seconds; next += 0.5) {
  while (data.time < next) {
    const before = data.time;
    advance();
    if (data.time < before) process.exit(0); // it started over
  }
  const values = Object.entries(report()).map(([name, value]) => `${name} ${value.toFixed(3)}`);
  console.log(`${data.time.toFixed(2)} s  ${values.join('  ')}`);
}
