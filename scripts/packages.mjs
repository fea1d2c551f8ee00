// What is built: each package with the files it is entered by; `apart` if what it imports on demand is built as an entry too.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const entries = [
  { dir: 'packages/core', entries: ['index'], platform: 'neutral', apart: true },
  { dir: 'packages/core', entries: ['node'], platform: 'node', apart: true },
  { dir: 'packages/core', entries: ['backend/js', 'backend/packed-module'], platform: 'neutral', apart: true },
  { dir: 'packages/core', entries: ['math'], platform: 'neutral' },
  { dir: 'packages/spec', entries: ['index', 'decompile/index'], platform: 'neutral' },
  { dir: 'packages/qpos', entries: ['index', 'node', 'math', 'decompile'], platform: 'node' },
  { dir: 'packages/viewer', entries: ['index'], platform: 'neutral' },
  { dir: 'packages/cli', entries: ['index', 'qpos'], platform: 'node' },
  {
    dir: 'conformance',
    entries: ['index', 'parity', 'parity-worker', 'roundtrip', 'collision-fuzz', 'dynamics-fuzz'],
    platform: 'node',
  },
  { dir: 'bench', entries: ['bench'], platform: 'node' },
];

/** The packages that are here. */
export const packages = entries
  .map((p) => ({ ...p, entries: p.entries.filter((e) => fs.existsSync(path.join(root, p.dir, 'src', `${e}.ts`))) }))
  .filter((p) => p.entries.length > 0);
