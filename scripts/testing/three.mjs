import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../ensure.mjs';

/** The oldest version of three.js that the viewer works with. */
const OLDEST = '0.170.0';

/** Installs that version into a folder of its own; returns where it is. */
export function installOldestThree() {
  const folder = path.join(root, 'node_modules/.cache/oldest-three');
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status } = spawnSync(npm, ['install', '--no-audit', '--no-fund', '--no-workspaces', `three@${OLDEST}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`three@${OLDEST} cannot be installed into ${folder}`);
  return path.join(folder, 'node_modules/three');
}
