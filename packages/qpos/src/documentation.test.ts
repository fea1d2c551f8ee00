import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { exampleModule, exportNames, PARTS, readDocumentation, typeErrors } from './documentation.testing.ts';

const documentation = readDocumentation();
const build = path.resolve(import.meta.dirname, '../../../build/examples');
const fileOf = (entry: string): string => path.join(build, `${entry.replaceAll(/\W+/g, '-')}.ts`);
const isBrowser = (entry: string): boolean => entry === '@qpos/viewer' || entry === '@qpos/element';
const moduleOf = (entry: string): string => exampleModule(documentation.get(entry)?.examples ?? [], isBrowser(entry));

describe.each([...documentation.keys()])('%s', (entry) => {
  test('describes every export, member, parameter and result, and shows how to use it', () => {
    const docs = documentation.get(entry);
    expect(docs?.exports.length).toBeGreaterThan(0);
    expect(docs?.problems).toEqual([]);
  });
});

test('qpos has all of core and spec; where both have a name, that of a Spec is longer', () => {
  const core = new Set(exportNames(PARTS.core));
  const spec = exportNames(PARTS.spec).map((name) => (core.has(name) ? `Spec${name}` : name));
  expect(documentation.get('qpos')?.exports.toSorted()).toEqual([...core, ...spec].toSorted());
});

test('every example is correct TypeScript', () => {
  const entries = [...documentation.keys()];
  expect(typeErrors(build, new Map(entries.map((entry) => [fileOf(entry), moduleOf(entry)])))).toEqual([]);
}, 120_000);

describe.each([...documentation].filter(([entry]) => !isBrowser(entry)))('the examples of %s run', (entry, docs) => {
  test('all of them', async () => {
    fs.mkdirSync(build, { recursive: true });
    fs.writeFileSync(fileOf(entry), moduleOf(entry));
    const { examples } = (await import(pathToFileURL(fileOf(entry)).href)) as { examples: (() => Promise<void>)[] };
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    const failures: string[] = [];
    for (const [k, run] of examples.entries())
      await run().catch((error: unknown) => failures.push(`${docs.examples[k]?.name}: ${String(error)}`));
    log.mockRestore();
    expect(failures).toEqual([]);
  });
});
