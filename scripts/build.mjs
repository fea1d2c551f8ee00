// Builds everything: classes from the field table, the WASM module, one bundle per package entry, declarations, the studio.
//   node scripts/build.mjs [--no-types] [--no-apps]
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { buildWasm } from './asc.mjs';
import { loadTypeScript } from './load-typescript.mjs';
import { packages, root } from './packages.mjs';

function run(command, args) {
  const { status } = spawnSync(process.execPath, [path.join(root, command), ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${path.basename(command)} failed`);
}

function removeOld(dir) {
  const dist = path.join(root, dir, 'dist');
  for (const old of fs.existsSync(dist) ? fs.readdirSync(dist) : [])
    if (/\.(js(\.map)?|wasm)$/.test(old)) fs.rmSync(path.join(dist, old));
}

/** What is imported on demand stays a file of its own, which has all that it needs: what it shared would be one more file at each start. */
const apart = {
  name: 'apart',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\.ts$/ }, ({ kind, path: file }) =>
      kind === 'dynamic-import' ? { path: `./${path.basename(file, '.ts')}.js`, external: true } : undefined,
    ),
};

async function bundle({ dir, entries, platform, apart: isApart = false }) {
  await build({
    absWorkingDir: root,
    entryPoints: entries.map((e) => path.join(dir, 'src', `${e}.ts`)),
    outdir: path.join(dir, 'dist'),
    bundle: true,
    packages: 'external',
    format: 'esm',
    splitting: !isApart, // what is imported on demand becomes a file of its own, and so does what it shares
    chunkNames: '[name]-[hash]',
    target: 'es2023',
    minify: true, // a third of the text, and of the time to read it; the source map has the original
    lineLimit: 200, // Node prints the line where an uncaught error was thrown
    platform,
    sourcemap: true,
    logLevel: 'error',
    plugins: isApart ? [apart] : [],
  });
}

/** The module as Node reads it: what the text in the bundle stands for. */
async function writeModule() {
  const { moduleBytes } = await loadTypeScript('packages/core/src/backend/packed-module.ts');
  const { wasmFile } = await loadTypeScript('packages/core/src/backend/wasm-bytes.ts');
  fs.writeFileSync(path.join(root, 'packages/core/dist', wasmFile), moduleBytes());
}

try {
  await buildWasm();
  for (const dir of new Set(packages.map((p) => p.dir))) removeOld(dir);
  for (const p of packages) await bundle(p);
  await writeModule();
  if (!process.argv.includes('--no-types')) run('node_modules/typescript/bin/tsc', ['-b']);
  if (!process.argv.includes('--no-apps') && fs.existsSync(path.join(root, 'apps/studio/vite.config.ts')))
    run('node_modules/vite/bin/vite.js', ['build', 'apps/studio', '--logLevel', 'warn']);
} catch (error) {
  console.error(`build: ${error.message}`);
  process.exit(1);
}
