import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundlesOf, isPublished, packages, packagesIn, root } from '../packages.mjs';
import { knipWorkspaces } from './dead-code.mjs';
import { importNames, programFile, sourceAliases } from './entries.mjs';
import { layerRules } from './layers.mjs';
import { testFiles } from './tests.mjs';
import { tsconfigs, tsconfigText } from './tsconfig.mjs';

const read = (file) => fs.readFileSync(path.join(root, file), 'utf8');

describe('the description of the packages', () => {
  test.each(packages)('$name is what its package.json says', ({ dir, name, entries }) => {
    const manifest = JSON.parse(read(`${dir}/package.json`));
    expect(manifest.name).toBe(name);
    const built = (target) => (typeof target === 'string' ? target : target.default);
    const sources = Object.entries(manifest.exports ?? {}).map(([subpath, target]) => [
      subpath,
      built(target).replace(/^\.\/dist\/(.*)\.js$/, '$1'),
    ]);
    expect(Object.fromEntries(sources)).toEqual(entries);
  });

  test.each(packages)('$name depends on the packages that it may import, and on no others', ({ dir, imports }) => {
    const { dependencies = {} } = JSON.parse(read(`${dir}/package.json`));
    const inside = packages.filter((p) => p.name in dependencies);
    for (const p of inside) {
      if (Array.isArray(imports)) expect(imports).toContain(p.dir);
      else if (imports === 'packages') expect(isPublished(p), p.name).toBe(true);
    }
  });

  test.each(packages.filter(isPublished))('$name says what a registry shows, and who may have it', ({ dir }) => {
    const { description, keywords, license, publishConfig, files } = JSON.parse(read(`${dir}/package.json`));
    expect(description).toMatch(/\w/);
    expect(keywords.length).toBeGreaterThan(2);
    expect(license).toBe('Apache-2.0');
    expect(publishConfig).toEqual({ access: 'public', provenance: true });
    expect(files).toContain('!dist/**/*.map');
  });

  test('every folder of packages and apps has a row', () => {
    const folders = ['packages', 'apps'].flatMap((above) =>
      fs
        .readdirSync(path.join(root, above))
        .map((f) => `${above}/${f}`)
        .filter((f) => fs.existsSync(path.join(root, f, 'package.json'))),
    );
    expect(folders.filter((f) => !packages.some(({ dir }) => dir === f))).toEqual([]);
  });

  test('tsconfig files are those that `npm run generate` writes', () => {
    for (const [file, content] of Object.entries(tsconfigs(packages)))
      expect(read(file), file).toBe(tsconfigText(content));
  });
});

test('a folder for which there is a row brings its rules with it', () => {
  const base = fs.mkdtempSync(path.join(os.tmpdir(), 'qpos-packages-'));
  for (const dir of ['packages/core', 'packages/batch']) {
    fs.mkdirSync(path.join(base, dir, 'src'), { recursive: true });
    fs.writeFileSync(path.join(base, dir, 'package.json'), '{}');
    fs.writeFileSync(path.join(base, dir, 'src/index.ts'), '');
  }
  const there = packagesIn(base);
  fs.rmSync(base, { recursive: true });
  expect(there.map(({ name, entries }) => [name, entries])).toEqual([
    ['@qpos/core', { '.': 'index' }],
    ['@qpos/batch', { '.': 'index' }],
  ]);
  expect(layerRules(there).find(({ name }) => name === 'core-imports')?.to.path).toContain('packages/batch/');
});

describe('programs', () => {
  test('each that package.json runs is one', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const named = Object.values(scripts).flatMap((s) => [...s.matchAll(/scripts\/run\.mjs (\S+) (\S+)/g)]);
    expect(named.length).toBeGreaterThan(3);
    for (const [, dir, program] of named) expect(programFile(dir, program, packages)).toBe(`${dir}/dist/${program}.js`);
  });

  test('an unknown one is told, with those that there are', () => {
    expect(() => programFile('bench', 'bnech', packages)).toThrow(
      /no program bench bnech.*\n.*conformance parity\/parity/s,
    );
    expect(() => programFile('nowhere', 'bench', packages)).toThrow('no program nowhere bench');
  });
});

describe('a package that is added to the table', () => {
  const added = {
    dir: 'packages/fable',
    name: '@qpos/fable',
    imports: ['packages/core'],
    entries: { '.': 'index', './beast': 'beast/index' },
    platform: 'neutral',
    tests: 'both',
    alive: ['src/moral.ts'],
  };
  const described = [...packages, added];

  test('is built', () => {
    expect(bundlesOf(described).at(-1)).toEqual({
      dir: 'packages/fable',
      entries: ['index', 'beast/index'],
      platform: 'neutral',
    });
  });

  test('has types of its own, seen by the tests and by the packages that may import all', () => {
    const files = tsconfigs(described);
    expect(files['tsconfig.json'].references).toContainEqual({ path: 'packages/fable' });
    expect(files['packages/fable/tsconfig.json']).toMatchObject({
      compilerOptions: { outDir: 'dist' },
      references: [{ path: '../core' }],
    });
    expect(files['packages/cli/tsconfig.json'].references).toContainEqual({ path: '../fable' });
    expect(files['tsconfig.check.json'].include).toContain('packages/fable/src/**/*.ts');
    expect(files['tsconfig.check.json'].compilerOptions.paths).toMatchObject({
      '@qpos/fable': ['./packages/fable/src/index.ts'],
      '@qpos/fable/beast': ['./packages/fable/src/beast/index.ts'],
    });
  });

  test('is imported from its source by tests and by the studio', () => {
    expect(importNames(described)).toContainEqual(['@qpos/fable/beast', 'packages/fable/src/beast/index.ts']);
    const alias = sourceAliases(described).find(({ find }) => find.test('@qpos/fable'));
    expect(alias?.replacement).toBe(path.join(root, 'packages/fable/src/index.ts'));
  });

  test('is tested on both back ends', () => {
    for (const backend of ['wasm', 'js'])
      expect(testFiles(described)[backend]).toContain('packages/fable/src/**/*.test.ts');
  });

  test('is searched for dead code', () => {
    expect(knipWorkspaces(described)['packages/fable'].entry).toEqual(['src/moral.ts', 'src/**/*.test.ts']);
  });

  test('has rules for its own imports, and is forbidden to those that do not name it', () => {
    const rules = new Map(layerRules(described).map((r) => [r.name, r]));
    const forbids = (name, file) => new RegExp(rules.get(name)?.to.path).test(file);
    expect(forbids('fable-imports', 'packages/spec/src/index.ts')).toBe(true);
    expect(forbids('fable-imports', 'packages/core/src/index.ts')).toBe(false);
    expect(rules.has('fable-without-node')).toBe(true);
    expect(forbids('spec-imports', 'packages/fable/src/index.ts')).toBe(true);
    expect(forbids('viewer-imports', 'packages/fable/src/index.ts')).toBe(true);
  });
});
