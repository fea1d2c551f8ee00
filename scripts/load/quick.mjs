// Ways to load the packages that need nothing beyond what this repository installs.
import fs from 'node:fs';
import path from 'node:path';
import { build as esbuild } from 'esbuild';
import { build as vite } from 'vite';
import { run } from './project.mjs';

/** Runs a file in this Node, far from the packages that it was made of. */
const node = (file, options = {}) =>
  run(process.execPath, [file], { cwd: path.dirname(file), silent: true, ...options });

/** A program of the project, bundled by esbuild, run. */
async function withEsbuild({ folder, project }, program, name, options) {
  const outfile = path.join(folder, 'esbuild', name);
  await esbuild({ entryPoints: [path.join(project, program)], bundle: true, outfile, logLevel: 'silent', ...options });
  return node(outfile);
}

/** A program of the project, built by Vite as a page is; runs the file whose name matches. */
async function withVite({ folder, project }, program, pick, { server = false } = {}) {
  const outDir = path.join(folder, server ? 'vite-server' : 'vite', program);
  await vite({
    root: project,
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: { outDir, emptyOutDir: true, ssr: server, rolldownOptions: { input: path.join(project, program) } },
  });
  const files = fs.readdirSync(outDir, { recursive: true, encoding: 'utf8' });
  const file = files.find((f) => pick.test(f));
  if (file === undefined) throw new Error(`Vite wrote ${files.join(', ')}`);
  return node(path.join(outDir, file));
}

/** Each prints the back end and the state after some steps, which is the same everywhere; or what `expected` says. */
export const quickWays = [
  { name: 'Node, import', load: ({ project }) => node(path.join(project, 'esm.mjs')) },
  { name: 'Node, require', load: ({ project }) => node(path.join(project, 'require.cjs')) },
  { name: 'Node, qpos/js', backend: 'js', load: ({ project }) => node(path.join(project, 'js.mjs')) },
  {
    name: 'Node, QPOS_BACKEND=js',
    backend: 'js',
    load: ({ project }) =>
      run(process.execPath, ['--import', 'qpos/js', 'esm.mjs'], { cwd: project, env: { QPOS_BACKEND: 'js' } }),
  },
  {
    name: 'Node, qpos/mjcf without WebAssembly',
    expected: 'true',
    load: ({ project }) => node(path.join(project, 'mjcf.mjs')),
  },
  { name: 'esbuild, defaults', load: (p) => withEsbuild(p, 'esm.mjs', 'default.js', {}) },
  { name: 'esbuild, esm', load: (p) => withEsbuild(p, 'esm.mjs', 'esm.mjs', { format: 'esm' }) },
  { name: 'esbuild, iife', load: (p) => withEsbuild(p, 'esm.mjs', 'iife.js', { format: 'iife', minify: true }) },
  { name: 'esbuild, cjs', load: (p) => withEsbuild(p, 'esm.mjs', 'cjs.cjs', { format: 'cjs' }) },
  {
    name: 'esbuild, es2020',
    load: (p) => withEsbuild(p, 'esm.mjs', 'es2020.mjs', { format: 'esm', target: 'es2020' }),
  },
  { name: 'esbuild, for Node', load: (p) => withEsbuild(p, 'require.cjs', 'node.cjs', { platform: 'node' }) },
  { name: 'esbuild, qpos/js', backend: 'js', load: (p) => withEsbuild(p, 'js.mjs', 'js.mjs', { format: 'esm' }) },
  { name: 'Vite', load: (p) => withVite(p, 'esm.mjs', /\.js$/) },
  { name: 'Vite, qpos/js', backend: 'js', load: (p) => withVite(p, 'js.mjs', /\.js$/) },
  { name: 'Vite, default worker', load: (p) => withVite(p, 'worker-page.mjs', /^assets\/esm-.*\.js$/) },
  { name: 'Vite, for a server', load: (p) => withVite(p, 'esm.mjs', /\.m?js$/, { server: true }) },
];

/** Loads in one way; throws what is wrong. */
export async function tryWay({ load, backend = 'wasm', expected }, project) {
  const wanted = expected ?? `${backend} ${project.qpos}`;
  const printed = await load(project);
  if (printed !== wanted) throw new Error(`prints '${printed}' and not '${wanted}'`);
}
