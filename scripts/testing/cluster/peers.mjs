// BullMQ and ioredis, installed on demand in a folder of their own: those who use a cluster install them, this repository does not.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../ensure.mjs';

const PACKAGES = { bullmq: '6.7.0', ioredis: '6.0.0' };

/** The folder with the packages; undefined where they cannot be installed. */
export function ensurePeers() {
  const folder = path.join(root, 'node_modules/.cache/qpos-cluster');
  const versionOf = (name) => {
    const file = path.join(folder, 'node_modules', name, 'package.json');
    return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')).version : undefined;
  };
  const isThere = () => Object.entries(PACKAGES).every(([name, version]) => versionOf(name) === version);
  if (isThere()) return folder;
  fs.mkdirSync(folder, { recursive: true });
  console.log(`installing bullmq and ioredis in ${path.relative(root, folder)} ...`);
  const names = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);
  const options = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  spawnSync('npm', ['install', ...options, ...names], { stdio: ['ignore', 'ignore', 'inherit'] });
  return isThere() ? folder : undefined;
}
