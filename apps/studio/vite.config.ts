import fs from 'node:fs';
import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { packages } from '../../scripts/packages.mjs';
import { sourceAliases } from '../../scripts/workspace/entries.mjs';
import { licencePlugins } from '../../scripts/workspace/licences.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const bundled = ['models', 'policies'] as const;

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

/** A bundled model or policy by its folder and the path of a request; undefined for everything outside of the folder. */
export function bundledFile(folder: (typeof bundled)[number], name: string): string | undefined {
  try {
    const base = fs.realpathSync(path.join(root, folder));
    const file = fs.realpathSync(path.join(base, decodeURIComponent(name)));
    return file.startsWith(base + path.sep) && fs.statSync(file).isFile() ? file : undefined;
  } catch {
    return undefined; // not there, or not a path
  }
}

/** The bundled models and policies: served from the repository, and copied beside the page. */
const bundledFiles = (): Plugin => ({
  name: 'bundled-files',
  configureServer(server) {
    for (const folder of bundled)
      server.middlewares.use(`/${folder}`, (request, response, next) => {
        const name = (request.url ?? '/').split('?')[0] ?? '';
        const file = bundledFile(folder, name);
        if (file === undefined) return next();
        response.setHeader('Content-Type', 'application/octet-stream');
        fs.createReadStream(file).pipe(response);
      });
  },
  writeBundle(options) {
    for (const folder of bundled)
      fs.cpSync(path.join(root, folder), path.join(options.dir ?? 'dist', folder), { recursive: true });
  },
});

const licences = licencePlugins();

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [securityPolicy(), bundledFiles(), licences.page],
  resolve: {
    alias: [
      // the package does not export its style sheet, and styles made by scripts are against the policy
      { find: /^lil-gui\.css$/, replacement: path.join(root, 'node_modules/lil-gui/dist/lil-gui.css') },
      ...sourceAliases(packages),
    ],
  },
  server: {
    headers: {
      'X-Frame-Options': 'DENY',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
    fs: { strict: true },
  },
  worker: {
    format: 'es',
    plugins: () => [licences.worker],
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 3000,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});
