import path from 'node:path';
import { build } from 'esbuild';
import { expect, expectTypeOf, test } from 'vitest';
import * as constants from '../../kernel/model/constants.ts';
import * as enums from './enums.ts';
import type { Model } from './model.ts';
import { enumerations } from './vocabulary/index.ts';

test('options and named objects have the types of their enumerations', () => {
  expectTypeOf<Model['opt']['integrator']>().toEqualTypeOf<enums.Integrator>();
  expectTypeOf<ReturnType<Model['joint']>['type']>().toEqualTypeOf<0 | 1 | 2 | 3>();
});

test('kernel and users have the same numbers', () => {
  const kernel: Readonly<Record<string, unknown>> = constants;
  const objects: Readonly<Record<string, unknown>> = enums;
  for (const { name, prefix, members, internal } of enumerations) {
    const values = Object.fromEntries(members.map((m) => [m.name, m.value]));
    if (!internal) expect(objects[name]).toEqual(values);
    if (prefix !== undefined)
      for (const [key, value] of Object.entries(values)) expect(kernel[`${prefix}_${key}`]).toBe(value);
  }
});

test('one enumeration does not bring the others, nor the engine', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: "import { Cone } from './enums.ts'; console.log(Cone.ELLIPTIC);",
      resolveDir: path.resolve(import.meta.dirname),
    },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  });
  expect(outputFiles[0]?.contents.length).toBeLessThan(80);
});
