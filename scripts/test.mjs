// The whole check: install, build, lint, types, layers, dead code, every test on both back ends. Ends with `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, root } from './ensure.mjs';

let passed = 0;
let failed = 0;

function step(label, script, args) {
  const start = Date.now();
  console.log(`\n== ${label}`);
  const { status } = spawnSync(process.execPath, [path.join(root, script), ...args], { cwd: root, stdio: 'inherit' });
  const ok = status === 0;
  if (ok) passed++;
  else failed++;
  console.log(`${ok ? 'ok' : 'FAILED'}: ${label} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
}

/** The browser tests need Chromium; on Debian as root it can be installed here. */
function ensureBrowser() {
  if (!fs.existsSync(path.join(root, 'apps/studio')) || fs.existsSync('/usr/bin/chromium')) return;
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !fs.existsSync('/usr/bin/apt-get')) return;
  console.log('installing Chromium ...');
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: ['ignore', 'ignore', 'inherit'] });
}

function unitTests() {
  const report = path.join(root, 'build/test-report.json');
  fs.rmSync(report, { force: true });
  console.log('\n== tests');
  const args = [
    path.join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (!fs.existsSync(report)) {
    failed++;
    return;
  }
  const { numPassedTests, numFailedTests, numTotalTests, testResults } = JSON.parse(fs.readFileSync(report, 'utf8'));
  const notRun = testResults.filter((r) => r.status === 'failed' && r.assertionResults.length === 0).length;
  passed += numPassedTests;
  failed += numFailedTests + notRun;
  const skipped = numTotalTests - numPassedTests - numFailedTests;
  if (skipped > 0) {
    console.log(`${skipped} tests were skipped; a skipped test is a defect`);
    failed += skipped;
  }
  if (status !== 0 && numFailedTests + notRun === 0) failed++;
}

ensureInstalled();
ensureBrowser();
ensureBuilt();
step('biome', 'node_modules/@biomejs/biome/bin/biome', ['check', '.']);
step('types', 'node_modules/typescript/bin/tsc', ['-b']);
step('types of tests and tools', 'node_modules/typescript/bin/tsc', ['-p', 'tsconfig.check.json']);
step('types of the studio', 'node_modules/typescript/bin/tsc', ['-p', 'apps/studio']);
step('layers', 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs', [
  'packages',
  'apps',
  'conformance',
  'bench',
  '--config',
  '.dependency-cruiser.cjs',
  '--output-type',
  'err',
]);
step('dead code', 'node_modules/knip/bin/knip.js', []);
step('size', 'scripts/size.mjs', ['--check']);
unitTests();
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
