import fs from 'node:fs';
import path from 'node:path';
import { partsPlugins } from '@qpos/parts';
import { loadModelFile } from 'qpos/node';
import type { Files } from './scene.ts';

const root = path.resolve(import.meta.dirname, '..');

/** The bundled models and policies of this checkout. */
export const diskFiles: Files = {
  model: async (file) => loadModelFile(path.join(root, 'models', file), { plugins: partsPlugins }),
  policy: async (file) => fs.readFileSync(path.join(root, 'policies', file)),
};
