// What publint and attw (are the types wrong?) say of the tarballs, as they would be published.
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../packages.mjs';
import { tools } from './on-demand.mjs';
import { pack, run } from './project.mjs';

const names = fs
  .readdirSync(path.join(root, 'packages'))
  .map((folder) => JSON.parse(fs.readFileSync(path.join(root, 'packages', folder, 'package.json'), 'utf8')).name);

/** The tarball of one package, packed once. */
function tarball({ folder }, name) {
  const place = path.join(folder, 'published', name.replace('/', '-'));
  const [packed] = fs.existsSync(place) ? fs.readdirSync(place).map((f) => path.join(place, f)) : pack([name], place);
  return packed;
}

function publint(project, name) {
  const bin = path.join(tools('publint', ['publint@0.3']), 'node_modules/.bin/publint');
  run(bin, [tarball(project, name), '--strict']);
  return 'ok';
}

/** The packages are ES modules, which `require` of Node takes too: of CommonJS only the types of old settings are missing. */
function attw(project, name) {
  const bin = path.join(tools('attw', ['@arethetypeswrong/cli@0.18.5']), 'node_modules/.bin/attw');
  run(bin, [tarball(project, name), '--profile', 'esm-only', '--no-emoji']);
  return 'ok';
}

/** As `quickWays`. */
export const publishedChecks = names.flatMap((name) => [
  { name: `publint, ${name}`, expected: 'ok', load: (p) => publint(p, name) },
  { name: `attw, ${name}`, expected: 'ok', load: (p) => attw(p, name) },
]);
