// What Binaryen does to the numeric core after AssemblyScript: inlining where steps spend their time, the usual passes, no names.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../packages.mjs';

/**
 * Optimises with Binaryen, which inlines more than asc would: helpers of a few vector operations, whose call costs as much as
 * what they do. Nothing in it changes the order of floating-point operations.
 *
 * @param wasm file of the module, which is overwritten
 * @param noInline patterns of the functions that stay calls, `file/function` (dialect/inlining.mjs)
 */
export async function optimise(wasm, noInline) {
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
  binaryen.setOneCallerInlineMaxSize(3000);
  binaryen.addPassToSkip('duplicate-function-elimination'); // copies for cold files are duplicates

  binaryen.setFlexibleInlineMaxSize(25); // the least, everywhere
  module.optimize();
  for (const pattern of noInline) {
    binaryen.setPassArgument('no-inline', `*/as*/${pattern}`);
    module.runPasses(['no-inline']);
  }
  binaryen.setFlexibleInlineMaxSize(130); // the rest, into what is hot
  module.optimize();

  binaryen.clearPassesToSkip();
  module.runPasses(['duplicate-function-elimination', 'strip-debug', 'strip-producers']);
  fs.writeFileSync(wasm, module.emitBinary());
  module.dispose();
}
