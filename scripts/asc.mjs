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
const UNPACKER = 'backend/unpack.ts';

/**
 * What is seldom on the path of a step, by how its name begins: it calls copies of the mathematics that are not inlined. With
 * everything inlined steps are no faster, and the packed module is 10 kB larger; with nothing they take 10 to 30 % longer.
 */
const COLD = [
  'actuation/ctrl-history',
  'actuation/dcmotor',
  'actuation/history',
  'actuation/length-range',
  'actuation/motor-friction',
  'actuation/pid',
  'actuation/servo',
  'actuation/so3',
  'collision/sdf',
  'collision/soup',
  'constraint/adhesion',
  'constraint/equality',
  'constraint/jacobian-dot',
  'constraint/outside',
  'constraint/project',
  'constraint/surface',
  'derivative/',
  'geometry/inside',
  'geometry/mpr',
  'geometry/octree',
  'geometry/ray',
  'geometry/sdf',
  'geometry/signed',
  'geometry/smooth',
  'geometry/soup',
  'geometry/user',
  'inertia/forward',
  'inertia/inverse',
  'inertia/post-constraint',
  'inertia/reflected',
  'inertia/tendon',
  'integrate/discrete',
  'integrate/history',
  'integrate/implicit',
  'integrate/rk4',
  'integrate/spring',
  'kinematics/apply',
  'kinematics/camlight',
  'kinematics/coordinates',
  'kinematics/object',
  'kinematics/subtree',
  'kinematics/transmission/',
  'math/band',
  'math/boxqp',
  'math/eig3',
  'math/lu',
  'math/qcqp',
  'math/square',
  'metric/',
  'passive/adhesion',
  'passive/fluid',
  'passive/limit',
  'pipeline/',
  'query/',
  'sensor/',
  'sleep/',
  'solver/cg',
  'solver/dual',
  'solver/inverse',
  'solver/noslip',
  'solver/pgs',
  'solver/solve',
];
const isCold = (file) => COLD.some((prefix) => file.startsWith(prefix));

/** AssemblyScript wants no extension, no `type`, and no import of what it has built in. */
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
  return hash
    .update(fs.readFileSync(fileURLToPath(import.meta.url)))
    .digest('hex')
    .slice(0, 16);
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

/**
 * Optimises with Binaryen, which inlines more than asc would: helpers of a few vector operations, whose call costs as much as
 * what they do. Nothing in it changes the order of floating-point operations.
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
  binaryen.setZeroFilledMemory(true);
  binaryen.setOptimizeLevel(3);
  binaryen.setShrinkLevel(0);
  binaryen.setAllowInliningFunctionsWithLoops(true);
  binaryen.setAlwaysInlineMaxSize(10);
  binaryen.setOneCallerInlineMaxSize(500);
  binaryen.addPassToSkip('duplicate-function-elimination'); // copies for cold files are duplicates

  binaryen.setFlexibleInlineMaxSize(25); // the least, everywhere
  module.optimize();
  for (const prefix of ['cold/', ...COLD]) {
    binaryen.setPassArgument('no-inline', `*/as*/${prefix}*`);
    module.runPasses(['no-inline']);
  }
  binaryen.setFlexibleInlineMaxSize(140); // the rest, into what is hot
  module.optimize();

  binaryen.clearPassesToSkip();
  module.runPasses(['duplicate-function-elimination', 'strip-debug', 'strip-producers']);
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
    compile(path.join(dir, 'index.ts'), wasm, coreOptions);
    if (check) return;
    await optimise(wasm);
    const unpacker = path.join(dir, 'unpacker.wasm');
    compile(path.join(dir, UNPACKER), unpacker, ['-O2']);
    const constant = (name, text) => `export const ${name} =\n  '${text}';\n`;
    fs.writeFileSync(
      bytesFile,
      `// Generated by scripts/asc.mjs from source ${digest}.\n` +
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
