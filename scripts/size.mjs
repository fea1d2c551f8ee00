// What a browser loads of the built packages: bundled and minified by Vite as in an app, compressed.
//   node scripts/size.mjs [--json] [--oracle] [--check]
// --json prints bytes, --oracle adds the official MuJoCo build, --check fails if a bundle is over its limit.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';
import { build as transform } from 'esbuild';
import { build } from 'vite';
import { root } from './packages.mjs';

/** Most bytes, compressed, of core and spec together. */
export const LIMIT = 250_000;

const built = (name) => path.join(root, 'packages', name, 'dist/index.js');
const bundles = [
  { name: 'core', text: `export * from ${JSON.stringify(built('core'))};` },
  {
    name: 'core + spec',
    text: `export * from ${JSON.stringify(built('core'))}; export * from ${JSON.stringify(built('spec'))};`,
    limit: LIMIT,
  },
];

const gzipBytes = (bytes) => zlib.gzipSync(bytes, { level: 9 }).length;

/** A module that is not on the disk, as the entry of a bundle. */
const entry = (text) => ({
  name: 'entry',
  resolveId: (id) => ({ entry: '\0entry', '@qpos/core': built('core') })[id],
  load: (id) => (id === '\0entry' ? text : undefined),
});

/** Bytes of one bundle with all that it imports; what is imported on demand counts apart. */
async function measure({ name, text, limit }) {
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
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]));
  const first = loadedAtOnce(chunks);
  const sum = (files, size) => files.reduce((total, f) => total + size(Buffer.from(chunks.get(f).code)), 0);
  const onDemand = [...chunks.keys()].filter((f) => !first.includes(f));
  return {
    name,
    minified: sum(first, (b) => b.length),
    gzip: sum(first, gzipBytes),
    onDemand: sum(onDemand, gzipBytes),
    ...(limit === undefined ? {} : { limit }),
  };
}

/** The entry and the files that it imports statically. */
function loadedAtOnce(chunks) {
  const found = [...chunks.values()].filter((c) => c.isEntry).map((c) => c.fileName);
  for (const file of found)
    for (const imported of chunks.get(file).imports) if (!found.includes(imported)) found.push(imported);
  return found;
}

/** The official build: its glue, minified, and its module. */
async function measureOracle() {
  const glue = createRequire(import.meta.url).resolve('@mujoco/mujoco');
  const { outputFiles } = await transform({
    entryPoints: [glue],
    minify: true,
    format: 'esm',
    write: false,
    logLevel: 'silent',
  });
  const parts = [outputFiles[0].contents, fs.readFileSync(path.join(path.dirname(glue), 'mujoco.wasm'))];
  const sum = (size) => parts.reduce((total, p) => total + size(p), 0);
  return { name: 'oracle', minified: sum((p) => p.length), gzip: sum(gzipBytes), onDemand: 0 };
}

/** Sizes of all bundles in bytes. */
export async function measureSizes({ oracle = false } = {}) {
  const sizes = [];
  for (const b of bundles) sizes.push(await measure(b));
  return oracle ? [...sizes, await measureOracle()] : sizes;
}

function print(sizes) {
  const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(12);
  console.log(`${'bundle'.padEnd(14)}${'minified'.padStart(12)}${'gzip'.padStart(12)}${'on demand'.padStart(12)}`);
  for (const { name, minified, gzip, onDemand, limit } of sizes)
    console.log(
      `${name.padEnd(14)}${kB(minified)}${kB(gzip)}${kB(onDemand)}${limit === undefined ? '' : `  ${gzip <= limit ? 'within' : 'OVER'} ${limit / 1000} kB`}`,
    );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sizes = await measureSizes({ oracle: process.argv.includes('--oracle') });
  if (process.argv.includes('--json')) console.log(JSON.stringify(sizes));
  else print(sizes);
  if (process.argv.includes('--check') && sizes.some((s) => s.gzip > (s.limit ?? Number.POSITIVE_INFINITY)))
    process.exitCode = 1;
}
