import { describe, expect, test } from 'vitest';
import { takeImports } from './imports.mjs';

describe('takeImports', () => {
  test.each([
    ['extension and type go', "import type { Data } from './data.ts';", "import { Data } from './data';"],
    ['what is built in goes', "import { type F64, type f64, type i32 } from './x.ts';", "import { F64 } from './x';"],
    ['an import of nothing goes', "import type { f64 } from '../dialect.ts';", ''],
    [
      'a maker of memory becomes its array, once',
      "import { type F64, scratchF64 } from './x.ts';",
      "import { F64 } from './x';",
    ],
    ['empty arrays go', "import { EMPTY_F32, type F32 } from './x.ts';", "import { F32 } from './x';"],
    ['over several lines', "import {\n  dot,\n  norm,\n} from './v.ts';", "import { dot, norm } from './v';"],
    ['exports too', "export { cos, sin } from './trig.ts';", "export { cos, sin } from './trig';"],
  ])('%s', (_, text, expected) => {
    expect(takeImports(text)).toBe(expected);
  });
});
