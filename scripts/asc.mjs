// Compiles the numeric core to WebAssembly: the same files as the `js` back end, with the imports rewritten for AssemblyScript.
//   node scripts/asc.mjs            optimised, written to packages/core/src/host/backend/wasm-bytes.ts with a table of its addresses
//   node scripts/asc.mjs --check    compiles only (fast)
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { takeFields } from './dialect/fields.mjs';
import { takeImports } from './dialect/imports.mjs';
import { COLD_COPIES, coldCopy, isCold, notInlined, withColdMath } from './dialect/inlining.mjs';
import { takeOffsets, withOffsetMethods } from './dialect/offsets.mjs';
import { takeRecords } from './dialect/records.mjs';
import { takeScratch } from './dialect/scratch.mjs';
import { generate } from './generate.mjs';
import { findRelocations, relocationText } from './relocations.mjs';
import { byteText } from './wasm/byte-text.mjs';
import { compile } from './wasm/compile.mjs';
import { compileModule } from './wasm/compile-module.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const src = path.join(root, 'packages/core/src');
const out = path.join(root, 'build/as');
const bytesFile = path.join(src, 'host/backend/wasm-bytes.ts');
const relocationsFile = path.join(src, 'host/threads/generated/relocations.ts');
const MEMORY_BASE = 1024; // the numeric core uses no address below
/** How much further up it is compiled for comparison; every part of an address differs. */
const TWIN_DELTA = 0x1330050;
const PAGE = 65536;
const PAGES = 16;
const GENERATED = path.join('kernel', 'model', 'classes.ts');

/** Text of the dialect as AssemblyScript: each pass is a file of `dialect/`. */
const forAssemblyScript = (text, file) => takeScratch(takeImports(takeOffsets(takeFields(takeRecords(text, file)))));

/** The files that some files reach, relative to `src`. */
function reachable(entries) {
  const seen = new Set();
  const queue = [...entries];
  while (queue.length > 0) {
    const file = queue.pop();
    if (seen.has(file)) continue;
    seen.add(file);
    if (file === GENERATED) continue;
    const text = fs.readFileSync(sourceOf(file), 'utf8');
    for (const m of text.matchAll(/from ["']([^"']*?)(?:\.ts)?["']/g))
      queue.push(path.normalize(path.join(path.dirname(file), `${m[1]}.ts`)));
  }
  return seen;
}

/** `x.as.ts` stands in for `x.ts` where there is one. */
function sourceOf(file) {
  const variant = path.join(src, file.replace(/\.ts$/, '.as.ts'));
  return fs.existsSync(variant) ? variant : path.join(src, file);
}

/** Text of a file for AssemblyScript. */
function translated(file, source, text) {
  if (!source.endsWith('.as.ts')) return forAssemblyScript(text, file);
  return file === 'kernel/dialect.ts' ? withOffsetMethods(text) : text;
}

/** Writes all that `kernel/exports.ts` reaches to `outDir`; returns a digest of it, and what is not to be inlined. */
function prepare(outDir) {
  const hash = crypto.createHash('sha256');
  const noInline = [COLD_COPIES];
  const write = (file, text) => {
    hash.update(file).update(text);
    fs.mkdirSync(path.dirname(path.join(outDir, file)), { recursive: true });
    fs.writeFileSync(path.join(outDir, file), text);
  };
  for (const file of [...reachable(['kernel/exports.ts'])].sort()) {
    if (file === GENERATED) {
      hash.update(fs.readFileSync(path.join(outDir, file)));
      continue;
    }
    const source = sourceOf(file);
    const original = fs.readFileSync(source, 'utf8');
    const text = translated(file, source, original);
    const copy = coldCopy(file);
    if (copy !== undefined) write(copy, text);
    write(file, isCold(original) ? withColdMath(text) : text);
    noInline.push(...notInlined(original, file));
  }
  write('index.ts', "export * from './kernel/exports';\nexport function heapTop(): usize { return heap.alloc(16); }\n");
  hash.update(noInline.join());
  const scripts = [
    'asc.mjs',
    'relocations.mjs',
    ...['byte-text', 'compile', 'optimise-wasm'].map((name) => `wasm/${name}.mjs`),
  ];
  for (const script of scripts) hash.update(fs.readFileSync(path.join(root, 'scripts', script)));
  return { digest: hash.digest('hex').slice(0, 16), noInline };
}

/** Options of the core at a base: one shared memory, which it gets from outside, zero where nothing was written. */
const coreOptions = (base) => [
  '-O0', // Binaryen follows
  '--debug', // names, by which it knows what is cold
  '--memoryBase',
  String(base),
  '--importMemory',
  '--sharedMemory',
  '--initialMemory',
  String(PAGES + Math.floor(base / PAGE)),
  '--maximumMemory',
  '65536',
  '--zeroFilledMemory',
  '--enable',
  'threads',
  '--enable',
  'simd',
];

/** Builds the module unless the one in place was built from the same text. */
export async function buildWasm({ check = false } = {}) {
  await generate();
  const dir = check ? path.join(root, `build/as-check-${process.pid}`) : out;
  if (check) fs.cpSync(path.join(out, 'kernel/model'), path.join(dir, 'kernel/model'), { recursive: true });
  try {
    const { digest, noInline } = prepare(dir);
    const current = fs.existsSync(bytesFile)
      ? (fs.readFileSync(bytesFile, 'utf8').match(/source ([0-9a-f]+)/)?.[1] ?? '')
      : '';
    if (!check && current === digest && fs.existsSync(relocationsFile)) return;
    const wasm = path.join(dir, 'core.wasm');
    const twin = path.join(dir, 'core-twin.wasm');
    const entry = path.join(dir, 'index.ts');
    if (check) {
      compile(entry, wasm, coreOptions(MEMORY_BASE));
      return;
    }
    await Promise.all([
      compileModule({ entry, wasm, options: coreOptions(MEMORY_BASE), noInline }),
      compileModule({ entry, wasm: twin, options: coreOptions(MEMORY_BASE + TWIN_DELTA), noInline }),
    ]);
    const relocations = findRelocations(fs.readFileSync(wasm), fs.readFileSync(twin), TWIN_DELTA);
    fs.mkdirSync(path.dirname(relocationsFile), { recursive: true });
    fs.writeFileSync(relocationsFile, relocationText(digest, MEMORY_BASE, relocations));
    const constant = (name, text) => `export const ${name}: string =\n  '${text}';\n`;
    const { order, text } = byteText(fs.readFileSync(wasm));
    fs.writeFileSync(
      bytesFile,
      `// Generated by scripts/asc.mjs from source ${digest}.\n` +
        constant('wasmFile', `core-${digest}.wasm`) +
        constant('wasmByteOrder', order) +
        constant('wasmText', text),
    );
    console.log(`core.wasm ${fs.statSync(wasm).size} bytes, ${relocations.length} addresses`);
  } finally {
    if (check) fs.rmSync(dir, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await buildWasm({ check: process.argv.includes('--check') });
  } catch (error) {
    console.error(String(error.message ?? error));
    process.exit(1);
  }
}
