// Ways to load the packages with tools that are not part of this repository: installed on demand, kept between runs.
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../packages.mjs';
import { install, run } from './project.mjs';

const cache = path.join(root, 'node_modules/.cache/load-everywhere');

/** A folder with tools from npm, installed if they are not there yet; the error of an installation has `missing` set. */
export function tools(name, packages) {
  const folder = path.join(cache, name);
  const stamp = path.join(folder, 'installed');
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === packages.join(' ')) return folder;
  try {
    install(folder, packages);
  } catch (error) {
    throw Object.assign(new Error(`cannot be installed: ${error.message}`), { missing: true });
  }
  fs.writeFileSync(stamp, packages.join(' '));
  return folder;
}

const bin = (folder, name) => path.join(folder, 'node_modules/.bin', name);

/** Runs a program with a Node of another version, from npm. */
function otherNode(version, program, { project }) {
  const folder = tools(`node-${version}`, [`node@${version}`]);
  return run(path.join(folder, 'node_modules/node/bin/node'), [program], { cwd: project, silent: true });
}

/** A program bundled by webpack, run by Node. */
function withWebpack({ folder, project }, target, program) {
  const webpack = path.join(tools('webpack', ['webpack@5', 'webpack-cli@7']), 'node_modules/webpack');
  const out = path.join(folder, `webpack-${target}`);
  const script = `require(${JSON.stringify(webpack)})({
    mode: 'production', target: '${target}', context: ${JSON.stringify(project)}, entry: './${program}',
    output: { path: ${JSON.stringify(out)}, filename: 'main.js' }, performance: false,
  }, (error, stats) => { if (error || stats.hasErrors()) { console.error(String(error ?? stats.toString('errors-only'))); process.exit(1); } });`;
  run(process.execPath, ['-e', script], { cwd: project });
  return run(process.execPath, ['main.js'], { cwd: out, silent: true });
}

/** A program bundled by Rollup, run by Node. */
function withRollup({ folder, project }, format) {
  const rollup = tools('rollup', ['rollup@4', '@rollup/plugin-node-resolve@16']);
  const file = path.join(folder, 'rollup', `main.${format === 'es' ? 'mjs' : 'cjs'}`);
  const config = path.join(rollup, 'rollup.config.mjs');
  fs.writeFileSync(
    config,
    `import resolve from '@rollup/plugin-node-resolve';\nexport default { plugins: [resolve({ browser: true })] };\n`,
  );
  run(bin(rollup, 'rollup'), ['-c', config, '-i', 'esm.mjs', '-f', format, '-o', file, '--silent'], { cwd: project });
  return run(process.execPath, [file], { cwd: path.dirname(file), silent: true });
}

const nextFiles = {
  'app/layout.js': `export default ({ children }) => <html><body>{children}</body></html>;\n`,
  'app/page.js': `import { simulate } from '../result.mjs';\nimport Client from './client.js';
    export default () => <main><p>server {simulate()};</p><Client /></main>;\n`,
  'app/client.js': `'use client';\nimport { simulate } from '../result.mjs';\nexport default () => <p>client {simulate()};</p>;\n`,
};

/** A page of Next.js: a server component and a client component simulate while it is built. */
function withNext({ folder, project }, bundler) {
  const next = tools('next', ['next@16', 'react@19', 'react-dom@19']);
  const site = path.join(folder, `next-${bundler}`);
  fs.cpSync(path.join(next, 'node_modules'), path.join(site, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  fs.cpSync(path.join(project, 'node_modules'), path.join(site, 'node_modules'), { recursive: true });
  fs.writeFileSync(path.join(site, 'package.json'), '{ "private": true }\n');
  fs.cpSync(path.join(project, 'result.mjs'), path.join(site, 'result.mjs'));
  for (const [file, text] of Object.entries(nextFiles)) {
    fs.mkdirSync(path.dirname(path.join(site, file)), { recursive: true });
    fs.writeFileSync(path.join(site, file), text);
  }
  run(bin(site, 'next'), ['build', `--${bundler}`], { cwd: site, env: { NEXT_TELEMETRY_DISABLED: '1' } });
  const html = fs.readFileSync(path.join(site, '.next/server/app/index.html'), 'utf8').replace(/<!-- -->/g, '');
  const [server, client] = ['server', 'client'].map((side) => new RegExp(`<p>${side} ([^;]*);`).exec(html)?.[1]);
  if (server !== client) throw new Error(`the server component has ${server}, the client component ${client}`);
  return server;
}

function withBun({ folder, project }, ...args) {
  const bun = bin(tools('bun', ['bun@1']), 'bun');
  const out = path.join(folder, 'bun.js');
  if (args.length === 0) return run(bun, ['esm.mjs'], { cwd: project });
  run(bun, ['build', 'esm.mjs', '--outfile', out, ...args], { cwd: project });
  return run(process.execPath, [out], { cwd: folder });
}

const withDeno = ({ project }, ...args) =>
  run(bin(tools('deno', ['deno@2']), 'deno'), ['run', '--node-modules-dir=manual', ...args, 'esm.mjs'], {
    cwd: project,
  });

/** As `quickWays`. */
export const waysOnDemand = [
  ...[22, 24, 25, 26].flatMap((version) => [
    { name: `Node ${version}, import`, load: (p) => otherNode(version, 'esm.mjs', p) },
    { name: `Node ${version}, require`, load: (p) => otherNode(version, 'require.cjs', p) },
  ]),
  { name: 'Node 20.19, require', load: (p) => otherNode('20.19', 'require.cjs', p) },
  { name: 'webpack, for the web', load: (p) => withWebpack(p, 'web', 'esm.mjs') },
  { name: 'webpack, for Node', load: (p) => withWebpack(p, 'node', 'require.cjs') },
  { name: 'webpack, qpos/js', backend: 'js', load: (p) => withWebpack(p, 'webworker', 'js.mjs') },
  { name: 'Rollup, es', load: (p) => withRollup(p, 'es') },
  { name: 'Rollup, cjs', load: (p) => withRollup(p, 'cjs') },
  { name: 'Rollup, iife', load: (p) => withRollup(p, 'iife') },
  { name: 'Next.js, Turbopack', load: (p) => withNext(p, 'turbopack') },
  { name: 'Next.js, webpack', load: (p) => withNext(p, 'webpack') },
  { name: 'Bun', load: (p) => withBun(p) },
  { name: 'Bun, bundle for browsers', load: (p) => withBun(p, '--target=browser') },
  { name: 'Bun, bundle for Node', load: (p) => withBun(p, '--target=node') },
  { name: 'Deno', load: (p) => withDeno(p, '--allow-read', '--allow-env') },
];
