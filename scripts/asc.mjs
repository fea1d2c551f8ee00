// Compiles the numeric core to WebAssembly: the same files as the `js` back end, with the imports rewritten for AssemblyScript.
//   node scripts/asc.mjs            optimised, written to packages/core/src/backend/wasm-bytes.ts
//   node scripts/asc.mjs --check    compiles only (fast)
import { spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { takeOffsets, withOffsetMethods } from './as-offsets.mjs';
import { generate } from './generate.mjs';
import { isCold, optimise } from './optimise-wasm.mjs';
import { wasmToText } from './wasm-text.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const src = path.join(root, 'packages/core/src');
const out = path.join(root, 'build/as');
const bytesFile = path.join(src, 'backend/wasm-bytes.ts');
const BUILT_IN = new Set(['i32', 'f64']);
const MEMORY_BASE = '1024'; // addresses below are never used
const GENERATED = path.join('model', 'kernel.ts');
const UNPACKER = 'backend/unpack.ts';

/** AssemblyScript wants no extension, no `type`, and no import of what it has built in; working memory gets a constant address. */
function forAssemblyScript(text) {
  return takeOffsets(text)
    .replace(/\b(import|export)( type)? \{([^}]*)\} from '([^']*)\.ts';/g, (_, word, _type, names, from) => {
      const kept = names
        .split(',')
        .map((n) => n.trim().replace(/^type |^scratch/, ''))
        .filter((n) => n !== '' && !BUILT_IN.has(n));
      return kept.length === 0 ? '' : `${word} { ${[...new Set(kept)].join(', ')} } from '${from}';`;
    })
    .replace(/\bboolean\b/g, 'bool')
    .replace(/= scratch(F64|I32)\((.*)\);/g, (_, type, length) => {
      const bytes = `(${length}) * ${type === 'F64' ? 8 : 4}`;
      return `= changetype<${type}>(memory.data(${bytes}, 16));`; // a constant address, unlike that of an allocation
    });
}

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
function translated(file) {
  const source = sourceOf(file);
  const text = fs.readFileSync(source, 'utf8');
  if (!source.endsWith('.as.ts')) return forAssemblyScript(text);
  return file === 'dialect.ts' ? withOffsetMethods(text) : text;
}

/** Writes all that `kernels.ts` and the unpacker reach to `outDir`; returns a digest of it. */
function prepare(outDir) {
  const hash = crypto.createHash('sha256');
  const write = (file, text) => {
    hash.update(file).update(text);
    fs.mkdirSync(path.dirname(path.join(outDir, file)), { recursive: true });
    fs.writeFileSync(path.join(outDir, file), text);
  };
  for (const file of [...reachable(['kernels.ts', UNPACKER])].sort()) {
    if (file === GENERATED) {
      hash.update(fs.readFileSync(path.join(outDir, file)));
      continue;
    }
    const text = translated(file);
    if (file.startsWith('math/')) write(file.replace('math/', 'cold/'), text);
    write(file, isCold(file) ? text.replace(/(from '(\.\.\/)+)math\//g, '$1cold/') : text);
  }
  write('index.ts', "export * from './kernels';\nexport function heapTop(): usize { return heap.alloc(16); }\n");
  for (const script of ['asc.mjs', 'optimise-wasm.mjs', 'wasm-text.mjs'])
    hash.update(fs.readFileSync(path.join(root, 'scripts', script)));
  return hash.digest('hex').slice(0, 16);
}

/** Options of the core: one shared memory, which it gets from outside, zero where nothing was written. */
const coreOptions = [
  '-O0', // Binaryen follows
  '--debug', // names, by which it knows what is cold
  '--memoryBase',
  MEMORY_BASE,
  '--importMemory',
  '--sharedMemory',
  '--initialMemory',
  '16',
  '--maximumMemory',
  '65536',
  '--zeroFilledMemory',
  '--enable',
  'threads',
  '--enable',
  'simd',
];

function compile(entry, wasm, options) {
  const bin = path.join(root, 'node_modules/assemblyscript/bin/asc.js');
  const args = [bin, entry, '--runtime', 'stub', '--noAssert', '-o', wasm, ...options];
  const run = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (run.status !== 0) {
    process.stderr.write(run.stdout + run.stderr);
    throw new Error('AssemblyScript rejects the numeric core');
  }
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
    compile(path.join(dir, 'index.ts'), wasm, coreOptions);
    if (check) return;
    await optimise(wasm);
    const unpacker = path.join(dir, 'unpacker.wasm');
    compile(path.join(dir, UNPACKER), unpacker, ['-O2']);
    const constant = (name, text) => `export const ${name}: string =\n  '${text}';\n`;
    fs.writeFileSync(
      bytesFile,
      `// Generated by scripts/asc.mjs from source ${digest}.\n` +
        constant('wasmFile', `core-${digest}.wasm`) +
        constant('unpackerBase64', fs.readFileSync(unpacker).toString('base64')) +
        constant('wasmText', wasmToText(fs.readFileSync(wasm))),
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
