// Builds everything: classes from the field table, the WASM module, one bundle per package entry, declarations, the studio.
//   node scripts/build.mjs [--no-types] [--no-apps]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { build } from 'esbuild';
import { buildWasm } from './asc.mjs';
import { loadTypeScript } from './load-typescript.mjs';
import { bundlesOf, packages, root } from './packages.mjs';
import { buildSimdKernels } from './simd-kernels.mjs';
import { buildWgsl } from './wgsl.mjs';
import { buildWorkers } from './workers.mjs';

async function run(command, args) {
  const child = spawn(process.execPath, [path.join(root, command), ...args], { cwd: root, stdio: 'inherit' });
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`${path.basename(command)} failed`);
}

/** Removes the bundles of the last build, and declarations of sources that are gone. */
function removeOld(dir) {
  const dist = path.join(root, dir, 'dist');
  const source = (file) => path.join(root, dir, 'src', file.replace(/\.d\.ts$/, '.ts'));
  for (const file of fs.existsSync(dist) ? fs.readdirSync(dist, { recursive: true }) : [])
    if (/\.(js(\.map)?|wasm(\.gz)?)$/.test(file) || (file.endsWith('.d.ts') && !fs.existsSync(source(file))))
      fs.rmSync(path.join(dist, file));
}

/** Whether a package is published with its source maps. */
function hasMaps(dir) {
  const { files = [] } = JSON.parse(fs.readFileSync(path.join(root, dir, 'package.json'), 'utf8'));
  return !files.includes('!dist/**/*.map');
}

/** Imports of some sources, by the end of their path, become imports of other modules that stay outside of the bundle. */
const keepOutside = (external) => ({
  name: 'keep-outside',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\.ts$/ }, ({ path: file }) => {
      const end = Object.keys(external).find((e) => file.endsWith(`/${e}`));
      return end === undefined ? undefined : { path: external[end], external: true };
    }),
});

async function bundle({ dir, entries, platform, external = {}, alias = {} }) {
  await build({
    absWorkingDir: root,
    entryPoints: entries.map((e) => path.join(dir, 'src', `${e}.ts`)),
    outdir: path.join(dir, 'dist'),
    bundle: true,
    packages: 'external',
    format: 'esm',
    splitting: entries.length > 1, // what entries share is a file of its own, so that there is one of each class
    chunkNames: '[name]-[hash]',
    target: 'es2023',
    minify: true, // a third of the text, and of the time to read it; the source map has the original
    lineLimit: 200, // Node prints the line where an uncaught error was thrown
    platform,
    sourcemap: hasMaps(dir) ? 'linked' : 'external',
    logLevel: 'error',
    alias,
    plugins: [keepOutside(external)],
  });
}

/** The module as Node reads it: what the text in the bundle stands for, compressed, as the package has it twice. */
async function writeModule() {
  const { wasmFile } = await loadTypeScript('packages/core/src/host/backend/wasm-bytes.ts');
  const { moduleBytes } = await loadTypeScript('packages/core/src/host/backend/module-text.ts');
  const file = path.join(root, 'packages/core/dist', `${wasmFile}.gz`);
  fs.writeFileSync(file, zlib.gzipSync(moduleBytes(), { level: 9 }));
}

try {
  await buildWasm();
  await buildSimdKernels();
  await buildWgsl();
  await buildWorkers();
  for (const { dir } of packages.filter((p) => bundlesOf([p]).length > 0)) removeOld(dir);
  for (const b of bundlesOf(packages)) await bundle(b);
  await writeModule();
  const last = [];
  if (!process.argv.includes('--no-types')) last.push(run('node_modules/typescript-native/bin/tsc', ['-b']));
  if (!process.argv.includes('--no-apps') && fs.existsSync(path.join(root, 'apps/studio/vite.config.ts')))
    last.push(run('node_modules/vite/bin/vite.js', ['build', 'apps/studio', '--logLevel', 'warn']));
  await Promise.all(last);
} catch (error) {
  console.error(`build: ${error.message}`);
  process.exit(1);
}
