import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../root.ts';
import { type Fields, numericSources, readContracts, violations } from './contracts.ts';

const model = path.join(root, 'packages/core/src/host/model');

/** The names of Data's fields, and which of them are working memory. */
async function readFields(): Promise<Fields> {
  interface Table {
    readonly dataArrays: readonly { readonly name: string }[];
    readonly dataScalars: readonly { readonly name: string }[];
  }
  const table = (await import(path.join(model, 'generated/layout.ts'))) as Table;
  const { scratchFields } = (await import(path.join(model, 'fields/index.ts'))) as { scratchFields: string[][] };
  return {
    arrays: new Set(table.dataArrays.map(({ name }) => name)),
    scalars: new Set(table.dataScalars.map(({ name }) => name)),
    scratch: new Set(['capacity', ...scratchFields.map(([name]) => name as string)]),
  };
}

test('comments name what stages read and write, in every folder of the numeric core', async () => {
  const fields = await readFields();
  const contracts = readContracts(numericSources(), fields);
  expect(contracts.length).toBeGreaterThan(200);
  expect(contracts.flatMap((c) => violations(c, fields))).toEqual([]);
});

describe('the check sees', () => {
  const fields: Fields = {
    arrays: new Set(['qpos', 'qvel', 'qacc', 'rowChain']),
    scalars: new Set(['nefc']),
    scratch: new Set(['rowChain']),
  };
  /** What it finds in some files; a text is that of `a.ts`. */
  const check = (files: string | Readonly<Record<string, string>>): string[] =>
    readContracts(new Map(Object.entries(typeof files === 'string' ? { 'a.ts': files } : files)), fields)
      .flatMap((c) => violations(c, fields))
      .map((v) => v.replace(/^a\.ts: /, ''));
  const stage = (tags: string, body: string): string =>
    `/** A stage. ${tags} */\nexport function stage(m: Model, d: Data): void {\n${body}\n}\n`;
  const move = 'd.qpos[0] = d.qvel[0];';

  test('nothing wrong where comment and code agree', () => {
    expect(check(stage('@reads qvel @writes qpos', move))).toEqual([]);
  });

  test.each([
    ['a missing @reads', '@writes qpos', 'reads qvel, which no @reads names'],
    ['a missing @writes', '@reads qvel', 'writes qpos, which no @writes names'],
    ['a superfluous @reads', '@reads qvel qacc @writes qpos', '@reads qacc, which is not read'],
    ['a superfluous @writes', '@reads qvel @writes qpos qacc', '@writes qacc, which is not written'],
    ['a field that is not there', '@reads qvel speed @writes qpos', '@reads speed is no field of Data'],
  ])('%s', (_, tags, report) => {
    expect(check(stage(tags, move))).toEqual([report]);
  });

  test.each([
    ['a number', 'if (d.nefc > 0) return;', ['reads nefc, which no @reads names']],
    ['a number that is counted up', 'd.nefc++;', ['writes nefc, which no @writes names']],
    ['a local name', 'const x = d.qpos;\nx[0] += 1;', ['writes qpos, which no @writes names']],
    [
      'a choice of two arrays',
      'const x = m.big ? d.qpos : d.qvel;\nif (x[0] > 0) return;',
      ['reads qpos, which no @reads names', 'reads qvel, which no @reads names'],
    ],
    ['a name that is set later', 'let x = m.qpos0;\nx = d.qpos;\nx[0] = 1;', ['writes qpos, which no @writes names']],
    ['working memory, which needs no name', 'd.rowChain[0] = 1;', []],
  ])('%s', (_, body, reports) => {
    expect(check(stage('', body))).toEqual(reports);
  });

  test('what helpers of other files do with an array, and what they return', () => {
    const helpers = `export function zero(res: F64): void { res[0] = 0; }
      export function either(a: F64, b: F64): F64 { return a; }`;
    const text = "import { either, zero } from './helpers.ts';\n";
    expect(check({ 'helpers.ts': helpers, 'a.ts': text + stage('', 'zero(either(d.qpos, d.qvel));') })).toEqual([
      'writes qpos, which no @writes names',
    ]);
  });

  test('an array that a function chooses: who reads it asks the chooser, who writes it says so', () => {
    const chooser = '/** @reads qpos */\nexport function chosen(d: Data): F64 { return d.qpos; }\n';
    expect(check(chooser + stage('@writes qvel', 'd.qvel[0] = chosen(d)[0];'))).toEqual([]);
    expect(check(chooser + stage('', 'const x = chosen(d);\nx[0] = 1;'))).toEqual([
      'writes qpos, which no @writes names',
    ]);
  });

  test('arrays that go through a record, in the function that puts them there', () => {
    const record = 'export class Rows { values: F64 = EMPTY_F64; }\n';
    const user = 'export function use(rows: Rows): void { rows.values[0] = 1; }\n';
    const owner = "import { Rows, use } from './record.ts';\nconst rows = new Rows();\n";
    const files = (tags: string): Record<string, string> => ({
      'record.ts': record + user,
      'a.ts': owner + stage(tags, 'rows.values = d.qpos;\nuse(rows);'),
    });
    expect(check(files(''))).toEqual(['writes qpos, which no @writes names']);
    expect(check(files('@writes qpos'))).toEqual([]);
    expect(check(files('@writes qpos @reads qpos'))).toEqual(['@reads qpos, which is not read']);
  });

  describe('arrays in a record, where', () => {
    const record = `export class Rows { values: F64 = EMPTY_F64; count: i32 = 0; }
export function open(rows: Rows, values: F64): i32 { rows.values = values; return 1; }
export function openInto(rows: Rows, values: F64): void { const v = values; rows.values = v; }
export function use(rows: Rows): void { const values = rows.values; values[0] = 1; }
export function useThrough(rows: Rows): void { use(rows); }
export function copyOf(to: Rows, from: Rows): void { to.values = from.values; }
`;
    const imports =
      "import { Rows, copyOf, open, openInto, use, useThrough } from './record.ts';\nconst rows = new Rows();\nconst others = new Rows();\n";
    const files = (tags: string, body: string, more = ''): Record<string, string> => ({
      'record.ts': record,
      'a.ts': imports + more + stage(tags, body),
    });
    test.each<[string, string]>([
      ['a function puts them that was given both', 'open(rows, d.qpos);\nuse(rows);'],
      ['it does so under another name', 'openInto(rows, d.qpos);\nuse(rows);'],
      ['the result of that function is used', 'const n = open(rows, d.qpos) + 1;\nuse(rows);'],
      ['the call is an argument', 'take(open(rows, d.qpos));\nuse(rows);'],
      ['they are used further down', 'open(rows, d.qpos);\nuseThrough(rows);'],
      ['they are taken from another record', 'open(rows, d.qpos);\ncopyOf(others, rows);\nuse(others);'],
      ['the record has a local name', 'const mine = rows;\nmine.values = d.qpos;\nuse(mine);'],
      ['the local name is used to write', 'open(rows, d.qpos);\nconst mine = rows;\nmine.values[0] = 1;'],
      ['their use is in the same function', 'open(rows, d.qpos);\nrows.values[0] = 1;'],
    ])('%s', (_, body) => {
      const extra = 'function take(n: i32): void {}\n';
      expect(check(files('', body, extra))).toEqual(['writes qpos, which no @writes names']);
      expect(check(files('@writes qpos', body, extra))).toEqual([]);
    });
    test('another function of the file puts them there', () => {
      const opener = 'function prepare(d: Data): void { open(rows, d.qpos); }\n';
      expect(check(files('', 'prepare(d);\nuse(rows);', opener))).toEqual(['writes qpos, which no @writes names']);
      expect(check(files('@writes qpos', 'prepare(d);\nuse(rows);', opener))).toEqual([]);
    });
    test('a file that only uses the record may name them', () => {
      const user = (tags: string): string =>
        `import { Rows } from './record.ts';\n/** Uses rows. ${tags} */\nexport function fill(rows: Rows): void { rows.values[0] = 1; }\n`;
      const all = (tags: string): Record<string, string> => ({
        'record.ts': record,
        'a.ts': imports + stage('@writes qpos', 'open(rows, d.qpos);\nuse(rows);'),
        'b.ts': user(tags),
      });
      expect(check(all('@writes qpos'))).toEqual([]);
      expect(check(all('@writes qvel'))).toEqual(['b.ts: @writes qvel, which is not written']);
    });
  });
});
