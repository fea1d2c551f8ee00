import fs from 'node:fs';
import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const root = path.resolve(import.meta.dirname, '../..');
const models = path.join(root, 'models');

const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self' data:",
  "media-src 'self' blob:",
  "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const securityPolicy = (): Plugin => ({
  name: 'security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: policy }, injectTo: 'head-prepend' },
  ],
});

/** The bundled models: served from the repository, and copied beside the page. */
const bundledModels = (): Plugin => ({
  name: 'bundled-models',
  configureServer(server) {
    server.middlewares.use('/models', (request, response, next) => {
      const file = path.join(models, decodeURIComponent((request.url ?? '/').split('?')[0] ?? ''));
      if (!file.startsWith(models) || !fs.existsSync(file) || !fs.statSync(file).isFile()) next();
      else fs.createReadStream(file).pipe(response);
    });
  },
  writeBundle(options) {
    fs.cpSync(models, path.join(options.dir ?? 'dist', 'models'), { recursive: true });
  },
});

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [securityPolicy(), bundledModels()],
  resolve: {
    alias: [
      // the package does not export its style sheet, and styles made by scripts are against the policy
      { find: /^lil-gui\.css$/, replacement: path.join(root, 'node_modules/lil-gui/dist/lil-gui.css') },
      { find: /^@qpos\/spec\/decompile$/, replacement: `${root}/packages/spec/src/decompile/index.ts` },
      { find: /^@qpos\/(core|spec|viewer)$/, replacement: `${root}/packages/$1/src/index.ts` },
      { find: /^qpos$/, replacement: `${root}/packages/qpos/src/index.ts` },
    ],
  },
  worker: { format: 'es' },
  build: { target: 'es2022', chunkSizeWarningLimit: 3000, modulePreload: { polyfill: false } },
});
