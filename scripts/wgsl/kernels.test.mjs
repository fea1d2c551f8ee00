import { describe, expect, test } from 'vitest';
import { translateKernels } from './kernels.mjs';

/** The part of the functions of the numeric core that must have a translation. */
const LEAST_COVERAGE = 0.95;

const { kernels, coverage } = await translateKernels();

describe('the kernels', () => {
  test('nearly all functions have a translation', () => {
    const lockstep = ['evaluate_pipelineLockstep', 'integrateByStages', 'stepLockstep']; // a GPU steps its environments so anyway
    expect([...coverage.refused.keys()].sort()).toEqual(['askField', 'connectFields', ...lockstep].sort());
    expect(1 - coverage.refused.size / coverage.count).toBeGreaterThan(LEAST_COVERAGE);
  });

  test('every function that is called is there', () => {
    const known = new Set([...Object.keys(kernels.functions), ...Object.keys(kernels.refusals)]);
    const missing = Object.values(kernels.functions).flatMap((text) =>
      [...text.matchAll(/\b(\w+_[DMSX]*)\(/g)].map(([, name]) => name).filter((name) => !known.has(name)),
    );
    expect(missing).toEqual([]);
  });

  test('every condition ends', () => {
    for (const [name, text] of Object.entries(kernels.functions)) {
      const count = (pattern) => text.match(pattern)?.length ?? 0;
      expect(count(/^#if /gm), name).toBe(count(/^#end$/gm));
    }
  });
});
