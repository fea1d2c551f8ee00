// A plugin of Vite that puts the licences of all packages in a bundle beside it, as LICENSES.txt.
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../packages.mjs';

const FILE = 'LICENSES.txt';
/** Texts from the repositories of packages that are published without one. */
const KEPT = path.join(root, 'scripts/workspace/licence-texts');

/**
 * Folder of the npm package that a module belongs to; undefined for our own modules.
 *
 * @param {string} id as bundlers name modules, with a query or a null byte perhaps
 * @returns {string | undefined}
 */
export function packageFolder(id) {
  const file = id.replace(/^\0+/, '').replace(/\?.*$/, '').replaceAll('\\', '/');
  const at = file.lastIndexOf('/node_modules/');
  if (at < 0) return undefined;
  const start = at + '/node_modules/'.length;
  const [scope, name] = file.slice(start).split('/');
  if (scope === undefined || scope.startsWith('.')) return undefined; // a cache of Vite's own
  return file.slice(0, start) + (scope.startsWith('@') ? `${scope}/${name}` : scope);
}

/**
 * Name, version, licence and its text, of a package.
 *
 * @param {string} folder
 * @returns {{ name: string, version: string, licence: string, source: string, text: string }}
 */
export function licenceOf(folder) {
  const { name, version, license, repository } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const own = fs.readdirSync(folder).find((entry) => /^(licen[cs]e|copying)(\.|-|$)/i.test(entry));
  const kept = path.join(KEPT, `${name.replace('/', '+')}.txt`);
  const file = own === undefined ? (fs.existsSync(kept) ? kept : undefined) : path.join(folder, own);
  if (typeof license !== 'string' || file === undefined)
    throw new Error(
      `${name} ${version} has no ${file === undefined ? 'text of its licence' : 'licence in package.json'}`,
    );
  const address = typeof repository === 'string' ? repository : (repository?.url ?? '');
  const source = address.replace(/^git\+/, '').replace(/\.git$/, '');
  return { name, version, licence: license, source, text: fs.readFileSync(file, 'utf8').trim() };
}

/**
 * The licences of packages as one text, by name.
 *
 * @param {Iterable<string>} folders
 * @returns {string}
 */
export function licenceText(folders) {
  const rows = [...new Set(folders)]
    .map(licenceOf)
    .sort((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version));
  const head = 'This bundle contains the following packages, unchanged. Their sources are at the addresses given.';
  const parts = rows.map(
    ({ name, version, licence, source, text }) => `${name} ${version} (${licence})\n${source}\n\n${text}`,
  );
  return `${[head, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/**
 * Plugins for a page and for its workers, which are bundled apart.
 *
 * @returns {{ page: import('vite').Plugin, worker: import('vite').Plugin }}
 */
export function licencePlugins() {
  const folders = new Set();
  const collect = (context) => {
    for (const id of context.getModuleIds()) {
      const folder = packageFolder(id);
      if (folder !== undefined) folders.add(folder);
    }
  };
  return {
    worker: {
      name: 'licences-of-workers',
      generateBundle() {
        collect(this);
      },
    },
    page: {
      name: 'licences',
      apply: 'build',
      generateBundle() {
        collect(this);
        this.emitFile({ type: 'asset', fileName: FILE, source: licenceText(folders) });
      },
    },
  };
}
