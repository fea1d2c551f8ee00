// Tests. Each form ends with `N passed, N failed`.
//   node scripts/test.mjs           all: install, build, lint, types, layers, dead code, size, tests on both back ends and in a browser
//   node scripts/test.mjs --fast    types, and tests on one back end; no browser, no corpus
//   node scripts/test.mjs --long    what takes long: the whole corpus, fuzzers, round trips, bundlers
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, root } from './ensure.mjs';
import { CHECKS, runChecks, runProgram, runTests } from './testing/steps.mjs';
import { corpusLine, lastLine, sum } from './testing/tally.mjs';
import { installOldestThree } from './testing/three.mjs';

/** The browser tests need Chromium; on Debian as root it can be installed here. */
function ensureBrowser() {
  if (fs.existsSync('/usr/bin/chromium')) return;
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !fs.existsSync('/usr/bin/apt-get')) return;
  console.log('installing Chromium ...');
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: ['ignore', 'ignore', 'inherit'] });
}

async function everything() {
  ensureBrowser();
  ensureBuilt();
  const checks = await runChecks(Object.keys(CHECKS));
  const engine = runTests('tests on both back ends', ['--project', 'wasm', '--project', 'js']);
  const pages = runTests('tests in a browser', ['--project', 'studio']);
  return [...checks, engine.tally, pages.tally, { passed: 0, failed: 0, notes: [corpusLine(engine.report)] }];
}

/** Where the tests are that need neither a browser nor packages as they are published. */
const FAST = ['packages/core/', 'packages/spec/', 'packages/viewer/', 'scripts/workspace/', 'scripts/dialect/'];

async function fast() {
  ensureBuilt({ only: 'packages' });
  const checks = await runChecks(['types of tests and tools']);
  return [...checks, runTests('tests on one back end', ['--project', 'wasm', ...FAST]).tally];
}

const program = (name) => ['--expose-gc', path.join(root, 'conformance/dist', `${name}.js`)];

async function long() {
  ensureBuilt();
  const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  const hasCorpus = fs.existsSync(path.join(root, '../shared/corpus/manifest.json'));
  return [
    runProgram('parity', [...program('parity/parity'), '--check', '--out', 'build/parity-check.json']),
    runProgram('round trips', program('roundtrip/roundtrip')),
    ...(hasCorpus ? [runTests('files of the corpus', ['--project', 'corpus']).tally] : []),
    runProgram('collision fuzzer', [...program('fuzz/collision-fuzz'), '--poses', '1000', '--seed', '2']),
    runProgram('dynamics fuzzer', [...program('fuzz/dynamics-fuzz'), '--trials', '20', '--seed', '2']),
    runProgram('fuzzer of all formats', [...program('fuzz/formats/formats-fuzz'), '--minutes', '2']),
    runTests('tests that take long', ['--project', 'long-wasm', '--project', 'long-js', '--project', 'full']).tally,
    runTests('saved models', ['--project', 'wasm', 'conformance/src/fuzz/saved-models'], { QPOS_MUTANTS: '4000' })
      .tally,
    runTests('dying workers', ['--project', 'wasm', 'packages/batch/src/teams/death.test.ts'], { QPOS_DEATHS: '100' })
      .tally,
    runTests('rays', ['--project', 'wasm', 'packages/core/src/kernel/geometry/ray'], { QPOS_RAYS: '10000' }).tally,
    runTests('derivatives', ['--project', 'wasm', 'conformance/src/derivatives'], { QPOS_DERIVATIVES: 'all' }).tally,
    runTests('planning tasks', ['--project', 'wasm', 'packages/control/src/tasks', 'examples/balance.test.ts'], {
      QPOS_PLANS: 'all',
    }).tally,
    runTests('large models', ['--project', 'wasm', 'packages/qpos/src/large-models.test.ts'], { QPOS_GEOMS: '300000' })
      .tally,
    runTests('every fault', ['--project', 'wasm', 'conformance/src/faults'], { QPOS_FAULTS: 'all' }).tally,
    runTests('documentation site', ['--project', 'site']).tally,
    runTests('studio, what takes long', ['--project', 'studio-long']).tally,
    runTests('oldest three.js', ['--project', 'long-wasm', 'docs/guide/viewing'], { QPOS_THREE: installOldestThree() })
      .tally,
    runProgram('policies in ONNX Runtime', [path.join(root, 'scripts/testing/onnx-runtime.mjs')]),
    runProgram('Python client', [path.join(root, 'scripts/testing/python-client.mjs')]),
    runProgram('a cluster', [path.join(root, 'scripts/testing/cluster.mjs')]),
    runProgram('batches on a GPU', [path.join(root, 'scripts/testing/gpu.mjs')]),
    runProgram('soak', [...program('soak/soak'), '--steps', '1e6', '--every', '10']),
    ...(scripts['test:bundlers'] ? [runProgram('bundlers', scripts['test:bundlers'].split(' ').slice(1))] : []),
  ];
}

ensureInstalled();
const run = process.argv.includes('--fast') ? fast : process.argv.includes('--long') ? long : everything;
const result = sum(await run());
console.log(`\n${result.notes.join('\n')}`);
console.log(lastLine(result));
process.exit(result.failed === 0 ? 0 : 1);
