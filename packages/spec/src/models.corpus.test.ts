import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ModelError } from './errors.ts';
import { parseMjcf } from './mjcf/parse.ts';
import { writeMjcf } from './mjcf/write.ts';
import { parseModel } from './parse.ts';
import { expandSpec } from './spec/expand.ts';
import type { Spec } from './spec/types.ts';
import { walkTree } from './spec/walk.ts';

interface Entry {
  path: string;
  format: 'mjcf' | 'urdf';
  oracle: { loads: boolean; error?: string };
  [size: string]: unknown;
}

const CORPUS = resolve(import.meta.dirname, '../../../../shared/corpus');
const entries: Entry[] = JSON.parse(readFileSync(join(CORPUS, 'manifest.json'), 'utf8')).models;

const files = (path: string): Uint8Array | undefined => {
  const full = join(CORPUS, path);
  return existsSync(full) && statSync(full).isFile() ? readFileSync(full) : undefined;
};
const read = (e: Entry): Spec => parseModel(files(e.path) ?? '', { file: e.path, files });

/** A Spec without positions and files. */
const content = (spec: Spec): string =>
  JSON.stringify(spec, (key, value) => (key === 'source' || key === 'files' ? undefined : value));

function problemOf(e: Entry): string | undefined {
  try {
    expandSpec(read(e));
    return undefined;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return error.message;
  }
}

describe('every model of the corpus', () => {
  test('that MuJoCo loads is read and expanded', () => {
    const refused = entries
      .filter((e) => e.oracle.loads && problemOf(e) !== undefined)
      .map((e) => `${e.path}: ${problemOf(e)}`);
    expect(refused).toEqual([]);
  });

  test('that MuJoCo refuses for its text is refused', () => {
    // files of flexes and assets and the plugins that there are are the compiler's, and so is what comes of the numbers
    const textual = /XML Error: (?!.*(flexcomp|could not parse|plugin .* not found))|Schema violation|XML parse error/s;
    const wanted = entries.filter((e) => !e.oracle.loads && textual.test(e.oracle.error ?? ''));
    const taken = wanted.filter((e) => problemOf(e) === undefined).map((e) => `${e.path}: ${e.oracle.error}`);
    expect(taken).toEqual([]);
    expect(wanted.length).toBeGreaterThan(5);
  });

  test('has as many elements as MuJoCo counts', () => {
    const wrong: string[] = [];
    for (const e of entries) {
      if (e.format !== 'mjcf' || !e.oracle.loads) continue;
      const spec = expandSpec(read(e));
      const counts: Record<string, number> = { body: 1, geom: 0, joint: 0, freejoint: 0, site: 0, flexcomp: 0 };
      walkTree(spec.worldbody, ({ kind }) => {
        counts[kind] = (counts[kind] ?? 0) + 1;
        return true;
      });
      if (counts['flexcomp'] || spec.compiler.discardvisual || spec.compiler.fusestatic) continue;
      const sizes: [string, number][] = [
        ['nbody', counts['body'] ?? 0],
        ['ngeom', counts['geom'] ?? 0],
        ['njnt', (counts['joint'] ?? 0) + (counts['freejoint'] ?? 0)],
        ['nsite', counts['site'] ?? 0],
        ['nactuator', spec.actuators.length],
        ['nsensor', spec.sensors.length],
        ['ntendon', spec.tendons.length],
        ['neq', spec.equalities.length],
        ['nmesh', spec.meshes.length],
        ['nkey', Math.max(spec.keys.length + spec.attachedKeys.length, spec.size.nkey ?? 0)],
      ];
      for (const [name, count] of sizes)
        if (count !== e[name]) wrong.push(`${e.path}: ${name} ${count}, not ${e[name]}`);
    }
    expect(wrong).toEqual([]);
  });

  test('is the same after writing and reading', () => {
    const changed: string[] = [];
    for (const e of entries) {
      if (e.format !== 'mjcf' || !e.oracle.loads) continue;
      const spec = read(e);
      const again = parseMjcf(writeMjcf(spec), { file: e.path, files });
      if (content(sortKeys(again)) !== content(sortKeys(spec))) changed.push(e.path);
    }
    expect(changed).toEqual([]);
  });
});

/** Objects with their keys in one order, and without those that are not set. */
function sortKeys<T>(value: T): T {
  if (Array.isArray(value)) return value.map(sortKeys) as T;
  if (typeof value !== 'object' || value === null) return value;
  const source = value as Record<string, unknown>;
  const sorted: Record<string, unknown> = {};
  for (const key of Object.keys(source).sort()) {
    if (key !== 'source' && key !== 'files' && source[key] !== undefined) sorted[key] = sortKeys(source[key]);
  }
  return sorted as T;
}
