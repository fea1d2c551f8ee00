import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** What a TypeScript file of the repository exports, for scripts that run before there is a build. */
export async function loadTypeScript(file) {
  const outfile = path.join(root, 'build', file.replaceAll('/', '-').replace(/\.ts$/, '.mjs'));
  await build({ entryPoints: [path.join(root, file)], outfile, bundle: true, format: 'esm', logLevel: 'error' });
  return import(`${pathToFileURL(outfile).href}?t=${fs.statSync(outfile).mtimeMs}`);
}
