import fs from 'node:fs';
import path from 'node:path';
import { specFromModel } from '@qpos/spec/decompile';
import { compile, forward, type Model, makeData, resetDataKeyframe } from 'qpos';
import { loadModelFile } from 'qpos/node';
import { describe, expect, test } from 'vitest';
import { root } from '../root.ts';

// Models of what MuJoCo does not have. In place of the oracle, custom numbers with the name of a field of Data say what that field must
// be after `forward` in the first keyframe.

const TOLERANCE = 1e-12; // closed forms of a few operations
const folder = path.join(root, 'conformance/extensions');

function expectNumbers(model: Model): void {
  const data = makeData(model);
  resetDataKeyframe(model, data, 0);
  forward(model, data);
  expect(model.nnumeric).toBeGreaterThan(0);
  for (let k = 0; k < model.nnumeric; k++) {
    const { name, adr, size } = model.numeric(k);
    const expected = model.numeric_data.subarray(adr, adr + size);
    const found = (data as unknown as Record<string, Float64Array>)[name]?.subarray(0, size);
    expect(found?.length, name).toBe(size);
    expected.forEach((x, i) => {
      expect(Math.abs((found?.[i] ?? Number.NaN) - x), `${name}[${i}]`).toBeLessThan(TOLERANCE);
    });
  }
}

describe.each(fs.readdirSync(folder))('%s', (file) => {
  const model = loadModelFile(path.join(folder, file), { extensions: true });

  test('is refused unless extensions are asked for', () => {
    expect(() => loadModelFile(path.join(folder, file))).toThrow(/the option '?extensions'?/);
  });
  test('gives the numbers that it states', () => expectNumbers(model));
  test('gives them when it comes back from a compiled model', () => {
    expectNumbers(compile(specFromModel(model).spec));
  });
});
