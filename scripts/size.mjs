// What a browser loads of the built packages: bundled and minified as in an app, compressed.
//   node scripts/size.mjs [--json] [--oracle] [--check]
// --json prints bytes, --oracle adds the official MuJoCo build, --check fails if a bundle is over its limit.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';
import * as esbuild from 'esbuild';
import { build } from 'vite';
import { root } from './packages.mjs';

/** Programs that import a part of the packages, with the most bytes that they may have, compressed, and the most that they may have on top of another. */
const bundles = [
  { name: 'enums', text: `export * from 'qpos/enums';`, limit: 15_000 },
  { name: 'enums of qpos', text: `import { enums } from 'qpos'; console.log(enums.JointType.HINGE);`, limit: 15_000 },
  { name: 'mjcf', text: `export * from 'qpos/mjcf';`, limit: 120_000 },
  { name: 'policy', text: `export * from '@qpos/learn/policy';`, limit: 2_048 },
  { name: 'core', text: `export * from '@qpos/core';` },
  { name: 'core + spec', text: `export * from 'qpos';`, limit: 380_000 },
  {
    name: 'with compat',
    text: `export * from 'qpos'; export * as compat from 'qpos/compat';`,
    limit: 440_000,
    onTop: { of: 'core + spec', limit: 60_000 },
  },
];

const gzipBytes = (bytes) => zlib.gzipSync(bytes, { level: 9 }).length;

/** A module that is not on the disk, as the entry of a bundle. */
const entry = (text) => ({
  name: 'entry',
  resolveId: (id) => (id === 'entry' ? '\0entry' : undefined),
  load: (id) => (id === '\0entry' ? text : undefined),
});

/** A program as one file, bundled by Vite. */
async function withVite(text) {
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [entry(text)],
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: 'entry', preserveEntrySignatures: 'strict' },
    },
  });
  if (output.length > 1) throw new Error(`Vite makes ${output.length} files of: ${text}`);
  return Buffer.from(output[0].code);
}

/** The same, bundled by esbuild with its defaults; no program may get both back ends without asking for them. */
async function withEsbuild(text) {
  const { outputFiles, metafile } = await esbuild.build({
    stdin: { contents: text, resolveDir: root },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  if (Object.keys(metafile.inputs).some((file) => file.endsWith('core/dist/js.js')))
    throw new Error(`esbuild bundles both back ends for: ${text}`);
  return outputFiles[0].contents;
}

async function measure({ name, text, limit, onTop }, before) {
  const [vite, other] = [await withVite(text), await withEsbuild(text)];
  const sizes = { name, minified: vite.length, gzip: gzipBytes(vite), esbuild: gzipBytes(other) };
  const base = onTop && before.find((size) => size.name === onTop.of).gzip;
  return {
    ...sizes,
    ...(limit !== undefined && { limit }),
    ...(onTop && { onTop: { ...onTop, gzip: sizes.gzip - base } }),
  };
}

/** The official build: its glue, minified, and its module. */
async function measureOracle() {
  const glue = createRequire(import.meta.url).resolve('@mujoco/mujoco');
  const { code } = await esbuild.transform(fs.readFileSync(glue), { minify: true, format: 'esm', logLevel: 'silent' });
  const parts = [Buffer.from(code), fs.readFileSync(path.join(path.dirname(glue), 'mujoco.wasm'))];
  const sum = (size) => parts.reduce((total, p) => total + size(p), 0);
  return { name: 'oracle', minified: sum((p) => p.length), gzip: sum(gzipBytes) };
}

/** Sizes of all bundles in bytes. */
async function measureSizes({ oracle = false } = {}) {
  const sizes = [];
  for (const b of bundles) sizes.push(await measure(b, sizes));
  return oracle ? [...sizes, await measureOracle()] : sizes;
}

const isWithin = ({ gzip, esbuild: other, limit = Number.POSITIVE_INFINITY, onTop }) =>
  Math.max(gzip, other ?? 0) <= limit && (onTop === undefined || onTop.gzip <= onTop.limit);

function print(sizes) {
  const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(12);
  const head = ['minified', 'gzip', 'by esbuild'].map((h) => h.padStart(12)).join('');
  console.log(`${'bundle'.padEnd(14)}${head}`);
  for (const size of sizes) {
    const { name, minified, gzip, esbuild: other, limit, onTop } = size;
    const verdict = limit === undefined ? '' : `  ${isWithin(size) ? 'within' : 'OVER'} ${limit / 1000} kB`;
    console.log(`${name.padEnd(14)}${kB(minified)}${kB(gzip)}${other === undefined ? '' : kB(other)}${verdict}`);
    if (onTop !== undefined)
      console.log(`  on top of ${onTop.of}: ${kB(onTop.gzip).trim()} of ${onTop.limit / 1000} kB`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sizes = await measureSizes({ oracle: process.argv.includes('--oracle') });
  if (process.argv.includes('--json')) console.log(JSON.stringify(sizes));
  else print(sizes);
  if (process.argv.includes('--check') && !sizes.every(isWithin)) process.exitCode = 1;
}
