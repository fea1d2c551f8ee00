// The tsconfig files, from the description of the packages. They are checked in, since editors read them.
//   node scripts/workspace/tsconfig.mjs
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { importsOf, isPublished, packages, root } from '../packages.mjs';
import { importNames } from './entries.mjs';

const HEAD = '// Written by `npm run generate` from scripts/packages.mjs.\n';
const ES = ['es2023', 'esnext.disposable'];
const DOM = ['dom', 'dom.iterable'];
const NOT_PUBLISHED = ['src/**/*.as.ts', 'src/**/*.test.ts', 'src/**/*testing.ts', 'src/testing'];

const reference = (from, dir) => ({ path: path.posix.relative(from, dir) });

/** Of a published package: its declarations, with the globals of its platform and no others. */
function ofPackage(p, described) {
  const up = path.posix.relative(p.dir, '.');
  const references = importsOf(p, described)
    .filter(isPublished)
    .map(({ dir }) => reference(p.dir, dir));
  return {
    extends: `${up}/tsconfig.base.json`,
    compilerOptions: {
      rootDir: 'src',
      outDir: 'dist',
      ...(p.uncheckedIndex && { noUncheckedIndexedAccess: false }),
      ...(p.platform === 'browser' && { lib: [...ES, ...DOM] }),
      ...(p.platform === 'node' && { types: ['node'] }),
    },
    include: ['src'],
    exclude: NOT_PUBLISHED,
    ...(references.length > 0 && { references }),
  };
}

/** Of everything at once, tests and tools too, on sources: this one also tells dependency-cruiser where a name leads. */
function ofTests(described) {
  const folders = described.filter(({ dir }) => !dir.startsWith('apps/')).map(({ dir }) => `${dir}/src`);
  return {
    extends: './tsconfig.base.json',
    compilerOptions: {
      composite: false,
      declaration: false,
      emitDeclarationOnly: false,
      noEmit: true,
      allowJs: true,
      rewriteRelativeImportExtensions: false,
      allowImportingTsExtensions: true,
      noUncheckedIndexedAccess: false,
      lib: [...ES, ...DOM],
      jsx: 'react-jsx',
      types: ['node'],
      paths: Object.fromEntries(importNames(described).map(([name, source]) => [name, [`./${source}`]])),
    },
    include: [
      ...folders.map((f) => `${f}/**/*.ts`),
      'docs/**/*.ts',
      'docs/**/*.tsx',
      'examples/**/*.ts',
      '*.config.ts',
    ],
    exclude: ['**/*.as.ts', '**/dist', 'packages/core/src/host/backend/platform.d.ts'],
  };
}

/** Of an app: its page and its tests, with the viewer, whose types differ from those of plain programs. */
function ofApp({ dir }) {
  const up = path.posix.relative(dir, '.');
  return {
    extends: `${up}/tsconfig.check.json`,
    include: ['src/**/*.ts', 'builder/**/*.ts', 'test/**/*.ts', 'vite.config.ts', `${up}/packages/viewer/src/**/*.ts`],
    exclude: ['build', 'dist'],
  };
}

/** Each tsconfig file by its path, with its content. */
export function tsconfigs(described) {
  const published = described.filter(isPublished);
  return {
    'tsconfig.json': { files: [], references: published.map(({ dir }) => ({ path: dir })) },
    'tsconfig.check.json': ofTests(described),
    ...Object.fromEntries(published.map((p) => [`${p.dir}/tsconfig.json`, ofPackage(p, described)])),
    ...Object.fromEntries(
      described.filter(({ dir }) => dir.startsWith('apps/')).map((p) => [`${p.dir}/tsconfig.json`, ofApp(p)]),
    ),
  };
}

export const tsconfigText = (content) => `${HEAD}${JSON.stringify(content, null, 2)}\n`;

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [file, content] of Object.entries(tsconfigs(packages)))
    fs.writeFileSync(path.join(root, file), tsconfigText(content));
