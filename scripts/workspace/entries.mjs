// How a program names the entries of the packages, and which source each name stands for.
import path from 'node:path';
import { root } from '../packages.mjs';

/** Every name that can be imported with its source, relative to the root: `qpos/node`, `packages/qpos/src/node.ts`. */
export function importNames(described) {
  return described.flatMap(({ dir, name, entries }) =>
    Object.entries(entries).map(([subpath, source]) => [path.posix.join(name, subpath), `${dir}/src/${source}.ts`]),
  );
}

/** Aliases of Vite and Vitest: sources instead of what was built last. */
export function sourceAliases(described) {
  return importNames(described).map(([name, source]) => ({
    find: new RegExp(`^${name}$`),
    replacement: path.join(root, source),
  }));
}

/** The built file of a program, relative to the root; an error that lists the programs if there is none of that name. */
export function programFile(dir, program, described) {
  const { programs = [] } = described.find((p) => p.dir === dir) ?? {};
  if (programs.includes(program)) return `${dir}/dist/${program}.js`;
  const known = described.flatMap((p) => (p.programs ?? []).map((name) => `${p.dir} ${name}`));
  throw new Error(`there is no program ${dir} ${program}; there are\n  ${known.join('\n  ')}`);
}
