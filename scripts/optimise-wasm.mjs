// What Binaryen does to the numeric core after AssemblyScript: inlining where steps spend their time, the usual passes, no names.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './packages.mjs';

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
  'geometry/ray',
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
  'solver/couplings',
  'solver/inverse',
  'solver/noslip',
  'solver/pgs',
  'solver/solve',
];
/** Functions of hot files that are called from several places, and where the call does not count. */
const CALLED = [
  'collision/filter/bodiesMeet',
  'collision/parameters/takeFrom',
  'math/twofold/',
  'solver/fronts/rowInFront',
  'solver/leaf/subColumn',
  'solver/ordering/put',
  'solver/primal/expectedGain',
];

/** Whether a file, relative to the sources of core, is cold. */
export const isCold = (file) => COLD.some((prefix) => file.startsWith(prefix));

/**
 * Optimises with Binaryen, which inlines more than asc would: helpers of a few vector operations, whose call costs as much as
 * what they do. Nothing in it changes the order of floating-point operations.
 */
export async function optimise(wasm) {
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
  binaryen.setLowMemoryUnused(true); // nothing lies in the first kilobyte
  binaryen.setZeroFilledMemory(true);
  binaryen.setOptimizeLevel(3);
  binaryen.setShrinkLevel(0);
  binaryen.setAllowInliningFunctionsWithLoops(true);
  binaryen.setAlwaysInlineMaxSize(10);
  binaryen.setOneCallerInlineMaxSize(500);
  binaryen.addPassToSkip('duplicate-function-elimination'); // copies for cold files are duplicates

  binaryen.setFlexibleInlineMaxSize(25); // the least, everywhere
  module.optimize();
  for (const prefix of ['cold/', ...COLD, ...CALLED]) {
    binaryen.setPassArgument('no-inline', `*/as*/${prefix}*`);
    module.runPasses(['no-inline']);
  }
  binaryen.setFlexibleInlineMaxSize(170); // the rest, into what is hot
  module.optimize();

  binaryen.clearPassesToSkip();
  module.runPasses(['duplicate-function-elimination', 'strip-debug', 'strip-producers']);
  fs.writeFileSync(wasm, module.emitBinary());
  module.dispose();
}
