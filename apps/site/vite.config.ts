import path from 'node:path';
import { defineConfig } from 'vite';
import { packages } from '../../scripts/packages.mjs';
import { sourceAliases } from '../../scripts/workspace/entries.mjs';
import { licencePlugins } from '../../scripts/workspace/licences.mjs';

const licences = licencePlugins();

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [licences.page],
  resolve: { alias: sourceAliases(packages) },
  worker: { format: 'es', plugins: () => [licences.worker] },
  build: {
    target: 'es2022',
    manifest: true,
    chunkSizeWarningLimit: 3000,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: path.join(import.meta.dirname, 'src/main.ts'),
      checks: { pluginTimings: false },
    },
  },
});
