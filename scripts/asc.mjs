// Compiles the numeric core to WebAssembly: the same files as the `js` back end, with the imports rewritten for AssemblyScript.
//   node scripts/asc.mjs            optimised, written to packages/core/src/backend/wasm-bytes.ts
//   node scripts/asc.mjs --check    compiles only (fast)
import { spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { takeOffsets, withOffsetMethods } from './as-offsets.mjs';
import { generate } from './generate.mjs';
import { wasmToText } from './wasm-text.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const src = path.join(root, 'packages/core/src');
const out = path.join(root, 'build/as');
const bytesFile = path.join(src, 'backend/wasm-bytes.ts');
const BUILT_IN = new Set(['i32', 'f64']);
const MEMORY_BASE = '1024'; // addresses below are never used
const GENERATED = path.join('model', 'kernel.ts');

/** AssemblyScript wants no extension, no `type`, and no import of what it has built in. */
function forAssemblyScript(text) {
  return takeOffsets(text)
    .replace(/\b(import|export)( type)? \{([^}]*)\} from '([^']*)\.ts';/g, (_, word, _type, names, from) => {
      const kept = names
        .split(',')
        .map((n) => n.trim().replace(/^type /, ''))
        .filter((n) => n !== '' && !BUILT_IN.has(n));
      return kept.length === 0 ? '' : `${word} { ${kept.join(', ')} } from '${from}';`;
    })
    .replace(/\bboolean\b/g, 'bool');
}

/** The files that `kernels.ts` reaches, relative to `src`. */
function reachable() {
  const seen = new Set();
  const queue = ['kernels.ts'];
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

function prepare(outDir) {
  const hash = crypto.createHash('sha256');
  for (const file of [...reachable()].sort()) {
    const target = path.join(outDir, file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    let text;
    if (file === GENERATED) text = fs.readFileSync(path.join(out, file), 'utf8');
    else {
      const source = sourceOf(file);
      text = fs.readFileSync(source, 'utf8');
      if (!source.endsWith('.as.ts')) text = forAssemblyScript(text);
      else if (file === 'dialect.ts') text = withOffsetMethods(text);
    }
    hash.update(file).update(text);
    if (target !== path.join(out, GENERATED)) fs.writeFileSync(target, text);
  }
  fs.writeFileSync(
    path.join(outDir, 'index.ts'),
    "export * from './kernels';\nexport function heapTop(): usize { return heap.alloc(16); }\n",
  );
  return hash
    .update(fs.readFileSync(fileURLToPath(import.meta.url)))
    .digest('hex')
    .slice(0, 16);
}

function compile(dir, wasm) {
  const args = [
    path.join(dir, 'index.ts'),
    '-O0',
    '--memoryBase',
    MEMORY_BASE,
    '--runtime',
    'stub',
    '--noAssert',
    '--importMemory',
    '--sharedMemory',
    '--initialMemory',
    '1',
    '--maximumMemory',
    '65536',
    '--enable',
    'threads',
    '--enable',
    'simd',
    '-o',
    wasm,
  ];
  const bin = path.join(root, 'node_modules/assemblyscript/bin/asc.js');
  const run = spawnSync(process.execPath, [bin, ...args], { cwd: root, encoding: 'utf8' });
  if (run.status !== 0) {
    process.stderr.write(run.stdout + run.stderr);
    throw new Error('AssemblyScript rejects the numeric core');
  }
}

/**
 * Optimises with one pass of Binaryen that inlines more than asc would: helpers of a few vector operations, whose call costs as
 * much as what they do. Nothing in it changes the order of floating-point operations.
 */
async function optimise(wasm) {
  const compiler = createRequire(path.join(root, 'node_modules/assemblyscript/package.json')); // Binaryen comes with it
  const { default: binaryen } = await import(pathToFileURL(compiler.resolve('binaryen')).href);
  const names = [
    'MutableGlobals',
    'SignExt',
    'NontrappingFPToInt',
    'BulkMemory',
    'BulkMemoryOpt',
    'Atomics',
    'SIMD128',
  ];
  const module = binaryen.readBinary(fs.readFileSync(wasm));
  module.setFeatures(names.reduce((set, name) => set | binaryen.Features[name], 0));
  binaryen.setLowMemoryUnused(true); // nothing lies below MEMORY_BASE
  binaryen.setOptimizeLevel(3);
  binaryen.setShrinkLevel(0);
  binaryen.setAlwaysInlineMaxSize(10);
  binaryen.setFlexibleInlineMaxSize(25); // with 200 steps are 5 to 10 % faster and the packed module is 35 % larger
  binaryen.setOneCallerInlineMaxSize(500);
  binaryen.setAllowInliningFunctionsWithLoops(true);
  module.optimize();
  fs.writeFileSync(wasm, module.emitBinary());
  module.dispose();
}

/** Builds the module unless the one in place was built from the same text. */
export async function buildWasm({ check = false } = {}) {
  await generate();
  const dir = check ? path.join(root, `build/as-check-${process.pid}`) : out;
  if (check) fs.cpSync(path.join(out, 'model'), path.join(dir, 'model'), { recursive: true });
  try {
    const digest = prepare(dir);
    const current = fs.existsSync(bytesFile)
      ? (fs.readFileSync(bytesFile, 'utf8').match(/source ([0-9a-f]+)/)?.[1] ?? '')
      : '';
    if (!check && current === digest) return;
    const wasm = path.join(dir, 'core.wasm');
    compile(dir, wasm);
    if (check) return;
    await optimise(wasm);
    const { order, text } = wasmToText(fs.readFileSync(wasm));
    fs.writeFileSync(
      bytesFile,
      `// Generated by scripts/asc.mjs from source ${digest}.\nexport const wasmOrder =\n  '${order}';\nexport const wasmText =\n  '${text}';\n`,
    );
    console.log(`core.wasm ${fs.statSync(wasm).size} bytes`);
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
