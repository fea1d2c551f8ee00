// Builds the documentation site into apps/site/dist, and serves it if asked to: node scripts/site/site.mjs [--serve]
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { ensureBuilt, ensureInstalled, root } from '../ensure.mjs';

ensureInstalled();
ensureBuilt({ only: 'packages' });
const outfile = path.join(root, 'apps/site/build/builder.mjs'); // as deep as its source, so that paths lead to the same files
await build({
  entryPoints: [path.join(root, 'apps/site/builder/build.ts')],
  outfile,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  logLevel: 'error',
  external: ['../../../scripts/packages.mjs'],
});
await import(pathToFileURL(outfile).href);

if (process.argv.includes('--serve')) {
  const { preview } = await import('vite');
  const server = await preview({ root: path.join(root, 'apps/site'), preview: { host: '127.0.0.1' } });
  server.printUrls();
}
