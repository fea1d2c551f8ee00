import { describe, expect, test } from 'vitest';
import { coldCopy, isCold, notInlined, withColdMath } from './inlining.mjs';

describe('a cold file', () => {
  test.each([
    ['a line', "// @cold\n\nimport { x } from './x.ts';", true],
    ['the comment at the head', '/**\n * Band matrices.\n * @cold\n */\nimport type { F64 } from "./x.ts";', true],
    ['a later comment', "import { x } from './x.ts';\n// @cold\n", false],
    ['a word that begins like it', '// @coldness\n', false],
    ['no mark', 'export function f(): void {}', false],
  ])('is known by its head: %s', (_, text, expected) => {
    expect(isCold(text)).toBe(expected);
  });

  test('calls copies of the mathematics', () => {
    expect(coldCopy('kernel/math/linear/lu.ts')).toBe('kernel/cold/linear/lu.ts');
    expect(coldCopy('kernel/solver/cg.ts')).toBeUndefined();
    expect(withColdMath("import { dot } from '../math/vec';\nimport { a } from './math/b';")).toBe(
      "import { dot } from '../cold/vec';\nimport { a } from './math/b';",
    );
  });

  test('has none of its functions inlined', () => {
    expect(notInlined('// @cold\nexport function f(): void {}', 'kernel/solver/cg.ts')).toEqual(['kernel/solver/cg/*']);
  });
});

test('@noinline is of the function that it stands at', () => {
  const text = `/** One. @noinline */\nexport function one(): void {}
    /**\n * Two.\n * @noinline\n */\nfunction two(): void {}
    /** Three, without @cold. */\nfunction three(): void {}`;
  expect(notInlined(text, 'kernel/solver/leaf.ts')).toEqual(['kernel/solver/leaf/one', 'kernel/solver/leaf/two']);
});
