// Brings a fresh clone to the point where anything can run: dependencies, then a build of what is missing or old.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './packages.mjs';

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

function must(label, command, args) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (error || status !== 0) {
    console.error(`${label} failed${error ? `: ${error.message}` : ''}`);
    process.exit(1);
  }
}

const mtime = (file) => (fs.existsSync(file) ? fs.statSync(file).mtimeMs : 0);

const MADE = /(^|[/\\])(node_modules|dist|build|generated)([/\\]|$)/;
const isTest = (name) => /\.test\.(ts|mjs)$/.test(name);

/** When a source below a folder was changed last: not what is made from sources, nor tests, which no build contains. */
export function newestSource(folder) {
  let latest = 0;
  for (const entry of fs.readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const dir = entry.parentPath ?? entry.path;
    if (!entry.isFile() || isTest(entry.name) || MADE.test(path.relative(folder, dir))) continue;
    latest = Math.max(latest, mtime(path.join(dir, entry.name)));
  }
  return latest;
}

/** Whether a marker is missing, or older than what it was made from. */
export const isStale = (marker, ...sources) => mtime(marker) === 0 || sources.some((time) => time >= mtime(marker));

/** Installs the locked dependencies if they are not those of the lockfile. */
export function ensureInstalled() {
  const marker = path.join(root, 'node_modules/.package-lock.json');
  if (mtime(marker) >= mtime(path.join(root, 'package-lock.json')) && mtime(marker) > 0) return;
  console.log('installing dependencies ...');
  // not `npm ci`: it wants the optional packages of every platform in the lockfile, also those that a registry does not have
  must('npm install', npm, ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']);
}

const SOURCES = ['packages', 'apps', 'conformance', 'bench', 'scripts', 'models', 'policies'];

/** Builds unless the last build is newer than every source. With `only: 'packages'` neither apps nor declarations are needed. */
export function ensureBuilt({ only } = {}) {
  const [whole, part] = ['build/stamp', 'build/stamp-packages'].map((file) => path.join(root, file));
  const latest = SOURCES.map((folder) => newestSource(path.join(root, folder)));
  const wanted = only === 'packages' ? part : whole;
  if (!isStale(whole, ...latest) || !isStale(wanted, ...latest)) return;
  console.log('building ...');
  const less = only === 'packages' ? ['--no-types', '--no-apps'] : [];
  must('build', process.execPath, [path.join(root, 'scripts/build.mjs'), ...less]);
  fs.writeFileSync(wanted, '');
}

export { root };
