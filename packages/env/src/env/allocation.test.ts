import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const entry = path.resolve(import.meta.dirname, '../../dist/index.js');

const STEPS = 400;

/** Some numbers on the heap: what functions that are too large to be inlined return. An array of observations would be more. */
const BOXED_NUMBERS = 400;

/** Bytes that a step of environments leaves on the heap: the least of several runs, in a process that has seen no other task. */
function bytesPerStep(maker: 'make' | 'makeVec', id: string, options: object): number {
  const program = `
    import { make, makeVec } from ${JSON.stringify(entry)};
    const env = await ${maker}(${JSON.stringify(id)}, ${JSON.stringify({ maxEpisodeSteps: 0, ...options })});
    env.reset({ seed: 1 });
    const action = new Float64Array((env.unwrapped ?? env).actionSpace.size);
    const used = () => { const { heapUsed, arrayBuffers } = process.memoryUsage(); return heapUsed + arrayBuffers; };
    let least = Infinity;
    for (let run = 0; run < 20 && least >= ${BOXED_NUMBERS * STEPS}; run++) {
      gc();
      const before = used();
      for (let k = 0; k < ${STEPS}; k++) env.step(action);
      least = Math.min(least, used() - before);
      await new Promise((resolve) => setTimeout(resolve, 5)); // the engine compiles what was run so far
    }
    console.log(least / ${STEPS});`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', '--input-type=module', '-e', program], {
    encoding: 'utf8',
    env: { ...process.env, QPOS_BACKEND: 'wasm' },
  });
  if (stdout === '') throw new Error(stderr);
  return Number(stdout);
}

test.each([
  ['HalfCheetah-v5', {}],
  ['Reacher-v5', {}],
  ['control/walker-run-v0', {}],
  ['qpos/drone-waypoints-v0', { observation_noise: 0, latency: [0, 0] }],
])('a step of %s leaves no objects behind', (id, options) => {
  expect(bytesPerStep('make', id, options)).toBeLessThan(BOXED_NUMBERS);
});

test('nor does one of several environments', () => {
  expect(bytesPerStep('makeVec', 'HalfCheetah-v5', { n: 2 })).toBeLessThan(BOXED_NUMBERS);
});
