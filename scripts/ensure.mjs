// Brings a fresh clone to the point where anything can run: dependencies, then a build of what is missing or old.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
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

/** The newest change below a folder, sources only. */
function newest(folder) {
  let latest = 0;
  for (const entry of fs.readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const dir = entry.parentPath ?? entry.path;
    if (!entry.isFile() || /(node_modules|dist|build|generated)(\/|\\|$)/.test(path.relative(root, dir))) continue;
    latest = Math.max(latest, mtime(path.join(dir, entry.name)));
  }
  return latest;
}

/** Installs the locked dependencies if they are not those of the lockfile. */
export function ensureInstalled() {
  const marker = path.join(root, 'node_modules/.package-lock.json');
  if (mtime(marker) >= mtime(path.join(root, 'package-lock.json')) && mtime(marker) > 0) return;
  console.log('installing dependencies ...');
  // not `npm ci`: it wants the optional packages of every platform in the lockfile, also those that a registry does not have
  must('npm install', npm, ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']);
}

/** Builds unless the last build is newer than every source. */
export function ensureBuilt() {
  const stamp = path.join(root, 'build/stamp');
  const sources = ['packages', 'apps', 'conformance', 'bench', 'scripts', 'models']
    .map((d) => path.join(root, d))
    .filter((d) => fs.existsSync(d));
  if (mtime(stamp) > Math.max(...sources.map(newest))) return;
  console.log('building ...');
  must('build', process.execPath, [path.join(root, 'scripts/build.mjs')]);
  fs.writeFileSync(stamp, '');
}

export { root };
