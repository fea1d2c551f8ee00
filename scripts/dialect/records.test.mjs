import { describe, expect, test } from 'vitest';
import { takeRecords } from './records.mjs';

const record = (field) => `export class Hit { ${field} }`;

describe('takeRecords', () => {
  test('numbers become fields, wide ones first, and arrays of fixed length accessors behind them', () => {
    const text = takeRecords(
      'export class Hit {\n  face: i32 = 0;\n  dist: f64 = 0;\n  readonly id: I32 = scratchI32(2);\n  readonly at: F64 = scratchF64(3);\n}\n',
    );
    expect(text).toContain('@unmanaged export class Hit {\n  dist: f64;\n  face: i32;\n');
    expect(text).toContain(
      'get at(): F64 { return changetype<F64>(changetype<usize>(this) + ((offsetof<Hit>() + 7) & ~7)); }',
    );
    expect(text).toContain(
      'get id(): I32 { return changetype<I32>(changetype<usize>(this) + ((offsetof<Hit>() + 7) & ~7) + (3) * 8); }',
    );
    expect(text).toContain('export const SIZE_Hit: i32 = <i32>(((offsetof<Hit>() + 7) & ~7) + (3) * 8 + (2) * 4);');
  });

  test('a record of the module gets a constant address, its size comes with the import', () => {
    const text = takeRecords("import { cross, Hit } from './hit.ts';\nconst nearest = new Hit();\n");
    expect(text).toBe(
      "import { cross, Hit, SIZE_Hit } from './hit.ts';\nconst nearest = changetype<Hit>(memory.data(SIZE_Hit, 16));\n",
    );
  });

  test('an array that belongs to somebody else is a field', () => {
    expect(takeRecords(record('vert: F32 = EMPTY_F32;'))).toContain('  vert: F32;\n');
  });

  test('text without records stays as it is', () => {
    const text = 'export function twice(x: f64): f64 { return 2 * x; }\n';
    expect(takeRecords(text)).toBe(text);
  });

  test.each([
    ['a number that does not start at zero', 'id: i32 = -1;'],
    ['a string', "name: string = '';"],
    ['a method', 'twice(): f64 { return 2; }'],
    ['no initial value', 'id: i32;'],
  ])('%s is refused with its place', (_, field) => {
    expect(() => takeRecords(`\n${record(field)}`, 'geometry/hit.ts')).toThrow(/^geometry\/hit\.ts:2: /);
  });
});
