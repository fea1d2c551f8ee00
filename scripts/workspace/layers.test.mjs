import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importsOf, packages, root } from '../packages.mjs';
import { layerRules } from './layers.mjs';

const rules = layerRules(packages);
const STUB = 'stub';
const entriesOf = (p) => Object.entries(p.entries);
const short = (dir) => path.posix.basename(dir);

/** How a file names another package: as a user would, or by its path where it has no entry. */
const specifierOf = (from, p) =>
  entriesOf(p).length > 0 ? p.name : path.posix.relative(path.posix.dirname(from), `${p.dir}/src/${STUB}.ts`);

/** One planted file: the rule that must report it, its path, what it imports. */
const plant = (rule, file, specifier, kind = 'import') => ({
  rule,
  file,
  text: `${kind} { x } from '${specifier}';\n`,
});

/** Every import of a package that its row does not allow, one of Node and one of npm. */
const acrossPackages = packages.flatMap((p) => {
  const allowed = importsOf(p, packages);
  const file = (name) => `${p.dir}/src/planted-${name}.ts`;
  return [
    ...packages
      .filter((q) => q !== p && !allowed.includes(q))
      .map((q) => plant(`${short(p.dir)}-imports`, file(short(q.dir)), specifierOf(file(''), q))),
    plant(`${short(p.dir)}-without-node`, file('node'), 'node:fs'),
    plant(`${short(p.dir)}-without-npm`, file('npm'), 'three'),
  ].filter(({ rule }) => rules.some(({ name }) => name === rule));
});

const core = 'packages/core/src';
const insidePackages = [
  plant('kernel-alone', `${core}/kernel/solver/planted.ts`, '../../host/stub.ts'),
  plant('kernel-alone', `${core}/kernel/planted.ts`, '../api/stub.ts', 'import type'),
  plant('host-below-api', `${core}/host/planted.ts`, '../api/stub.ts'),
  plant('host-below-api', `${core}/host/model/planted.ts`, '../../index.ts', 'import type'),
  plant('api-below-entries', `${core}/api/planted.ts`, '../index.ts'),
  plant('math-alone', `${core}/kernel/math/planted.ts`, '../geometry/stub.ts'),
  plant('math-alone', `${core}/kernel/math/linear/planted.ts`, '../../model/stub.ts', 'import type'),
  plant('geometry-without-model', `${core}/kernel/geometry/planted.ts`, '../model/stub.ts'),
  plant('geometry-without-model', `${core}/kernel/geometry/ray/planted.ts`, '../../model/stub.ts', 'import type'),
  plant('parser-without-stages', 'packages/spec/src/mjcf/planted.ts', '@qpos/core'),
  plant('parser-without-stages', 'packages/spec/src/urdf/planted.ts', '@qpos/core/math'),
  plant('no-cycle', `${core}/kernel/solver/planted-hen.ts`, './planted-egg.ts', 'export'),
  plant('no-cycle', `${core}/kernel/solver/planted-egg.ts`, './planted-hen.ts', 'export'),
  plant('resolved', 'packages/cli/src/planted-nowhere.ts', './nowhere.ts'),
];

/** Imports that are allowed and stand near those that are not. */
const innocent = [
  plant('', `${core}/api/innocent.ts`, '../host/stub.ts'),
  plant('', `${core}/host/innocent.ts`, '../kernel/model/stub.ts'),
  plant('', `${core}/kernel/geometry/innocent.ts`, '../math/stub.ts'),
  plant('', `${core}/kernel/innocent.test.ts`, '@qpos/conformance'),
  plant('', 'packages/viewer/src/innocent.ts', 'three'),
  plant('', 'packages/spec/src/innocent.ts', '@qpos/core'),
  plant('', 'packages/cli/src/innocent.ts', 'node:fs'),
  plant('', 'apps/studio/src/innocent.ts', 'qpos/decompile'),
  plant('', `${core}/host/innocent-owner.ts`, './innocent-owned.ts'),
  plant('', `${core}/host/innocent-owned.ts`, './innocent-owner.ts', 'import type'),
];

const plants = [...acrossPackages, ...insidePackages];
const stubs = [
  ...packages.flatMap((p) => [STUB, ...Object.values(p.entries)].map((source) => `${p.dir}/src/${source}.ts`)),
  ...['api', 'host', 'kernel/model', 'kernel/math', 'kernel/geometry'].map((f) => `${core}/${f}/stub.ts`),
];

describe('layers', () => {
  let folder = '';
  let violations = [];

  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qpos-layers-'));
    const write = (file, text) => {
      fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      fs.writeFileSync(path.join(folder, file), text);
    };
    for (const file of ['tsconfig.base.json', 'tsconfig.check.json', 'package.json'])
      fs.copyFileSync(path.join(root, file), path.join(folder, file));
    fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    for (const file of stubs) write(file, 'export const x = 1;\n');
    for (const { file, text } of [...plants, ...innocent]) write(file, text);
    const cruiser = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const config = path.join(root, '.dependency-cruiser.mjs');
    const { stdout } = spawnSync(
      process.execPath,
      [cruiser, 'packages', 'apps', 'conformance', 'bench', '--config', config, '--output-type', 'json'],
      { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 },
    );
    violations = JSON.parse(stdout).summary.violations;
  }, 60_000);

  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  test('there is a planted violation of every rule', () => {
    const planted = new Set(plants.map(({ rule }) => rule));
    expect(rules.map(({ name }) => name).filter((name) => !planted.has(name))).toEqual([]);
  });

  test.each(plants)('$rule reports $file', ({ rule, file }) => {
    const found = violations.filter((v) => v.from === file || v.cycle?.some(({ name }) => name === file));
    expect(found.map((v) => v.rule.name)).toContain(rule);
  });

  test('what is allowed is not reported', () => {
    const files = new Set(innocent.map(({ file }) => file));
    expect(violations.filter(({ from }) => files.has(from))).toEqual([]);
  });

  test('every rule is about files that are here', () => {
    const { stdout } = spawnSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' });
    const files = stdout.split('\n');
    const idle = rules.filter(({ from }) => from.path && !files.some((f) => new RegExp(from.path).test(f)));
    expect(idle.map(({ name }) => name)).toEqual([]);
  });
});

test.each(['core', 'spec'])('%s is checked without the DOM and without the types of Node', (name) => {
  const config = path.join(root, 'packages', name, 'tsconfig.json');
  const { config: json } = ts.readConfigFile(config, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(json, ts.sys, path.dirname(config));
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  const planted = path.join(path.dirname(config), 'src/planted.ts');
  const text = "document.title = 'x';\nprocess.exit();\nexport {};\n";
  host.getSourceFile = (file, ...rest) =>
    file === planted ? ts.createSourceFile(file, text, ts.ScriptTarget.ES2023) : getSourceFile(file, ...rest);
  const program = ts.createProgram([planted], { ...options, composite: false }, host);
  const messages = program
    .getSemanticDiagnostics(program.getSourceFile(planted))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  expect(messages).toEqual([
    expect.stringContaining("Cannot find name 'document'"),
    expect.stringContaining("Cannot find name 'process'"),
  ]);
});
